"""The board as pages draw it: cells, marks, winning sets to highlight, and the lens."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from math import atan2
from types import MappingProxyType
from typing import ClassVar, Self, TypeAlias

from ai.games import Game
from ai.notation import cell_name
from ai.position import Mark, Position
from ai.value import Exact
from webapp.parts import Part

Point: TypeAlias = tuple[float, float]

NO_VALUES: Mapping[int, Exact] = MappingProxyType({})


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
class CellLens(Part):
    """The winning sets through the cell of that *number*: their shapes by number, on a board of
    *size*, and in words how many there are and for whom they are live. Only the words change.
    """

    drawn_by: ClassVar = ("shared/board.html", "lens_words")

    number: int
    size: int
    sets: tuple[int, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Cell(Part):
    """One cell. *value* is what marking it is worth, where that is shown. One that is *inert* sends
    nothing where it cannot be played.
    """

    drawn_by: ClassVar = ("shared/board.html", "cell")

    number: int
    place: str
    mark: Mark | None
    playable: bool
    last: bool
    winning: bool
    value: Exact | None
    hint: bool
    tried: bool
    inert: bool
    lens: CellLens | None

    @property
    def label(self) -> str:
        """The accessible name: where it is, what stands on it, and what is special about it."""
        words = [f"{self.place}: {self.mark or 'empty'}"]
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

    def changed_since(self, before: Self) -> Iterable[Part]:
        """The words of its lens alone, where nothing else changed."""
        if self == before:
            return ()
        if self.lens and replace(self, lens=before.lens) == before:
            return (self.lens,)
        return (self,)


@dataclass(frozen=True, slots=True)
class BoardState(Part):
    """The board's own attributes: *state* is `active`, `won` or `tied`."""

    drawn_by: ClassVar = ("shared/board.html", "board_state")

    game_key: str
    game_name: str
    ply: int
    state: str


@dataclass(frozen=True, slots=True)
class Board(Part):
    """The cells of the board, row by row."""

    drawn_by: ClassVar = ("shared/board.html", "board")
    kept: ClassVar = False  # its cells are

    state: BoardState
    cells: tuple[Cell, ...]
    size: int

    @property
    def rows(self) -> list[tuple[Cell, ...]]:
        """The cells row by row."""
        return [self.cells[at : at + self.size] for at in range(0, len(self.cells), self.size)]

    def changed_since(self, before: Self) -> Iterable[Part]:
        """Its own attributes and the cells that changed; all of it where the game did."""
        if self.state.game_key != before.state.game_key:
            yield self
            return
        yield from self.state.changed_since(before.state)
        for cell, earlier in zip(self.cells, before.cells, strict=True):
            yield from cell.changed_since(earlier)


@dataclass(frozen=True, slots=True)
class Outlines(Part):
    """The outlines of the completed winning sets, each the points of a polygon in cells."""

    drawn_by: ClassVar = ("shared/board.html", "outlines")

    size: int
    polygons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lens(Part):
    """The shapes that the cells show of the winning sets through them: outline, and for whom live.

    None on the smallest board, whose lines are plain to see, nor once the game is over.
    """

    drawn_by: ClassVar = ("shared/board.html", "lens")
    kept: ClassVar = False

    shapes: tuple[tuple[str, Live], ...]


@dataclass(frozen=True, slots=True)
class Coordinates(Part):
    """The letters of the columns and the numbers of the rows."""

    drawn_by: ClassVar = ("shared/board.html", "coordinates")

    columns: tuple[str, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage(Part):
    """The board with what lies round and over it."""

    drawn_by: ClassVar = ("shared/board.html", "stage")
    kept: ClassVar = False

    board: Board
    outlines: Outlines
    lens: Lens
    coordinates: Coordinates

    def changed_since(self, before: Self) -> Iterable[Part]:
        """What changed of the parts on it."""
        yield from self.board.changed_since(before.board)
        yield from self.outlines.changed_since(before.outlines)
        yield from self.lens.changed_since(before.lens)
        yield from self.coordinates.changed_since(before.coordinates)


def stage(
    position: Position,
    *,
    last: int | None = None,
    playable: bool = True,
    inert: bool = False,
    values: Mapping[int, Exact] = NO_VALUES,
    hint: int | None = None,
    tried: Collection[int] = (),
) -> Stage:
    """The stage with the board of *position*.

    Its empty cells can be played while the game goes on, if it is *playable* at all; *inert* cells
    send nothing else. *values* are shown on the cells that they are given for.
    """
    game, outcome = position.game, position.outcome
    winning_sets = outcome.winning_sets if outcome else frozenset()
    winning = frozenset[int]().union(*winning_sets)
    playable = playable and not outcome
    lives = live_sets(position) if _has_lens(game) and not outcome else ()
    places, sets_through = _places(game), game.sets_through
    cells = []
    for number in game.cells:
        mark = position.mark_at(number)
        sets = sets_through[number]
        words = lens_words(game, [lives[at] for at in sets]) if lives else ""
        cells.append(
            Cell(
                number,
                places[number],
                mark,
                playable=playable and mark is None,
                last=number == last,
                winning=number in winning,
                value=values.get(number),
                hint=number == hint,
                tried=number in tried,
                inert=inert,
                lens=CellLens(number, game.size, sets, words) if lives else None,
            )
        )
    state = "active" if not outcome else "won" if outcome.winner else "tied"
    return Stage(
        Board(BoardState(game.key, game.name, position.ply, state), tuple(cells), game.size),
        Outlines(game.size, tuple(sorted(outline(game, cells) for cells in winning_sets))),
        Lens(tuple(zip(_set_outlines(game), lives, strict=True)) if lives else ()),
        _coordinates(game),
    )


def live_sets(position: Position) -> tuple[Live, ...]:
    """For each winning set in reading order who may still complete it."""
    x, o = position.x, position.o
    return tuple(
        (Live.DEAD if o & cells else Live.X) if x & cells else Live.O if o & cells else Live.BOTH
        for cells in position.game.ordered_masks
    )


def lens_words(game: Game, lives: Collection[Live]) -> str:
    """How many winning sets there are, and for whom they are live, in words."""
    found = Counter(lives)
    parts = [words.format(found[live]) for live, words in LIVE_FOR.items() if found[live]]
    counts = ", ".join(parts).replace(" for", " live for", 1)
    return f"{len(lives)} {game.sets}: {counts}"


def _has_lens(game: Game) -> bool:
    return game.size > 3


@cache
def _places(game: Game) -> tuple[str, ...]:
    """Where each cell is, in words."""
    return tuple(
        f"Row {row + 1}, column {column + 1}"
        for row, column in map(game.row_and_column, game.cells)
    )


@cache
def _set_outlines(game: Game) -> tuple[str, ...]:
    return tuple(outline(game, cells) for cells in game.ordered_sets)


@cache
def _coordinates(game: Game) -> Coordinates:
    names = [cell_name(game, cell) for cell in game.cells]
    return Coordinates(
        tuple(name[0] for name in names[: game.size]),
        tuple(name[1:] for name in names[:: game.size]),
    )


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
