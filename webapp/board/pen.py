"""The pen on the board: the reason for the computer's move, drawn below the marks."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from ai.pen.diagram import Stroke
from ai.pen.strokes import Ink, PenShape, PenStroke
from ai.rules.games import Game, remembering
from webapp.board.outlines import Way, centre, closed, has_lens, is_straight, ways

BOW = 0.016  # of the length of a line: how far it leaves its way
BEYOND = 0.46  # of a cell: a line runs on over its ends, to the edges of their cells

# In hundredths of a cell
CUT, APART = 16, 7  # half the length of a cut, and the way from one cut to the next
CORNER = 31  # from the middle of a cell to a sign in its corner, beside a mark
BASE = 6  # from the middle of a figure to its foot
GHOST = 36 - 22j  # to the figure beside a mark to come
OPEN = 13  # the radius of a ring on the cell that a threat lacks, or round a number
BESIDE, ABOVE = 49, -36 - 36j  # from the middle of an X, or of an O, to its number
RAYS = (
    "M52,14L64,17 M38,38L47,47 M14,52L17,64 M-14,52L-17,64 M-38,38L-47,47 M-52,14L-64,17 "
    "M-52-14L-64-17 M-38-38L-47-47 M-14-52L-17-64 M14-52L17-64 M38-38L47-47 M52-14L64-17"
)


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
                    yield from _on_cell(stroke, self._place(stroke))

    def _place(self, stroke: PenStroke) -> complex:
        """The middle of the cell of *stroke*, or the place that signs beside a mark have, in
        hundredths of a cell.
        """
        middle = 100 * centre(self.game, stroke.cell)
        match stroke.shape:
            case PenShape.LABEL:
                return middle + (CORNER if stroke.ink is Ink.O else -CORNER) - CORNER * 1j
            case PenShape.NUMBER:
                side = -BESIDE if stroke.cell % self.game.columns else BESIDE
                return middle + (side if stroke.ink is Ink.X else ABOVE)
            case PenShape.DIE | PenShape.EVEN if stroke.cell in self.taken:
                return middle - CORNER + CORNER * 1j
        return middle


@remembering(32)
def pen_lines(game: Game) -> tuple[str, ...]:
    """The lines of *game* as a hand draws them, in their order and in units of a cell: each a
    little bowed, and always alike; other shapes are not bowed. A lens has squares already.
    """
    if has_lens(game):
        return ()
    return tuple(_path(ways(game, frozenset(cells))) for cells in game.ordered_sets)


def _path(found: Sequence[Way]) -> str:
    if not is_straight(found):
        return "".join("M" + "L".join(f"{it.real:g} {it.imag:g}" for it in way) for way in found)
    start, end = found[0][0], found[0][-1]
    over = (end - start) / abs(end - start) * BEYOND
    lean = (start.real * 3 + start.imag * 7 + end.real * 5 + end.imag * 11) % 9 / 4.5 - 1
    bow = (end - start) * 1j * BOW * lean
    points = start - over, (start + end) / 2 + bow, end + over
    return "M{}Q{} {}".format(*(f"{it.real:.2f} {it.imag:.2f}" for it in points))


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
    found, middle = ways(game, stroke.line), centre(game, stroke.cell)
    around, at = found[0], found[0].index(middle) if middle in found[0] else -1
    lengths = [*accumulate((abs(end - start) for start, end in pairwise(around)), initial=0.0)]
    places = [2 * length / lengths[-1] for length in lengths]
    full = places[at + 1] % 2 if closed(found) else at == 0
    held = {centre(game, cell) for cell in stroke.line} - {middle}
    marks = [place for it, place in zip(around, places, strict=True) if it in held]
    ends = closed(found) or (len(found) == 1 and at in (0, len(around) - 1))
    if not ends or any((place - full) % 2 > 1.001 for place in marks):
        yield _along(game, stroke, "dashed")
    else:
        yield _along(game, stroke, "half", full)
        yield _along(game, stroke, "rest", (full + 1) % 2)
    yield _open(stroke, 100 * middle)


def _open(stroke: PenStroke, point: complex) -> Element:
    """A small ring at this *point*."""
    return Element("circle", {"class": f"open {stroke.ink}", **_at(point, "c"), "r": OPEN})


def _cuts(game: Game, stroke: PenStroke) -> str:
    """Two cuts across each way on the line to the cell."""
    middle, path = centre(game, stroke.cell), ""
    steps = [step for way in ways(game, stroke.line) for step in pairwise(way) if middle in step]
    for neighbour in (next(it for it in step if it != middle) for step in steps):
        along = (neighbour - middle) / abs(neighbour - middle)
        for away in (50 - APART / 2, 50 + APART / 2):
            start, cut = 100 * middle + along * (away + CUT * 1j), along * CUT * 2
            path += f"M{start.real:.0f} {start.imag:.0f}l{cut.imag:.0f} {-cut.real:.0f}"
    return path


def _at(point: complex, prefix: str = "") -> dict[str, str]:
    """The attributes for the place of an element, in hundredths of a cell."""
    return {f"{prefix}x": f"{point.real:g}", f"{prefix}y": f"{point.imag:g}"}


def _on_cell(stroke: PenStroke, point: complex) -> Iterator[Element]:
    """A shape that stands at this *point*, or its text."""
    look, place = f"{stroke.shape} {stroke.ink}", _at(point)
    ghost = {"href": f"#pen-{stroke.ink}", "class": f"ghost {stroke.ink}"}
    match stroke.shape:
        case PenShape.LABEL:
            yield Element("text", {"class": look, **_at(point + BASE * 1j)}, stroke.text)
        case PenShape.OPEN:
            yield _open(stroke, point)
        case PenShape.NUMBER:
            yield _open(stroke._replace(ink=Ink.WHY), point)
            yield Element("text", {"class": "why", **_at(point + BASE * 1j)}, stroke.text)
        case PenShape.RAYS:
            moved = f"translate({point.real:g} {point.imag:g})"
            around = {"class": look, "pathLength": 2, "transform": moved}
            yield from (Element("path", {**around, "d": ray}) for ray in RAYS.split())
        case PenShape.GHOST:
            yield Element("use", {**ghost, **place})
            yield Element("text", _at(point + GHOST), stroke.text)
        case PenShape.PEEK:
            yield Element("use", {**ghost, **place})
            yield Element("use", {"href": "#pen-peek", "class": "why", **place})
        case _:
            yield Element("use", {"href": f"#pen-{stroke.shape}", "class": look, **place})
