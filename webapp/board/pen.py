"""The pen on the board: the reason for the computer's move, drawn below the marks."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import hypot
from typing import NamedTuple

from ai.pen.diagram import Stroke
from ai.pen.strokes import Ink, PenShape, PenStroke
from ai.rules.games import Game, remembering
from webapp.board.outlines import closed, has_lens, is_straight, ways

BOW = 0.016  # of the length of a line: how far it leaves its way
BEYOND = 0.46  # of a cell: a line runs on over its ends, to the edges of their cells

# In hundredths of a cell
CUT, APART = 16, 7  # half the length of a cut, and the way from one cut to the next
CORNER = 31  # from the middle of a cell to a sign in its corner, beside a mark
BASE = 6  # from the middle of a figure to its foot
OPEN = 13  # the radius of a ring on the cell that a threat lacks

Point = tuple[int, int]


class Element(NamedTuple):
    """An element of a drawing: its *tag* and *attributes*, and the *text* in it."""

    tag: str
    attributes: Mapping[str, object]
    text: str = ""


class Pen(NamedTuple):
    """The *strokes* on a board of *game*; on cells that are *taken* they stand beside the mark."""

    game: Game
    strokes: tuple[PenStroke, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def drawn(self) -> Iterator[Element]:
        """The elements of the strokes, in turn."""
        for stroke in self.strokes:
            match stroke.shape:
                case PenShape.LINE:
                    dashes = "whole" if stroke.stroke is Stroke.FULL else stroke.stroke
                    yield _along(self.game, stroke, dashes)
                case PenShape.THREAT:
                    yield from _threat(self.game, stroke)
                case PenShape.CUT:
                    yield Element("path", {"class": "cut", "d": _cuts(self.game, stroke)})
                case _:
                    yield from _on_cell(stroke, *self._place(stroke))

    def _place(self, stroke: PenStroke) -> Point:
        """The middle of the cell of *stroke*, or the corner that signs beside a mark have."""
        x, y = _middle(self.game, stroke.cell)
        match stroke.shape:
            case PenShape.LABEL:
                return x + (CORNER if stroke.ink is Ink.O else -CORNER), y - CORNER
            case PenShape.DIE | PenShape.EVEN if stroke.cell in self.taken:
                return x - CORNER, y + CORNER
        return x, y


def _middle(game: Game, cell: int) -> Point:
    row, column = game.row_and_column(cell)
    return column * 100 + 50, row * 100 + 50


def _ways(game: Game, cells: frozenset[int]) -> list[list[Point]]:
    return [[(round(x * 100), round(y * 100)) for x, y in way] for way in ways(game, cells)]


def _towards(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The way of length 1 from *start* to *end*."""
    x, y = end[0] - start[0], end[1] - start[1]
    return x / hypot(x, y), y / hypot(x, y)


@remembering(32)
def pen_lines(game: Game) -> tuple[str, ...]:
    """The lines of *game* as a hand draws them, in their order and in units of a cell: each a
    little bowed, and always alike; other shapes are not bowed. A lens has squares already.
    """
    if has_lens(game):
        return ()
    return tuple(_path(ways(game, frozenset(cells))) for cells in game.ordered_sets)


def _path(found: Sequence[Sequence[tuple[float, float]]]) -> str:
    if not is_straight(found):
        return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in way) for way in found)
    (x, y), (end_x, end_y) = ends = found[0][0], found[0][-1]
    over_x, over_y = (way * BEYOND for way in _towards(*ends))
    lean = (x * 3 + y * 7 + end_x * 5 + end_y * 11) % 9 / 4.5 - 1
    bow_x, bow_y = (y - end_y) * BOW * lean, (end_x - x) * BOW * lean
    start = f"M{x - over_x:.2f} {y - over_y:.2f}"
    middle = f"Q{(x + end_x) / 2 + bow_x:.2f} {(y + end_y) / 2 + bow_y:.2f}"
    return f"{start}{middle} {end_x + over_x:.2f} {end_y + over_y:.2f}"


def _along(game: Game, stroke: PenStroke, dashes: str, offset: float = 0) -> Element:
    """The outline of the line of *stroke*, with these *dashes* from *offset* on; all round it is
    two long.
    """
    number = game.ordered_sets.index(tuple(sorted(stroke.line)))
    shift = {"stroke-dashoffset": f"{-offset:g}"} if offset else {}
    return Element("use", {"href": f"#w{number}", "class": f"{dashes} {stroke.ink}", **shift})


def _threat(game: Game, stroke: PenStroke) -> Iterator[Element]:
    """The outline, full along the half that has all marks and dashed by the cell that lacks; dashed
    all the way if no half has them.
    """
    found = _ways(game, stroke.line)
    x, y = _middle(game, stroke.cell)
    around, at = found[0], found[0].index((x, y)) if (x, y) in found[0] else -1
    lengths = [*accumulate((hypot(a - c, b - d) for (a, b), (c, d) in pairwise(around)), initial=0)]
    places = [2 * length / lengths[-1] for length in lengths]
    full = places[at + 1] % 2 if closed(found) else at == 0
    held = {_middle(game, cell) for cell in stroke.line} - {(x, y)}
    marks = [place for it, place in zip(around, places, strict=True) if it in held]
    ends = closed(found) or (len(found) == 1 and at in (0, len(around) - 1))
    if not ends or any((place - full) % 2 > 1.001 for place in marks):
        yield _along(game, stroke, "dashed")
    else:
        yield _along(game, stroke, "half", full)
        yield _along(game, stroke, "rest", (full + 1) % 2)
    yield Element("circle", {"class": f"open {stroke.ink}", "cx": x, "cy": y, "r": OPEN})


def _cuts(game: Game, stroke: PenStroke) -> str:
    """Two cuts across each way on the line to the cell."""
    x, y = _middle(game, stroke.cell)
    steps = [step for way in _ways(game, stroke.line) for step in pairwise(way) if (x, y) in step]
    path = ""
    for neighbour in (next(it for it in step if it != (x, y)) for step in steps):
        along_x, along_y = _towards((x, y), neighbour)
        for away in (50 - APART / 2, 50 + APART / 2):
            from_x, from_y = x + along_x * away - along_y * CUT, y + along_y * away + along_x * CUT
            path += f"M{from_x:.0f} {from_y:.0f}l{along_y * CUT * 2:.0f} {-along_x * CUT * 2:.0f}"
    return path


def _on_cell(stroke: PenStroke, x: int, y: int) -> Iterator[Element]:
    """A shape that stands at this point, or its text."""
    look, place = f"{stroke.shape} {stroke.ink}", {"x": x, "y": y}
    ghost = {"href": f"#pen-{stroke.ink}", "class": f"ghost {stroke.ink}"}
    match stroke.shape:
        case PenShape.LABEL:
            yield Element("text", {"class": look, "x": x, "y": y + BASE}, stroke.text)
        case PenShape.GHOST:
            yield Element("use", {**ghost, **place})
            yield Element("text", {"x": x + 36, "y": y - 22}, stroke.text)
        case PenShape.PEEK:
            yield Element("use", {**ghost, **place})
            yield Element("use", {"href": "#pen-peek", "class": "why", **place})
        case _:
            yield Element("use", {"href": f"#pen-{stroke.shape}", "class": look, **place})
