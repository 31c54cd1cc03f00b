"""How the won positions of a game are won."""

from dataclasses import asdict, astuple

import click

from ai.commands.command import Command, game_argument, json_option, print_json, progress_bar
from ai.language import number
from ai.rules import Game
from ai.study import theory


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
        print_json({"game": game.key, "wins": list(map(asdict, found))})
        return
    columns = ("plies", "positions", "by threats", "quiet", "prepared", "answered", "beaten")
    click.echo("  ".join(f"{column:>10}" for column in columns))
    for row in found:
        *counts, replies, beaten = astuple(row)
        share = f"{number(100 * beaten / replies, 1)}\u00a0%" if replies else ""
        click.echo("  ".join(f"{cell:>10}" for cell in (*(f"{n:,}" for n in counts), share)))
