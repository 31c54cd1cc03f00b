"""What there is to explain: a move as the player chose it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from ai.games import Game
from ai.policy import Decision
from ai.position import Mark, Position

R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[R_co]):
    """A move to *cell*, which is one of the cells of the *decision* taken in *position*."""

    position: Position
    decision: Decision[R_co]
    cell: int

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def mark(self) -> Mark:
        """Who moves."""
        return self.position.to_move

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that would have done as well, *cell* among them."""
        return self.decision.cells

    @property
    def reason(self) -> R_co:
        """What the player's algorithm used."""
        return self.decision.reason
