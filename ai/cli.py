"""The commands of `python -m ai`: play, arena, prove, values, wins, solve."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from fractions import Fraction
from io import TextIOWrapper
from itertools import product
from secrets import randbelow
from time import perf_counter
from typing import Any

import click
from click.core import ParameterSource

from ai import theory
from ai.arena import Odds, Sample, exact_odds, sampled_odds
from ai.games import GAMES, Game
from ai.notation import cell_name, game_text, parse_cell, winning_set_name
from ai.opponents import HUMAN, OPPONENTS, opponent_for
from ai.policy import Opponent, chance
from ai.position import Mark, Position
from ai.proofs import prove as prove_policy
from ai.record import parse_record
from ai.tablebase import TablebaseError, probe
from ai.traps import MoveWorth, move_worths
from ai.value import Exact

Progress = Callable[[float], None]


class Command(click.Command):
    """A command that tells what goes wrong outside it in words, without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command.

        :raises ClickException: if a tablebase is missing or what it prints cannot be written.
        """
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader has left, which click takes for a quiet end
            raise
        except (OSError, TablebaseError) as error:
            raise click.ClickException(str(error)) from error


class MarkType(click.ParamType[Mark]):
    """`x` or `o`, in either case."""

    name = "mark"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Mark:
        """The mark that *value* names."""
        if str(value).upper() not in list(Mark):
            self.fail(f"{value!r} is neither x nor o.", param, ctx)
        return Mark(str(value).upper())


class GameType(click.ParamType[Game]):
    """The key of a game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """The game that *value* names."""
        if value not in GAMES:
            self.fail(f"There is no game “{value}”: choose from {', '.join(GAMES)}.", param, ctx)
        return GAMES[value]


def player(game: Game, key: str) -> Opponent:
    """The opponent of that *key*.

    :raises UsageError: if there is none, or it does not play *game*.
    """
    try:
        return opponent_for(game, key)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


PLAYERS = f"Players: {', '.join(OPPONENTS)}; medium also at a depth, as in medium:depth=4."

game_argument = click.argument("game", type=GameType())
first_option = click.option(
    "--first", type=MarkType(), default="x", metavar="x|o", help="Who moves first.  [default: x]"
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """A bar on the terminal, and the function by which to tell the share that is done."""
    with click.progressbar(length=1000, label=label, file=sys.stderr, width=0) as bar:
        yield lambda share: bar.update(round(share * 1000) - bar.pos)


def print_json(answer: object) -> None:
    """Print *answer* as JSON."""
    click.echo(json.dumps(answer, ensure_ascii=False))


@click.command(cls=Command, epilog=PLAYERS)
@game_argument
@click.option("--x", "x", default=HUMAN, show_default=True, help="Who holds X: human or a player.")
@click.option("--o", "o", default="medium", show_default=True, help="Who holds O.")
@first_option
@click.option("--seed", type=click.IntRange(min=0), help="Makes the computer's choices repeatable.")
def play(game: Game, x: str, o: str, first: Mark, seed: int | None) -> None:
    """Play GAME in the terminal, people and programs in any seat.

    A move is typed as column and row, such as b2, or as the number of a cell: from 0, row by row.
    """
    seats = {
        mark: None if key == HUMAN else player(game, key)
        for mark, key in ((Mark.X, x), (Mark.O, o))
    }
    try:
        number = randbelow(2**32) if seed is None else seed
        play_once(game, seats, first, number)
        while click.confirm("Another game?"):
            number += 1
            play_once(game, seats, first, number)
    except (click.Abort, KeyboardInterrupt):
        click.echo()


def play_once(game: Game, seats: dict[Mark, Opponent | None], first: Mark, seed: int) -> None:
    """One game in the terminal.

    :raises Abort: at the end of input or an interrupt.
    """
    position = Position(game, to_move=first)
    click.echo(diagram(position))
    while not (outcome := position.outcome):
        mark, opponent = position.to_move, seats[position.to_move]
        if opponent:
            cell = opponent.decide(position).pick(chance(seed, position.ply))
            position = position.play(cell)
            click.echo(f"{mark} ({opponent.name}) plays {cell_name(game, cell)}.")
        else:
            position = asked_move(position)
        click.echo(diagram(position))
    if outcome.winner:
        won = sorted(winning_set_name(game, cells) for cells in outcome.winning_sets)
        click.echo(f"{outcome.winner} wins: {', '.join(won)}.")
    else:
        click.echo("Draw.")


def asked_move(position: Position) -> Position:
    """The position after the move that a person types; a bad one is asked for again."""
    question = f"{position.to_move} to move" + ("" if position.ply > 1 else ", such as b2")
    while True:
        text = click.prompt(question, prompt_suffix=": ").strip().lower()
        try:
            numbered = text.isascii() and text.isdecimal() and len(text) < 4
            return position.play(int(text) if numbered else parse_cell(position.game, text))
        except ValueError as error:
            click.echo(error)


def diagram(position: Position) -> str:
    """The board as text, with the names of its columns and rows."""
    game = position.game
    names = [cell_name(game, cell) for cell in game.cells]
    lines = ["", "    " + "   ".join(name[0] for name in names[: game.size])]
    for row in range(game.size):
        cells = game.cells[row * game.size : (row + 1) * game.size]
        marks = " | ".join(position.mark_at(cell) or " " for cell in cells)
        lines += [f"{names[cells[0]][1:]:>2}  {marks}", "   " + "+".join(["---"] * game.size)]
    return "\n".join([*lines[:-1], ""])


@click.command(cls=Command, epilog=PLAYERS)
@game_argument
@click.argument("x", required=False)
@click.argument("o", required=False)
@first_option
@click.option("--all", "everybody", is_flag=True, help="Every player against every other.")
@click.option("--games", type=click.IntRange(min=1), help="Also sample this many games.")
@click.option("--seed", type=click.IntRange(min=0), help="Seed of the sample.  [default: 0]")
@json_option
def arena(
    game: Game,
    x: str | None,
    o: str | None,
    first: Mark,
    everybody: bool,
    games: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Let two players meet on GAME: the odds of player X against player O.

    The odds are exact. With --games that many games are sampled too, and --json tells of these.
    With --all every player meets every player, and either mark begins.
    """
    if seed is not None and not games:
        raise click.UsageError("--seed is that of a sample: say --games too.")
    if everybody:
        first_given = click.get_current_context().get_parameter_source("first")
        if x or o or games or first_given is not ParameterSource.DEFAULT:
            raise click.UsageError("--all takes neither players nor --first nor --games.")
        meet_everybody(game, as_json)
    elif not x or not o:
        raise click.UsageError("Name two players, or --all.")
    else:
        meeting = Meeting(game, player(game, x), player(game, o), first)
        meet(meeting, games, seed or 0, as_json)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players, the game on which they meet, and the mark that begins."""

    game: Game
    x: Opponent
    o: Opponent
    first: Mark

    def as_json(self) -> dict[str, object]:
        """The meeting as part of an answer in JSON."""
        return {
            "game": self.game.key,
            "x": self.x.key,
            "o": self.o.key,
            "first": self.first.lower(),
        }

    def odds(self, progress: Progress = lambda _done: None) -> Odds:
        """The exact odds."""
        return exact_odds(self.game, self.x, self.o, self.first, progress)


RESULTS = (("x_wins", "X wins"), ("ties", "draw"), ("o_wins", "O wins"))


def meet(meeting: Meeting, games: int | None, seed: int, as_json: bool) -> None:
    """Print the odds of one meeting, exact and sampled."""
    sample = None
    if games:
        with progress_bar("Sampling") as progress:
            sample = sampled_odds(
                meeting.game, meeting.x, meeting.o, games, seed, meeting.first, progress
            )
        if as_json:
            print_json({**meeting.as_json(), **sample_as_json(sample, seed)})
            return
    with progress_bar("Exact odds") as progress:
        odds = meeting.odds(progress)
    if as_json:
        print_json({**meeting.as_json(), **odds_as_json(odds)})
        return
    click.echo(
        f"{meeting.game.name}: X {meeting.x.name}, O {meeting.o.name}; {meeting.first} begins."
    )
    for key, label in RESULTS:
        exact = getattr(odds, key)
        fraction = f" = {exact}" if isinstance(exact, Fraction) else ""
        line = f"{label:>6}  {float(exact):.9f}{fraction}"
        if sample:
            low, high = sample.interval(getattr(sample, key))
            share = getattr(sample, key) / sample.games
            line += f"   sampled {share:.5f}, 95% within {low:.5f} to {high:.5f}"
        click.echo(line)


def odds_as_json(odds: Odds) -> dict[str, object]:
    """Exact odds as text, in fractions where they are, and as floats."""
    exact = {key: str(getattr(odds, key)) for key, _ in RESULTS}
    floats = {f"{key}_p": float(getattr(odds, key)) for key, _ in RESULTS}
    return {"exact": True, **exact, **floats}


def sample_as_json(sample: Sample, seed: int) -> dict[str, object]:
    """A sample's shares as text and as floats, with what it takes to repeat and to judge it."""
    shares = {key: getattr(sample, key) / sample.games for key, _ in RESULTS}
    return {
        "exact": False,
        **{key: str(share) for key, share in shares.items()},
        **{f"{key}_p": share for key, share in shares.items()},
        "games": sample.games,
        "seed": seed,
        **{f"{key}_95": sample.interval(getattr(sample, key)) for key, _ in RESULTS},
    }


def meet_everybody(game: Game, as_json: bool) -> None:
    """Print the odds of every two players that play *game*, whoever begins."""
    players = [opponent for opponent in OPPONENTS.values() if opponent.plays(game)]
    meetings = [Meeting(game, *pair) for pair in product(players, players, Mark)]
    found = []
    with progress_bar(f"{len(meetings)} meetings") as progress:
        for number, meeting in enumerate(meetings):
            found.append(meeting.odds())
            progress((number + 1) / len(meetings))
    if as_json:
        pairs = zip(meetings, found, strict=True)
        print_json([{**meeting.as_json(), **odds_as_json(odds)} for meeting, odds in pairs])
        return
    odds_of = dict(zip(((m.first, m.x.key, m.o.key) for m in meetings), found, strict=True))
    width = max(len(opponent.key) for opponent in players)
    for first in Mark:
        click.echo(f"{game.name}, {first} begins: X wins / draw / O wins in percent")
        click.echo(" " * width + "".join(f"  {'O ' + o.key:>17}" for o in players))
        for x in players:
            row = [odds_of[first, x.key, o.key] for o in players]
            cells = (
                " / ".join(f"{100 * float(getattr(odds, key)):.1f}" for key, _ in RESULTS)
                for odds in row
            )
            click.echo(f"{x.key:<{width}}" + "".join(f"  {cell:>17}" for cell in cells))


@click.command(cls=Command, epilog=PLAYERS)
@game_argument
@click.argument("player_key", metavar="PLAYER")
@click.option("--as", "mark", type=MarkType(), required=True, metavar="x|o", help="Its mark.")
@first_option
@json_option
def prove(game: Game, player_key: str, mark: Mark, first: Mark, as_json: bool) -> None:
    """Prove whether PLAYER can be beaten on GAME, by any opponent and however its lots fall.

    Counts every different game that can be played against it, over all moves of the other side
    and all cells that it holds equally good.
    """
    opponent = player(game, player_key)
    with progress_bar("All games") as progress:
        proof = prove_policy(game, opponent, mark, first, progress)
    line = None if proof.losing_line is None else game_text(game, proof.losing_line)
    if as_json:
        print_json(
            {
                "game": game.key,
                "player": opponent.key,
                "as": mark.lower(),
                "first": first.lower(),
                "never_loses": proof.never_loses,
                "games": proof.games,
                "won": proof.won,
                "drawn": proof.drawn,
                "lost": proof.lost,
                "plies": proof.plies,
                "losing_line": line,
                "certain_loss": proof.certain_loss,
            }
        )
        return
    verdict = "never loses" if proof.never_loses else "can be beaten"
    click.echo(f"{game.name}: {opponent.name} as {mark} {verdict}; {first} begins.")
    click.echo(
        f"{proof.games:,} different games of {proof.plies:,} plies: {proof.won:,} won,"
        f" {proof.drawn:,} drawn, {proof.lost:,} lost."
    )
    if line:
        click.echo(f"Shortest line that beats it: {line}")
        if proof.certain_loss is None:
            click.echo("No opponent is certain to beat it: it takes luck.")
        else:
            click.echo(f"Some opponent is certain to beat it within {proof.certain_loss} plies.")


@click.command(cls=Command)
@game_argument
@click.argument("moves", default="")
@first_option
@json_option
def values(game: Game, moves: str, first: Mark, as_json: bool) -> None:
    """The exact value of the position after MOVES, and of every move there.

    Of a draw it also says how many replies lose.

    MOVES are such as b2a1; a diagram may stand before them or alone, such as XO.-.X.-O..
    """
    try:
        # A diagram of a position has capital letters, moves have none.
        text = moves if moves[:1] in {"X", "O", "."} else moves.lower()
        position = parse_record(game, text, first).position
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    exact, cells = probe(position), move_worths(position)
    if as_json:
        print_json(
            {
                "to_move": position.to_move.lower(),
                **exact_as_json(exact),
                "cells": [
                    {"cell": cell, "name": cell_name(game, cell), **worth_as_json(worth)}
                    for cell, worth in cells.items()
                ],
            }
        )
        return
    click.echo(diagram(position))
    if position.outcome:
        winner = position.outcome.winner
        click.echo(f"The game is over: {f'{winner} has won' if winner else 'a draw'}.")
        return
    click.echo(f"{position.to_move} to move: {exact}")
    for cell, worth in sorted(cells.items(), key=lambda item: item[1].merit, reverse=True):
        click.echo(f"  {cell_name(game, cell)}  {worth}{', best' if worth.best else ''}")


def exact_as_json(exact: Exact) -> dict[str, object]:
    """A value and its distance."""
    return {"value": exact.value.name.lower(), "distance": exact.distance}


def worth_as_json(worth: MoveWorth) -> dict[str, object]:
    """What a move is worth: its value, the replies to it, and whether it is among the best."""
    return {
        **exact_as_json(worth.exact),
        "replies": worth.replies,
        "losing_replies": worth.losing,
        "best": worth.best,
    }


@click.command(cls=Command)
@game_argument
@json_option
def wins(game: Game, as_json: bool) -> None:
    """How the won positions of GAME are won: by threats, or by a quiet move that prepares a win by
    threats.

    In a win by threats every move threatens to complete a line, so that the loser has no choice.
    """
    with progress_bar("Won positions") as progress:
        found = theory.wins(game, progress)
    if as_json:
        print_json(
            {"game": game.key, "wins": [{**asdict(row), "quiet": row.quiet} for row in found]}
        )
        return
    columns = ("plies", "positions", "by threats", "quiet", "prepared", "answered", "beaten")
    click.echo("  ".join(f"{column:>10}" for column in columns))
    for row in found:
        counts = (
            row.distance,
            row.positions,
            row.by_threats,
            row.quiet,
            row.prepared,
            row.answered,
        )
        share = f"{100 * row.beaten / row.replies:.1f} %" if row.replies else ""
        click.echo("  ".join(f"{cell:>10}" for cell in (*(f"{n:,}" for n in counts), share)))


@click.command(cls=Command)
@game_argument
@click.option("--store", is_flag=True, help="Store the tablebase in place of the one in use.")
@json_option
def solve(game: Game, store: bool, as_json: bool) -> None:
    """Solve GAME from scratch: the value of every position that can be reached."""
    try:
        from ai import retrograde  # noqa: PLC0415 - nothing else needs numpy
    except ModuleNotFoundError as error:
        name = error.name
        raise click.ClickException(f"Solving needs {name}: pip install {name}") from error

    begun = perf_counter()
    with progress_bar("Solving") as progress:
        layers = retrograde.solve(game, progress)
    seconds = perf_counter() - begun
    summary = retrograde.census(game, layers)
    if store:
        path = retrograde.tabulate(game, layers).store()
        click.echo(f"Stored {path.stat().st_size:,} bytes.", err=True)
    if as_json:
        print_json({"game": game.key, **summary, "seconds": round(seconds, 3)})
        return
    longest, to_move = summary["longest_win"], summary["longest_win_to_move"]
    from_loser = f", {longest} counted from the loser's move" if longest != to_move else ""
    click.echo(
        f"{game.name}: {summary['positions']:,} positions in {summary['classes']:,} classes of"
        f" symmetric ones. Best play ends in a {summary['value']}. A forced win takes at most"
        f" {to_move} plies for the side to move{from_loser}. Solved in {seconds:.1f} seconds."
    )


commands = click.Group(
    "ai",
    commands=[play, arena, prove, values, wins, solve],
    help="Play tic-tac-toe and Square, and ask what is known of them.",
)
