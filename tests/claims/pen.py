"""The pen's drawing read back from a page, by the places of its strokes: what it claims."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import accumulate, pairwise, product
from typing import NamedTuple

from ai.rules.games import game_for
from ai.rules.position import Position
from tests.page import Element, read
from tests.reference import WINNING, Cells, extent
from webapp import create_app
from webapp.board.board import Stage
from webapp.board.pen import Element as Drawn
from webapp.board.pen import Pen

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
HUNDREDTHS = [percent / 100 for percent in range(101)]


class Way(NamedTuple):
    """How a line runs: where on the way, which is two long, each cell is; and its straight pieces,
    from point to point.
    """

    places: Mapping[int, float]
    closed: bool
    steps: list[tuple[complex, complex]]

    def between(self, start: float, length: float) -> Cells:
        """The cells from *start* on, so far; a closed way goes on round."""
        return frozenset(
            cell
            for cell, at in self.places.items()
            for there in (at, at + 2 * self.closed)
            if start - 0.01 <= there <= start + length + 0.01
        )


def ways(page: Element, game: str) -> dict[str, Way]:
    """How each line of *game* runs on *page*, by its reference."""
    found, lines = dict[str, Way](), sorted(WINNING[game], key=sorted)
    for shape in page:
        if number := re.fullmatch(r"w(\d+)", shape.attributes.get("id", "")):
            assert shape["pathLength"] == "2"
            found[f"#w{number[1]}"] = _way(shape, extent(game)[0], lines[int(number[1])])
    return found


# Which renders the boards.
application = cache(partial(create_app, {"TESTING": True, "SECRET_KEY": "tests"}))


@cache
def ways_of(game: str) -> Mapping[str, Way]:
    """How the lines of *game* run under any board of it."""
    of = game_for(game)
    with application().test_request_context():
        return ways(read(Stage(Position(of), pen=Pen(of)).region("stage")), game)


def _way(shape: Element, size: int, line: Cells) -> Way:
    """The cells of *line* that *shape* turns in, or passes if it is bowed: a curve of a start, a
    middle and an end. Other corners lie between cells, and an open way passes no other cell.
    """
    text = shape.attributes.get("d") or shape["points"]
    parts = [_points(part) for part in filter(None, text.split("M"))]
    if bowed := "Q" in text:
        ((start, bow, end),) = parts
        parts = [[start * (1 - t) ** 2 + bow * 2 * t * (1 - t) + end * t**2 for t in HUNDREDTHS]]
    elif shape.tag == "polygon":
        parts = [[*part, part[0]] for part in parts]
    near = dict[int, list[tuple[float, float]]]()
    for points in parts:
        lengths = [0, *accumulate(abs(there - here) for here, there in pairwise(points))]
        for (point, length), cell in product(zip(points, lengths, strict=True), range(8 * size)):
            if (away := abs(point - middle(size, cell))) <= PASSED:
                near.setdefault(cell, []).append((away, 2 * length / lengths[-1]))
    places = {cell: min(found)[1] for cell, found in near.items()}
    assert places.keys() == line
    if bowed:
        parts = [[middle(size, cell) for cell in sorted(places, key=places.__getitem__)]]
    way = Way(places, parts[0][0] == parts[0][-1], [it for part in parts for it in pairwise(part)])
    others = [middle(size, cell) for cell in range(8 * size) if cell not in line]
    assert way.closed or all(_away(it, *step) > PASSED for it in others for step in way.steps)
    return way


def _away(point: complex, start: complex, end: complex) -> float:
    """How far *point* is from the straight way between two others."""
    along = ((point - start) / (end - start)).real
    return abs(point - start - min(max(along, 0), 1) * (end - start))


def _points(text: str) -> list[complex]:
    """The points in *text*, which are written in cells."""
    numbers = [100 * float(number) for number in re.findall(r"-?[\d.]+", text)]
    return [*map(complex, numbers[::2], numbers[1::2])]


def middle(size: int, cell: int) -> complex:
    """The middle of *cell*, in hundredths of a cell: across, and down."""
    return complex(cell % size * 100 + 50, cell // size * 100 + 50)


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
        signs = [(of, {cell}) for its in self.signs.values() for of, cell in its]
        spots = [(of, {cell}) for of, cell, _figure in (*self.ghosts, *self.labels)]
        lines = [(of, line) for of, _look, line in (*self.lines, *self.threats)]
        return {cell for of, cells in (*signs, *spots, *lines) if of == ink for cell in cells}


def read_drawn(
    drawn: Iterable[Drawn], on: Mapping[str, Way], game: str, moved: int, taken: set[int]
) -> Drawing:
    """The claims of the elements *drawn* after the move to the cell *moved*, with marks on *taken*
    cells. Each stands where it belongs: lines run *on* their ways.
    """
    found, size = Drawing(), extent(game)[0]
    marked, ghost = Cells(), ("", -1)  # the cells of half a threat; a mark to come
    for it in drawn:
        has = {name: f"{value}" for name, value in it.attributes.items()}
        look, _, ink = has.get("class", "").partition(" ")
        x, y = (float(has.get(name) or has.get(f"c{name}") or 0) for name in "xy")
        cell, place = int(y // 100) * size + int(x // 100), complex(x, y)
        if look in STYLES:
            style, length = STYLES[look]
            start = -float(has.get("stroke-dashoffset", 0))
            assert 0 <= start < 2
            covered = on[has["href"]].between(start, length)
            if look == "half":
                marked = covered
            else:
                found.lines.append((ink, style, covered | marked))
        elif look == "open":
            assert place == middle(size, cell)
            line = found.lines.pop()[2]
            assert marked in (Cells(), line - {cell})
            found.threats.append((ink, cell, line))
            marked = Cells()
        elif look == "cut":
            crossed = [line for _ink, style, line in found.lines if style == "dashed"]
            line = [line for line in crossed if moved in line][len(found.struck)]
            (way,) = (it for it in on.values() if it.places.keys() == line)
            _expect_cuts(has["d"], way, middle(size, moved))
            found.struck.append(line)
        elif look == "label":
            away = abs(place - 6j - middle(size, cell))
            assert away > HOLE or cell not in taken
            found.labels.append((ink, cell, int(it.text)))
        elif not look:
            found.ghosts.append((*ghost, int(it.text)))
        elif has["href"] == "#pen-peek":
            found.signs.setdefault("peek", []).append(ghost)
        else:
            beside = abs(place - middle(size, cell))
            assert beside > HOLE if cell in taken and look != "ring" else beside == 0
            if look == "ghost":
                ghost = ink, cell
            else:
                found.signs.setdefault(look, []).append((ink, cell))
    return found


def _expect_cuts(path: str, way: Way, here: complex) -> None:
    """Each step of the *way* to the middle of the cell *here* is cut twice, across."""
    cuts = re.findall(r"M(-?\d+) (-?\d+)l(-?\d+) (-?\d+)", path)
    ends = [(complex(int(x), int(y)), complex(int(to), int(down))) for x, y, to, down in cuts]
    there = [other for step in way.steps if here in step for other in step if other != here]
    crossed = [sum(_crosses(*cut, here, to) for cut in ends) for to in there]
    assert crossed == [2] * len(there) != []
    assert len(cuts) == 2 * len(there)


def _crosses(start: complex, across: complex, here: complex, there: complex) -> bool:
    """Whether a cut goes across the way from *here* to *there*, half a cell away from it."""
    way = (there - here) / abs(there - here)
    halfway, direction = (start + across / 2 - here) / way, across / way
    return 40 < halfway.real < 60 and abs(halfway.imag) < 2 and abs(direction.real) < 2
