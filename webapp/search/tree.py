"""The drawing of a whole search tree: a dot for each position, a line for each move."""

from collections import defaultdict
from typing import NamedTuple

from ai.rules.position import Position
from ai.search.visits import SearchRecord, Visit
from webapp.search.walk import Walk


class Dot(NamedTuple):
    """A visited position at *x* and *y*: its number, *kind* and address."""

    x: float
    y: int
    kind: str
    address: str


class Tree(NamedTuple):
    """The dots, the lines of each kind as one path, and the size of the drawing."""

    dots: tuple[Dot, ...]
    lines: dict[str, str]
    width: int
    height: int


WIDE, HIGH = 10, 40  # between two leaves, and between two levels


class _Drawing:
    """Places the positions of *found* from left to right as the search stands at visit *at*."""

    def __init__(self, walk: Walk, found: SearchRecord) -> None:
        self.walk, self.found = walk, found
        self.dots: list[Dot] = []
        self.lines: defaultdict[str, list[str]] = defaultdict(list)
        self.leaves = self.depth = 0

    def place(self, visit: Visit, position: Position, depth: int) -> float:
        """Place what is below *visit*, then the visit: its x."""
        self.depth = max(self.depth, depth)
        below = {child.cell: child for child in self.found.children(visit)}
        ends = []
        for cell in position.empty_cells if below else ():
            child = below.get(cell)
            if child:
                ends.append((self.place(child, position.play(cell), depth + 1), self.kind(child)))
            else:  # cut off, once the search has returned
                returned = visit.last <= self.walk.at
                ends.append((self.leaf(), "cut" if returned else "wait"))
        x = (ends[0][0] + ends[-1][0]) / 2 if ends else self.leaf()
        y = depth * HIGH
        for end, kind in ends:
            self.lines[kind].append(f"M{x:g} {y}L{end:g} {y + HIGH}")
        self.dots.append(Dot(x, y, self.kind(visit), self.walk.address(visit.number)))
        return x

    def leaf(self) -> float:
        """The next free place."""
        self.leaves += 1
        return self.leaves * WIDE

    def kind(self, visit: Visit) -> str:
        """The class in the style sheet."""
        at = self.walk.at
        if visit.number <= at < visit.last or visit.number == at:
            return "at"
        return "wait" if visit.number > at else "done"


def tree(walk: Walk) -> Tree:
    """The drawing of the search of *walk*."""
    drawing = _Drawing(walk, walk.whole)
    drawing.place(walk.whole.visits[0], walk.game.position, 0)
    lines = {kind: "".join(parts) for kind, parts in drawing.lines.items()}
    width, height = (drawing.leaves + 1) * WIDE, drawing.depth * HIGH
    return Tree(tuple(drawing.dots), lines, width, height)
