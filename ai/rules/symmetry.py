"""Symmetries of a board: turns and reflections that keep the winning sets."""

from array import array
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

CHUNK = 8  # cells in one table of images


@dataclass(frozen=True)
class Symmetry:
    """A permutation of the cells that maps winning sets to winning sets."""

    cells: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]

    def __call__(self, marks: int) -> int:
        """The image of the mask *marks*."""
        image = 0
        for table in self.tables:
            image |= table[marks & (1 << CHUNK) - 1]
            marks >>= CHUNK
        return image


class Symmetries(tuple[Symmetry, ...]):
    """The turns and reflections of a board of *columns* by *rows* that keep the *winning_sets*,
    identity first.
    """

    def __new__(cls, columns: int, rows: int, winning_sets: Set[frozenset[int]]) -> "Symmetries":
        """The symmetries, found by trying all eight, or four."""
        return super().__new__(cls, _found(columns, rows, winning_sets))

    def __init__(self, columns: int, rows: int, _winning_sets: Set[frozenset[int]]) -> None:
        self.cells = columns * rows
        self._to_least: dict[int, tuple[Symmetry, ...]] = {}

    @cached_property
    def least(self) -> tuple[Sequence[int], bytes]:
        """For every mask of cells the least of its images, and the index of a symmetry that turns
        it so; for boards as small as those with tables, of up to 16 cells.
        """
        least, turns = array("L", [0]) * (1 << self.cells), bytearray(1 << self.cells)
        every = [(symmetry, self.index(_inverse(symmetry))) for symmetry in self]
        for taken in range(1, len(least)):
            if not least[taken]:  # so none of its images is less
                for symmetry, back in every:
                    image = symmetry(taken)
                    least[image], turns[image] = taken, back
        return least, bytes(turns)

    def to_least(self, taken: int) -> tuple[Symmetry, ...]:
        """The symmetries that turn the mask *taken* to the least of its images."""
        if (found := self._to_least.get(taken)) is None:
            images = [symmetry(taken) for symmetry in self]
            least = min(images)
            found = tuple(s for s, image in zip(self, images, strict=True) if image == least)
            self._to_least[taken] = found
        return found

    def canonical(self, mover: int, opponent: int) -> tuple[int, int]:
        """The masks of the side to move and of the other, the same pair for all symmetric
        positions.
        """
        found = self.to_least(mover | opponent)
        turned = min(found, key=lambda turn: turn(mover)) if len(found) > 1 else found[0]
        return turned(mover), turned(opponent)


def _inverse(symmetry: Symmetry) -> Symmetry:
    cells = [0] * len(symmetry.cells)
    for cell, image in enumerate(symmetry.cells):
        cells[image] = cell
    return Symmetry(tuple(cells), tuple(_tables(cells)))


def _found(columns: int, rows: int, winning_sets: Set[frozenset[int]]) -> Iterator[Symmetry]:
    right, bottom = columns - 1, rows - 1
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (column, right - row),
        lambda row, column: (bottom - row, right - column),
        lambda row, column: (bottom - column, row),
    ]
    for turn in turns if columns == rows else turns[::2]:
        for reflected in (False, True):
            images = []
            for cell in range(columns * rows):
                row, column = turn(*divmod(cell, columns))
                images.append(columns * row + (right - column if reflected else column))
            mapped = {frozenset(images[cell] for cell in cells) for cells in winning_sets}
            if mapped == winning_sets:
                yield Symmetry(tuple(images), tuple(_tables(images)))


def _tables(images: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """For each chunk of cells, the images of all its masks."""
    for start in range(0, len(images), CHUNK):
        bits = [1 << image for image in images[start : start + CHUNK]]
        table = [0]
        for bit in bits:
            table += [image | bit for image in table]
        yield tuple(table)
