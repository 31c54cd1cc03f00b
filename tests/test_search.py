"""Searches: published counts, what is refused, and a few searches visit by visit. Values, lines and
counts from any board are laws of tests/laws.py.
"""

from itertools import product

import pytest

from ai.opponents.search import SEARCHES
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Position, parse
from ai.search.minimax import Window, alpha_beta, minimax
from ai.search.orders import Order, by_window, classes
from ai.search.tree import tree_size
from ai.search.visits import NoSuchVisit, TooManyVisits, record
from tests.laws import each_order
from tests.reference import Board, empty_board, position
from tests.samples import at_random
from tests.visit_laws import expect_order, expect_visits

START = Position(TIC_TAC_TOE)
BOARDS = {
    "minimax": at_random("tic-tac-toe", [4], 2, seed=1),
    "alpha-beta": at_random("tic-tac-toe", [4, 6], 2, seed=2),
    "medium": at_random("tic-tac-toe", [4, 8], 2, seed=4) + at_random("square", [5], 1, seed=5),
}
FEW_LEFT = at_random("tic-tac-toe", [4, 5], 2, seed=7) + at_random("square", [4], 1, seed=8)


@pytest.mark.parametrize("key", SEARCHES)
def test_every_visit_is_that_of_a_second_search(key: str) -> None:
    for board in BOARDS[key]:
        expect_visits(board, key)


def test_every_window_and_order_is_walked_as_a_second_search_does() -> None:
    for board, window, order in product(FEW_LEFT, Window, Order):
        expect_order(board, window, order)


def test_the_published_counts_of_the_empty_board() -> None:
    """Of alpha-beta those in reading order: 18,297 nodes with an infinite window, 16,811 with
    [-1, 1].
    """
    size = tree_size(START)
    assert (size.nodes, size.positions, classes(START)) == (549_946, 5_478, 765)
    for window, nodes in {"infinite": 18_297, "textbook": 16_811, "each": 27_566}.items():
        assert alpha_beta(START, window=Window(window)).nodes == nodes


def test_medium_on_square_sees_every_pair_of_moves() -> None:
    """Nobody can win in two plies, so every value is 0, and nothing is ever cut off."""
    assert each_order(empty_board("square", "X"), 2) == [1 + 16 + 16 * 15] * 3
    found = record(Position(SQUARE), SEARCHES["medium"])
    assert len(found.visits) == 1 + 16 + 16 * 15
    for number in (-1, 0, 258):
        with pytest.raises(NoSuchVisit, match="1 to 257"):
            found.visit(number)
        with pytest.raises(NoSuchVisit):
            found.levels(number)


def test_a_game_that_is_over_and_no_depth_are_refused() -> None:
    over = parse(TIC_TAC_TOE, "XXX OO. ...")
    with pytest.raises(ValueError, match="over"):
        by_window(over)
    for search in SEARCHES.values():
        with pytest.raises(ValueError, match="over"):
            record(over, search)
    for depth in (0, -1):
        for ask in (minimax, alpha_beta, by_window):
            with pytest.raises(ValueError, match=f"not {depth}"):
                ask(START, depth)


def test_too_many_visits_are_refused() -> None:
    with pytest.raises(TooManyVisits, match="5,000"):
        record(START, minimax)
    six = position(Board("tic-tac-toe", "XO....X..", "O"))
    whole = record(six, minimax)
    assert record(six, minimax, most=len(whole.visits)).visits == whole.visits
    with pytest.raises(TooManyVisits):
        record(six, minimax, most=len(whole.visits) - 1)
