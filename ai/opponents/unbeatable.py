"""Unbeatable: perfect play from the solved game."""

from collections.abc import Mapping
from dataclasses import dataclass

from ai.exact.tablebase import MoveWorth, best_cells, move_worths
from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules import Position


@dataclass(frozen=True, slots=True)
class Perfect:
    """The worth of every empty cell, for the side to move."""

    worths: Mapping[int, MoveWorth]


def unbeatable(position: Position) -> Decision[Perfect]:
    """The :func:`best_cells`.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    worths = move_worths(position)
    return Decision(best_cells(worths), Perfect(worths))


UNBEATABLE = Opponent(
    "unbeatable",
    N_("Unbeatable"),
    unbeatable,
    in_brief=N_("knows every game"),
    introduction=N_("I'm Unbeatable: I know every game."),
    level=True,
    symmetric=True,
)
