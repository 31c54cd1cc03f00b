"""Diagrams: a board with notes on its cells, highlighted cells, and lines."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from ai.rules.games import Game, WinningSet
from ai.rules.position import Mark, Position

NO_NOTES: Mapping[int, object] = MappingProxyType({})


class Stroke(StrEnum):
    """How a line is drawn."""

    FULL = "full"
    DASHED = "dashed"
    DOTTED = "dotted"


class DiagramCell(NamedTuple):
    """A cell with its mark or its note; *chosen* cells are highlighted."""

    name: str
    mark: Mark | None
    note: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board of *game* with a *caption* and highlighted *lines*; the short *name* is for a choice
    among several diagrams. If the notes are weights, *heaviest* is the greatest (else 0), *parts*
    are the lines that add up to the weight of one cell, and *remark* explains the sum.
    """

    game: Game
    caption: str
    rows: tuple[tuple[DiagramCell, ...], ...]
    lines: tuple[WinningSet, ...]
    name: str = ""
    heaviest: int = 0
    parts: tuple[tuple[Stroke, WinningSet], ...] = ()
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
        for cell, name in enumerate(game.cell_names)
    ]
    rows = tuple(tuple(cells[start : start + size]) for start in range(0, len(cells), size))
    ordered = tuple(sorted({*lines}, key=sorted))
    return Diagram(game, caption, rows, ordered, name, heaviest, tuple(parts), remark)
