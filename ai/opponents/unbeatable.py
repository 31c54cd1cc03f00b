"""Unbeatable: perfect play from the solved game."""

from collections.abc import Mapping
from dataclasses import dataclass

from ai.exact.tablebase import MoveWorth, best_cells, move_worths
from ai.opponents.policy import Decision
from ai.rules.position import Position


@dataclass(frozen=True, slots=True)
class Perfect:
    """The worth of every empty cell, for the side to move."""

    worths: Mapping[int, MoveWorth]


def unbeatable(position: Position) -> Decision[Perfect]:
    """The :func:`best_cells`.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    return Decision(best_cells(position), Perfect(move_worths(position)))


def principal_variation(position: Position) -> tuple[int, ...]:
    """The moves from *position* to the end where both sides play the first cell of
    :func:`unbeatable`: the winner hurries, the loser delays. None once the game is over.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    moves = []
    while not position.outcome:
        moves.append(unbeatable(position).cells[0])
        position = position.play(moves[-1])
    return tuple(moves)
