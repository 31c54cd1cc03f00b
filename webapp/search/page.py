"""The page of a visit: the path to it as boards, a sentence on it, steps, and what it all costs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ai.explain.diagram import diagram
from ai.language import N_, _, number
from ai.opponents import opponent_named
from ai.rules.notation import cell_name, game_text
from ai.rules.position import Position
from ai.search.counts import Counts, counts
from ai.search.visits import Child, Level, State, Visit
from webapp.board.about import About
from webapp.board.diagrams import Mini
from webapp.board.parts import absolute
from webapp.board.players import Players
from webapp.replay.replay import Replay, preview_url
from webapp.search.tree import Tree, tree
from webapp.search.walk import Walk
from webapp.search.words import KEEPS, event, kind_of, so_far, value_of, window

MOST_DRAWN = 400  # visits in the drawing of a whole tree


class Node(NamedTuple):
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


class Row(NamedTuple):
    """The moves from a position of the path: who makes them, a *hint* on the choice, and what is
    known *so_far*.
    """

    mover: str
    keeps: str
    so_far: str
    nodes: tuple[Node, ...]


class Step(NamedTuple):
    """A link to another visit; without *address* it is at an end."""

    key: str
    label: str
    address: str


class Guess(NamedTuple):
    """A question on a number of boards, its answer, and *bars*: name, number and percent."""

    question: str
    answer: str
    bars: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True)
class SearchPage:
    """The page of *walk*."""

    walk: Walk

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The path to the visit."""
        return self.walk.found.levels(self.walk.at)

    @property
    def last(self) -> int:
        """The number of visits."""
        return self.walk.found.result.nodes

    @property
    def player(self) -> str:
        """The name of the player that searches."""
        return _(opponent_named(self.walk.by).name)

    @property
    def title(self) -> str:
        """The visit and the player."""
        return _(
            "Visit %(at)s of %(last)s: how %(player)s searches",
            at=number(self.walk.at),
            last=number(self.last),
            player=self.player,
        )

    @cached_property
    def about(self) -> About:
        """The metadata."""
        walk = self.walk
        return About(
            self.title,
            _("Step through a search of tic-tac-toe, board by board: what it skips, and why."),
            absolute(walk.address(walk.at)),
            absolute(walk.path),
            preview_url(self.replay),
            walk.game.position,
            endless=True,
        )

    @property
    def replay(self) -> Replay:
        """The replay of the position that is searched."""
        return Replay.of(self.walk.game, Players())

    @property
    def fields(self) -> dict[str, str]:
        """The query of its address, but for the visit."""
        return self.walk.first_query | {"by": self.walk.by}

    @property
    def programs(self) -> Iterator[tuple[str, str, bool]]:
        """The players that search: name, address of the search, and whether it is on the page."""
        for key in ("minimax", "alpha-beta", "medium"):
            other = Walk(self.walk.game, key)
            yield _(opponent_named(key).name), other.address(1), key == self.walk.by

    @property
    def said(self) -> list[str]:
        """The event of the visit, in a few sentences."""
        found = self.walk.found
        said = [*event(self.levels, self.player)]
        if self.walk.at == self.last:
            expected = game_text(self.walk.game.game, found.result.principal_variation, " ")
            said.append(_("The game it expects: %(moves)s.", moves=expected))
        return said

    @property
    def steps(self) -> tuple[Step, ...]:
        """The links to other visits."""
        walk, last = self.walk, self.last
        looking = [lv.visit.last for lv in self.levels if lv.visit.last > walk.at]
        targets = {
            "first": (_("First"), 1 if walk.at > 1 else None),
            "back": (_("Back"), walk.at - 1 or None),
            "forward": (_("Forward"), walk.at + 1 if walk.at < last else None),
            "cut": (_("Next cut"), walk.found.next_cutoff(walk.at)),
            "out": (_("Out"), looking[-1] if looking else None),
        }
        return tuple(
            Step(key, label, walk.address(target, key) if target else "")
            for key, (label, target) in targets.items()
        )

    @property
    def root(self) -> Node:
        """The position from which the search starts."""
        return self._node(None, self.levels[0].visit, self.levels[0].state, self.walk.game.position)

    @property
    def rows(self) -> Iterator[Row]:
        """The moves from each position of the path."""
        for level in self.levels:
            if level.children:
                mover = level.position.to_move
                yield Row(
                    _("%(mark)s marks", mark=mover),
                    _(KEEPS[mover]),
                    so_far(level, has_window=self.has_window),
                    tuple(self._child(level, child) for child in level.children),
                )

    @property
    def has_window(self) -> bool:
        """Whether the search narrows a window."""
        return self.walk.by == "alpha-beta"

    def _child(self, level: Level, child: Child) -> Node:
        return self._node(child.cell, child.visit, child.state, level.position.play(child.cell))

    def _node(
        self, cell: int | None, visit: Visit | None, state: State, position: Position
    ) -> Node:
        current = visit is not None and visit.number == self.walk.at
        figures = ""
        if visit and state is State.KNOWN:
            figures = value_of(visit)
        elif visit and state is State.LOOKING and self.has_window:
            figures = window(visit)
        return Node(
            "" if cell is None else cell_name(position.game, cell),
            _mini(position, cell),
            kind_of(state, on_path=visit in [level.visit for level in self.levels]),
            _state_in_words(state, visit, position),
            figures,
            self.walk.address(visit.number) if visit else "",
            current,
        )

    @property
    def tree(self) -> Tree | None:
        """The drawing of the whole tree, if it is small."""
        return tree(self.walk) if self.last <= MOST_DRAWN else None

    @cached_property
    def counts(self) -> Counts:
        """The visits of different searches."""
        return counts(self.walk.game.position, self.walk.found.result.depth)

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """Questions on the numbers, with their answers."""
        it, depth = self.counts, self.walk.found.result.depth
        skipped = it.minimax - it.alpha_beta
        asked = N_("How many boards will minimax visit here?")
        if depth < len(self.walk.game.position.empty_cells):
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
                    skipped=number(skipped),
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


def _mini(position: Position, cell: int | None) -> Mini:
    """The board with its completed lines, and the last mark on *cell* chosen."""
    won = position.outcome.winning_sets if position.outcome else ()
    return Mini(diagram(position, "", lines=won, chosen=() if cell is None else (cell,)))


def _state_in_words(state: State, visit: Visit | None, position: Position) -> str:
    if state is State.KNOWN and visit and visit.is_leaf:
        if outcome := position.outcome:
            return _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("draw")
        return _("no deeper")
    return _(
        {
            State.KNOWN: N_("worth"),
            State.LOOKING: N_("looking"),
            State.TO_COME: N_("to come"),
            State.CUT_OFF: N_("cut off"),
        }[state]
    )
