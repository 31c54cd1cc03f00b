"""Easy: random play."""

from dataclasses import dataclass

from ai.messages import N_
from ai.opponents.policy import Decision, Opponent
from ai.rules import Position


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
    level=True,
    symmetric=True,
)
