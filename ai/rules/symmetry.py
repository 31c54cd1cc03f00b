"""Symmetries of a board: turns and reflections that keep the winning sets."""

from array import array
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress
from math import comb

from ai.rules.definition import turns

CHUNK = 8  # cells in one table of images


@dataclass(frozen=True)
class Symmetry:
    """A permutation of the cells that maps winning sets to winning sets."""

    cells: tuple[int, ...]

    @cached_property
    def tables(self) -> list[list[int]]:
        """For each chunk of cells, the images of all its masks."""
        found = []
        for start in range(0, len(self.cells), CHUNK):
            table = [0]
            for image in self.cells[start : start + CHUNK]:
                table += [others | 1 << image for others in table]
            found.append(table)
        return found

    def __call__(self, marks: int) -> int:
        """The image of the mask *marks*."""
        image = 0
        for table in self.tables:
            image |= table[marks & (1 << CHUNK) - 1]
            marks >>= CHUNK
        return image


class Symmetries(tuple[Symmetry, ...]):
    """Turns and reflections that keep winning sets, identity first; games share them."""

    def __init__(self, _found: Iterable[Symmetry]) -> None:
        self.cells = len(self[0].cells)
        self._frames: list[tuple[Symmetry, ...]] = [()]
        self._frame = bytearray(1 << self.cells)  # of each mask; 0 is not known yet

    @cached_property
    def least(self) -> tuple[Sequence[int], bytes]:
        """For every mask of cells the least of its images, and the index of a symmetry that turns
        it so; for boards as small as those with tables, of up to 16 cells.
        """
        least, turns = array("H", [0]) * (1 << self.cells), bytearray(1 << self.cells)
        cells = range(self.cells)
        inverses = (Symmetry(tuple(sorted(cells, key=it.cells.__getitem__))) for it in self)
        every = [*zip(self, map(self.index, inverses), strict=True)]
        for taken in range(1, len(least)):
            if not least[taken]:  # so none of its images is less
                for symmetry, back in every:
                    image = symmetry(taken)
                    least[image], turns[image] = taken, back
        return least, bytes(turns)

    @cached_property
    def runs(self) -> tuple["array[int]", "array[int]"]:
        """The layout of a table of positions. Each least mask of taken cells has a run of slots,
        one for each way to choose half of its cells, rounded down, for one side.

        The first array has the least masks in the order of their runs. The second has, for every
        mask, the slot at which the run of its least image starts, and last the number of slots.
        """
        starts, start, least = dict[int, int](), 0, self.least[0]
        for marks in sorted(set(least), key=lambda marks: (marks.bit_count(), marks)):
            starts[marks] = start
            start += comb(count := marks.bit_count(), count // 2)
        return array("H", starts), array("I", [*map(starts.__getitem__, least), start])

    def to_least(self, taken: int) -> tuple[Symmetry, ...]:
        """The symmetries that turn the mask *taken* to the least of its images."""
        if not (frame := self._frame[taken]):
            images = [symmetry(taken) for symmetry in self]
            least = min(images)
            found = tuple(s for s, image in zip(self, images, strict=True) if image == least)
            if found not in self._frames:
                self._frames.append(found)
            frame = self._frame[taken] = self._frames.index(found)
        return self._frames[frame]

    def canonical(self, mover: int, opponent: int) -> tuple[int, int]:
        """The masks of the side to move and of the other, the same pair for all symmetric
        positions.
        """
        found = self.to_least(mover | opponent)
        turned = min(found, key=lambda turn: turn(mover)) if len(found) > 1 else found[0]
        return turned(mover), turned(opponent)


def symmetries(columns: int, rows: int, winning_sets: Set[frozenset[int]]) -> Symmetries:
    """The turns and reflections of a board of *columns* by *rows* that keep the *winning_sets*."""
    masks = {sum(1 << cell for cell in cells) for cells in winning_sets}
    keeping = tuple({*map(turn, masks)} == masks for turn in _turns(columns, rows))
    return _shared(columns, rows, keeping)


@lru_cache(maxsize=32)
def _shared(columns: int, rows: int, keeping: tuple[bool, ...]) -> Symmetries:
    """Those of the turns and reflections of a board that are *keeping* the winning sets."""
    return Symmetries(compress(_turns(columns, rows), keeping))


@lru_cache(maxsize=32)
def _turns(columns: int, rows: int) -> tuple[Symmetry, ...]:
    """All eight turns and reflections of a board, or four."""
    turned = turns(divmod(cell, columns) for cell in range(columns * rows))
    return tuple(
        Symmetry(tuple([columns * row + column for row, column in places]))
        for places in turned
        if max(places) == (rows - 1, columns - 1)
    )
