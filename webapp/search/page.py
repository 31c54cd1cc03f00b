"""The page of a visit: the path to it as boards, a sentence on it, steps, and what it all costs."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from flask import redirect

from ai.language import _, number, pgettext
from ai.opponents import opponent_named
from ai.pen.diagram import Diagram, diagram
from ai.rules import Position, game_text
from ai.search.orders import by_window, classes
from ai.search.tree import tree_size
from ai.search.visits import State, Visit, record
from webapp.address.frames import FramedBoard, StepLink
from webapp.address.kinds import Frame, PageKind, rendered
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.diagrams import overlay
from webapp.board.parts import absolute
from webapp.replay.replay import Replay, preview_url
from webapp.search import words
from webapp.search.walk import EXAMPLE, SearchWalk, read_walk

MOST_DRAWN = 400  # visits in the drawing of a whole tree
WIDE, HIGH = 10, 40  # between two leaves of it, and between two levels


class BoardOnPath(NamedTuple):
    """A position beside or on the path: the *name* of its move, its *board*, and its *kind* for the
    style sheet. Its state is *said*; *figures* hold its value or window. *visit* is the number of
    its visit and *url* its address; 0 and empty if it is never visited.
    """

    name: str
    board: Diagram
    kind: str
    said: str
    figures: str
    visit: int
    url: str


class MovesOnPath(NamedTuple):
    """The moves from a position of the path: who makes them, a hint on the choice it *keeps*, and
    what is known *so_far*. The position stands at *x* percent above them.
    """

    mover: str
    keeps: str
    so_far: str
    nodes: tuple[BoardOnPath, ...]
    x: float


class Tree:
    """The drawing of the search of *walk* as it stands after the visit of the page: its positions
    from left to right. *dots* and *lines* are paths by their kinds, and *here* is the dot of that
    visit.
    """

    def __init__(self, walk: SearchWalk) -> None:
        self.found, self.at, self.here = record(walk.game.position, walk.search), walk.at, ""
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


def search_page(walk: SearchWalk) -> dict[str, object]:
    """The values of the page of *walk*. *programs* are the players that search: name, address of
    the search, and whether it is on the page. The whole *tree* is drawn if it is small. Its *size*
    and *classes*, the positions up to symmetry, are to be guessed. *windows* are the walks of
    alpha-beta with each window and order, with their visits, if there are few to count.
    """
    found, game = walk.found, walk.game
    last, root, replay = found.result.nodes, walk.levels[0], Replay.of(game)
    searched, title = (game.position, found.result.depth), _title(walk)
    here, path, picture = absolute(walk.address(walk.at)), absolute(walk.path), preview_url(replay)
    text = _("Step through a search, board by board: what it skips, and why.")
    return {
        "walk": walk,
        "replay": replay,
        "visits": last,
        "about": About(title, text, here, path, picture, game.position, endless=True, embed=here),
        "programs": [
            (_(opponent_named(key).name), SearchWalk(game, key).address(1), key == walk.by)
            for key in ("minimax", "alpha-beta", "medium")
        ],
        "said": _said(walk),
        "steps": _steps(walk),
        "root": _board(walk, game.position, root.state, root.visit),
        "rows": [*_rows(walk)],
        "tree": Tree(walk) if last <= MOST_DRAWN else None,
        "size": tree_size(*searched),
        "classes": classes(*searched),
        "running": words.running(walk.levels),
        "windows": {
            window: [
                (SearchWalk(game, "alpha-beta", 1, window, order), nodes)
                for order, nodes in by_order.items()
            ]
            for window, by_order in (by_window(*searched) if walk.is_ordered else {}).items()
        },
    }


def _title(walk: SearchWalk) -> str:
    at, last = number(walk.at), number(walk.found.result.nodes)
    player = _(opponent_named(walk.by).name)
    return _("Visit %(at)s of %(last)s: how %(player)s searches", at=at, last=last, player=player)


def _said(walk: SearchWalk) -> list[str]:
    """A few sentences on the visit."""
    said, result = [*words.event(walk.levels, _(opponent_named(walk.by).name))], walk.found.result
    if walk.at == result.nodes:
        expected = game_text(walk.game.game, result.principal_variation, " ")
        said.append(_("The game it expects: %(moves)s.", moves=expected))
    return said


def search_board(walk: SearchWalk) -> FramedBoard:
    """The board of a visit, with what is known of the moves beside the last one."""
    here, above, last = walk.levels[-1], walk.levels[-2:][0], walk.found.result.nodes
    nodes = zip(above.children, [*_rows(walk)][len(walk.levels) - 2].nodes, strict=True)
    known = {move.cell: node for move, node in nodes}
    notes = {cell: "×" if it.kind == "cut" else it.figures for cell, it in known.items()}
    heading = _("Visit %(at)s of %(last)s", at=number(walk.at), last=number(last))
    heard = tuple((cell, f"{it.said} {it.figures}") for cell, it in known.items())
    said, position, cell = " ".join(_said(walk)), here.position, here.visit.cell
    over = overlay(diagram(above.position, "", notes=notes), position, cell)
    return FramedBoard(
        walk.address(walk.at),
        _title(walk),
        f"{heading}. {said}",
        heading,
        f"{_(opponent_named(walk.by).name)}.",
        said,
        Stage(position, cell, inert=True, overlay=over, notes=heard),
        _steps(walk),
    )


def _steps(walk: SearchWalk) -> tuple[StepLink, ...]:
    at = walk.at
    looking = [level.visit.last for level in walk.levels if level.visit.last > at]
    steps = (
        ("first", _("First"), 1 if at > 1 else None),
        ("back", _("Back"), at - 1),
        ("forward", _("Forward"), at + 1 if at < walk.found.result.nodes else None),
        ("cut", _("Next cut"), walk.found.next_cutoff(at)),
        ("out", _("Out"), looking[-1] if looking else None),
    )
    return tuple(
        StepLink(key, label, walk.address(visit, key) if visit else "")
        for key, label, visit in steps
    )


def _rows(walk: SearchWalk) -> Iterator[MovesOnPath]:
    """The moves from each position of the path."""
    x: float = 50
    for level in walk.levels:
        if level.children:
            position, mover = level.position, level.position.to_move
            nodes = tuple(
                _board(walk, position.play(it.cell), it.state, it.visit, it.cell)
                for it in level.children
            )
            marks = pgettext("a move", "%(mark)s marks", mark=mover)
            so_far = words.so_far(level, has_window=walk.has_window)
            yield MovesOnPath(marks, _(words.KEEPS[mover]), so_far, nodes, x)
            for index, node in enumerate(nodes):
                if node.kind == "at":
                    x = (index + 0.5) * 100 / len(nodes)


def _board(
    walk: SearchWalk, position: Position, state: State, visit: Visit | None, cell: int | None = None
) -> BoardOnPath:
    """The board of *position*, after the move on *cell*, its completed lines drawn."""
    figures, won = "", position.outcome.winning_sets if position.outcome else ()
    if visit and state is State.KNOWN:
        figures = words.value_of(visit)
    elif visit and state is State.LOOKING and walk.has_window:
        figures = words.window(visit)
    on_path = {level.visit.number for level in walk.levels}
    return BoardOnPath(
        "" if cell is None else position.game.cell_names[cell],
        diagram(position, "", lines=won, chosen=() if cell is None else (cell,)),
        "at" if visit and visit.number in on_path else words.STATES[state][1],
        words.state_in_words(state, visit, position),
        figures,
        visit.number if visit else 0,
        walk.address(visit.number) if visit else "",
    )


KINDS = (
    PageKind(
        "search.index", ("search",), lambda _query: None, lambda _: redirect(EXAMPLE, 303), life=""
    ),
    PageKind(
        "search.show",
        ("search/<game_key>/", "search/<game_key>/<text>"),
        read_walk,
        rendered("search/page.html", search_page),
        frame=Frame(lambda walk: walk.address(walk.at), search_board),
    ),
)
