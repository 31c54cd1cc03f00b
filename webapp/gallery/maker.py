"""The maker of games: its state is a query; the game and a comment follow from it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from ai.language import N_, _, ngettext, refused, sentence_case
from ai.rules import Game, game_for
from ai.rules.definition import (
    MOST_CELLS,
    MOST_SHAPES,
    SIDES,
    Definition,
    DefinitionError,
    cell_name,
    turns,
)
from ai.rules.naming import Icon, icon_of
from webapp.address.kinds import Query
from webapp.board.outlines import Outline, outline
from webapp.board.parts import address
from webapp.serving.params import BadParameter, choice, number

Places = frozenset[tuple[int, int]]
"""Rows and columns of cells, which may lie beyond the edge of a board."""

NUMBERS = range(1, MOST_SHAPES + 1)
WHERE = ("any", "here")
SIZES = ((4, 4), (5, 3), (8, 2))  # boards of the most cells, columns first
USUAL = 4  # cells of a side

TOO_LARGE = N_("%(columns)s × %(rows)s is %(cells)s cells. Sixteen are all I can think through.")
NO_FIT = N_(
    "This shape is %(wide)s wide and %(high)s high. It doesn't fit on %(columns)s × %(rows)s."
)
IS_HERE = N_("%(shapes)s, %(ways)s ways to win: that is %(game)s. It's here already.")
ANY_BOARD = Game("", "", 8, 8, frozenset())  # as wide and high as any, for drawing


class DrawnShape(NamedTuple):
    """A shape, which wins anywhere, turned and mirrored too, or only *here*."""

    places: Places = frozenset()
    here: bool = False

    @property
    def cells(self) -> list[str]:
        """The names of its cells."""
        return [cell_name(8 * row + column, 8) for row, column in sorted(self.places)]

    @property
    def icon(self) -> Icon:
        """The sign of it."""
        return icon_of(self.places)

    @property
    def stroke(self) -> Outline:
        """The outline of its cells, as of a way to win."""
        return outline(ANY_BOARD, (8 * row + column for row, column in self.places))


class Comment(NamedTuple):
    """A *sentence* on the shapes; a *bad* one tells a fault. It may help to take a board of one of
    these *sizes*, columns first, to draw the shape *again*, or to play the *named* game.
    """

    sentence: str
    bad: bool = True
    sizes: tuple[tuple[int, int], ...] = ()
    again: bool = False
    named: Game | None = None


@dataclass(frozen=True)
class Maker:
    """A board of *columns* by *rows*, and *shapes*, of which number *at* is drawn now."""

    columns: int = USUAL
    rows: int = USUAL
    shapes: tuple[DrawnShape, ...] = (DrawnShape(),)
    at: int = 1

    @classmethod
    def read(cls, query: Query) -> Self:
        """The state in *query*, after what its buttons `go` and `drop` ask for."""
        columns, rows = (number(query, it, SIDES, missing=USUAL) for it in ("columns", "rows"))
        at = number(query, "at", NUMBERS, missing=1)
        given = [n for n in NUMBERS if f"s{n}" in query or f"where{n}" in query]
        shapes = (_shape(query, n) for n in range(1, max([at, *given]) + 1))
        found = cls(columns, rows, tuple(shapes), at)
        if "drop" in query:
            found = found.without(number(query, "drop", NUMBERS))
        adds = choice(query, "go", ("size", "count", "add"), missing="") == "add"
        if adds and len(found.shapes) < MOST_SHAPES:
            found = replace(found, shapes=(*found.shapes, DrawnShape()), at=len(found.shapes) + 1)
        return found

    @property
    def query(self) -> list[tuple[str, str]]:
        """The fields that :meth:`read` reads."""
        fields = [("columns", str(self.columns)), ("rows", str(self.rows))]
        for n, shape in enumerate(self.shapes, 1):
            fields += [(f"s{n}", name) for name in shape.cells]
            fields.append((f"where{n}", WHERE[shape.here]))
        return [*fields, ("at", str(self.at))]

    def url(self, **changes: Any) -> str:
        """Its address, after these *changes*."""
        return f"{address('gallery.make')}?{replace(self, **changes)}"

    def __str__(self) -> str:
        """A unique text, for cache keys."""
        return urlencode(self.query)

    @classmethod
    def of(cls, game: Game) -> Self:
        """The state that makes *game*."""
        found = game.definition
        shapes = (
            DrawnShape(frozenset(found.board.places(cells)), here) for cells, here in found.shapes
        )
        return cls(game.columns, game.rows, tuple(shapes))

    # Changes. Each returns another state.

    def without(self, at: int) -> Self:
        """Without shape number *at*, or as it is if there is none, or no other."""
        if not 1 < len(self.shapes) >= at:
            return self
        shapes = self.shapes[: at - 1] + self.shapes[at:]
        return replace(self, shapes=shapes, at=min(self.at - (at < self.at), len(shapes)))

    @property
    def redrawn(self) -> Self:
        """With the present shape empty."""
        shapes = list(self.shapes)
        shapes[self.at - 1] = DrawnShape(here=self.shapes[self.at - 1].here)
        return replace(self, shapes=tuple(shapes))

    # Its game, and the comment.

    @property
    def ways(self) -> list[tuple[Outline, tuple[int, ...]]]:
        """The outline and the cells of each way to win, in reading order."""
        found = self.game
        return [(outline(found, way), way) for way in found.ordered_sets] if found else []

    @cached_property
    def game(self) -> Game | None:
        """The game, which may be a named one; None if something is wrong, or nothing drawn."""
        texts = [self._text(shape) for shape in self.shapes if shape.places]
        if next(self._faults, None) or not texts:
            return None
        return game_for("-".join((f"{self.columns}x{self.rows}", *texts)))

    @property
    def undrawn(self) -> int:
        """The number of the first shape without cells; 0 if there is none."""
        return next((n for n, shape in enumerate(self.shapes, 1) if not shape.places), 0)

    @property
    def is_cut(self) -> bool:
        """Whether a shape has cells beyond the edge."""
        places = (place for shape in self.shapes for place in shape.places)
        return any(row >= self.rows or column >= self.columns for row, column in places)

    @property
    def is_new(self) -> bool:
        """Whether all shapes are drawn, and make a game that is not here yet by a name."""
        return self.game is not None and not self.game.is_named and not self.undrawn

    @property
    def told(self) -> Comment:
        """What is said of it."""
        if fault := next(self._faults, None):
            return fault
        game, here = self.game, self.shapes[self.at - 1]
        if not game:
            return Comment(_("Tap the cells of a shape that wins."), bad=False)
        many, ways = sum(bool(shape.places) for shape in self.shapes), len(game.winning_sets)
        shapes = ngettext("One shape", "%(num)s shapes", many)
        if game.is_named:
            text = _(IS_HERE, shapes=shapes, ways=ways, game=_(game.name))
            return Comment(text, named=game)
        if self.undrawn:
            return Comment(_("Draw shape %(number)s, or drop it.", number=self.undrawn), bad=False)
        brief = sentence_case(_(game.in_brief)) if many == 1 else shapes
        said = ngettext(
            "%(brief)s: one way to win on this board.",
            "%(brief)s: %(num)s ways to win on this board.",
            ways,
            brief=brief,
        )
        only = [_("Only here.")] if many == 1 and here.here else []
        made = [*map(self._ways, self.shapes)]
        idle = [
            _("Shape %(number)s never counts: it holds or repeats another.", number=n)
            for n, won in enumerate(made, 1)
            if won.isdisjoint(game.winning_sets) or won in made[: n - 1]
        ]
        return Comment(" ".join([said, *only, *idle]), bad=False)

    @property
    def _faults(self) -> Iterator[Comment]:
        """Comments on faults: of the board, of the present shape, then of others."""
        columns, rows, cells = self.columns, self.rows, self.columns * self.rows
        if cells > MOST_CELLS:
            yield Comment(_(TOO_LARGE, columns=columns, rows=rows, cells=cells), sizes=SIZES)
        for n, shape in sorted(enumerate(self.shapes, 1), key=lambda it: it[0] != self.at):
            fault, sizes = "", tuple[tuple[int, int], ...]()
            if shape.places and not self._text(shape):
                wide, high = _extent(shape)
                fault = _(NO_FIT, wide=wide, high=high, columns=columns, rows=rows)
                far = max(columns, wide), max(rows, high)
                sizes = (far,) if far[0] * far[1] <= MOST_CELLS else ()
            elif shape.places:
                try:
                    self._ways(shape)
                except DefinitionError as error:
                    fault = refused(error)
            if fault and n == self.at:
                yield Comment(fault, sizes=sizes, again=len(shape.places) > 1)
            elif fault:
                yield Comment(_("Shape %(number)s: %(fault)s", number=n, fault=fault), sizes=sizes)

    def _ways(self, shape: DrawnShape) -> frozenset[frozenset[int]]:
        """The ways to win by a *shape* that fits the board, if there were no other.

        :raises DefinitionError: if it defines no game.
        """
        return Definition.parse(f"{self.columns}x{self.rows}-{self._text(shape)}").ways

    def _text(self, shape: DrawnShape) -> str:
        """The text of *shape* in a definition; empty if it does not fit the board."""
        for places in [sorted(shape.places)] if shape.here else turns(shape.places):
            if all(row < self.rows and column < self.columns for row, column in places):
                cells = (self.columns * row + column for row, column in places)
                return "!" * shape.here + "".join(cell_name(it, self.columns) for it in cells)
        return ""


def _shape(query: Query, number: int) -> DrawnShape:
    """The shape of this *number* in *query*."""
    here = choice(query, f"where{number}", WHERE, missing="any") == "here"
    return DrawnShape(frozenset(map(_place, query.getlist(f"s{number}"))), here)


def _place(name: str) -> tuple[int, int]:
    """The row and column of the cell of that *name*."""
    if not re.fullmatch("[a-h][1-8]", name):
        raise BadParameter(N_("“%(text)s” is no cell: a1 to h8 are."), text=name)
    return int(name[1]) - 1, ord(name[0]) - ord("a")


def _extent(shape: DrawnShape) -> tuple[int, int]:
    """The columns and rows that *shape* needs."""
    rows, columns = zip(*shape.places, strict=True)
    top, left = (0, 0) if shape.here else (min(rows), min(columns))
    return max(columns) - left + 1, max(rows) - top + 1
