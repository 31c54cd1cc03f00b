"""Definitions of games: a board and the shapes that win on it, in one text: `4x4-a1b1c1c2`.

The board is columns by rows. A shape may stand anywhere on it, turned and mirrored; with a leading
`!` only where it is written. The *ways* to win are the sets of cells that the shapes can stand on.
A set that contains another is left out: the smaller one wins no later.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Self, TypeAlias

from ai.messages import N_, Refusal

Cells: TypeAlias = tuple[int, ...]
"""Cells in reading order."""

SIDES = range(2, 9)  # columns, and rows
MOST_CELLS = 16
MOST_SHAPES = 8
SHAPE_CELLS = range(2, 9)


class DefinitionError(Refusal):
    """The text defines no game."""


def cell_name(cell: int, columns: int) -> str:
    """The name of *cell*, column letter, then row number from the top: `a1` is the first."""
    row, column = divmod(cell, columns)
    return f"{chr(ord('a') + column)}{row + 1}"


def no_cell(refusal: type[Refusal], text: str, columns: int, rows: int) -> Refusal:
    """The *refusal* of a *text* that names no cell of a board."""
    message = N_("A board of %(columns)s × %(rows)s has no cell “%(text)s”, only a1 to %(last)s.")
    last = cell_name(columns * rows - 1, columns)
    return refusal(message, columns=columns, rows=rows, text=text, last=last)


@dataclass(frozen=True)
class Board:
    """A board of *columns* by *rows*. Cells are numbered from 0, row by row.

    :raises DefinitionError: if a side is too short or too long, or there are too many cells.
    """

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if not (self.columns in SIDES and self.rows in SIDES):
            raise DefinitionError(
                N_("A side has %(least)s to %(most)s cells: %(columns)s × %(rows)s is no board."),
                least=SIDES[0],
                most=SIDES[-1],
                columns=self.columns,
                rows=self.rows,
            )
        if len(self.cells) > MOST_CELLS:
            raise DefinitionError(
                N_("%(columns)s × %(rows)s is %(cells)s cells; %(most)s are the most."),
                columns=self.columns,
                rows=self.rows,
                cells=len(self.cells),
                most=MOST_CELLS,
            )

    @property
    def cells(self) -> range:
        """All cells, in reading order."""
        return range(self.columns * self.rows)

    def name(self, cell: int) -> str:
        """The name of *cell*."""
        return cell_name(cell, self.columns)

    def places(self, cells: Cells) -> list[tuple[int, int]]:
        """The row and column of each of *cells*, from 0."""
        return [divmod(cell, self.columns) for cell in cells]

    def placed(self, shape: Cells) -> frozenset[frozenset[int]]:
        """The sets of cells on which *shape* can stand, turned and mirrored."""
        found, turned = set(), turns(self.places(shape))
        for places, down, right in product(turned, range(self.rows), range(self.columns)):
            moved = [(row + down, column + right) for row, column in places]
            if all(row < self.rows and column < self.columns for row, column in moved):
                found.add(frozenset(self.columns * row + at for row, at in moved))
        return frozenset(found)


def turns(places: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Rows and columns of a shape in its eight turns, as it is given first; each moved into the
    upper left corner.
    """
    turned = list(places)
    for _quarter in range(4):
        for found in (turned, [(row, -column) for row, column in turned]):
            top, left = min(row for row, _ in found), min(column for _, column in found)
            yield [(row - top, column - left) for row, column in found]
        turned = [(column, -row) for row, column in turned]


@dataclass(frozen=True)
class Definition:
    """A *board* and the *ways* to win on it."""

    board: Board
    ways: frozenset[frozenset[int]]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The definition in *text*, in small letters or capitals.

        :raises DefinitionError: if it defines no game.
        """
        pattern = r"([0-9]{1,2})x([0-9]{1,2})((?:-!?(?:[a-z][0-9]{1,2})*)*)"
        found = re.fullmatch(pattern, text.lower())
        if not found:
            raise DefinitionError(
                N_("“%(text)s” defines no game: it takes a board and shapes: 4x4-a1b1c1c2."),
                text=text,
            )
        board = Board(int(found[1]), int(found[2]))
        shapes = found[3].split("-")[1:]
        if not 1 <= len(shapes) <= MOST_SHAPES:
            raise DefinitionError(
                N_("A game has 1 to %(most)s shapes, not %(count)s."),
                most=MOST_SHAPES,
                count=len(shapes),
            )
        ways = set[frozenset[int]]()
        for shape in shapes:
            cells = _shape(board, shape.removeprefix("!"))
            ways |= {frozenset(cells)} if shape.startswith("!") else board.placed(cells)
        least = (way for way in ways if not any(other < way for other in ways))
        return cls(board, frozenset(least))

    @property
    def text(self) -> str:
        """The canonical text: the same for all texts that define the same game."""
        texts = ("!" * here + "".join(map(self.board.name, cells)) for cells, here in self.shapes)
        return "-".join((f"{self.board.columns}x{self.board.rows}", *texts))

    @cached_property
    def shapes(self) -> tuple[tuple[Cells, bool], ...]:
        """The shapes in the order of the canonical text, and whether each stands only here. Those
        that stand anywhere come first, each at the first of its places in reading order.
        """
        left, anywhere, here = {*self.ways}, set[Cells](), set[Cells]()
        while left:
            way = left.pop()
            everywhere = self.board.placed(tuple(sorted(way)))
            if all(
                place in self.ways or any(map(place.issuperset, self.ways)) for place in everywhere
            ):
                left -= everywhere
                anywhere.add(min(tuple(sorted(cells)) for cells in everywhere))
            else:
                here.add(tuple(sorted(way)))
        return tuple(
            (cells, found is here)
            for found in (anywhere, here)
            for cells in sorted(found, key=lambda cells: (len(cells), cells))
        )


def _shape(board: Board, text: str) -> Cells:
    """The cells of a shape, each once.

    :raises DefinitionError: if it has too few, or more than one side ever marks, or one is off the
        board.
    """
    names = re.findall(r"[a-z][0-9]+", text)
    by_name = {board.name(cell): cell for cell in board.cells}
    if unknown := [name for name in names if name not in by_name]:
        raise no_cell(DefinitionError, unknown[0], board.columns, board.rows)
    cells = tuple(sorted({by_name[name] for name in names}))
    if len(cells) == 1:
        raise DefinitionError(N_("One cell would win at the first move. Add a cell."))
    if len(cells) not in SHAPE_CELLS:
        raise DefinitionError(
            N_("A shape has %(least)s to %(most)s cells, not %(count)s."),
            least=SHAPE_CELLS[0],
            most=SHAPE_CELLS[-1],
            count=len(cells),
        )
    if len(cells) > (marks := (len(board.cells) + 1) // 2):
        raise DefinitionError(
            N_("Nobody gets %(count)s marks on %(cells)s cells. Draw at most %(most)s."),
            count=len(cells),
            cells=len(board.cells),
            most=marks,
        )
    return cells
