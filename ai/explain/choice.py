"""A move together with the player's decision: the input of every explanation."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from ai.opponents.policy import Decision
from ai.rules.games import Game
from ai.rules.position import Mark, Position

R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[R_co]):
    """A move to *cell*, one of the cells of the player's *decision* in *position*."""

    position: Position
    decision: Decision[R_co]
    cell: int

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def mark(self) -> Mark:
        """The mark to move."""
        return self.position.to_move

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the player holds equally good, *cell* among them."""
        return self.decision.cells

    @property
    def reason(self) -> R_co:
        """The facts that the player's algorithm used."""
        return self.decision.reason
