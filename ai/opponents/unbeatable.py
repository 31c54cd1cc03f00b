"""Unbeatable: perfect play from the solved game."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from ai.policy import Decision
from ai.position import Position
from ai.tablebase import Exact, Value, move_values


@dataclass(frozen=True, slots=True)
class Fate:
    """The probabilities that a uniformly random player loses or draws."""

    loss: Fraction
    draw: Fraction

    @property
    def rank(self) -> tuple[Fraction, Fraction]:
        """Greater is more troublesome: who loses most often, then who draws least."""
        return self.loss, -self.draw


@dataclass(frozen=True, slots=True)
class Perfect:
    """The exact value of every empty cell and, where the best is a draw, what each drawing move
    makes of a uniformly random opponent met again with this same policy.
    """

    values: dict[int, Exact]
    fates: dict[int, Fate]


@lru_cache(maxsize=16_384)
def unbeatable(position: Position) -> Decision[Perfect]:
    """The fastest wins, else the most troublesome draws, else the slowest losses."""
    values = move_values(position)
    best = max(exact.rank for exact in values.values())
    cells = tuple(cell for cell, exact in values.items() if exact.rank == best)
    if values[cells[0]].value is not Value.DRAW:
        return Decision(cells, Perfect(values, {}))
    fates = {cell: fate_of_random(position.play(cell)) for cell in cells}
    hardest = max(fate.rank for fate in fates.values())
    cells = tuple(cell for cell, fate in fates.items() if fate.rank == hardest)
    return Decision(cells, Perfect(values, fates))


@cache
def fate_of_random(position: Position) -> Fate:
    """What becomes of a uniformly random side to move against :func:`unbeatable`."""
    if outcome := position.outcome:
        return Fate(Fraction(outcome.winner is not None), Fraction(outcome.winner is None))
    return _mean([_fate_after_reply(position.play(cell)) for cell in position.empty_cells])


def _fate_after_reply(position: Position) -> Fate:
    """The same, where the random side has just moved and the policy answers."""
    if outcome := position.outcome:
        return Fate(Fraction(0), Fraction(outcome.winner is None))
    return _mean([fate_of_random(position.play(cell)) for cell in unbeatable(position).cells])


def _mean(fates: list[Fate]) -> Fate:
    """The fate where each of *fates* is equally likely."""
    loss = sum((fate.loss for fate in fates), Fraction(0))
    draw = sum((fate.draw for fate in fates), Fraction(0))
    return Fate(loss / len(fates), draw / len(fates))
