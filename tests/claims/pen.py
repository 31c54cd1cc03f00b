"""The pen's drawing read back from a page, by the places of its strokes: what it claims."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, pairwise, product
from math import dist
from typing import NamedTuple, Protocol

from flask import Flask

from ai.opponents import HUMAN
from ai.rules.games import game_for
from ai.rules.position import Position
from ai.rules.record import Record
from tests.browser import browser_in
from tests.page import Element, read
from tests.reference import WINNING, Cells, extent
from webapp import create_app
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


class Drawn(Protocol):
    """An element of a drawing, on a page or before it is written."""

    @property
    def tag(self) -> str: ...

    @property
    def attributes(self) -> Mapping[str, object]: ...

    @property
    def text(self) -> str: ...


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


def _cell(size: int, point: Point, within: float) -> int:
    """The cell whose middle is so near to *point*."""
    (cell,) = [c for c in range(8 * size) if dist(point, _middle(size, c)) <= within]
    return cell


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


def read_pen(
    elements: Iterable[Drawn], on: Mapping[str, Way], size: int, taken: set[int], moved: int
) -> Drawing:
    """The claims of *elements*: lines run *on* these ways, cuts stand before the cell *moved*, and
    signs beside the marks on *taken* cells.
    """
    found, pending, dashed = Drawing(), [*elements], list[Way]()
    while pending:
        one, *_rest = pending
        look, ink = _look(one)
        if look in STYLES:
            pieces = [_piece(pending.pop(0), on)]
            while pending and _look(pending[0])[0] == "rest":
                pieces.append(_piece(pending.pop(0), on))
            style, covered, way = pieces[0]
            if pending and _look(pending[0])[0] == "open":
                found.threats.append(_threat(pending.pop(0), pieces, size, ink))
            else:
                assert len(pieces) == 1
                found.lines.append((ink, style, covered))
                dashed.append(way)
        elif look == "cut":
            left = [way for way in dashed if frozenset(dict(way.cells)) not in found.struck]
            found.struck.append(_struck(pending.pop(0), left, size, moved))
        else:
            count = _sign(pending, found, size, taken)
            del pending[:count]
    return found


def _look(one: Drawn) -> tuple[str, str]:
    look, _, ink = str(one.attributes["class"]).partition(" ")
    return (look, ink) if ink else ({"X": "", "O": "", "why": ""}.get(look, look), look)


def _piece(one: Drawn, on: Mapping[str, Way]) -> tuple[str, Cells, Way]:
    assert one.tag == "use"
    way = on[str(one.attributes["href"])]
    style, length = STYLES[_look(one)[0]]
    start = -float(str(one.attributes.get("stroke-dashoffset", 0)))
    assert 0 <= start < 2
    return style, way.between(start, length), way


def _threat(
    ring: Drawn, pieces: list[tuple[str, Cells, Way]], size: int, ink: str
) -> tuple[str, int, Cells]:
    """One is full between the marks and dashed to the open cell, or dashed all along."""
    at = ring.attributes
    assert (ring.tag, _look(ring)[1]) == ("circle", ink)
    cell = _cell(size, (float(str(at["cx"])), float(str(at["cy"]))), within=0)
    line = frozenset(cell for cell, _at in pieces[0][2].cells)
    assert all(way == pieces[0][2] for _style, _cells, way in pieces)
    covered = [(style, cells) for style, cells, _way in pieces]
    if len(covered) == 1:
        assert covered == [("dashed", line)]
        assert cell in line
    else:
        (full, marks), (dashes, rest) = covered
        assert (full, dashes) == ("full", "dashed")
        assert (marks, rest & {cell}) == (line - {cell}, frozenset({cell}))
    return ink, cell, line


def _struck(one: Drawn, dashed: list[Way], size: int, moved: int) -> Cells:
    """The first dashed line whose steps to the cell *moved* are each cut twice, across; lines that
    share all these steps are cut alike.
    """
    path = str(one.attributes["d"])
    ends = re.findall(r"M(-?\d+) (-?\d+)l(-?\d+) (-?\d+)", path)
    cuts = [(int(x), int(y), int(across), int(down)) for x, y, across, down in ends]
    assert "".join(f"M{x} {y}l{across} {down}" for x, y, across, down in ends) == path
    lines = []
    for way in dashed:
        here = _middle(size, moved)
        steps = [[*step][::-1] if step[1] == here else step for step in way.steps if here in step]
        crossed = [[cut for cut in cuts if _crosses(cut, a, b)] for a, b in steps]
        if steps and all(len(by) == 2 for by in crossed) and sum(map(len, crossed)) == len(cuts):
            lines.append(frozenset(cell for cell, _at in way.cells))
    return lines[0]


def _crosses(cut: tuple[int, int, int, int], here: Point, there: Point) -> bool:
    """Whether *cut* goes across the way from *here* to *there*, half a cell away from it."""
    x, y, across, down = cut
    (from_x, from_y), (to_x, to_y) = here, there
    way = (to_x - from_x) / dist(here, there), (to_y - from_y) / dist(here, there)
    mid_x, mid_y = x + across / 2 - from_x, y + down / 2 - from_y
    along, aside = mid_x * way[0] + mid_y * way[1], mid_x * way[1] - mid_y * way[0]
    return 40 < along < 60 and abs(aside) < 2 and abs(across * way[0] + down * way[1]) < 2


def _sign(pending: list[Drawn], found: Drawing, size: int, taken: set[int]) -> int:
    """Read the sign that comes first; of how many elements it is made."""
    one, *rest = pending
    look, ink = _look(one)
    at = {name: float(str(one.attributes[name])) for name in ("x", "y")}
    if look == "label":
        cell = int(at["y"] // 100 * size + at["x"] // 100)
        assert one.tag == "text"
        assert dist(_middle(size, cell), (at["x"], at["y"] - 6)) > (HOLE if cell in taken else -1)
        found.labels.append((ink, cell, int(one.text)))
        return 1
    assert one.tag == "use"
    cell = int(at["y"] // 100 * size + at["x"] // 100)
    away = dist(_middle(size, cell), (at["x"], at["y"]))
    assert away > HOLE if cell in taken and look != "ring" else away == 0
    assert one.attributes["href"] == f"#pen-{ink if look == 'ghost' else look}"
    if look == "ghost":
        (below, *_) = rest
        if below.tag == "text":
            found.ghosts.append((ink, cell, int(below.text)))
            return 2
        assert below.attributes == {**one.attributes, "href": "#pen-peek", "class": WHY}
        look = "peek"
        pending.pop(0)
    found.signs.setdefault(look, []).append((ink, cell))
    return 1


def read_page(page: Element, moved: int) -> Drawing:
    """The claims of the pen on *page*."""
    board = page.by_id("board").all("button")
    taken = {int(cell["value"]) for cell in board if "data-mark" in cell.attributes}
    size, _rows = extent(page.by_id("board")["data-game"])
    return read_pen(drawn_on(page), ways(page), size, taken, moved)


def drawn_on(page: Element) -> Iterator[Element]:
    """The elements that the pen draws on *page*."""
    yield from (child for child in page.by_id("pen").children if isinstance(child, Element))
