"""Whether a player can be beaten."""

import click

from ai.commands import command
from ai.odds.proofs import prove as prove_policy
from ai.opponents import opponent_for
from ai.rules import Game, Mark, game_text

COUNTS = ("games", "won", "drawn", "lost", "plies")


@click.command(cls=command.Command, epilog=command.PLAYERS)
@command.game_argument
@click.argument("player_key", metavar="PLAYER")
@click.option(
    "--as", "mark", callback=command.read_mark, required=True, metavar="x|o", help="Its mark."
)
@command.first_option
@command.json_option
def prove(game: Game, player_key: str, mark: Mark, first: Mark, as_json: bool) -> None:
    """Prove whether PLAYER can be beaten on GAME, by any opponent and however its lots fall.

    Counts every different game that can be played against it, over all moves of the other side
    and all cells that it holds equally good.
    """
    opponent = opponent_for(game, player_key)
    with command.progress_bar("All games") as progress:
        proof = prove_policy(game, opponent, mark, first, progress)
    loss, certain = (
        None if line is None else game_text(game, line)
        for line in (proof.shortest_loss, proof.certain_line)
    )
    if as_json:
        command.print_json(
            {
                "game": game.key,
                "player": opponent.key,
                "as": mark.lower(),
                "first": first.lower(),
                "never_loses": proof.never_loses,
                **{name: getattr(proof, name) for name in COUNTS},
                "losing_line": loss,
                "certain_loss": proof.certain_loss,
                "certain_line": certain,
            }
        )
        return
    verdict = "never loses" if proof.never_loses else "can be beaten"
    click.echo(f"{game.name}: {opponent.name} as {mark} {verdict}; {first} begins.")
    click.echo(
        f"{proof.games:,} different games of {proof.plies:,} plies: {proof.won:,} won,"
        f" {proof.drawn:,} drawn, {proof.lost:,} lost."
    )
    if loss:
        click.echo(f"Shortest game that beats it: {loss}")
        if certain is None:
            click.echo("No opponent is certain to beat it: it takes luck.")
        else:
            click.echo(f"Some opponent is certain to beat it within {proof.certain_loss} plies.")
            click.echo(f"Longest game against that opponent: {certain}")
