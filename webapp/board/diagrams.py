"""Diagrams on pages: on small boards of their own, or over the board of the page."""

from dataclasses import dataclass
from itertools import chain
from textwrap import wrap
from typing import ClassVar

from markupsafe import Markup

from ai.explain.diagram import Diagram, DiagramCell, Stroke
from ai.rules.position import Position
from webapp.board.board import Overlay, OverlayCell, outline
from webapp.board.parts import Part, render

NOTE_WIDTH = 7  # letters in a line of a note on the board


@dataclass(frozen=True, slots=True)
class SmallBoard(Part):
    """A *diagram* on a board of its own."""

    rendered_by: ClassVar = ("shared/diagram.html", "small_board")

    diagram: Diagram

    @property
    def outlines(self) -> tuple[str, ...]:
        """The outlines of its lines, each the points of a polygon in cells."""
        return tuple(outline(self.diagram.game, line) for line in self.diagram.lines)


def render_diagram(diagram: Diagram) -> Markup:
    """The markup of *diagram* on a board of its own."""
    return render(SmallBoard(diagram))


def overlay(shown: Diagram, later: Position, cell: int | None = None) -> Overlay:
    """The diagram *shown*, to be drawn over the board of a *later* position of the same game. It
    explains the choice of *cell*, if given.
    """
    return Overlay(
        shown.game.size,
        tuple(
            OverlayCell(
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
        tuple(
            (stroke, outline(shown.game, line))
            for stroke, line in (*shown.parts, *((Stroke.FULL, line) for line in shown.lines))
        ),
    )


def _radius(drawn: DiagramCell, heaviest: int) -> int:
    """Radius of the disc under a note, in hundredths of a cell: 14 to 36 by its weight, or 0."""
    if not heaviest:
        return 36 if drawn.note or drawn.chosen else 0
    return 14 + round(22 * int(drawn.note) / heaviest)
