"""The drawing of a whole search tree: a dot for each visit, a line for each move."""

from collections import defaultdict
from typing import NamedTuple

from ai.rules.position import Position
from ai.search.visits import SearchRecord, Visit
from webapp.search.walk import SearchWalk

WIDE, HIGH = 10, 40  # between two leaves, and between two levels


class Tree(NamedTuple):
    """The *dots* and the *lines* of each kind, as paths, and the size of the drawing. *here* is the
    dot of the visit of the page.
    """

    dots: dict[str, str]
    lines: dict[str, str]
    here: str
    width: int
    height: int


class _Drawing:
    """Places the positions of *found* from left to right as the search stands after visit *at*."""

    def __init__(self, found: SearchRecord, at: int) -> None:
        self.found, self.at, self.here = found, at, ""
        self.dots: defaultdict[str, str] = defaultdict(str)
        self.lines: defaultdict[str, str] = defaultdict(str)
        self.leaves = self.depth = 0

    def place(self, visit: Visit, position: Position, depth: int) -> float:
        """Place what is below *visit*, then the visit; its distance from the left."""
        self.depth = max(self.depth, depth)
        below = {child.cell: child for child in self.found.children(visit)}
        ends = []
        for cell in position.empty_cells if below else ():
            if child := below.get(cell):
                end = self.place(child, position.play(cell), depth + 1)
                ends.append((end, self.kind(child)))
            else:
                ends.append((self.leaf(), "cut" if visit.last <= self.at else "wait"))
        x = (ends[0][0] + ends[-1][0]) / 2 if ends else self.leaf()
        top, bottom = depth * HIGH, (depth + 1) * HIGH
        for end, kind in ends:
            self.lines[kind] += f"M{x:g} {top}L{end:g} {bottom}"
        dot = f"M{x:g} {top}h0"
        self.dots[self.kind(visit)] += dot
        if visit.number == self.at:
            self.here = dot
        return x

    def leaf(self) -> float:
        """The next free place."""
        self.leaves += 1
        return self.leaves * WIDE

    def kind(self, visit: Visit) -> str:
        """The class in the style sheet."""
        if visit.number <= self.at < visit.last or visit.number == self.at:
            return "at"
        return "wait" if visit.number > self.at else "done"


def tree(walk: SearchWalk) -> Tree:
    """The drawing of the search of *walk*."""
    drawing = _Drawing(walk.whole, walk.at)
    drawing.place(walk.whole.visits[0], walk.game.position, 0)
    width, height = (drawing.leaves + 1) * WIDE, drawing.depth * HIGH
    return Tree(drawing.dots, drawing.lines, drawing.here, width, height)
