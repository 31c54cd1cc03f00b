"""The values of positions and moves, for searches, tables and words.

The *distance* of a value is the number of plies to the end under best play: the winner hurries and
the loser delays. Words count the winner's moves alone. A value always belongs to one side; see
:func:`from_movers_side`.
"""

from dataclasses import dataclass
from enum import IntEnum


class Value(IntEnum):
    """The result for one side if both play perfectly."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass(frozen=True, slots=True)
class Exact:
    """The *value* of a position or move and its *distance* in plies; None for a draw."""

    value: Value
    distance: int | None

    @property
    def rank(self) -> tuple[int, int]:
        """Greater is better: first by value, then a sooner win or a later loss."""
        return int(self.value), -self.value * (self.distance or 0)

    @property
    def moves(self) -> int:
        """The winner's own moves to the end; none to a draw."""
        return winners_moves(self.distance or 0)

    def __str__(self) -> str:
        """In words: `win in 3 plies`, `draw`."""
        plies = "ply" if self.distance == 1 else "plies"
        word = self.value.name.lower()
        return word if self.distance is None else f"{word} in {self.distance} {plies}"


def winners_moves(plies: int) -> int:
    """The winner's own moves among so many *plies*: the first and the last are the winner's."""
    return (plies + 1) // 2


def from_movers_side(after: Exact) -> Exact:
    """The mover's value of a move, from *after*, the opponent's value of the position it leads to.

    The sign flips, and the distance grows by one ply.
    """
    distance = None if after.distance is None else after.distance + 1
    return Exact(Value(-after.value), distance)
