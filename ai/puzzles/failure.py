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

Failures = Callable[[Position], Fraction]
"""How often a solver, to move in a position, won or drawn, fails to keep its value: 0 to 1."""


def failures(solver: Solver, *, symmetric: bool = True) -> Failures:
    """How often *solver* fails; a *symmetric* one treats symmetric positions alike."""
    known: dict[tuple[int, int], Fraction] = {}

    def share(position: Position) -> Fraction:
        if position.outcome:
            return Fraction(0)
        key = position.mover, position.opponent
        if symmetric:
            key = position.game.symmetries.canonical(*key)
        if key not in known:
            chances = solver(position).items()
            shares = (chance * share_after(position, cell) for cell, chance in chances)
            known[key] = sum(shares, Fraction(0))
        return known[key]

    def share_after(position: Position, cell: int) -> Fraction:
        """How often the solver fails with the move on *cell* or after it."""
        if not keeps_value(position, cell):
            return Fraction(1)
        replies = [share(left) for left in answered(position.play(cell))]
        return sum(replies, Fraction(0)) / len(replies)

    return share


def failures_of(opponent: Opponent) -> Failures:
    """How often *opponent* fails."""
    return failures(lambda it: opponent.decide(it).probabilities, symmetric=opponent.symmetric)


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
