"""A plain solver of any game with up to twelve cells: negamax with memory, on masks."""

from collections.abc import Iterable
from math import prod

Worth = tuple[int, int | None]  # value and distance


class Negamax:
    """The positions of a game, by the masks of the side to move and of the other."""

    def __init__(self, cells: int, ways: Iterable[frozenset[int]]) -> None:
        wins = [sum(1 << cell for cell in way) for way in ways]
        every = range(1 << cells)
        self.won = [any(marks & way == way for way in wins) for marks in every]
        self.empty = [[c for c in range(cells) if not taken >> c & 1] for taken in every]
        self.known: dict[tuple[int, int], Worth] = {}
        self.hard: dict[tuple[int, int], int] = {}
        self.parts = prod(2 * empty for empty in range(1, cells + 1))

    def worth(self, mover: int, other: int) -> Worth:
        """The value for the side to move, 1, 0 or -1, and the plies to it, None for a draw."""
        if (found := self.known.get((mover, other))) is None:
            found = self.known[mover, other] = self._worth(mover, other)
        return found

    def _worth(self, mover: int, other: int) -> Worth:
        if self.won[other]:
            return -1, 0
        after = [self.worth(other, mover | 1 << cell) for cell in self.empty[mover | other]]
        wins = [plies for value, plies in after if value < 0 and plies is not None]
        losses = [plies for value, plies in after if value > 0 and plies is not None]
        if wins:
            return 1, 1 + min(wins)
        if after and len(losses) == len(after):
            return -1, 1 + max(losses)
        return 0, None

    # Difficulties: how often a beginner loses to Unbeatable, in so many *parts*.

    def difficulty(self, mover: int, other: int) -> int:
        """How often a beginner, who is to move in a draw, loses."""
        if (found := self.hard.get((mover, other))) is None:
            found = self.hard[mover, other] = self._difficulty(mover, other)
        return found

    def _difficulty(self, mover: int, other: int) -> int:
        """Half of the time as Medium, which sees one reply ahead, and half as Easy. In a draw no
        cell wins.
        """
        cells = self.empty[mover | other]
        if not cells:
            return 0
        lost = {cell: self._after_beginner(other, mover | 1 << cell) for cell in cells}
        open_cells = {cell for cell in cells if self.won[other | 1 << cell]}
        seen = [lost[cell] for cell in cells if not open_cells - {cell}] or [*lost.values()]
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
        """The difficulty of each move to a draw."""
        left = {cell: (other, mover | 1 << cell) for cell in self.empty[mover | other]}
        drawn = {cell: sides for cell, sides in left.items() if not self.worth(*sides)[0]}
        return {cell: self.difficulty(*sides) for cell, sides in drawn.items()}
