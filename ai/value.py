"""What a position or a move is worth: one vocabulary for searches, tables and words.

The *distance* of a value is the number of plies to the end under best play, where the winner
hurries and the loser delays. A value is always that of one side; see :func:`from_movers_side`.
"""

from dataclasses import dataclass, field
from enum import IntEnum


class Value(IntEnum):
    """What a side gets from a position if both play perfectly."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass(frozen=True, slots=True)
class Exact:
    """The *value* of a position or move and its *distance* in plies; None for a draw.

    A greater *rank* is better: first the value, then the sooner win or the later loss.
    """

    value: Value
    distance: int | None
    rank: tuple[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rank = (int(self.value), -self.value * (self.distance or 0))
        object.__setattr__(self, "rank", rank)

    def __str__(self) -> str:
        """In words: `win in 3`, `draw`, `loss in 4`."""
        word = self.value.name.lower()
        return word if self.distance is None else f"{word} in {self.distance}"


def from_movers_side(after: Exact) -> Exact:
    """What a move is worth to its mover, *after* being what it leaves the opponent to move."""
    distance = None if after.distance is None else after.distance + 1
    return Exact(Value(-after.value), distance)
