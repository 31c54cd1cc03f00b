"""How often a puzzle is failed: by a beginner in the solver's place, and by each opponent.

The other side is Unbeatable, which picks any of its equally good moves. A solver fails with the
first move that gives value away.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from ai.exact.tablebase import best_cells, load, move_worths
from ai.exact.value import Value
from ai.opponents.policy import Opponent
from ai.puzzles.puzzle import reflex
from ai.rules import Position

Solver = Callable[[Position], Mapping[int, Fraction]]
"""The chance of each cell that a player would mark in a position."""


class Failures:
    """How often *solver* fails; a *symmetric* one treats symmetric positions alike."""

    def __init__(self, solver: Solver, *, symmetric: bool = True) -> None:
        self.solver, self.symmetric = solver, symmetric
        self._known: dict[tuple[int, int], Fraction] = {}

    @classmethod
    def of(cls, opponent: Opponent) -> "Failures":
        """How often *opponent* fails."""
        return cls(
            lambda position: opponent.decide(position).probabilities, symmetric=opponent.symmetric
        )

    def share(self, position: Position) -> Fraction:
        """How often the solver, to move in *position*, won or drawn, fails to keep its value: 0 to
        1.
        """
        if position.outcome:
            return Fraction(0)
        key = position.mover, position.opponent
        if self.symmetric:
            key = position.game.symmetries.canonical(*key)
        if key not in self._known:
            shares = (
                chance * self._share_after(position, cell)
                for cell, chance in self.solver(position).items()
            )
            self._known[key] = sum(shares, Fraction(0))
        return self._known[key]

    def _share_after(self, position: Position, cell: int) -> Fraction:
        """How often the solver fails with the move on *cell* or after it."""
        if not keeps_value(position, cell):
            return Fraction(1)
        replies = [self.share(left) for left in answered(position.play(cell))]
        return sum(replies, Fraction(0)) / len(replies)


def beginner(position: Position) -> dict[int, Fraction]:
    """The chance of each cell that a beginner would mark. Half of the time a beginner plays as
    Medium, which completes a line or blocks if it can, and half as Easy: any cell. The *position*
    is not lost.
    """
    cells = position.empty_cells
    medium = reflex(position) or cells
    easy_chance, medium_chance = Fraction(1, 2 * len(cells)), Fraction(1, 2 * len(medium))
    return {cell: easy_chance + (medium_chance if cell in medium else 0) for cell in cells}


def keeps_value(position: Position, cell: int) -> bool:
    """Whether the move on *cell* keeps the value of *position* for its mover."""
    table = load(position.game)
    before = table.probe(position.mover, position.opponent).value
    return table.probe(position.opponent, position.mover | 1 << cell).value == Value(-before)


def answered(position: Position) -> Iterator[Position]:
    """The positions after Unbeatable's equally good moves, or *position* itself if it is over."""
    if position.outcome:
        yield position
        return
    for cell in best_cells(move_worths(position)):
        yield position.play(cell)
