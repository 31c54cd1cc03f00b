"""The board on pages: cells, marks, outlines of winning sets, and the lens."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from math import atan2
from typing import NamedTuple, Self, TypeAlias

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Value
from ai.explain.diagram import Stroke
from ai.explain.values import figures, with_figure
from ai.language import _
from ai.rules.games import Game
from ai.rules.position import Mark, Outcome, Position
from webapp.board.parts import Part

Point: TypeAlias = tuple[float, float]

Values: TypeAlias = tuple[tuple[int, MoveWorth], ...]  # cells, and what marking each is worth


class Live(StrEnum):
    """The sides for which a winning set is live."""

    X = "live-x"
    O = "live-o"  # noqa: E741 - the mark's name
    BOTH = "live-both"
    DEAD = "dead"


class Glyph(NamedTuple):
    """The worth of a move as a shape. Its *kind* is `win`, `draw`, `only-draw` or `loss`; the
    *figure* holds the plies, or the percent of the difficulty, which the *arc* draws in whole
    percents. The *best* moves have a ring.
    """

    kind: str
    figure: str = ""
    arc: int = 0
    best: bool = False

    @classmethod
    def of(cls, worth: MoveWorth, figure: str) -> Self:
        """The glyph of *worth*; its difficulty, if shown, is *figure*."""
        kind = worth.exact.value.name.lower()
        if worth.exact.value is Value.DRAW:
            return cls(kind if figure else "only-draw", figure, worth.percent, worth.best)
        return cls(kind, str(worth.exact.distance), best=worth.best)


@dataclass(frozen=True, slots=True)
class Cell(Part, rendered_by=("shared/board.html", "cell")):
    """One cell. *value* is what marking it is worth, if that is shown, and *figure* the percent of
    its difficulty, if it has one. An *inert* cell submits the
    form only while *playable*. *lens* holds the numbers of the winning sets through it, on boards
    with a lens. *note* describes the overlay on the cell for screen readers.
    """

    number: int
    place: str
    name: str
    mark: Mark | None
    playable: bool
    last: bool
    winning: bool
    value: MoveWorth | None
    figure: str
    hint: bool
    tried: bool
    inert: bool
    lens: tuple[int, ...]
    note: str

    @property
    def label(self) -> str:
        """The accessible name: its place, its mark, its name, and its states, such as `last
        move`.
        """
        mark = self.mark or _("empty")
        words = [_("%(place)s: %(mark)s", place=self.place, mark=mark), self.name]
        if self.winning:
            words.append(_("winning"))
        if self.last:
            words.append(_("last move"))
        if self.value:
            words.append(self.worth)
            if self.value.best:
                words.append(_("best"))
        if self.note:
            words.append(self.note)
        if self.hint:
            words.append(_("hint"))
        if self.tried:
            words.append(_("tried"))
        return ", ".join(words)

    @property
    def worth(self) -> str:
        """The value in words; of a draw with a figure, its difficulty for the other side too."""
        assert self.value
        return with_figure(self.value.exact, self.figure)

    @property
    def glyph(self) -> Glyph | None:
        """The value as a shape."""
        return Glyph.of(self.value, self.figure) if self.value else None


@dataclass(frozen=True, slots=True)
class CellAttributes(Part, rendered_by=("shared/board.html", "cell_attributes")):
    """The attributes of a *cell*, mark included; its contents stay."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class BoardState(Part, rendered_by=("shared/board.html", "board_state")):
    """The board's own attributes: *state* is `active`, `won` or `tied`; *turn* is the mark of the
    side to move.
    """

    game_key: str
    game_name: str
    ply: int
    state: str
    turn: Mark


class Turn(NamedTuple):
    """The *number* of the deciding move, and the centre of its cell, in cells."""

    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Outlines(Part, rendered_by=("shared/board.html", "outlines")):
    """The *shapes* of the completed winning sets, each the points of a line or a square in cells,
    and the *turn* of a finished game.
    """

    size: int
    shapes: tuple[str, ...]
    turn: Turn | None


@dataclass(frozen=True, slots=True)
class LensSet(Part, rendered_by=("shared/board.html", "lens_set")):
    """A winning set in the lens, by its *number*; its style shows the sides it is live for."""

    number: int
    live: Live


@dataclass(frozen=True, slots=True)
class Coordinates(Part, rendered_by=("shared/board.html", "coordinates")):
    """The letters of the columns and the numbers of the rows."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]


class OverlayCell(NamedTuple):
    """A cell with a *glyph*, or with the *lines* of a note. *since* tells that its mark was set
    after the move. The cell may be *chosen*, or the one that is *explained*.
    """

    number: int
    glyph: Glyph | None
    lines: tuple[str, ...]
    chosen: bool
    since: bool
    explained: bool


@dataclass(frozen=True, slots=True)
class Overlay(Part, rendered_by=("shared/board.html", "overlay")):
    """A diagram over the board of a later position, in which cells are *taken*; empty unless
    requested. Each of its *outlines* has a full, dashed or dotted line.
    """

    size: int = 0
    cells: tuple[OverlayCell, ...] = ()
    outlines: tuple[tuple[Stroke, str], ...] = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage(Part, rendered_by=("shared/board.html", "stage")):
    """The board of *position*, with what lies round and over it; its cells are made as they are
    drawn.

    Empty cells can be played while the game goes on, if the board is *playable* at all; *inert*
    ones send nothing else. *last* is the cell of the last move, *values* are shown on the cells
    that they are given for, *hint* and *tried* mark cells. The move of number *turn* decided the
    game, on that cell. The *overlay* lies over it all; *notes* say the same of cells by ear.
    """

    position: Position
    last: int | None = None
    playable: bool = True
    inert: bool = False
    values: Values = ()
    hint: int | None = None
    tried: tuple[int, ...] = ()
    turn: tuple[int, int] | None = None
    overlay: Overlay = Overlay()
    notes: tuple[tuple[int, str], ...] = ()
    outcome: Outcome | None = field(init=False, compare=False)
    winning: frozenset[int] = field(init=False, compare=False)
    value_at: Mapping[int, MoveWorth] = field(init=False, compare=False)
    figure_of: Mapping[int, str] = field(init=False, compare=False)
    note_on: Mapping[int, str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        outcome = self.position.outcome
        object.__setattr__(self, "outcome", outcome)
        winning_sets = outcome.winning_sets if outcome else ()
        object.__setattr__(self, "winning", frozenset[int]().union(*winning_sets))
        object.__setattr__(self, "value_at", dict(self.values))
        object.__setattr__(self, "figure_of", figures(self.value_at))
        object.__setattr__(self, "note_on", dict(self.notes))

    @property
    def state(self) -> BoardState:
        """The board's own attributes."""
        game, outcome = self.position.game, self.outcome
        state = "active" if not outcome else "won" if outcome.winner else "tied"
        return BoardState(game.key, _(game.name), self.position.ply, state, self.position.to_move)

    @property
    def is_open(self) -> bool:
        """Whether empty cells can be played."""
        return self.playable and not self.outcome

    def cell(self, number: int) -> Cell:
        """The cell of that *number*."""
        game, mark = self.position.game, self.position.mark_at(number)
        return Cell(
            number,
            _places(game)[number],
            game.cell_names[number],
            mark,
            playable=self.is_open and mark is None,
            last=number == self.last,
            winning=number in self.winning,
            value=self.value_at.get(number),
            figure=self.figure_of.get(number, ""),
            hint=number == self.hint,
            tried=number in self.tried,
            inert=self.inert,
            lens=game.sets_through[number] if has_lens(game) else (),
            note=self.note_on.get(number, ""),
        )

    @property
    def rows(self) -> list[list[Cell]]:
        """The cells row by row."""
        size = self.position.game.size
        return [[self.cell(size * row + n) for n in range(size)] for row in range(size)]

    @property
    def outlines(self) -> Outlines:
        """The outlines of the completed winning sets, and the turn of the game."""
        game, winning_sets = self.position.game, self.outcome.winning_sets if self.outcome else ()
        shapes = tuple(sorted(outline(game, cells) for cells in winning_sets))
        if not self.turn:
            return Outlines(game.size, shapes, None)
        number, cell = self.turn
        row, column = game.row_and_column(cell)
        return Outlines(game.size, shapes, Turn(number, column + 0.5, row + 0.5))

    @property
    def lens_sets(self) -> list[LensSet]:
        """The winning sets in the lens; none without a lens."""
        return [LensSet(*live) for live in enumerate(live_sets(self.position))]

    @property
    def lens(self) -> list[tuple[LensSet, str]]:
        """The winning sets in the lens, each with its outline; none without a lens."""
        return list(zip(self.lens_sets, _set_outlines(self.position.game), strict=False))

    @property
    def coordinates(self) -> Coordinates:
        """The names of columns and rows."""
        return _coordinates(self.position.game)

    def changed_since(self, before: Self) -> Iterator[Part]:
        """The changed parts of the board; the whole board if the game is another."""
        if self.position.game is not before.position.game:
            yield self
            return
        yield from self.state.changed_since(before.state)
        rewritten = self._rewritten_cells(before)
        yield from map(self.cell, sorted(rewritten))
        for touched in sorted(self._touched_cells(before) - rewritten):
            yield CellAttributes(self.cell(touched))
        yield from self.outlines.changed_since(before.outlines)
        yield from self.overlay.changed_since(before.overlay)
        for live, earlier in zip(self.lens_sets, before.lens_sets, strict=True):
            yield from live.changed_since(earlier)

    def _rewritten_cells(self, before: Self) -> set[int]:
        """The cells with a new, another or no longer any value or figure."""
        kept = {*self.value_at.items(), *self.figure_of.items()}
        return {cell for cell, _ in kept ^ {*before.value_at.items(), *before.figure_of.items()}}

    def _touched_cells(self, before: Self) -> set[int]:
        """The cells with any other change: of mark, state or attributes."""
        position, earlier = self.position, before.position
        marks = (position.x ^ earlier.x) | (position.o ^ earlier.o)
        touched = (set(self.tried) ^ set(before.tried)) | (self.winning ^ before.winning)
        touched |= {cell for cell in position.game.cells if marks >> cell & 1}
        for now, then in ((self.last, before.last), (self.hint, before.hint)):
            if now != then:
                touched |= {cell for cell in (now, then) if cell is not None}
        if self.is_open != before.is_open:
            touched |= set(position.empty_cells)
        return touched


def has_lens(game: Game) -> bool:
    """Whether boards of *game* have a lens. Lines on 3 by 3 need none."""
    return game.size > 3


def live_sets(position: Position) -> tuple[Live, ...]:
    """For each winning set, in reading order, the sides it is live for; empty without a lens."""
    if not has_lens(position.game):
        return ()
    x, o = position.x, position.o
    return tuple(
        (Live.DEAD if o & cells else Live.X) if x & cells else Live.O if o & cells else Live.BOTH
        for cells in position.game.ordered_masks
    )


@cache
def _places(game: Game) -> tuple[str, ...]:
    """The place of each cell in words, such as `Row 1, column 2`."""
    return tuple(
        _("Row %(row)s, column %(column)s", row=row + 1, column=column + 1)
        for row, column in map(game.row_and_column, game.cells)
    )


@cache
def _set_outlines(game: Game) -> tuple[str, ...]:
    return tuple(outline(game, cells) for cells in game.ordered_sets)


@cache
def _coordinates(game: Game) -> Coordinates:
    names = game.cell_names
    return Coordinates(
        tuple(name[0] for name in names[: game.size]),
        tuple(name[1:] for name in names[:: game.size]),
    )


def outline(game: Game, cells: Iterable[int]) -> str:
    """The :func:`corners` of *cells* as the points of a shape in a diagram: `x,y x,y …`."""
    return " ".join(f"{x:g},{y:g}" for x, y in corners(game, cells))


def corners(game: Game, cells: Iterable[int]) -> list[Point]:
    """The centres of *cells*, x and y in units of a cell, along a line or in turn round the middle
    of a square.
    """
    centres = [(column + 0.5, row + 0.5) for row, column in map(game.row_and_column, sorted(cells))]
    if game.sets == "lines":
        return centres
    middle_x = sum(x for x, _ in centres) / len(centres)
    middle_y = sum(y for _, y in centres) / len(centres)
    return sorted(centres, key=lambda c: atan2(c[1] - middle_y, c[0] - middle_x))
