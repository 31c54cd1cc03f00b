"""What every move of a position is worth."""

import click

from ai.commands.command import (
    Command,
    diagram,
    first_option,
    game_argument,
    json_option,
    print_json,
)
from ai.games import Game
from ai.notation import cell_name
from ai.position import Mark
from ai.record import parse_record
from ai.tablebase import probe
from ai.traps import MoveWorth, move_worths
from ai.value import Exact


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
