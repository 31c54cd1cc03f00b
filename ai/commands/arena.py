"""Odds of one player against another."""

from fractions import Fraction

import click
from click.core import ParameterSource

from ai import plain_data
from ai.commands import command
from ai.odds import strength
from ai.odds.arena import Odds, Sample, exact_odds, sampled_odds
from ai.opponents import opponent_for
from ai.opponents.policy import Opponent
from ai.rules import GAMES, Game, Mark
from ai.words.values import in_percent


@click.command(cls=command.Command, epilog=command.PLAYERS)
@command.game_argument
@click.argument("x", required=False)
@click.argument("o", required=False)
@command.first_option
@click.option("--all", "everybody", is_flag=True, help="Every player against every other.")
@click.option("--store", "stores", is_flag=True, help="Store that table, with proofs.")
@click.option("--games", type=click.IntRange(min=1), help="Also sample this many games.")
@click.option("--seed", type=click.IntRange(min=0), help="Seed of the sample.  [default: 0]")
@command.json_option
def arena(
    game: Game,
    x: str | None,
    o: str | None,
    first: Mark,
    everybody: bool,
    stores: bool,
    games: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Let two players meet on GAME: the odds of player X against player O.

    The odds are exact. --games also samples that many games; --json then prints the sample alone.
    --all lets every player meet every player: those in rows begin. --store keeps that table for the
    page of strengths. It adds the games that beat each player.
    """
    if stores and not everybody:
        raise click.UsageError("--store needs --all too.")
    if stores and game.key not in GAMES:
        raise click.UsageError(f"Strengths are stored only of {' and '.join(GAMES)}.")
    if seed is not None and not games:
        raise click.UsageError("--seed needs --games too.")
    if everybody:
        first_given = click.get_current_context().get_parameter_source("first")
        if x or o or games or first_given is not ParameterSource.DEFAULT:
            raise click.UsageError("--all takes no players, no --first and no --games.")
        meet_everybody(game, stores, as_json)
    elif not x or not o:
        raise click.UsageError("Name two players, or --all.")
    else:
        players = opponent_for(game, x), opponent_for(game, o)
        meet(game, *players, first, games, seed or 0, as_json)


RESULTS = (("x_wins", "X wins"), ("draws", "draw"), ("o_wins", "O wins"))


def named(game: Game, x: str, o: str, first: Mark) -> dict[str, object]:
    """The JSON fields that name the game, the players and the first mark."""
    return {"game": game.key, "x": x, "o": o, "first": first.lower()}


def meet(
    game: Game, x: Opponent, o: Opponent, first: Mark, games: int | None, seed: int, as_json: bool
) -> None:
    """Print the odds of *x* against *o*, exact and sampled."""
    sample, names = None, named(game, x.key, o.key, first)
    if games:
        with command.progress_bar("Sampling") as progress:
            sample = sampled_odds(game, x, o, games, seed, first, progress)
        if as_json:
            command.print_json({**names, **sample_as_json(sample, seed)})
            return
    with command.progress_bar("Exact odds") as progress:
        odds = exact_odds(game, x, o, first, progress)
    if as_json:
        command.print_json({**names, "exact": True, **plain_data.odds(odds)})
        return
    click.echo(f"{game.name}: X {x.name}, O {o.name}; {first} begins.")
    for key, label in RESULTS:
        exact = getattr(odds, key)
        fraction = f" = {exact}" if isinstance(exact, Fraction) else ""
        line = f"{label:>6}  {float(exact):.9f}{fraction}"
        if sample:
            low, high = sample.interval(getattr(sample, key))
            share = getattr(sample, key) / sample.games
            line += f"   sampled {share:.5f}, 95% within {low:.5f} to {high:.5f}"
        click.echo(line)


def sample_as_json(sample: Sample, seed: int) -> dict[str, object]:
    """A sample's shares as text and as floats, its size, its seed and its 95% intervals."""
    shares = Odds(*(getattr(sample, key) / sample.games for key, _ in RESULTS))
    return {
        "exact": False,
        **plain_data.odds(shares),
        "games": sample.games,
        "seed": seed,
        **{f"{key}_95": sample.interval(getattr(sample, key)) for key, _ in RESULTS},
    }


def meet_everybody(game: Game, stores: bool, as_json: bool) -> None:
    """Print the odds of every pair of players on *game*; X begins, and O would do as well."""
    players = strength.players(game)
    with command.progress_bar(f"{len(players) ** 2} meetings") as progress:
        meetings = strength.meetings(game, progress)
    if stores:
        with command.progress_bar(f"{2 * len(players)} proofs") as progress:
            weaknesses = strength.weaknesses(game, progress)
        path = strength.store(strength.CrossTable(game, meetings, weaknesses))
        click.echo(f"Stored {path.stat().st_size:,} bytes.", err=True)
    if as_json:
        command.print_json(
            [
                {**named(game, x, o, Mark.X), "exact": True, **plain_data.odds(odds)}
                for (x, o), odds in meetings.items()
            ]
        )
        return
    width = max(len(opponent.key) for opponent in players)
    click.echo(f"{game.name}: who begins wins / draws / loses, in percent, each rounded")
    click.echo(" " * width + "".join(f"  {o.key:>18}" for o in players))
    for x in players:
        row = (meetings[x.key, o.key] for o in players)
        cells = (
            " / ".join(in_percent(float(getattr(odds, key)), 1) for key, _ in RESULTS)
            for odds in row
        )
        click.echo(f"{x.key:<{width}}" + "".join(f"  {cell:>18}" for cell in cells))
