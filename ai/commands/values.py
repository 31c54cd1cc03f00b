"""What every move of a position is worth."""

import click

from ai import plain_data
from ai.commands.command import (
    Command,
    diagram,
    first_of_moves_option,
    game_argument,
    json_option,
    moves_argument,
    print_json,
    read_record,
    wrapped,
)
from ai.explain.position import why_so
from ai.games import Game
from ai.notation import cell_name
from ai.position import Mark
from ai.tablebase import probe
from ai.traps import move_worths


@click.command(cls=Command)
@game_argument
@moves_argument
@first_of_moves_option
@json_option
def values(game: Game, text: str, first: Mark | None, as_json: bool) -> None:
    """The exact value of the position after MOVES, and of every move there.

    It says why it is so, how a move wins or loses, and of a draw what it stops and makes, and how
    many replies lose.

    MOVES are such as b2a1; a diagram may stand before them or alone, such as XO.-.X.-O..
    """
    position = read_record(game, text, first).position
    found = plain_data.values(position)
    if as_json:
        print_json(found)
        return
    click.echo(diagram(position))
    if position.outcome:
        winner = position.outcome.winner
        click.echo(f"The game is over: {f'{winner} has won' if winner else 'a draw'}.")
        return
    click.echo(f"{position.to_move} to move: {probe(position)}")
    click.echo(wrapped(why_so(position)))
    worths = move_worths(position)
    for move in sorted(found["cells"], key=lambda it: worths[it["cell"]].merit, reverse=True):
        worth = worths[move["cell"]]
        click.echo(f"  {cell_name(game, move['cell'])}  {worth}{', best' if worth.best else ''}")
        if how := move["how"]:
            click.echo(wrapped(how, indent=6))
