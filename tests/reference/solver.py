"""A solver of any game with up to sixteen cells, on masks of the side to move and of the other.

It looks forwards: a side that can complete a way to win does so, and a side that would lose to a
way stops it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import prod

Sides = tuple[int, int]  # the masks of the side to move and of the other


class Solver:
    """The positions of a game, symmetric ones once."""

    def __init__(
        self, cells: int, ways: Iterable[frozenset[int]], turns: Iterable[Sequence[int]]
    ) -> None:
        self.full = 2**cells - 1
        self.parts = prod(2 * empty for empty in range(1, cells + 1))
        self._ways = [sum(1 << cell for cell in way) for way in ways]
        self._turns = [[1 << cell for cell in turn] for turn in turns]
        self._lacking, self._images = cache(self._lacked), cache(self._turned)
        self._known: dict[Sides, tuple[int, int | None]] = {}
        self._hard: dict[Sides, int] = {}

    def _lacked(self, marks: int) -> tuple[int, bool]:
        """The cells that would complete a way of these *marks*, and whether one is complete."""
        lacking = [way & ~marks for way in self._ways]
        single = sum({it for it in lacking if it & it - 1 == 0})
        return single, 0 in lacking

    def _turned(self, marks: int) -> list[int]:
        cells = [cell for cell in range(marks.bit_length()) if marks >> cell & 1]
        return [sum(turn[cell] for cell in cells) for turn in self._turns]

    def alike(self, mover: int, other: int) -> Sides:
        """The sides as all symmetric ones have them."""
        return min(zip(self._images(mover), self._images(other), strict=True))

    def _cells(self, mover: int, other: int) -> list[int]:
        empty = self.full & ~(mover | other)
        return [1 << cell for cell in range(empty.bit_length()) if empty >> cell & 1]

    def positions(self) -> Iterator[Sides]:
        """All positions that play reaches, once each."""
        met, found = {(0, 0)}, [(0, 0)]
        while found:
            mover, other = sides = found.pop()
            yield sides
            if not self._lacking(other)[1]:
                fresh = {(other, mover | cell) for cell in self._cells(*sides)} - met
                met |= fresh
                found += fresh

    def worth(self, mover: int, other: int) -> tuple[int, int | None]:
        """The value for the side to move, 1, 0 or -1, and the plies to it, None for a draw."""
        alike = self.alike(mover, other)
        if (known := self._known.get(alike)) is None:
            known = self._known[alike] = self._worth(mover, other)
        return known

    def _worth(self, mover: int, other: int) -> tuple[int, int | None]:
        empty = self.full & ~(mover | other)
        stops, is_over = self._lacking(other)
        wins, was_over = self._lacking(mover)  # before, on boards that no game reaches
        if is_over or was_over:
            return -1, 0
        if wins & empty:
            return 1, 1
        stops &= empty
        if stops & stops - 1:
            return -1, 2
        cells = [stops] if stops else self._cells(mover, other)
        found = [self.worth(other, mover | cell) for cell in cells]
        if lost := [plies for value, plies in found if value < 0 and plies]:
            return 1, 1 + min(lost)
        if not found or any(not value for value, _ in found):
            return 0, None
        return -1, 1 + max(plies for _, plies in found if plies)

    # Difficulties: how often a beginner loses to Unbeatable, in so many *parts*.

    def difficulty(self, mover: int, other: int) -> int:
        """How often a beginner, who is to move in a draw, loses."""
        alike = self.alike(mover, other)
        if (known := self._hard.get(alike)) is None:
            known = self._hard[alike] = self._difficulty(mover, other)
        return known

    def _difficulty(self, mover: int, other: int) -> int:
        """Half of the time as Medium, which sees one reply ahead, and half as Easy. In a draw no
        cell wins, and at most one stops a loss.
        """
        cells = self._cells(mover, other)
        if not cells:
            return 0
        lost = {cell: self._after_beginner(other, mover | cell) for cell in cells}
        stops = self._lacking(other)[0] & ~mover
        seen = [lost[stops]] if stops else [*lost.values()]
        share, rest = divmod(
            len(cells) * sum(seen) + len(seen) * sum(lost.values()), 2 * len(cells) * len(seen)
        )
        assert not rest
        return share

    def _after_beginner(self, mover: int, other: int) -> int:
        if self.worth(mover, other)[0]:
            return self.parts
        return max(self.difficulties(mover, other).values(), default=0)

    def difficulties(self, mover: int, other: int) -> dict[int, int]:
        """The difficulty of each move to a draw, by its mask."""
        left = {cell: (other, mover | cell) for cell in self._cells(mover, other)}
        drawn = {cell: sides for cell, sides in left.items() if not self.worth(*sides)[0]}
        return {cell: self.difficulty(*sides) for cell, sides in drawn.items()}
