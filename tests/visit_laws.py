"""Laws of searches visit by visit, from any board: a second search makes the same visits."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ai.opponents.search import SEARCHES
from ai.search.minimax import Window
from ai.search.orders import Order, searching
from ai.search.visits import Claim, Known, Level, SearchRecord, State, Visit, record
from tests.reference import Board, lookahead, position, result
from tests.reference.searches import DEPTHS, Path, Seen, visits


def path_to(found: SearchRecord, visit: Visit | None) -> Path | None:
    """The moves from the root to *visit*."""
    if visit is None:
        return None
    return tuple(step.cell for step in found.path(visit) if step.cell is not None)


def expect_visits(board: Board, key: str) -> None:
    """The search of the program of this *key* is recorded as it plays; a record around a visit has
    of the whole record what belongs to the visit.
    """
    found, seen = record(position(board), SEARCHES[key]), visits(board, key)
    expect_same(found, seen, DEPTHS[key])
    expect_states(found, seen, DEPTHS[key])
    assert found.result == SEARCHES[key](found.position)
    assert (found.result.nodes, found.visits[0].value) == (len(seen), seen[0].value)
    assert found.result.cutoffs == sum(bool(other.cut) for other in seen)
    known: Known | None = None if key == "medium" else {}
    below = found.position.play(found.position.empty_cells[0])
    if not below.outcome:
        record(below, SEARCHES[key], 1, known)  # which later records may use
    for number in range(1, len(seen) + 1, 1 + len(seen) // 20):
        around = record(found.position, SEARCHES[key], number, known)
        assert around.result == found.result
        assert around.levels(number) == found.levels(number)
        assert around.next_cutoff(number) == found.next_cutoff(number)


def expect_order(board: Board, window: Window, order: Order) -> None:
    """The second search tries moves as the record does; values, windows and cut-offs follow."""
    found = record(position(board), searching(position(board).game, window, order))
    tried = {
        path_to(found, visit): [it.cell for it in found.children(visit) if it.cell is not None]
        for visit in found.visits
    }

    def ordered(path: Path, cells: list[int]) -> list[int]:
        return [*tried[path], *(cell for cell in cells if cell not in tried[path])]

    expect_same(found, visits(board, window=window, ordered=ordered), 16)


def expect_same(found: SearchRecord, seen: Sequence[Seen], depth: int) -> None:
    """The second search makes the same visits. Each value claims the truth, windows name the visits
    that set them, and cut-offs the bound that they meet.
    """
    assert [path_to(found, visit) for visit in found.visits] == [other.path for other in seen]
    for visit, other in zip(found.visits, seen, strict=True):
        assert (visit.value, visit.last) == (other.value, other.last)
        true = lookahead(other.board, depth - len(other.path))
        assert visit.value == true or visit.claim is not Claim.EXACT
        assert visit.value <= true or visit.claim is not Claim.AT_LEAST
        assert visit.value >= true or visit.claim is not Claim.AT_MOST
        level = found.levels(visit.last)[len(other.path)]
        assert level.visit == visit
        for bound, value, end in (
            (level.alpha, visit.alpha, other.alpha),
            (level.beta, visit.beta, other.beta),
        ):
            assert value == max(-2, min(2, end[0])), "an infinite end is just beyond the scale"
            assert (bound.value, path_to(found, bound.visit)) == (value, end[1])
        assert [c.cell for c in level.children if c.state is State.CUT_OFF] == [*other.cut]
        met = level.beta if other.board.mover == "X" else level.alpha
        assert level.met == (met if other.cut else None)
    cut, at = sorted({other.last for other in seen if other.cut}), found.next_cutoff(1)
    for expected in cut:
        assert at == expected
        at = found.next_cutoff(at)
    assert at is None


def expect_states(found: SearchRecord, seen: Sequence[Seen], depth: int) -> None:
    """The levels are the path with all its moves. A value is known from the visit on after which it
    returns; the best so far rises for X and falls for O.
    """
    numbers = {other.path: number for number, other in enumerate(seen, 1)}
    for visit, other in zip(found.visits, seen, strict=True):
        levels = found.levels(visit.number)
        assert [level.visit for level in levels] == [*found.path(visit)]
        assert levels[-1].position == position(other.board)
        for above, level in pairwise(levels):
            assert [child.cell for child in above.children] == [*above.position.empty_cells]
            assert level.visit in [child.visit for child in above.children]
        is_leaf = result(other.board) is not None or len(other.path) == depth
        assert (levels[-1].children == ()) == is_leaf
        assert levels[-1].at_depth_limit == (is_leaf and result(other.board) is None)
        for level in levels:
            expect_children(found, seen, numbers, visit, level)
            expect_best(level)


def expect_children(
    found: SearchRecord, seen: Sequence[Seen], numbers: Mapping[Path, int], now: Visit, level: Level
) -> None:
    """The knowledge of each child of *level* after the visit *now*."""
    path = path_to(found, level.visit) or ()
    for child in level.children:
        number = numbers.get((*path, child.cell))
        assert (child.visit.number if child.visit else None) == number
        if number is None:
            expected = State.CUT_OFF if level.visit.last <= now.number else State.TO_COME
        elif seen[number - 1].last <= now.number:
            expected = State.KNOWN
        else:
            expected = State.TO_COME if number > now.number else State.LOOKING
        assert child.state is expected


def expect_best(level: Level) -> None:
    """The best child so far is the first of the best known ones."""
    known = [c.visit for c in level.children if c.visit and c.state is State.KNOWN]
    sign = 1 if level.position.to_move == "X" else -1
    best = max((sign * visit.value for visit in known), default=None)
    first = next((v for v in known if sign * v.value == best), None)
    assert level.best == first
    if first and level.state is State.KNOWN:
        assert first.value == level.visit.value
