"""Diagrams: numbers, candidates and lines on a small board, or sketched over the board itself."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from textwrap import wrap
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from ai.games import WinningSet
from ai.notation import cell_names
from ai.position import Mark, Position
from webapp.board import Sketch, SketchedCell, Stroke, outline
from webapp.parts import Part

NOTE_WIDTH = 7  # letters in a line of a note on the board

NO_NOTES: Mapping[int, object] = MappingProxyType({})


class DiagramCell(NamedTuple):
    """A cell with its mark or what is noted on it; *chosen* is one among those that stand out."""

    name: str
    mark: Mark | None
    note: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Diagram(Part):
    """A board of *size* with a *caption*; *outlines* are polygons in units of a cell. Its *name* is
    short, for a choice among several. Where the notes are weights, *heaviest* is the greatest, and
    where there is room, *parts* are the outlines that make up one of them, as the *remark* says.
    """

    rendered_by: ClassVar = ("shared/diagram.html", "diagram")

    caption: str
    size: int
    rows: tuple[tuple[DiagramCell, ...], ...]
    outlines: tuple[str, ...]
    name: str = ""
    heaviest: int = 0
    parts: tuple[tuple[Stroke, str], ...] = ()
    remark: str = ""


def diagram(
    position: Position,
    caption: str,
    *,
    notes: Mapping[int, object] = NO_NOTES,
    chosen: Collection[int] = (),
    lines: Iterable[WinningSet] = (),
    name: str = "",
    heaviest: int = 0,
    parts: Iterable[tuple[Stroke, WinningSet]] = (),
    remark: str = "",
) -> Diagram:
    """The diagram of *position* with these notes on its empty cells, and these lines."""
    game, size = position.game, position.game.size
    cells = [
        DiagramCell(name, Mark.X if x else Mark.O, "", cell in chosen)
        if (x := position.x >> cell & 1) or position.o >> cell & 1
        else DiagramCell(name, None, str(notes.get(cell, "")), cell in chosen)
        for cell, name in enumerate(cell_names(game))
    ]
    rows = tuple(tuple(cells[start : start + size]) for start in range(0, len(cells), size))
    outlines = tuple(sorted({_outline(game, line) for line in lines}))
    drawn_parts = tuple((stroke, _outline(game, line)) for stroke, line in parts)
    return Diagram(caption, size, rows, outlines, name, heaviest, drawn_parts, remark)


def sketch(shown: Diagram, cell: int, later: Position) -> Sketch:
    """What *shown* notes of the choice of *cell*, to be drawn over the board of a *later* position
    of the same game.
    """
    return Sketch(
        shown.size,
        tuple(
            SketchedCell(
                number,
                tuple(wrap(drawn.note, NOTE_WIDTH)),
                _radius(drawn, shown.heaviest),
                drawn.chosen,
                since=later.mark_at(number) is not None,
                explained=number == cell,
            )
            for number, drawn in enumerate(chain(*shown.rows))
            if not drawn.mark and (drawn.note or drawn.chosen or later.mark_at(number))
        ),
        (*shown.parts, *((Stroke.FULL, points) for points in shown.outlines)),
    )


def _radius(drawn: DiagramCell, heaviest: int) -> int:
    """Of the disc under a note: the heavier, the larger."""
    if not heaviest:
        return 36 if drawn.note or drawn.chosen else 0
    return 14 + round(22 * int(drawn.note) / heaviest)


_outline = cache(outline)  # a game has few winning sets
