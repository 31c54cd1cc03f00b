"""The page of a visit: the path to it as boards, a sentence on it, steps, and what it all costs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ai.language import N_, _, number
from ai.opponents import opponent_named
from ai.pen.diagram import diagram
from ai.rules.notation import cell_name, game_text
from ai.rules.position import Position
from ai.search.counts import counts
from ai.search.visits import Level, State, Visit
from webapp.address.frames import StepLink
from webapp.address.kinds import PageKind, rendered
from webapp.board.about import About
from webapp.board.diagrams import Mini
from webapp.board.parts import absolute
from webapp.replay.replay import Replay, preview_url
from webapp.search.tree import Tree, tree
from webapp.search.walk import SearchWalk, read_walk
from webapp.search.words import KEEPS, event, kind_of, so_far, state_in_words, value_of, window
from webapp.serving.errors import ErrorHelp

HELPS = {"search": ErrorHelp("search.show", ("tic-tac-toe", "XX.-OO.-..."))}
MOST_DRAWN = 400  # visits in the drawing of a whole tree


class BoardOnPath(NamedTuple):
    """A position beside or on the path: the *name* of its move, its *board*, and its *kind* for the
    style sheet. Its state is *said*; *figures* hold its value or window. The address is empty if it
    is never visited. *current* is the visit of the page.
    """

    name: str
    board: Mini
    kind: str
    said: str
    figures: str
    address: str
    current: bool


class MovesOnPath(NamedTuple):
    """The moves from a position of the path: who makes them, a hint on the choice it *keeps*, and
    what is known *so_far*. The position stands at *x* percent above them.
    """

    mover: str
    keeps: str
    so_far: str
    nodes: tuple[BoardOnPath, ...]
    x: float


class Guess(NamedTuple):
    """A question on a number of boards, its answer, and *bars*: name, number and percent."""

    question: str
    answer: str
    bars: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True)
class SearchPage:
    """The page of the visit *at* a number of *last*. *said* are a few sentences on it. *programs*
    are the players that search: name, address of the search, and whether it is on the page.
    *has_window* tells that the search narrows one. The form that leads to another visit has the
    *action* and the *fields*. The whole *tree* is drawn if it is small.
    """

    at: int
    last: int
    title: str
    about: About
    replay: Replay
    action: str
    fields: dict[str, str]
    programs: tuple[tuple[str, str, bool], ...]
    said: tuple[str, ...]
    steps: tuple[StepLink, ...]
    has_window: bool
    root: BoardOnPath
    rows: tuple[MovesOnPath, ...]
    tree: Tree | None
    guesses: tuple[Guess, ...]


def search_page(walk: SearchWalk) -> SearchPage:
    """The page of *walk*."""
    found, at, game = walk.found, walk.at, walk.game
    levels, last, player = found.levels(at), found.result.nodes, _(opponent_named(walk.by).name)
    title = _(
        "Visit %(at)s of %(last)s: how %(player)s searches",
        at=number(at),
        last=number(last),
        player=player,
    )
    said = [*event(levels, player)]
    if at == last:
        expected = game_text(game.game, found.result.principal_variation, " ")
        said.append(_("The game it expects: %(moves)s.", moves=expected))
    replay, path = Replay.of(game), walk.path
    on_path = {level.visit.number for level in levels}
    root = levels[0]
    return SearchPage(
        at,
        last,
        title,
        About(
            title,
            _("Step through a search of tic-tac-toe, board by board: what it skips, and why."),
            absolute(walk.address(at)),
            absolute(path),
            preview_url(replay),
            game.position,
            endless=True,
        ),
        replay,
        path.partition("?")[0],
        walk.first_query | {"by": walk.by},
        tuple(
            (_(opponent_named(key).name), SearchWalk(game, key).address(1), key == walk.by)
            for key in ("minimax", "alpha-beta", "medium")
        ),
        tuple(said),
        tuple(_steps(walk, levels)),
        walk.has_window,
        _board(walk, on_path, None, root.visit, root.state, game.position),
        tuple(_rows(walk, levels, on_path)),
        tree(walk) if last <= MOST_DRAWN else None,
        _guesses(game.position, found.result.depth),
    )


def _steps(walk: SearchWalk, levels: tuple[Level, ...]) -> Iterator[StepLink]:
    """The links to other visits."""
    at, last = walk.at, walk.found.result.nodes
    looking = [level.visit.last for level in levels if level.visit.last > at]
    targets = {
        "first": (_("First"), 1 if at > 1 else None),
        "back": (_("Back"), at - 1 or None),
        "forward": (_("Forward"), at + 1 if at < last else None),
        "cut": (_("Next cut"), walk.found.next_cutoff(at)),
        "out": (_("Out"), looking[-1] if looking else None),
    }
    for key, (label, target) in targets.items():
        yield StepLink(key, label, walk.address(target, key) if target else "")


def _rows(walk: SearchWalk, levels: tuple[Level, ...], on_path: set[int]) -> Iterator[MovesOnPath]:
    """The moves from each position of the path."""
    x: float = 50
    for level in levels:
        if level.children:
            position, mover = level.position, level.position.to_move
            nodes = tuple(
                _board(walk, on_path, it.cell, it.visit, it.state, position.play(it.cell))
                for it in level.children
            )
            yield MovesOnPath(
                _("%(mark)s marks", mark=mover),
                _(KEEPS[mover]),
                so_far(level, has_window=walk.has_window),
                nodes,
                x,
            )
            for index, node in enumerate(nodes):
                if node.kind == "at":
                    x = (index + 0.5) * 100 / len(nodes)


def _board(
    walk: SearchWalk,
    on_path: set[int],
    cell: int | None,
    visit: Visit | None,
    state: State,
    position: Position,
) -> BoardOnPath:
    """The board of *position*, after the move on *cell*, its completed lines drawn."""
    figures, won = "", position.outcome.winning_sets if position.outcome else ()
    if visit and state is State.KNOWN:
        figures = value_of(visit)
    elif visit and state is State.LOOKING and walk.has_window:
        figures = window(visit)
    return BoardOnPath(
        "" if cell is None else cell_name(position.game, cell),
        Mini(diagram(position, "", lines=won, chosen=() if cell is None else (cell,))),
        kind_of(state, on_path=visit is not None and visit.number in on_path),
        state_in_words(state, visit, position),
        figures,
        walk.address(visit.number) if visit else "",
        current=visit is not None and visit.number == walk.at,
    )


def _guesses(position: Position, depth: int) -> tuple[Guess, ...]:
    """Questions on the visits of different searches of *position*, with their answers."""
    it = counts(position, depth)
    asked = N_("How many boards will minimax visit here?")
    if depth < len(position.empty_cells):
        asked = N_("How many boards will minimax visit, %(depth)s moves deep?")

    def bars(**counted: int) -> tuple[tuple[str, str, float], ...]:
        return tuple(
            (_(BARS[key]), number(count), round(100 * count / it.minimax, 2))
            for key, count in counted.items()
        )

    return (
        Guess(
            _(asked, depth=depth),
            _("%(count)s boards.", count=number(it.minimax)),
            bars(minimax=it.minimax),
        ),
        Guess(
            _("How many of them will alpha-beta skip?"),
            _(
                "It skips %(skipped)s and visits %(count)s. The order of moves decides.",
                skipped=number(it.minimax - it.alpha_beta),
                count=number(it.alpha_beta),
            ),
            bars(alpha_beta=it.alpha_beta, best=it.best_order, worst=it.worst_order),
        ),
        Guess(
            _("How many different boards are there?"),
            _(
                "Minimax visits %(count)s different ones, %(every)s times in all.",
                count=number(it.positions),
                every=number(it.minimax),
            ),
            bars(positions=it.positions, classes=it.classes),
        ),
    )


BARS = {
    "minimax": N_("Minimax"),
    "alpha_beta": N_("Alpha-beta, in reading order"),
    "best": N_("Best order"),
    "worst": N_("Worst order"),
    "positions": N_("Different"),
    "classes": N_("Up to symmetry"),
}

KINDS = (
    PageKind(
        "search.show",
        ("search/<game_key>/", "search/<game_key>/<text>"),
        read_walk,
        rendered("search/page.html", search_page),
    ),
)
