"""Diagrams: a board with notes on its cells, highlighted cells, and lines."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Value
from ai.explain.values import figures, value_in_words, with_figure
from ai.rules.games import Game, WinningSet
from ai.rules.position import Mark, Position

NO_NOTES: Mapping[int, object] = MappingProxyType({})

Worths: TypeAlias = Mapping[int, MoveWorth] | Mapping[int, Value]  # of moves, by their cells
NO_WORTHS: Worths = MappingProxyType({})


class Stroke(StrEnum):
    """How a line is drawn."""

    FULL = "full"
    DASHED = "dashed"
    DOTTED = "dotted"


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


def diagram(
    position: Position,
    caption: str,
    *,
    notes: Mapping[int, object] = NO_NOTES,
    worths: Worths = NO_WORTHS,
    chosen: Collection[int] = (),
    lines: Iterable[WinningSet] = (),
    name: str = "",
    parts: Iterable[tuple[Stroke, WinningSet]] = (),
    remark: str = "",
    ring: str = "",
) -> Diagram:
    """The diagram of *position* with these notes and worths on its empty cells, and these lines."""
    game, size = position.game, position.game.size
    notes = {**worths_in_words(worths), **notes}
    cells = [
        DiagramCell(name, Mark.X if x else Mark.O, "", cell in chosen)
        if (x := position.x >> cell & 1) or position.o >> cell & 1
        else DiagramCell(name, None, str(notes.get(cell, "")), cell in chosen, worths.get(cell))
        for cell, name in enumerate(game.cell_names)
    ]
    rows = tuple(tuple(cells[start : start + size]) for start in range(0, len(cells), size))
    ordered = tuple(sorted({*lines}, key=sorted))
    return Diagram(game, caption, rows, ordered, name, tuple(parts), remark, ring)


def worths_diagram(
    position: Position, caption: str, worths: Mapping[int, MoveWorth], name: str = ""
) -> Diagram:
    """The diagram of *position* with *worths* alone; the best moves, unless all are, are chosen."""
    best = {cell for cell, worth in worths.items() if worth.best}
    return diagram(position, caption, worths=worths, chosen=best, name=name)


def worths_in_words(worths: Worths) -> dict[int, str]:
    """Each of *worths*, by its cell: `win in 3`, `draw`, or just `win`; difficulties too."""
    exact = {cell: worth for cell, worth in worths.items() if isinstance(worth, MoveWorth)}
    shares = figures(exact)
    return {
        cell: with_figure(worth.exact, shares.get(cell, ""))
        if isinstance(worth, MoveWorth)
        else value_in_words(worth)
        for cell, worth in worths.items()
    }
