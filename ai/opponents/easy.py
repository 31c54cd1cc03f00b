"""Easy: random play."""

from dataclasses import dataclass

from ai.opponents.policy import Decision
from ai.rules.position import Position


@dataclass(frozen=True, slots=True)
class Unweighed:
    """Any empty cell: nothing was weighed."""


def easy(position: Position) -> Decision[Unweighed]:
    """Any empty cell."""
    return Decision(position.empty_cells, Unweighed())
