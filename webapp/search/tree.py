"""The drawing of a whole search tree: a dot for each visit, a line for each move."""

from collections import defaultdict

from ai.rules.position import Position
from ai.search.visits import Visit
from webapp.search.walk import SearchWalk

WIDE, HIGH = 10, 40  # between two leaves, and between two levels


class Tree:
    """The drawing of the search of *walk* as it stands after the visit of the page: its positions
    from left to right. *dots* and *lines* are paths by their kinds, and *here* is the dot of that
    visit.
    """

    def __init__(self, walk: SearchWalk) -> None:
        self.found, self.at, self.here = walk.whole, walk.at, ""
        self.dots: defaultdict[str, str] = defaultdict(str)
        self.lines: defaultdict[str, str] = defaultdict(str)
        self.leaves = self.depth = 0
        self._place(self.found.visits[0], walk.game.position, 0)
        self.width, self.height = (self.leaves + 1) * WIDE, self.depth * HIGH

    def _place(self, visit: Visit, position: Position, depth: int) -> float:
        """Place what is below *visit*, then the visit; its distance from the left."""
        self.depth = max(self.depth, depth)
        below = {child.cell: child for child in self.found.children(visit)}
        ends = []
        for cell in position.empty_cells if below else ():
            if child := below.get(cell):
                end = self._place(child, position.play(cell), depth + 1)
                ends.append((end, self._kind(child)))
            else:
                ends.append((self._leaf(), "cut" if visit.last <= self.at else "wait"))
        x = (ends[0][0] + ends[-1][0]) / 2 if ends else self._leaf()
        top, bottom = depth * HIGH, (depth + 1) * HIGH
        for end, kind in ends:
            self.lines[kind] += f"M{x:g} {top}L{end:g} {bottom}"
        dot = f"M{x:g} {top}h0"
        self.dots[self._kind(visit)] += dot
        if visit.number == self.at:
            self.here = dot
        return x

    def _leaf(self) -> float:
        """The next free place."""
        self.leaves += 1
        return self.leaves * WIDE

    def _kind(self, visit: Visit) -> str:
        """The class in the style sheet."""
        if visit.number <= self.at < visit.last or visit.number == self.at:
            return "at"
        return "wait" if visit.number > self.at else "done"
