"""The pen's drawing read back from a page, by the places of its strokes: what it claims."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, pairwise, product
from math import dist
from typing import NamedTuple

from flask import Flask

from ai.opponents import HUMAN
from ai.pen.strokes import PenShape, PenStroke
from ai.rules.games import game_for
from ai.rules.position import Position
from ai.rules.record import Record
from tests.browser import browser_in
from tests.page import Element, read
from tests.reference import WINNING, Cells, extent
from webapp import create_app
from webapp.board.pen import Element as Drawn
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.session import Session

HOLE = 34  # the radius of the hole for a mark
STYLES = {  # of a stroke along a line: how it looks, and how much of the two that the line is long
    "whole": ("full", 2),
    "half": ("full", 1),
    "rest": ("dashed", 1),
    "dashed": ("dashed", 2),
    "dotted": ("dotted", 2),
}
WHY = "why"
PASSED = 14  # from the middle of a cell: so near to it a line passes it
Point = tuple[float, float]


class Way(NamedTuple):
    """How a line runs: its cells, each with its place on the way, which is two long, in turn; and
    the points at which each of its parts begins, turns and ends.
    """

    cells: tuple[tuple[int, float], ...]
    closed: bool
    parts: tuple[tuple[Point, ...], ...]

    @property
    def steps(self) -> list[tuple[Point, Point]]:
        """The straight pieces of the way."""
        return [step for part in self.parts for step in pairwise(part)]

    def between(self, start: float, length: float) -> Cells:
        """The cells from *start* on, so far; a closed way goes on round."""
        return frozenset(
            cell
            for cell, at in self.cells
            for there in (at, at + 2 * self.closed)
            if start - 0.01 <= there <= start + length + 0.01
        )


def ways(page: Element) -> dict[str, Way]:
    """How each line of the page's game runs, by its reference."""
    game, found = page.by_id("board")["data-game"], dict[str, Way]()
    lines = sorted(WINNING[game], key=sorted)
    for shape in page.by_id("stage"):
        if number := re.fullmatch(r"w(\d+)", shape.attributes.get("id", "")):
            assert shape["pathLength"] == "2"
            found[f"#w{number[1]}"] = _way(shape, extent(game)[0], lines[int(number[1])])
    return found


@cache
def site() -> Flask:
    """A site to see pages of."""
    return create_app({"TESTING": True, "SECRET_KEY": "tests"})


@cache
def ways_of(game: str, app: Flask | None = None) -> Mapping[str, Way]:
    """How the lines of *game* run on a page of *app*."""
    begun = Match(Record(Position(game_for(game))), Players(HUMAN, "easy"), seed=1)
    return ways(read(browser_in(app or site(), Session(begun)).get("/").text))


def _way(shape: Element, size: int, line: Cells) -> Way:
    """The cells of *line* that *shape* turns in, or passes if it is bowed: a curve of a start, a
    middle and an end. Other corners lie between cells, and an open way passes no other cell.
    """
    text = shape.attributes.get("d") or shape["points"]
    parts = [_points(part) for part in filter(None, text.split("M"))]
    if "Q" in text:
        (start, bow, end) = (complex(*point) for point in parts[0])
        curve = [start * (1 - t) ** 2 + bow * 2 * t * (1 - t) + end * t**2 for t in HUNDREDTHS]
        parts = [tuple((it.real, it.imag) for it in curve)]
    elif shape.tag == "polygon":
        parts = [(*part, part[0]) for part in parts]
    near = dict[int, list[tuple[float, float]]]()
    for points in parts:
        lengths = [0, *accumulate(dist(*step) for step in pairwise(points))]
        for point, cell in product(zip(points, lengths, strict=True), range(8 * size)):
            if (away := dist(point[0], _middle(size, cell))) <= PASSED:
                near.setdefault(cell, []).append((away, 2 * point[1] / lengths[-1]))
    places = {cell: min(found)[1] for cell, found in near.items()}
    assert places.keys() == line
    cells = tuple(sorted(places.items(), key=lambda it: it[1]))
    if "Q" in text:
        parts = [tuple(_middle(size, cell) for cell, _at in cells)]
    way = Way(cells, closed=parts[0][0] == parts[0][-1], parts=tuple(parts))
    others = {*range(8 * size)} - line
    if not way.closed:
        assert all(_away(_middle(size, c), *step) > PASSED for c in others for step in way.steps)
    return way


HUNDREDTHS = [percent / 100 for percent in range(101)]


def _away(point: Point, start: Point, end: Point) -> float:
    """How far *point* is from the straight way between two others."""
    here, there = complex(*end) - complex(*start), complex(*point) - complex(*start)
    along = min(max((there / here).real, 0), 1)
    return abs(there - along * here)


def _points(text: str) -> tuple[Point, ...]:
    """The points in *text*, which are written in cells."""
    numbers = [100 * float(number) for number in re.findall(r"-?[\d.]+", text)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _middle(size: int, cell: int) -> Point:
    return cell % size * 100 + 50, cell // size * 100 + 50


def expect_in_place(
    stroke: PenStroke, drawn: Sequence[Drawn], on: Mapping[str, Way], size: int, taken: set[int]
) -> None:
    """The elements *drawn* for *stroke* are where it belongs: lines run *on* their ways, cuts stand
    before the cell, and signs beside the marks on *taken* cells.
    """
    assert str(drawn[0].attributes["class"]).split()[-1] in {stroke.ink, "cut"}
    match stroke.shape:
        case PenShape.LINE:
            ((style, covered, _way),) = (_piece(it, on) for it in drawn)
            assert (style, covered) == (stroke.stroke, stroke.line)
        case PenShape.THREAT:
            _expect_threat(stroke, drawn, on, size)
        case PenShape.CUT:
            (way,) = (it for it in on.values() if {*dict(it.cells)} == stroke.line)
            _expect_cut(drawn, way, _middle(size, stroke.cell))
        case _:
            _expect_sign(stroke, drawn, size, stroke.cell in taken)


def _piece(one: Drawn, on: Mapping[str, Way]) -> tuple[str, Cells, Way]:
    """How a part of a line looks, and the cells along it."""
    way = on[str(one.attributes["href"])]
    style, length = STYLES[str(one.attributes["class"]).split()[0]]
    start = -float(str(one.attributes.get("stroke-dashoffset", 0)))
    assert 0 <= start < 2
    return style, way.between(start, length), way


def _expect_threat(
    stroke: PenStroke, drawn: Sequence[Drawn], on: Mapping[str, Way], size: int
) -> None:
    """One is full between the marks and dashed to the open cell, or dashed all along."""
    *pieces, ring = drawn
    covered = [_piece(it, on)[:2] for it in pieces]
    open_ = frozenset({stroke.cell})
    assert (ring.attributes["cx"], ring.attributes["cy"]) == _middle(size, stroke.cell)
    assert len({it.attributes["href"] for it in pieces}) == 1
    if len(covered) == 1:
        assert covered == [("dashed", stroke.line)]
    else:
        (_full, _marks), (dashes, rest) = covered
        assert covered[0] == ("full", stroke.line - open_)
        assert (dashes, rest & open_) == ("dashed", open_)


def _expect_cut(drawn: Sequence[Drawn], way: Way, here: Point) -> None:
    """Each step of the *way* to the cell is cut twice, across."""
    (path,) = (str(it.attributes["d"]) for it in drawn)
    ends = re.findall(r"M(-?\d+) (-?\d+)l(-?\d+) (-?\d+)", path)
    cuts = [(int(x), int(y), int(across), int(down)) for x, y, across, down in ends]
    steps = [[*step][::-1] if step[1] == here else step for step in way.steps if here in step]
    crossed = [[cut for cut in cuts if _crosses(cut, a, b)] for a, b in steps]
    assert [len(by) for by in crossed] == [2] * len(steps) != []
    assert len(cuts) == 2 * len(steps)


def _crosses(cut: tuple[int, int, int, int], here: Point, there: Point) -> bool:
    """Whether *cut* goes across the way from *here* to *there*, half a cell away from it."""
    x, y, across, down = cut
    (from_x, from_y), (to_x, to_y) = here, there
    way = (to_x - from_x) / dist(here, there), (to_y - from_y) / dist(here, there)
    mid_x, mid_y = x + across / 2 - from_x, y + down / 2 - from_y
    along, aside = mid_x * way[0] + mid_y * way[1], mid_x * way[1] - mid_y * way[0]
    return 40 < along < 60 and abs(aside) < 2 and abs(across * way[0] + down * way[1]) < 2


def _expect_sign(stroke: PenStroke, drawn: Sequence[Drawn], size: int, taken: bool) -> None:
    """A sign stands on its cell: in the middle, or beside a mark; a ring goes round it."""
    one, *_below = drawn
    x, y = (float(str(one.attributes[it])) for it in ("x", "y"))
    if stroke.shape is PenShape.LABEL:
        y -= 6
    away = dist(_middle(size, stroke.cell), (x, y))
    assert (x // 100, y // 100) == (stroke.cell % size, stroke.cell // size)
    if stroke.shape is PenShape.LABEL or (taken and stroke.shape is not PenShape.RING):
        assert away > HOLE or not taken
    else:
        assert away == 0
    assert [it.text for it in drawn if it.text] == [stroke.text] * bool(stroke.text)


@dataclass
class Drawing:
    """The claims of strokes, each in the ink of a side or of the voice, `why`."""

    lines: list[tuple[str, str, Cells]] = field(default_factory=list)  # ink, look, cells
    struck: list[Cells] = field(default_factory=list)  # those of lines that are struck out
    threats: list[tuple[str, int, Cells]] = field(default_factory=list)  # ink, the open cell, cells
    ghosts: list[tuple[str, int, int]] = field(default_factory=list)  # ink, cell, number
    labels: list[tuple[str, int, int]] = field(default_factory=list)  # ink, cell, figure
    signs: dict[str, list[tuple[str, int]]] = field(default_factory=dict)  # ink, cell

    @property
    def kinds(self) -> set[str]:
        """The kinds of strokes that there are."""
        fields = ("lines", "struck", "threats", "ghosts", "labels")
        return {name for name in fields if getattr(self, name)} | self.signs.keys()

    def of(self, kind: str) -> tuple[str, list[int]]:
        """The ink of all signs of that *kind*, and their cells."""
        (ink,) = {ink for ink, _cell in self.signs[kind]}
        return ink, [cell for _ink, cell in self.signs[kind]]

    def touched(self, ink: str) -> set[int]:
        """The cells on which strokes in *ink* stand, and those of lines in it."""
        lines = [*self.lines, *self.threats]
        spots = [*self.ghosts, *self.labels]
        of_signs = [sign for signs in self.signs.values() for sign in signs]
        return {
            *(cell for of, _look, line in lines if of == ink for cell in line),
            *(cell for of, cell, _figure in spots if of == ink),
            *(cell for of, cell in of_signs if of == ink),
        }


def read_page(page: Element, moved: int) -> Drawing:
    """The claims of the pen on *page* after the move to the cell *moved*."""
    on, found = ways(page), Drawing()
    size, _rows = extent(page.by_id("board")["data-game"])
    for it in drawn_on(page):
        look, _, ink = it["class"].partition(" ")
        if it.attributes.get("href") in on:
            line = frozenset(dict(on[it["href"]].cells))
            found.lines += [(ink, STYLES[look][0], line)] if look != "rest" else []
        elif look == "open":
            middle = float(it["cx"]), float(it["cy"])
            (cell,) = (at for at in found.lines[-1][2] if _middle(size, at) == middle)
            found.threats.append((ink, cell, found.lines.pop()[2]))
        elif look == "cut":
            crossed = [line for _ink, style, line in found.lines if style == "dashed"]
            found.struck.append([it for it in crossed if moved in it][len(found.struck)])
        else:
            cell = int(float(it["y"]) // 100 * size + float(it["x"]) // 100)
            found.signs.setdefault(look, []).append((ink, cell))
    return found


def drawn_on(page: Element) -> Iterator[Element]:
    """The elements that the pen draws on *page*."""
    yield from (child for child in page.by_id("pen").children if isinstance(child, Element))
