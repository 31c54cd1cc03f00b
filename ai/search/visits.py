"""A search visit by visit, recorded from the search that plays.

Visits are numbered from 1, the root, in the order of the search. Values and bounds are to X: 1 if X
wins, -1 if O does, 0 for a draw and for what lies beyond the depth.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

from ai.messages import N_, Refusal
from ai.rules import Mark, Position
from ai.search.minimax import LOSS, WIN, Moves, Observer, SearchResult

MOST_VISITS = 5_000  # of a whole record; more is refused


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
    last one below it, itself if it is a leaf. *cutoff* is the first visit after which moves below
    are cut off, 0 if none are.
    """

    number: int
    parent: int
    cell: int | None
    alpha: int
    beta: int
    value: int
    last: int
    cutoff: int

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
    """The search of *position*: its *result* and its visits by their numbers. A record around one
    visit has only those on the path to it, and those beside them.
    """

    position: Position
    result: SearchResult
    by_number: Mapping[int, Visit]

    @property
    def visits(self) -> tuple[Visit, ...]:
        """The recorded visits in order."""
        return tuple(self.by_number.values())

    def visit(self, number: int) -> Visit:
        """The visit of this *number*.

        :raises NoSuchVisit: if there is none.
        """
        if not 1 <= number <= self.result.nodes:
            raise NoSuchVisit(
                N_("There is no visit %(number)s, only 1 to %(last)s."),
                number=number,
                last=self.result.nodes,
            )
        return self.by_number[number]

    def children(self, visit: Visit) -> Iterator[Visit]:
        """The visits one move below *visit*, in their order."""
        number = visit.number
        while number < visit.last:
            child = self.by_number[number + 1]
            yield child
            number = child.last

    def path(self, visit: Visit) -> tuple[Visit, ...]:
        """The visits from the root to *visit*."""
        found = [visit]
        while found[-1].parent:
            found.append(self.by_number[found[-1].parent])
        return tuple(reversed(found))

    def next_cutoff(self, number: int) -> int | None:
        """The number of the next visit after *number* that ends in a cut-off; None if none does.

        :raises NoSuchVisit: if there is no visit of this *number*.
        """
        path, every = self.path(self.visit(number)), len(self.position.empty_cells)
        for depth, visit in reversed([*enumerate(path)]):
            below = [*self.children(visit)]
            for child in below:
                if child.number > number and child.cutoff:
                    return child.cutoff
            if visit.last > number and len(below) < every - depth:
                return visit.last
        return None

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
            parent = self.by_number[visit.parent]
            if end(parent) != value:
                # The parent's best child so far narrowed the window: the first of that value.
                return Bound(value, next(v for v in self.children(parent) if v.value == value))
            visit = parent
        return Bound(value, None)


def record(
    position: Position,
    search: Search,
    around: int | None = None,
    known: "Known | None" = None,
    most: int = MOST_VISITS,
) -> SearchRecord:
    """The record of *search* from *position*; with a number only *around* the visit that has it.

    Then the search looks at most once below a position with the same window. *known* keeps what it
    finds there for later records; it is for one search to the end of the game.

    :raises TooManyVisits: if a whole search makes more than *most* visits; it is stopped there.
    :raises ValueError: if the game is over in *position*.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> from ai.search.minimax import alpha_beta
    >>> found = record(parse(TIC_TAC_TOE, "XX. OO. ..."), alpha_beta)
    >>> path = found.path(found.visit(11))
    >>> len(found.visits), found.next_cutoff(1), [visit.cell for visit in path]
    (47, 11, [None, 5, 2, 7, 6])
    """
    known = {} if known is None else known
    recorder = _Recorder(position, most if around is None else 0, around or 0, known)
    result = search(position, observer=recorder)
    root = recorder.close(-result.value)
    moves = tuple(move.bit_length() - 1 for move in root.variation)
    result = replace(result, nodes=root.nodes, cutoffs=root.cutoffs, principal_variation=moves)
    return SearchRecord(position, result, {visit.number: visit for visit in sorted(recorder.left)})


class Below(NamedTuple):
    """A search from a position on: the *value* to the side that moved there, the *nodes* with the
    position, its *cutoffs*, the nodes before the first of them, and the best *variation*.
    """

    value: int
    nodes: int
    cutoffs: int
    before_cutoff: int
    variation: Moves


Known: TypeAlias = dict[tuple[int, int, int, int], Below]
"""Searches from positions on, by the masks of the side to move and of the other, and the window."""


@dataclass(slots=True)
class _Open:
    """A visit that the search has not left: its window as the search sees it, and what it found
    so far.
    """

    number: int
    move: int
    mover: int
    opponent: int
    alpha: int
    beta: int
    children: int = 0
    best: int = LOSS - 1
    cutoffs: int = 0
    cutoff: int = 0
    variation: Moves = ()


class _Recorder:
    """Collects the visits of a search of *position* as the search leaves them; the root is entered
    from the start. With a *number* the search skips what is *known* and not on the path to it.

    :raises TooManyVisits: at a visit after *most*, if that is not 0.
    """

    def __init__(self, position: Position, most: int, number: int, known: Known) -> None:
        self.position, self.most, self.number, self.known = position, most, number, known
        self.left: list[Visit] = []
        self._entered = 1
        self._open = [_Open(1, 0, position.mover, position.opponent, LOSS, WIN)]
        self._skipped: Below | None = None

    def enter(self, move: int, alpha: int, beta: int) -> int | None:
        """Number the visit and keep it open; its value if the search can skip what is below."""
        if self._entered == self.most:
            raise TooManyVisits(
                N_("The search makes more than %(most)s visits from here. Make some moves first."),
                most=f"{self.most:,}",
            )
        self._entered += 1
        above, number = self._open[-1], self._entered
        if number == 2:  # the root has the window of its first move
            above.alpha, above.beta = alpha, beta
        mover, opponent = above.opponent, above.mover | move
        self._open.append(_Open(number, move, mover, opponent, alpha, beta))
        found = self.known.get((mover, opponent, alpha, beta)) if self.number else None
        if found and not number <= self.number < number + found.nodes:
            self._skipped = found
            return found.value
        return None

    def leave(self, value: int) -> None:
        """Close the visit entered last, and add what was found there to the visit above."""
        move, below = self._open[-1].move, self.close(value)
        above = self._open[-1]
        above.children += 1
        above.cutoffs += below.cutoffs
        if below.cutoffs and not above.cutoff:
            above.cutoff = self.left[-1].cutoff
        if value > above.best:
            above.best, above.variation = value, (move, *below.variation)

    def close(self, value: int) -> Below:
        """Close the visit entered last; the search from its position on."""
        visit, found, self._skipped = self._open.pop(), self._skipped, None
        number, mover, opponent = visit.number, visit.mover, visit.opponent
        if found:
            self._entered += found.nodes - 1
            visit.cutoff = found.cutoffs and number + found.before_cutoff
        else:
            moves = (self.position.game.full & ~(mover | opponent)).bit_count()
            if 0 < visit.children < moves:
                visit.cutoffs += 1
                visit.cutoff = visit.cutoff or self._entered
            nodes, before = self._entered - number + 1, visit.cutoff - number
            found = Below(value, nodes, visit.cutoffs, before, visit.variation)
            if self.number and self._open:  # each move of the root has the full window
                self.known[mover, opponent, visit.alpha, visit.beta] = found
        # 1 if X made the move to the visit, else -1. O would have made X's root.
        sign = -1 if (self.position.to_move is Mark.X) == (len(self._open) % 2 == 0) else 1
        parent = self._open[-1].number if self._open else 0
        window = (visit.alpha, visit.beta) if sign > 0 else (-visit.beta, -visit.alpha)
        cell = visit.move.bit_length() - 1 if visit.move else None
        last = self._entered
        self.left.append(Visit(number, parent, cell, *window, sign * value, last, visit.cutoff))
        return found
