"""What the templates draw of a position: cells, marks, and the lines to highlight."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import atan2
from types import MappingProxyType
from typing import TypeAlias

from ai.games import Game
from ai.notation import cell_name
from ai.position import Mark, Position
from ai.value import Exact

Point: TypeAlias = tuple[float, float]

NO_VALUES: Mapping[int, Exact] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it is drawn. *value* is what marking it is worth, where that is shown."""

    number: int
    name: str
    row: int
    column: int
    mark: Mark | None
    playable: bool
    last: bool
    winning: bool
    value: Exact | None
    hint: bool
    tried: bool

    @property
    def label(self) -> str:
        """The accessible name: where it is, what stands on it, and what is special about it."""
        words = [f"Row {self.row + 1}, column {self.column + 1}: {self.mark or 'empty'}"]
        if self.winning:
            words.append("winning")
        if self.last:
            words.append("last move")
        if self.value:
            words.append(str(self.value))
        if self.hint:
            words.append("hint")
        if self.tried:
            words.append("tried")
        return ", ".join(words)


class Live(StrEnum):
    """Who may still complete a winning set."""

    X = "x"
    O = "o"  # noqa: E741 - the mark's name
    BOTH = "both"
    DEAD = "dead"


LIVE_FOR = {
    Live.X: "{} for X",
    Live.O: "{} for O",
    Live.BOTH: "{} for both",
    Live.DEAD: "{} dead",
}


@dataclass(frozen=True, slots=True)
class LensSet:
    """A winning set as the lens shows it: its cells, its outline, and for whom it is live. Its name
    has a letter for each cell, from `a`.
    """

    name: str
    cells: tuple[int, ...]
    outline: str
    live: Live


@dataclass(frozen=True, slots=True)
class Board:
    """A position as it is drawn: *state* is `active`, `won` or `tied`; *outlines* are the winning
    sets, each the points of a polygon in units of a cell. The *lens* shows the winning sets through
    one cell, in games where they are not plain to see.
    """

    game: Game
    ply: int
    state: str
    cells: tuple[Cell, ...]
    outlines: tuple[str, ...]
    lens: tuple[LensSet, ...]

    def through(self, cell: int) -> str:
        """How many sets of the lens go through *cell*, and for whom they are live, in words."""
        found = Counter(one.live for one in self.lens if cell in one.cells)
        parts = [words.format(found[live]) for live, words in LIVE_FOR.items() if found[live]]
        told = ", ".join(parts).replace(" for", " live for", 1)
        return f"{found.total()} {self.game.sets}: {told}"

    @property
    def rows(self) -> list[tuple[Cell, ...]]:
        """The cells row by row."""
        size = self.game.size
        return [self.cells[start : start + size] for start in range(0, len(self.cells), size)]


def draw(
    position: Position,
    *,
    last: int | None = None,
    open_to_a_person: bool = True,
    values: Mapping[int, Exact] = NO_VALUES,
    hint: int | None = None,
    tried: Collection[int] = (),
) -> Board:
    """The board of *position*.

    Its empty cells can be played while the game goes on, if it is *open_to_a_person*. *values* are
    shown on the cells that they are given for.
    """
    game, outcome = position.game, position.outcome
    winning_sets = outcome.winning_sets if outcome else frozenset()
    winning = frozenset[int]().union(*winning_sets)
    cells = tuple(
        Cell(
            number,
            cell_name(game, number),
            *game.row_and_column(number),
            mark=position.mark_at(number),
            playable=open_to_a_person and not outcome and position.mark_at(number) is None,
            last=number == last,
            winning=number in winning,
            value=values.get(number),
            hint=number == hint,
            tried=number in tried,
        )
        for number in game.cells
    )
    state = "active" if not outcome else "won" if outcome.winner else "tied"
    outlines = sorted(outline(game, cells) for cells in winning_sets)
    # The lines of the smallest board are plain to see.
    lens = tuple(map(partial(_lens_set, position), game.ordered_sets if game.size > 3 else ()))
    return Board(game, position.ply, state, cells, tuple(outlines), lens)


def _lens_set(position: Position, cells: tuple[int, ...]) -> LensSet:
    """A winning set as the lens shows it: live for who has no mark of the other on it."""
    marks = {mark for cell in cells if (mark := position.mark_at(cell))}
    live = Live.BOTH if not marks else Live.DEAD if len(marks) > 1 else Live[marks.pop()]
    name = "".join(chr(ord("a") + cell) for cell in cells)
    return LensSet(name, cells, outline(position.game, cells), live)


def outline(game: Game, cells: Iterable[int]) -> str:
    """The :func:`corners` of *cells* as the points of a polygon in a drawing: `x,y x,y …`."""
    return " ".join(f"{x:g},{y:g}" for x, y in corners(game, cells))


def corners(game: Game, cells: Iterable[int]) -> list[Point]:
    """The centres of *cells*, x and y in units of a cell, in turn round their middle.

    Cells in a row give a polygon as flat as the line that they stand on.
    """
    centres = [(column + 0.5, row + 0.5) for row, column in map(game.row_and_column, sorted(cells))]
    middle_x = sum(x for x, _ in centres) / len(centres)
    middle_y = sum(y for _, y in centres) / len(centres)
    return sorted(centres, key=lambda c: atan2(c[1] - middle_y, c[0] - middle_x))
