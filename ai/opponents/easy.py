"""Easy: random play."""

from dataclasses import dataclass

from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules.position import Position


@dataclass(frozen=True, slots=True)
class Unweighed:
    """Any empty cell: nothing was weighed."""


def easy(position: Position) -> Decision[Unweighed]:
    """Any empty cell."""
    return Decision(position.empty_cells, Unweighed())


EASY = Opponent(
    "easy",
    N_("Easy"),
    easy,
    in_brief=N_("throws dice"),
    introduction=N_("I'm Easy: I throw dice."),
    icon="M5.5 4.5h13a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1z",
    dots="M8.5 8.5v0M15.5 15.5v0M12 12v0M15.5 8.5v0M8.5 15.5v0",
    level=True,
    symmetric=True,
)
