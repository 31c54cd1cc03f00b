"""Searches from many boards, visit by visit, and by every order of moves."""

from functools import partial

import pytest

from ai.opponents.search import SEARCHES
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Position
from ai.search.minimax import Window, minimax
from ai.search.orders import Order, by_window
from ai.search.visits import record
from tests.laws import reading_order
from tests.reference import empty_board, moves, tree
from tests.reference.searches import fewest_or_most
from tests.samples import ACTIVE_CLASSES, at_random
from tests.visit_laws import expect_order, expect_visits

START = Position(TIC_TAC_TOE)
threes, fours = partial(at_random, "tic-tac-toe"), partial(at_random, "square")
BOARDS = {
    "minimax": threes(range(1, 6), 60, 1),
    "alpha-beta": [*threes(range(1, 7), 60, 2), *threes([7, 8], 3, 3)],
    "medium": [*threes(range(1, 10), 30, 4), *fours(range(1, 17), 30, 5)],
}


@pytest.mark.parametrize("key", SEARCHES)
def test_every_visit_is_that_of_a_second_search(key: str) -> None:
    for board in BOARDS[key]:
        expect_visits(board, key)


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("window", Window)
def test_every_window_and_order_is_walked_as_a_second_search_does(
    window: Window, order: Order
) -> None:
    for board in [*threes(range(1, 7), 20, 7), *fours(range(1, 7), 10, 8)]:
        expect_order(board, window, order)


def test_six_empty_cells_or_seven_with_cutoffs_are_never_too_many() -> None:
    for board in ACTIVE_CLASSES:
        if len(moves(board)) in {6, 7}:
            expect_visits(board, "minimax" if len(moves(board)) == 6 else "alpha-beta")


def test_the_counts_of_the_empty_board_in_every_order() -> None:
    start, found = empty_board("tic-tac-toe", "X"), by_window(START)
    assert tree(start)[0] == record(START, minimax, 549_946).result.nodes == 549_946
    for window in Window:
        assert found[window] == {
            Order.READING: reading_order(start, window),
            Order.BEST: fewest_or_most(min, start, window),
            Order.WORST: fewest_or_most(max, start, window),
        }
