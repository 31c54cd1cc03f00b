"""Unbeatable: perfect play from the solved game."""

from collections.abc import Mapping
from dataclasses import dataclass

from ai.exact.tablebase import MoveWorth, best_cells, move_worths
from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules.position import Position


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
    icon="M12 6.5C9 4.5 6 4.5 3 5.5v13c3-1 6-1 9 1 3-2 6-2 9-1v-13c-3-1-6-1-9 1zM12 6.5v13",
    level=True,
    symmetric=True,
)
