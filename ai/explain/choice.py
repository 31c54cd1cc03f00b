"""A move together with the player's decision, the input of every explanation; and the answer."""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ai.opponents.policy import Decision
from ai.rules.games import Game
from ai.rules.position import Position
from ai.study.study import JudgedMove

R_co = TypeVar("R_co", covariant=True)


class Answer(NamedTuple):
    """A reason: *short*, at most 90 characters, and *more*, the rest worth knowing, or empty.
    *counts* tells that the short one says from how many cells the move was picked.
    """

    short: str
    more: str = ""
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Choice(Generic[R_co]):
    """A *move*, and the *decision* of a player in its position."""

    move: JudgedMove
    decision: Decision[R_co]

    @property
    def position(self) -> Position:
        """The position before the move."""
        return self.move.position

    @property
    def cell(self) -> int:
        """The cell of the move."""
        return self.move.cell

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.move.game

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the player holds equally good."""
        return self.decision.cells

    @property
    def reason(self) -> R_co:
        """The facts that the player's algorithm used."""
        return self.decision.reason
