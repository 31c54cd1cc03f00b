"""A plain solver of any game with up to twelve cells: negamax with memory, on masks."""

from collections.abc import Iterable
from fractions import Fraction

Worth = tuple[int, int | None]  # value and distance


class Negamax:
    """The positions of a game, by the masks of the side to move and of the other."""

    def __init__(self, cells: int, ways: Iterable[frozenset[int]]) -> None:
        self.cells = cells
        self.ways = [sum(1 << cell for cell in way) for way in ways]
        self.known: dict[tuple[int, int], Worth] = {}
        self.hard: dict[tuple[int, int], Fraction] = {}

    def wins(self, marks: int) -> bool:
        """Whether *marks* hold a way to win."""
        return any(marks & way == way for way in self.ways)

    def empty(self, mover: int, other: int) -> list[int]:
        """The empty cells."""
        return [cell for cell in range(self.cells) if not (mover | other) >> cell & 1]

    def worth(self, mover: int, other: int) -> Worth:
        """The value for the side to move, 1, 0 or -1, and the plies to it, None for a draw."""
        if (found := self.known.get((mover, other))) is None:
            found = self.known[mover, other] = self._worth(mover, other)
        return found

    def _worth(self, mover: int, other: int) -> Worth:
        if self.wins(other):
            return -1, 0
        after = [self.worth(other, mover | 1 << cell) for cell in self.empty(mover, other)]
        wins = [plies for value, plies in after if value < 0 and plies is not None]
        losses = [plies for value, plies in after if value > 0 and plies is not None]
        if wins:
            return 1, 1 + min(wins)
        if after and len(losses) == len(after):
            return -1, 1 + max(losses)
        return 0, None

    # Difficulties: how often a beginner loses to Unbeatable.

    def difficulty(self, mover: int, other: int) -> Fraction:
        """How often a beginner, who is to move in a draw, loses."""
        if (found := self.hard.get((mover, other))) is None:
            lost = {
                cell: self._after_beginner(other, mover | 1 << cell)
                for cell in self.empty(mover, other)
            }
            seen = [cell for cell in lost if not self.loses_at_once(mover, other, cell)] or [*lost]
            shares = [
                sum((lost[cell] for cell in cells), Fraction(0)) / len(cells)
                for cells in (seen, [*lost])
                if cells
            ]
            found = self.hard[mover, other] = sum(shares, Fraction(0)) / 2
        return found

    def loses_at_once(self, mover: int, other: int, cell: int) -> bool:
        """Whether the other side can win in reply to *cell*, as a beginner who looks ahead sees; in
        a draw no cell wins.
        """
        marked = mover | 1 << cell
        return any(self.wins(other | 1 << reply) for reply in self.empty(marked, other))

    def _after_beginner(self, mover: int, other: int) -> Fraction:
        if self.worth(mover, other)[0]:
            return Fraction(1)
        return max(self.difficulties(mover, other).values(), default=Fraction(0))

    def difficulties(self, mover: int, other: int) -> dict[int, Fraction]:
        """The difficulty of each move to a draw."""
        left = {cell: (other, mover | 1 << cell) for cell in self.empty(mover, other)}
        drawn = {cell: sides for cell, sides in left.items() if not self.worth(*sides)[0]}
        return {cell: self.difficulty(*sides) for cell, sides in drawn.items()}
