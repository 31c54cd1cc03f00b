"""A search visit by visit, recorded from the search that plays.

Visits are numbered from 1, the root, in the order of the search. Values and bounds are to X: 1 if X
wins, -1 if O does, 0 for a draw and for what lies beyond the depth.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Protocol

from ai.messages import N_, Refusal
from ai.rules.position import Mark, Position
from ai.search.minimax import LOSS, WIN, Observer, SearchResult

MOST_VISITS = 5_000  # what a page can record in time; more is refused


class TooManyVisits(Refusal):
    """The search visits more than a record holds."""


class NoSuchVisit(Refusal):
    """The search has no visit of this number."""


class Search(Protocol):
    """A search that reports its visits."""

    def __call__(self, position: Position, *, observer: Observer | None = None) -> SearchResult:
        """The result of searching *position*."""


class Claim(StrEnum):
    """How a returned value compares with the true one: outside its window it is only a bound."""

    EXACT = "="
    AT_LEAST = "≥"
    AT_MOST = "≤"


class Visit(NamedTuple):
    """A visit: its *number*, that of its *parent*, 0 for the root, and the *cell* marked last, None
    for the root.

    *alpha* and *beta* are the window at its start. *value* is returned after the visit *last*, the
    last one below it, itself if it is a leaf.
    """

    number: int
    parent: int
    cell: int | None
    alpha: int
    beta: int
    value: int
    last: int

    @property
    def is_leaf(self) -> bool:
        """Whether the search looked no further: the game was over, or the depth reached."""
        return self.number == self.last

    @property
    def claim(self) -> Claim:
        """How *value* bounds the true value to X; nothing exceeds a win or falls below a loss."""
        if not self.is_leaf and self.beta <= self.value < WIN:
            return Claim.AT_LEAST
        if not self.is_leaf and LOSS < self.value <= self.alpha:
            return Claim.AT_MOST
        return Claim.EXACT


class Bound(NamedTuple):
    """An end of a window: its *value* and the *visit* that set it by returning this value.

    *visit* is None at an end of the scale: nothing is worth more than a win or less than a loss.
    """

    value: int
    visit: Visit | None


class State(StrEnum):
    """The state of a move: its value is known, the search looks below it, has not come to it, or
    has cut it off.
    """

    KNOWN = "known"
    LOOKING = "looking"
    TO_COME = "to come"
    CUT_OFF = "cut off"


class Child(NamedTuple):
    """A move on the path or beside it, and its visit; None if the search never makes the move."""

    cell: int
    state: State
    visit: Visit | None


@dataclass(frozen=True, slots=True)
class Level:
    """A visited position on the path to the current visit, as it stands after that one.

    *alpha* and *beta* are its window at the start. *children* are all its moves in reading order;
    a leaf has none. *best* is the first child of the best value so far, None as long as there is no
    value. *met* is the bound for which its remaining moves were cut off, None if none were.
    """

    visit: Visit
    position: Position
    alpha: Bound
    beta: Bound
    state: State
    children: tuple[Child, ...]
    best: Visit | None
    met: Bound | None

    @property
    def at_depth_limit(self) -> bool:
        """Whether the search stops here, though the game goes on."""
        return self.visit.is_leaf and not self.position.outcome


@dataclass(frozen=True)
class SearchRecord:
    """The search of *position*: its *result* and all its *visits*."""

    position: Position
    result: SearchResult
    visits: tuple[Visit, ...]

    def visit(self, number: int) -> Visit:
        """The visit of this *number*.

        :raises NoSuchVisit: if there is none.
        """
        if not 1 <= number <= len(self.visits):
            raise NoSuchVisit(
                N_("There is no visit %(number)s, only 1 to %(last)s."),
                number=number,
                last=len(self.visits),
            )
        return self.visits[number - 1]

    def children(self, visit: Visit) -> Iterator[Visit]:
        """The visits one move below *visit*, in their order."""
        number = visit.number
        while number < visit.last:
            child = self.visits[number]
            yield child
            number = child.last

    def path(self, visit: Visit) -> tuple[Visit, ...]:
        """The visits from the root to *visit*."""
        found = [visit]
        while found[-1].parent:
            found.append(self.visits[found[-1].parent - 1])
        return tuple(reversed(found))

    @cached_property
    def cutoffs(self) -> tuple[int, ...]:
        """The visits after which moves are cut off, in order."""
        searched = Counter(visit.parent for visit in self.visits)
        # How many moves each visited position has, at its number; at 0 the root's absent parent.
        moves = [len(self.position.empty_cells) + 1]
        for visit in self.visits:
            moves.append(moves[visit.parent] - 1)
        return tuple(
            sorted({v.last for v in self.visits if 0 < searched[v.number] < moves[v.number]})
        )

    def levels(self, number: int) -> tuple[Level, ...]:
        """The path from the root to a visit, as the search stands just before the next visit.

        :raises NoSuchVisit: if there is no visit of this *number*.
        """
        path, position = self.path(self.visit(number)), self.position
        found = []
        for visit in path:
            if visit.cell is not None:
                position = position.play(visit.cell)
            found.append(self._level(visit, position, number))
        return tuple(found)

    def _level(self, visit: Visit, position: Position, number: int) -> Level:
        """The level of *visit*, of *position*, just after the visit of this *number*."""
        visited = {child.cell: child for child in self.children(visit)}
        returned = visit.last <= number
        children = []
        for cell in position.empty_cells if visited else ():
            child = visited.get(cell)
            if child and child.number <= number:
                state = State.KNOWN if child.last <= number else State.LOOKING
            else:
                state = State.CUT_OFF if returned else State.TO_COME
            children.append(Child(cell, state, child))
        maximises = position.to_move is Mark.X
        known = [child for child in visited.values() if child.last <= number]
        best = max(known, key=lambda it: it.value if maximises else -it.value, default=None)
        alpha = self._bound(visit, lambda it: it.alpha)
        beta = self._bound(visit, lambda it: it.beta)
        cut = returned and len(visited) < len(children)
        return Level(
            visit,
            position,
            alpha,
            beta,
            State.KNOWN if returned else State.LOOKING,
            tuple(children),
            best,
            (beta if maximises else alpha) if cut else None,
        )

    def _bound(self, visit: Visit, end: Callable[[Visit], int]) -> Bound:
        """The bound of *visit* at one *end* of its window."""
        value = end(visit)
        while visit.parent:
            parent = self.visits[visit.parent - 1]
            if end(parent) != value:
                # The parent's best child so far narrowed the window: the first of that value.
                return Bound(value, next(v for v in self.children(parent) if v.value == value))
            visit = parent
        return Bound(value, None)


def record(position: Position, search: Search, most: int = MOST_VISITS) -> SearchRecord:
    """The record of *search* from *position*.

    :raises TooManyVisits: if the search makes more than *most* visits; it is stopped there.
    :raises ValueError: if the game is over in *position*.

    >>> from ai.rules.games import TIC_TAC_TOE
    >>> from ai.rules.position import parse
    >>> from ai.search.minimax import alpha_beta
    >>> found = record(parse(TIC_TAC_TOE, "XX. OO. ..."), alpha_beta)
    >>> len(found.visits), found.cutoffs[0], [visit.cell for visit in found.path(found.visit(11))]
    (47, 11, [None, 5, 2, 7, 6])
    """
    recorder = _Recorder(position.to_move, most)
    result = search(position, observer=recorder)
    recorder.leave(-result.value)
    return SearchRecord(position, result, tuple(sorted(recorder.left)))


class _Recorder:
    """Collects the visits as the search leaves them; the root is entered from the start.

    :raises TooManyVisits: at a visit too many.
    """

    def __init__(self, to_move: Mark, most: int) -> None:
        self._most = most
        self._entered = 1
        # 1 if X made the move to the visit entered last, else -1. O would have made X's root.
        self._sign = 1 if to_move is Mark.O else -1
        self._open: list[tuple[int, int, int | None, int, int]] = [(1, 0, None, LOSS, WIN)]
        self.left: list[Visit] = []

    def enter(self, move: int, alpha: int, beta: int) -> None:
        """Number the visit and keep it open."""
        if self._entered == self._most:
            raise TooManyVisits(
                N_("The search makes more than %(most)s visits from here. Make some moves first."),
                most=f"{self._most:,}",
            )
        self._entered += 1
        self._sign = -self._sign
        window = (alpha, beta) if self._sign > 0 else (-beta, -alpha)
        self._open.append((self._entered, self._open[-1][0], move.bit_length() - 1, *window))

    def leave(self, value: int) -> None:
        """Close the visit entered last."""
        self.left.append(Visit(*self._open.pop(), self._sign * value, self._entered))
        self._sign = -self._sign
