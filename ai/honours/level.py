"""The level: the pen that one writes with, reached by the last trials of each rung."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self, TypeVar

from ai.frozen import frozen
from ai.honours.trials import RUNGS, Trial
from ai.messages import N_

T = TypeVar("T")

PLACES, NEEDED = 10, 7
"""So many last trials of a rung count; a rung is held once so many of them are kept."""


class Rung(NamedTuple):
    """A rung, and its pen. Its moves trip at least so many of so many beginners: *odds*."""

    key: str
    name: str
    written: str
    one: str
    odds: tuple[int, int]


PENS = (
    Rung("chalk", N_("Chalk"), N_("You write in chalk"), N_("a Chalk one"), (0, 1)),
    Rung("crayon", N_("Crayon"), N_("You write in crayon"), N_("a Crayon one"), (1, 2)),
    Rung("pencil", N_("Pencil"), N_("You write in pencil"), N_("a Pencil one"), (2, 3)),
    Rung("ballpoint", N_("Ballpoint"), N_("You write in ballpoint"), N_("a Ballpoint one"), (4, 5)),
    Rung(
        "fountain-pen",
        N_("Fountain pen"),
        N_("You write with a fountain pen"),
        N_("a Fountain pen one"),
        (8, 9),
    ),
    Rung(
        "indian-ink",
        N_("Indian ink"),
        N_("You write in Indian ink"),
        N_("an Indian ink one"),
        (16, 17),
    ),
)
"""From the lowest rung to the highest."""

Squares = tuple[bool, ...]
"""Whether trials were kept, the oldest first."""


@frozen
class Ladder:
    """The last :data:`PLACES` trials of each rung as *squares*, and the level *reached*: the number
    of a rung, or 0. The level never falls.
    """

    squares: tuple[Squares, ...] = ((),) * len(RUNGS)
    reached: int = 0

    def after(self, made: Iterable[Trial]) -> Self:
        """The ladder after the trials *made*, in the order of play."""
        ladder = self
        for rung, kept in made:
            own = (*ladder.squares[rung - 1], kept)[-PLACES:]
            squares = (*ladder.squares[: rung - 1], own, *ladder.squares[rung:])
            moved = type(self)(squares)
            ladder = type(self)(squares, max(ladder.reached, moved.level))
        return ladder

    def counted(self, rung: int) -> Squares:
        """The trials that count for *rung*, as in :func:`in_places`."""
        return in_places(self.squares, rung)

    def held(self, rung: int) -> bool:
        """Whether *rung* is held: :data:`NEEDED` of the trials that count for it are kept."""
        return sum(self.counted(rung)) >= NEEDED

    @property
    def level(self) -> int:
        """The highest rung held with all below it; 0 for none."""
        return next((rung - 1 for rung in RUNGS if not self.held(rung)), RUNGS[-1])


def in_places(squares: Sequence[tuple[T, ...]], rung: int) -> tuple[T, ...]:
    """The *squares* that count for *rung*, at most :data:`PLACES`: its own, and in empty places the
    last squares of the rungs above, of the nearest first.
    """
    found, *above = squares[rung - 1 :]
    for row in above:
        found += row[max(0, len(row) - PLACES + len(found)) :]
    return found
