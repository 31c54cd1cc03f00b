"""Searches visit by visit, against a second search written here on plain boards."""

from functools import cache
from itertools import pairwise

import pytest

from ai.opponents.search import SEARCHES
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Position, parse
from ai.search.minimax import Window, alpha_beta, minimax
from ai.search.orders import Order, searching
from ai.search.visits import (
    MOST_VISITS,
    Claim,
    Known,
    Level,
    NoSuchVisit,
    SearchRecord,
    State,
    TooManyVisits,
    Visit,
    record,
)
from tests import samples
from tests.reference import lookahead, moves, position, result
from tests.visits_again import DEPTHS, ENDS, Path, Seen, plain_search

BOARDS = {
    "minimax": samples.at_random("tic-tac-toe", range(1, 6), 100, seed=1),
    "alpha-beta": [
        *samples.at_random("tic-tac-toe", range(1, 7), 100, seed=2),
        *samples.at_random("tic-tac-toe", [7, 8], 4, seed=3),
    ],
    "medium": [
        *samples.at_random("tic-tac-toe", range(1, 10), 50, seed=4),
        *samples.at_random("square", range(1, 17), 50, seed=5),
    ],
}


@cache
def noted(key: str) -> list[tuple[SearchRecord, list[Seen]]]:
    """Records of the search of this player, and what the second search sees."""
    found = []
    for board in BOARDS[key]:
        seen: list[Seen] = []
        plain_search(board, DEPTHS[key], key == "alpha-beta", (), ((-1, None), (1, None)), seen)
        found.append((record(position(board), SEARCHES[key]), seen))
    return found


def path_to(found: SearchRecord, visit: Visit | None) -> Path | None:
    """The moves from the root to *visit*."""
    if visit is None:
        return None
    return tuple(step.cell for step in found.path(visit) if step.cell is not None)


each_search = pytest.mark.parametrize("key", SEARCHES)


@each_search
def test_every_visit_is_that_of_a_second_search(key: str) -> None:
    """And what its value claims is true."""
    claims = set()
    for found, seen in noted(key):
        assert len(found.visits) == len(seen)
        for visit, other in zip(found.visits, seen, strict=True):
            assert path_to(found, visit) == other.path
            assert (visit.alpha, visit.beta) == (other.alpha[0], other.beta[0])
            assert (visit.value, visit.last) == (other.value, other.last)
            true = lookahead(other.board, DEPTHS[key] - len(other.path))
            claims.add(visit.claim)
            assert visit.value == true or visit.claim is not Claim.EXACT
            assert visit.value <= true or visit.claim is not Claim.AT_LEAST
            assert visit.value >= true or visit.claim is not Claim.AT_MOST
    assert claims == ({*Claim} if key == "alpha-beta" else {Claim.EXACT})


@pytest.mark.slow
@each_search
def test_windows_name_who_set_them_and_cutoffs_the_bound_they_meet(key: str) -> None:
    for found, seen in noted(key):
        for visit, other in zip(found.visits, seen, strict=True):
            level = found.levels(visit.last)[len(other.path)]
            assert level.visit == visit
            for end, bound in ((other.alpha, level.alpha), (other.beta, level.beta)):
                assert (bound.value, path_to(found, bound.visit)) == end
            assert [c.cell for c in level.children if c.state is State.CUT_OFF] == [*other.cut]
            met = level.beta if other.board.mover == "X" else level.alpha
            assert level.met == (met if other.cut else None)


@each_search
def test_the_record_is_that_of_the_search_that_plays(key: str) -> None:
    for found, seen in noted(key):
        assert found.result == SEARCHES[key](found.position)
        assert len(found.visits) == found.result.nodes
        assert found.visits[0].value == seen[0].value
        assert found.result.cutoffs == sum(bool(other.cut) for other in seen)


@each_search
def test_cutoffs_are_listed_by_the_visits_after_which_they_come(key: str) -> None:
    for found, seen in noted(key):
        after = sorted({other.last for other in seen if other.cut})
        at, listed = found.next_cutoff(1), []
        while at:
            listed.append(at)
            at = found.next_cutoff(at)
        assert listed == after


@each_search
def test_a_record_around_a_visit_has_of_the_whole_record_what_belongs_to_the_visit(
    key: str,
) -> None:
    known: Known | None = None if key == "medium" else {}
    for found, _ in noted(key)[::4]:
        for number in range(1, len(found.visits) + 1, 1 + len(found.visits) // 40):
            around = record(found.position, SEARCHES[key], number, known)
            assert around.result == found.result
            assert around.levels(number) == found.levels(number)
            assert around.next_cutoff(number) == found.next_cutoff(number)


@pytest.mark.long
@each_search
def test_the_levels_are_the_path_with_all_its_moves(key: str) -> None:
    """A value is known from the visit on after which it returns; the best so far rises for X and
    falls for O.
    """
    for found, seen in noted(key)[::4]:
        numbers = {other.path: number for number, other in enumerate(seen, 1)}
        for visit, other in zip(found.visits, seen, strict=True):
            levels = found.levels(visit.number)
            assert [level.visit for level in levels] == [*found.path(visit)]
            assert levels[-1].position == position(other.board)
            for above, level in pairwise(levels):
                assert [child.cell for child in above.children] == [*above.position.empty_cells]
                assert level.visit in [child.visit for child in above.children]
            is_leaf = result(other.board) is not None or len(other.path) == DEPTHS[key]
            assert (levels[-1].children == ()) == is_leaf
            assert levels[-1].at_depth_limit == (is_leaf and result(other.board) is None)
            for level in levels:
                expect_states(found, seen, numbers, visit, level)
                expect_best(level)


def expect_states(
    found: SearchRecord, seen: list[Seen], numbers: dict[Path, int], now: Visit, level: Level
) -> None:
    """What is known of each child of *level* after the visit *now*."""
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


def test_numbers_without_a_visit_are_refused() -> None:
    found = record(Position(SQUARE), SEARCHES["medium"])
    assert len(found.visits) == 1 + 16 + 16 * 15
    for number in (-1, 0, 258):
        with pytest.raises(NoSuchVisit, match="1 to 257"):
            found.visit(number)
        with pytest.raises(NoSuchVisit):
            found.levels(number)


def test_six_empty_cells_or_seven_with_cutoffs_are_never_too_many() -> None:
    """No tree has more than 1 + 6 + 6·5 + … nodes: all orders of six moves, no game won."""
    assert 1 + 6 + 30 + 120 + 360 + 720 + 720 <= MOST_VISITS  # noqa: SIM300
    for board in samples.ACTIVE_CLASSES:
        if len(moves(board)) == 7:
            assert record(position(board), alpha_beta).visits


def test_too_many_visits_are_refused() -> None:
    for key in ("minimax", "alpha-beta"):
        with pytest.raises(TooManyVisits, match="5,000"):
            record(Position(TIC_TAC_TOE), SEARCHES[key])
    for found, seen in noted("minimax")[::10]:
        assert record(found.position, minimax, most=len(seen)).visits == found.visits
        with pytest.raises(TooManyVisits):
            record(found.position, minimax, most=len(seen) - 1)


def test_any_visit_of_the_whole_tree_can_be_looked_at() -> None:
    found = record(Position(TIC_TAC_TOE), minimax, 549_946)
    assert found.result.nodes == 549_946
    assert {level.visit.last for level in found.levels(549_946)} == {549_946}
    assert len(found.result.principal_variation) == 9, "the best play of both sides is a draw"


@each_search
def test_a_game_that_is_over_has_no_record(key: str) -> None:
    with pytest.raises(ValueError, match="over"):
        record(parse(TIC_TAC_TOE, "XXX OO. ..."), SEARCHES[key])


@pytest.mark.long
@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("window", Window)
def test_every_window_and_order_is_walked_as_a_second_search_does(
    window: Window, order: Order
) -> None:
    """The second search tries moves as the record does; values, windows and cut-offs follow."""
    boards = [
        *samples.at_random("tic-tac-toe", range(1, 7), 20, seed=7),
        *samples.at_random("square", range(1, 7), 10, seed=8),
    ]
    for board in boards:
        found = record(position(board), searching(position(board).game, window, order))
        tried = {
            path_to(found, visit): [it.cell for it in found.children(visit)]
            for visit in found.visits
        }
        seen: list[Seen] = []
        low, high = ENDS[window]
        plain_search(
            board,
            16,
            True,
            (),
            ((low, None), (high, None)),
            seen,
            window is not Window.EACH,
            lambda path, cells, tried=tried: [  # type: ignore[misc]
                *tried[path],
                *(cell for cell in cells if cell not in tried[path]),
            ],
        )
        assert [path_to(found, visit) for visit in found.visits] == [it.path for it in seen]
        for visit, other in zip(found.visits, seen, strict=True):
            assert (visit.value, visit.last) == (other.value, other.last)
            ends = other.alpha[0], other.beta[0]
            assert (visit.alpha, visit.beta) == tuple(max(-2, min(2, end)) for end in ends)
            level = found.levels(visit.last)[len(other.path)]
            assert [c.cell for c in level.children if c.state is State.CUT_OFF] == [*other.cut]
            for end, bound in ((other.alpha, level.alpha), (other.beta, level.beta)):
                assert path_to(found, bound.visit) == end[1]
            true = lookahead(other.board, 16)
            assert visit.value == true or visit.claim is not Claim.EXACT
            assert visit.value <= true or visit.claim is not Claim.AT_LEAST
            assert visit.value >= true or visit.claim is not Claim.AT_MOST
