"""Laws of searches visit by visit, from any board: a second search makes the same visits."""

from collections.abc import Sequence

from ai.opponents.search import SEARCHES
from ai.search.minimax import Window
from ai.search.orders import Order, searching
from ai.search.visits import Claim, Known, SearchRecord, State, Visit, record
from tests.reference import Board, lookahead, position, result
from tests.reference.searches import DEPTHS, Path, Seen, visits


def path_to(found: SearchRecord, visit: Visit | None) -> Path | None:
    if visit is None:
        return None
    return tuple(step.cell for step in found.path(visit) if step.cell is not None)


def expect_visits(board: Board, key: str) -> None:
    """The search of the program of this *key* is recorded as it plays; a record around a visit has
    of the whole record what belongs to the visit.
    """
    found, seen = record(position(board), SEARCHES[key]), visits(board, key)
    expect_same(found, seen, DEPTHS[key])
    expect_states(found)
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
        is_over = result(other.board) is not None
        assert (visit.value, visit.last) == (other.value, other.last)
        true = lookahead(other.board, depth - len(other.path))
        assert visit.value == true or visit.claim is not Claim.EXACT
        assert visit.value <= true or visit.claim is not Claim.AT_LEAST
        assert visit.value >= true or visit.claim is not Claim.AT_MOST
        level = found.levels(visit.last)[len(other.path)]
        assert (level.visit, level.position) == (visit, position(other.board))
        left = () if is_over or len(other.path) == depth else level.position.empty_cells
        assert tuple(child.cell for child in level.children) == left
        assert level.at_depth_limit == (not is_over and not left)
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


def expect_states(found: SearchRecord) -> None:
    """The levels are the path with all its moves. A value is known from the visit on after which it
    returns; the best so far is the first of the best known ones.
    """
    visits = {path_to(found, visit): visit for visit in found.visits}
    for now in found.visits:
        levels = found.levels(now.number)
        assert [level.visit for level in levels] == [*found.path(now)]
        for level in levels:
            path, known = path_to(found, level.visit) or (), list[Visit]()
            for child in level.children:
                visit = child.visit
                assert visit == visits.get((*path, child.cell))
                returned = (visit or level.visit).last <= now.number
                if visit is None:
                    assert child.state is (State.CUT_OFF if returned else State.TO_COME)
                elif returned:
                    assert child.state is State.KNOWN
                    known.append(visit)
                else:
                    is_past = visit.number <= now.number
                    assert child.state is (State.LOOKING if is_past else State.TO_COME)
            choose = max if level.position.to_move == "X" else min
            best = choose(known, key=lambda visit: visit.value, default=None)
            assert level.best == best
            assert not best or level.state is not State.KNOWN or best.value == level.visit.value
