"""The exact value of every move of a position."""

import click

from ai import plain_data
from ai.commands import command
from ai.rules import Record
from ai.study.study import study
from ai.words.told import why_so
from ai.words.values import outlook, worth_in_words


@click.command(cls=command.Command)
@command.takes_record
@command.json_option
def values(record: Record, as_json: bool) -> None:
    """The exact value of the position after MOVES, and of every move there.

    It says why the position is won, drawn or lost, how a move wins or loses, which threats a
    drawing move stops and makes, and how often a beginner on the other side loses from there.

    MOVES are such as b2a1; a diagram may stand before them or alone, such as XO.-.X.-O..
    """
    position = record.position
    found = plain_data.values(position)
    if as_json:
        command.print_json(found)
        return
    click.echo(command.diagram(position))
    if position.outcome:
        winner = position.outcome.winner
        click.echo(f"The game is over: {f'{winner} has won' if winner else 'a draw'}.")
        return
    studied = study(position)
    click.echo(f"{position.to_move} to move: {outlook(studied.exact, position.to_move)}")
    click.echo(command.wrapped(why_so(studied)))
    worths = studied.worths
    for move in sorted(found["cells"], key=lambda it: worths[it["cell"]].merit, reverse=True):
        worth = worths[move["cell"]]
        best = ", best" if worth.best else ""
        click.echo(f"  {move['name']}  {worth_in_words(worth, 1)}{best}")
        if how := move["how"]:
            click.echo(command.wrapped(how, indent=6))
