"""Solved games: the exact value of every position, and how long it takes under best play."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from ai.games import Game
from ai.position import Position


class Value(IntEnum):
    """What a side gets from a position if both play perfectly."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass(frozen=True, slots=True)
class Exact:
    """The *value* of a position or move and its *distance*: the plies to the end under best play,
    where the winner hurries and the loser delays; None for a draw.
    """

    value: Value
    distance: int | None

    @property
    def rank(self) -> tuple[int, int]:
        """Greater is better: first the value, then the sooner win or the later loss."""
        return self.value, -self.value * (self.distance or 0)


@cache
def solve(game: Game) -> dict[tuple[int, int], Exact]:
    """Every position that a game reaches, as the masks of own and other, for the side to move.

    Values do not depend on which mark began, only on whose turn it is, so neither is stored.
    """
    solved: dict[tuple[int, int], Exact] = {}

    def value(own: int, other: int, last: int) -> Exact:
        """Solve the position in which the other side has just marked *last*."""
        key = own, other
        if key not in solved:
            taken = own | other
            if any(other & winning == winning for winning in game.masks_through[last]):
                solved[key] = Exact(Value.LOSS, 0)
            elif taken == game.full:
                solved[key] = Exact(Value.DRAW, None)
            else:
                moves = (
                    for_the_mover(value(other, own | 1 << cell, cell))
                    for cell in game.cells
                    if not taken >> cell & 1
                )
                solved[key] = max(moves, key=lambda move: move.rank)
        return solved[key]

    value(0, 0, 0)
    return solved


def for_the_mover(after: Exact) -> Exact:
    """What a move is worth to who makes it, *after* being what it leaves the other side."""
    distance = None if after.distance is None else after.distance + 1
    return Exact(Value(-after.value), distance)


def probe(position: Position) -> Exact:
    """The exact value of *position* for the side to move."""
    return solve(position.game)[position.own, position.other]


def move_values(position: Position) -> dict[int, Exact]:
    """The exact value of marking each empty cell, for the side to move; none once it is over."""
    if position.outcome:
        return {}
    return {cell: for_the_mover(probe(position.play(cell))) for cell in position.empty_cells}
