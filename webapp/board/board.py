"""The board on pages: cells, marks, outlines of winning sets, and the lens."""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, Self

from markupsafe import Markup

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Value
from ai.language import _, by_language
from ai.pen.diagram import Stroke
from ai.rules import Game, Mark, Position, remembering
from ai.words.values import exact_in_words, figures, in_a_ring, with_sign
from webapp.board.outlines import Outline, has_lens, outline, rays
from webapp.board.parts import STEADY, RegionMacro, Regions, drawing, regions
from webapp.board.pen import Pen
from webapp.board.pointer import NOTHING, Pointer

CELL, LENS_SET = (RegionMacro("shared/board.html", it, STEADY) for it in ("cell", "lens_set"))

# The sides for which a winning set is live, by whether X, then O, has marks in it.
LIVE = (("live-both", "live-o"), ("live-x", "dead"))


class Glyph(NamedTuple):
    """The worth of a move as a shape. Its *kind* is `win`, `draw`, `only-draw` or `loss`; the
    *figure* holds the winner's moves, or the percent of the difficulty, which the *arc* draws in
    whole percents. The *best* moves have a ring. *exact* is the difficulty that *figure* has no
    room for.
    """

    kind: str
    figure: str = ""
    arc: int = 0
    best: bool = False
    exact: str = ""

    @classmethod
    def of(cls, worth: MoveWorth, figure: str) -> Self:
        """The glyph of *worth*; its difficulty, if shown, is *figure*."""
        value, best = worth.exact.value, worth.best
        share = worth.difficulty or 0
        if value is Value.DRAW and figure:
            exact = "" if figure == in_a_ring(share) else with_sign(figure)
            return cls("draw", in_a_ring(share), round(100 * share), best, exact)
        if value is Value.DRAW:
            return cls("only-draw", best=best)
        kind = "win" if value is Value.WIN else "loss"
        return cls(kind, str(worth.exact.moves), best=best)


class Cell(NamedTuple):
    """One cell. *glyph* is what marking it is worth, if that is shown, and *worth* the same in
    words. A *looked* one is in the region of a hint. An *inert* cell submits the form only while
    *playable*. *lens* holds the numbers of the winning sets through it, on boards with a lens; the
    board has this *size*, in columns and rows. *note* describes the overlay on the cell for screen
    readers.
    """

    number: int
    place: str
    name: str
    mark: Mark | None
    playable: bool
    last: bool
    winning: bool
    glyph: Glyph | None
    worth: str
    hint: bool
    looked: bool
    tried: bool
    inert: bool
    lens: tuple[int, ...]
    size: tuple[int, int]
    note: str

    @property
    def label(self) -> str:
        """The accessible name: its place, its mark, its name, and its states, such as `last
        move`.
        """
        mark = self.mark or _("empty")
        words = (
            _("%(place)s: %(mark)s", place=self.place, mark=mark),
            self.name,
            _("winning") if self.winning else "",
            _("last move") if self.last else "",
            self.worth,
            _("best") if self.glyph and self.glyph.best else "",
            self.note,
            _("in the loop") if self.looked else "",
            _("hint") if self.hint else "",
            _("tried") if self.tried else "",
        )
        return ", ".join(dict.fromkeys(filter(None, words)))


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


class Overlay(NamedTuple):
    """A diagram over the board of a later position, in which cells are *taken*; empty unless
    requested. Each of its *outlines* has a full, dashed or dotted line. Marks that are *numbered*
    have no veil.
    """

    game: Game | None = None
    cells: tuple[OverlayCell, ...] = ()
    outlines: tuple[tuple[Stroke, Outline], ...] = ()
    taken: tuple[int, ...] = ()
    numbered: bool = False


NO_OVERLAY = Overlay()


@dataclass
class Stage:
    """The board of *position*, with what lies round and over it.

    Empty cells can be played if the board is *playable* and the game goes on. None that is *held*
    can. With *marks_asked* the marks can be pressed instead.
    *Inert* cells send nothing else. *last* is the cell of the last move, *values* are shown on the
    cells that they are given for. *hint* and *tried* mark cells, and the *pointer* draws what they
    are about. The moves at *turns*, numbers with their cells, decided the game; those on cells that
    were *held* saved it. A *triumph* has rays. The *overlay* lies over it all; *notes* say the same
    of cells by ear. Some boards have a *pen*.
    """

    position: Position
    last: int | None = None
    playable: bool = True
    marks_asked: bool = False
    inert: bool = False
    values: tuple[tuple[int, MoveWorth], ...] = ()
    hint: int | None = None
    tried: tuple[int, ...] = ()
    pointer: Pointer = NOTHING
    turns: tuple[tuple[int, int], ...] = ()
    held: tuple[int, ...] = ()
    triumph: bool = False
    overlay: Overlay = NO_OVERLAY
    notes: tuple[tuple[int, str], ...] = ()
    pen: Pen | None = None

    def __post_init__(self) -> None:
        self.game, self.outcome = self.position.game, self.position.outcome

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, in the order of their numbers."""
        position, game, inert = self.position, self.game, self.inert
        notes, tried = dict(self.notes), self.tried
        outcome, shares, lens = self.outcome, figures(dict(self.values)), has_lens(game)
        glyphs, words = dict[int, Glyph](), dict[int, str]()
        for cell, worth in self.values:
            figure = shares.get(cell, "")
            glyphs[cell] = Glyph.of(worth, figure)
            words[cell] = exact_in_words(worth.exact, figure)
        winning = frozenset[int]().union(*outcome.winning_sets) if outcome else ()
        is_open, size = self.playable and not outcome, (game.columns, game.rows)
        return tuple(
            [
                # In the order of its fields: the cache would hash their names too.
                _cell(
                    number,
                    place,
                    name,
                    mark,
                    is_open and bool(mark) == self.marks_asked and number not in self.held,
                    number == self.last,
                    number in winning,
                    glyphs.get(number),
                    words.get(number, ""),
                    number == self.hint,
                    not mark and number in self.pointer.region,
                    number in tried,
                    inert,
                    game.sets_through[number] if lens else (),
                    size,
                    notes.get(number, ""),
                )
                for number, place, name, mark in zip(
                    game.cells, _places(game), game.cell_names, position.marks, strict=True
                )
            ]
        )

    @property
    def has_pen(self) -> bool:
        """Whether it has a pen, which may draw nothing."""
        return self.pen is not None

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The ids of the cells, in rows."""
        return _rows(self.game)

    @property
    def sets(self) -> tuple[str, ...]:
        """The ids of the winning sets in the lens."""
        return _sets(self.game)

    @property
    def board(self) -> tuple[Game, int, str, Mark]:
        """The board's own attributes: its game, the marks on it, its state and the side to move."""
        return self.game, self.position.ply, self.state, self.position.to_move

    @property
    def state(self) -> str:
        """`active`, `won` or `tied`."""
        outcome = self.outcome
        return "active" if not outcome else "won" if outcome.winner else "tied"

    @property
    def completed(self) -> tuple[Outline, ...]:
        """The outlines of the completed winning sets."""
        sets = self.outcome.winning_sets if self.outcome else ()
        return tuple(sorted([outline(self.game, cells) for cells in sets])) if sets else ()

    @property
    def rays(self) -> tuple[str, ...]:
        """Short lines off the first of them, if it is a triumph."""
        outcome = self.outcome
        if not (outcome and outcome.winner and self.triumph):
            return ()
        return tuple(rays(self.game, min(outcome.winning_sets, key=sorted)))

    @property
    def lens(self) -> list[tuple[Outline, str]]:
        """The winning sets in the lens, in reading order: their outlines, and for which sides they
        are live; none without a lens.
        """
        x, o, game = self.position.x, self.position.o, self.game
        if not has_lens(game):
            return []
        sets = zip(_set_outlines(game), game.ordered_masks, strict=True)
        return [(drawn, LIVE[bool(x & cells)][bool(o & cells)]) for drawn, cells in sets]

    @cached_property
    def regions(self) -> Regions:
        """The stage, and all in it that can change."""
        cells = zip(chain(*self.rows), [(CELL, (it,)) for it in self.cells], strict=True)
        lens = zip(self.sets, [(LENS_SET, (n, *it)) for n, it in enumerate(self.lens)], strict=True)
        return {**regions(self, "shared/stage.html"), **dict(cells), **dict(lens)}

    def __html__(self) -> Markup:
        """The stage on a page."""
        return self.region("stage")

    def region(self, *names: str) -> Markup:
        """Some of its regions, by their ids."""
        return drawing(self.regions)(*names)


# Most cells of a page are those of earlier pages.
_cell = remembering(4096)(Cell)


@remembering(32)
def _rows(game: Game) -> tuple[tuple[str, ...], ...]:
    ids, width = tuple(f"cell-{cell}" for cell in game.cells), game.columns
    return tuple(ids[at : at + width] for at in game.cells[::width])


@remembering(32)
def _sets(game: Game) -> tuple[str, ...]:
    return tuple(f"s{n}" for n in range(len(game.ordered_sets)) if has_lens(game))


@by_language(remembering(32))
def _places(game: Game) -> tuple[str, ...]:
    """The place of each cell in words, such as `Row 1, column 2`."""
    return tuple(
        _("Row %(row)s, column %(column)s", row=row + 1, column=column + 1)
        for row, column in map(game.row_and_column, game.cells)
    )


@remembering(32)
def _set_outlines(game: Game) -> tuple[Outline, ...]:
    return tuple(outline(game, cells) for cells in game.ordered_sets)
