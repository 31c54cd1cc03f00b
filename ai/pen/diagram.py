"""Diagrams: a board with notes on its cells, highlighted cells, and lines."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypedDict, Unpack

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Value
from ai.rules import Game, Mark, Position, WinningSet
from ai.words.values import exact_in_words, figures, value_in_words

Worths: TypeAlias = Mapping[int, MoveWorth] | Mapping[int, Value]  # of moves, by their cells


class Stroke(StrEnum):
    """How a line is drawn."""

    FULL = "full"
    DASHED = "dashed"
    DOTTED = "dotted"


# How a line with no mark, one, and two or more is drawn.
OF_MARKS = Stroke.DOTTED, Stroke.DASHED, Stroke.FULL


class DiagramCell(NamedTuple):
    """A cell with its mark or its note; *chosen* cells are highlighted. A note on the
    worth of the cell has that *worth*.
    """

    name: str
    mark: Mark | None
    note: str
    chosen: bool
    worth: MoveWorth | Value | None = None


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board of *game* with a *caption* and highlighted *lines*; the short *name* is for a choice
    among several diagrams. If the notes are weights, *parts* are the lines that add up to the
    weight of one cell, and *remark* tells the sum. *ring* says in brief what the chosen cells are.
    """

    game: Game
    caption: str
    rows: tuple[tuple[DiagramCell, ...], ...]
    lines: tuple[WinningSet, ...]
    name: str = ""
    parts: tuple[tuple[Stroke, WinningSet], ...] = ()
    remark: str = ""
    ring: str = ""


class Strokes(TypedDict, total=False):
    """The fields of a :class:`Diagram` that can be drawn, and *notes* and *worths*, which stand on
    empty cells. Moves called best are *chosen* by default.
    """

    notes: Mapping[int, object]
    worths: Worths
    chosen: Collection[int]
    lines: Iterable[WinningSet]
    parts: Iterable[tuple[Stroke, WinningSet]]
    remark: str
    ring: str


def diagram(position: Position, caption: str, name: str = "", **drawn: Unpack[Strokes]) -> Diagram:
    """The diagram of *position* with this caption and name, and what is *drawn*. Worths are noted:
    `wins in 2 moves`, `draws`, or just `wins`; difficulties too.
    """
    game, width, worths = position.game, position.game.columns, drawn.get("worths", {})
    exact = {cell: it for cell, it in worths.items() if isinstance(it, MoveWorth)}
    chosen = drawn.get("chosen", {cell for cell, it in exact.items() if it.best})
    shares = figures(exact)
    words = {cell: value_in_words(it) for cell, it in worths.items() if isinstance(it, Value)}
    words |= {cell: exact_in_words(it.exact, shares.get(cell, "")) for cell, it in exact.items()}
    notes = {**words, **drawn.get("notes", {})}
    cells = [
        DiagramCell(name, mark, "", cell in chosen)
        if mark
        else DiagramCell(name, None, str(notes.get(cell, "")), cell in chosen, worths.get(cell))
        for cell, (name, mark) in enumerate(zip(game.cell_names, position.marks, strict=True))
    ]
    rows = tuple([tuple(cells[start : start + width]) for start in range(0, len(cells), width)])
    lines, parts = tuple(sorted({*drawn.get("lines", ())}, key=sorted)), drawn.get("parts", ())
    remark, ring = drawn.get("remark", ""), drawn.get("ring", "")
    return Diagram(game, caption, rows, lines, name, tuple(parts), remark, ring)
