"""Unbeatable: perfect play from the solved game."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ai.policy import Decision
from ai.position import Position
from ai.tablebase import hardest_draws, losing_chances, move_values
from ai.value import Exact, Value


@dataclass(frozen=True)
class Perfect:
    """The exact value of every empty cell of *position*, for the side to move."""

    position: Position
    values: Mapping[int, Exact]

    @cached_property
    def losing_chances(self) -> dict[int, float]:
        """How likely a random player loses after each cell that keeps a draw: 0 to 1."""
        return losing_chances(self.position)


def unbeatable(position: Position) -> Decision[Perfect]:
    """The fastest wins, else the hardest draws, else the slowest losses.

    The hardest draws are those after which a uniformly random opponent, met with this same policy,
    loses most often.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    values = move_values(position)
    ranks = {cell: exact.rank for cell, exact in values.items()}
    best = max(ranks.values())
    cells = tuple(cell for cell, rank in ranks.items() if rank == best)
    if values[cells[0]].value is Value.DRAW:
        cells = hardest_draws(position)
    return Decision(cells, Perfect(position, values))


def principal_variation(position: Position) -> tuple[int, ...]:
    """The moves from *position* to the end where both sides play the first cell of
    :func:`unbeatable`: the winner hurries, the loser delays. None once the game is over.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    moves = []
    while not position.outcome:
        moves.append(unbeatable(position).cells[0])
        position = position.play(moves[-1])
    return tuple(moves)
