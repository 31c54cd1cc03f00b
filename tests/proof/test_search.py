"""Searches from many boards, visit by visit, and by every order of moves."""

from functools import partial
from itertools import product

import pytest
from flask import Flask

from ai.opponents.search import SEARCHES
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Position
from ai.search.minimax import Window, alpha_beta, minimax
from ai.search.orders import Order, by_window
from ai.search.visits import MOST_VISITS, record
from tests.reference import empty_board, moves, position, tree
from tests.reference.searches import nodes_in_order
from tests.samples import ACTIVE_CLASSES, at_random
from tests.visit_laws import expect_order, expect_visits
from webapp.search.walk import read_walk

START = Position(TIC_TAC_TOE)
threes, fours = partial(at_random, "tic-tac-toe"), partial(at_random, "square")
BOARDS = {
    "minimax": threes(range(1, 6), 40, 1),
    "alpha-beta": [*threes(range(1, 7), 30, 2), *threes([7, 8], 2, 3)],
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
    """No tree has more than 1 + 6 + 6·5 + … nodes: all orders of six moves, no game won."""
    assert 1 + 6 + 30 + 120 + 360 + 720 + 720 <= MOST_VISITS  # noqa: SIM300
    for board in ACTIVE_CLASSES:
        if len(moves(board)) == 7:
            assert record(position(board), alpha_beta).visits


def test_the_counts_of_the_empty_board_in_every_order() -> None:
    start, found = empty_board("tic-tac-toe", "X"), by_window(START)
    assert tree(start)[0] == record(START, minimax, 549_946).result.nodes == 549_946
    for window, order in [(Window.INFINITE, Order.READING), *product([Window.TEXTBOOK], Order)]:
        assert found[window][order] == nodes_in_order(start, window, order)


@pytest.mark.parametrize("moves", ["", "a1", "b1a1"])
def test_no_visit_of_an_emptier_board_is_paid_with_the_whole_tree(app: Flask, moves: str) -> None:
    """The page looks at the path and beside it; the rest it knows from the visit before."""
    with app.test_request_context():
        read_walk({"by": "minimax", "at": "1"}, "tic-tac-toe", "")
        for at in (1, 1_000, 7_000):
            walk = read_walk({"by": "minimax", "at": str(at)}, "tic-tac-toe", moves)
            assert len(walk.found.visits) <= 1 + sum(range(10))
