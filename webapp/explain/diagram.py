"""Diagrams: a small board with numbers, candidates and lines on it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from ai.games import Game, WinningSet
from ai.notation import cell_name
from ai.position import Mark, Position
from webapp.board import outline
from webapp.parts import Part

NO_NOTES: Mapping[int, object] = MappingProxyType({})


class DiagramCell(NamedTuple):
    """A cell with its mark or what is noted on it; *chosen* is one among those that stand out."""

    name: str
    mark: Mark | None
    note: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Diagram(Part):
    """A board of *size* with a *caption*; *outlines* are polygons in units of a cell."""

    rendered_by: ClassVar = ("shared/diagram.html", "diagram")

    caption: str
    size: int
    rows: tuple[tuple[DiagramCell, ...], ...]
    outlines: tuple[str, ...]


def diagram(
    position: Position,
    caption: str,
    *,
    notes: Mapping[int, object] = NO_NOTES,
    chosen: Collection[int] = (),
    lines: Iterable[WinningSet] = (),
) -> Diagram:
    """The diagram of *position* with these notes on its empty cells, and these lines."""
    game, size = position.game, position.game.size
    cells = [
        DiagramCell(name, Mark.X if x else Mark.O, "", cell in chosen)
        if (x := position.x >> cell & 1) or position.o >> cell & 1
        else DiagramCell(name, None, str(notes.get(cell, "")), cell in chosen)
        for cell, name in enumerate(_names(game))
    ]
    rows = tuple(tuple(cells[start : start + size]) for start in range(0, len(cells), size))
    return Diagram(caption, size, rows, tuple(sorted({_outline(game, line) for line in lines})))


@cache
def _names(game: Game) -> tuple[str, ...]:
    """The names of the cells, in reading order."""
    return tuple(cell_name(game, cell) for cell in game.cells)


_outline = cache(outline)  # a game has few winning sets
