"""Diagrams on pages: on small boards of their own, or over the board of the page."""

from collections.abc import Iterator
from itertools import chain
from textwrap import wrap

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Value
from ai.language import N_, _
from ai.opponents.hard import most_weighed
from ai.pen.diagram import Diagram, Stroke
from ai.rules.position import Position
from ai.words.values import figures
from webapp.board.board import Glyph, Overlay, OverlayCell
from webapp.board.outlines import Outline, outline

NOTE_WIDTH = 7  # letters in a line of a note on the board; a longer word is set narrower

# The signs of a key, in its order, with their meanings: of worths with and without figures, and of
# lines that add up to a weight.
WITH_FIGURES = {
    "win": N_("wins in n moves"),
    "draw": N_("draws: beginners who slip"),
    "only-draw": N_("only draws"),
    "loss": N_("loses in n moves"),
}
WITHOUT_FIGURES = {"win": N_("wins"), "only-draw": N_("draws"), "loss": N_("loses")}
FOUND = {Value.WIN: "win", Value.DRAW: "only-draw", Value.LOSS: "loss"}  # by a search
STROKES = {
    Stroke.FULL: N_("two marks: 5"),
    Stroke.DASHED: N_("one mark: 2"),
    Stroke.DOTTED: N_("no mark: 1"),
}
MORE_MARKS = N_("two marks: 5, three: 10, …")


def outlines(shown: Diagram) -> list[Outline]:
    """The outlines of the lines of the diagram *shown*, in cells."""
    return [outline(shown.game, line) for line in shown.lines]


def glyphs_by_name(shown: Diagram) -> dict[str, Glyph]:
    """The worths in the diagram *shown*, as :func:`glyphs`, by the names of their cells."""
    return {shown.game.cell_names[cell]: glyph for cell, glyph in glyphs(shown).items()}


def glyphs(shown: Diagram) -> dict[int, Glyph]:
    """The worths in the diagram *shown* as on the board itself, by their cells. Of a search, which
    finds only values, the glyphs have no figures.
    """
    cells = list(enumerate(chain(*shown.rows)))
    shares = figures({n: cell.worth for n, cell in cells if isinstance(cell.worth, MoveWorth)})
    return {
        n: Glyph.of(cell.worth, shares.get(n, ""))
        if isinstance(cell.worth, MoveWorth)
        else Glyph(FOUND[cell.worth], best=cell.chosen)
        for n, cell in cells
        if cell.worth is not None
    }


def value_signs() -> tuple[tuple[str, str], ...]:
    """Every sign of the values on a board, each with its meaning in a few words."""
    return *((kind, _(meaning)) for kind, meaning in WITH_FIGURES.items()), ("best", _("best"))


def key_to(shown: Diagram) -> Iterator[tuple[str, str]]:
    """The signs in the diagram *shown*, each with its meaning in a few words."""
    drawn = glyphs(shown).values()
    meanings = WITH_FIGURES if any(glyph.figure for glyph in drawn) else WITHOUT_FIGURES
    signs = {glyph.kind for glyph in drawn} | {stroke for stroke, _line in shown.parts}
    strokes = STROKES | ({Stroke.FULL: MORE_MARKS} if most_weighed(shown.game) > 2 else {})
    meant = (*meanings.items(), *strokes.items())
    yield from ((sign, _(meaning)) for sign, meaning in meant if sign in signs)
    if ring := _("best") if any(glyph.best for glyph in drawn) else shown.ring:
        yield "best", ring


def overlay(shown: Diagram, later: Position, cell: int | None = None) -> Overlay:
    """The diagram *shown*, to be drawn over the board of a *later* position of the same game. It
    explains the choice of *cell*, if given.
    """
    drawings, cells, marked = glyphs(shown), list(chain(*shown.rows)), later.mark_at
    several = not all(drawn.chosen for drawn in cells if not drawn.mark)
    parts = (*shown.parts, *((Stroke.FULL, line) for line in shown.lines))
    return Overlay(
        shown.game,
        tuple(
            OverlayCell(
                number,
                drawings.get(number),
                ()
                if number in drawings
                else tuple(wrap(drawn.note, NOTE_WIDTH, break_long_words=False)),
                chosen=drawn.chosen and several,
                since=not drawn.mark and marked(number) is not None,
                explained=number == cell,
            )
            for number, drawn in enumerate(cells)
            if number == cell or (not drawn.mark and (drawn.note or drawn.chosen or marked(number)))
        ),
        tuple((stroke, outline(shown.game, line)) for stroke, line in parts),
        tuple(filter(marked, later.game.cells)),
    )
