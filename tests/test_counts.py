"""The nodes of searches, with all orders of moves, counted again on plain boards."""

from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Position, parse
from ai.search.minimax import Window, alpha_beta, minimax
from ai.search.orders import Order, by_window, classes, searching
from ai.search.tree import tree_size
from tests import samples
from tests.reference import (
    Board,
    after,
    courses,
    empty_board,
    images,
    lookahead,
    moves,
    position,
    pruned_tree,
    result,
    searched,
)
from tests.visits_again import ENDS, fewest_or_most

SLOW = pytest.mark.slow


def outcomes(board: Board, depth: int, alpha: int, beta: int) -> frozenset[tuple[int, int]]:
    """All pairs of value and nodes that alpha-beta can have, with any order of moves anywhere."""
    if result(board) or not depth:
        return frozenset({(lookahead(board, 0), 1)})
    found: set[tuple[int, int]] = set()
    for order in permutations(moves(board)):
        going_on = {({"X": -2, "O": 2}[board.mover], 1)}
        for cell in order:
            grown: set[tuple[int, int]] = set()
            for best, nodes in going_on:
                low = max(alpha, best) if board.mover == "X" else alpha
                high = min(beta, best) if board.mover == "O" else beta
                for value, more in outcomes(after(board, cell), depth - 1, low, high):
                    kept = max(best, value) if board.mover == "X" else min(best, value)
                    cut = kept >= beta if board.mover == "X" else kept <= alpha
                    (found if cut else grown).add((kept, nodes + more))
            going_on = grown
        found |= going_on
    return frozenset(found)


@pytest.mark.parametrize(
    ("boards", "depth"),
    [
        ([board for board in samples.ACTIVE_CLASSES if len(moves(board)) <= 4], 9),
        (samples.at_random("square", [3, 4], 24, seed=1), 4),
        *(
            pytest.param(samples.at_random("tic-tac-toe", [5], 6, seed=1), depth, marks=SLOW)
            for depth in (2, 3, 5)
        ),
    ],
)
def test_no_order_of_moves_visits_less_than_the_best_or_more_than_the_worst(
    boards: list[Board], depth: int
) -> None:
    for board in boards:
        below = [outcomes(after(board, cell), depth - 1, -1, 1) for cell in moves(board)]
        _reading, best, worst = each(position(board), depth)
        assert best == 1 + sum(min(nodes for _, nodes in pairs) for pairs in below)
        assert worst == 1 + sum(max(nodes for _, nodes in pairs) for pairs in below)


def each(here: Position, depth: int | None = None) -> list[int]:
    """The nodes of alpha-beta in reading order, in the best order and in the worst."""
    return [*by_window(here, depth)[Window.EACH].values()]


def assert_is_in_order(here: Position, depth: int | None = None) -> None:
    """Orders lie between the best and the worst, and nothing is counted that minimax misses."""
    (reading, best, worst), size = each(here, depth), tree_size(here, depth)
    assert best <= reading <= worst <= size.nodes
    assert classes(here, depth) <= size.positions <= size.nodes


@given(
    st.tuples(
        st.sampled_from([board for board in samples.ACTIVE if len(moves(board)) <= 6]),
        st.integers(1, 9),
    )
    | st.tuples(samples.active("square"), st.integers(1, 2))
)
def test_counts_are_those_of_the_searches_and_of_the_boards(case: tuple[Board, int]) -> None:
    board, depth = case
    here, size = position(board), tree_size(position(board), depth)
    assert_is_in_order(here, depth)
    assert size.nodes == minimax(here, depth).nodes
    assert each(here, depth)[0] == alpha_beta(here, depth).nodes
    boards = set[Board]().union(*islice(courses(board), depth + 1))
    assert size.positions == len(boards)
    assert classes(here, depth) == len({min(images(reached)) for reached in boards})


def test_the_known_counts_of_the_empty_board() -> None:
    start = Position(TIC_TAC_TOE)
    size = tree_size(start)
    assert (size.nodes, size.positions, classes(start)) == (549_946, 5_478, 765)
    assert each(start)[0] == alpha_beta(start).nodes
    assert_is_in_order(start)


def test_medium_on_square_sees_every_pair_of_moves() -> None:
    """Nobody can win in two plies, so every value is 0, and nothing is ever cut off."""
    assert each(Position(SQUARE), 2) == [1 + 16 + 16 * 15] * 3


def test_a_game_that_is_over_and_no_depth_are_refused() -> None:
    with pytest.raises(ValueError, match="over"):
        by_window(parse(TIC_TAC_TOE, "XXX OO. ..."))
    with pytest.raises(ValueError, match="not 0"):
        by_window(Position(TIC_TAC_TOE), 0)


def expect_all_windows_and_orders(board: Board) -> None:
    """The counts are those of the second search, and of the search that is walked."""
    here = position(board)
    for window, found in by_window(here).items():
        assert found == {
            "reading": reading_order(board, window),
            "best": fewest_or_most(min, board, window),
            "worst": fewest_or_most(max, board, window),
        }
        for order, nodes in found.items():
            result = searching(here.game, window, order)(here)
            assert (result.nodes, result.value) == (nodes, minimax(here).value)
            assert result.best_cells[0] in minimax(here).best_cells


def reading_order(board: Board, window: str) -> int:
    """The nodes of a second alpha-beta in reading order."""
    if window == "each":
        return searched(board, "alpha-beta")[0]
    return pruned_tree(board, *ENDS[window])[1]


@pytest.mark.parametrize(
    "boards", [samples.ACTIVE_CLASSES[::4], pytest.param(samples.ACTIVE, marks=SLOW)]
)
def test_windows_and_orders_of_small_positions(boards: list[Board]) -> None:
    for board in boards:
        if len(moves(board)) <= 5:
            expect_all_windows_and_orders(board)


@pytest.mark.long
def test_windows_and_orders_of_square() -> None:
    for board in samples.at_random("square", range(1, 6), 60, seed=6):
        expect_all_windows_and_orders(board)


def test_the_published_counts_of_alpha_beta() -> None:
    """18,297 with an infinite window and 16,811 with [-1, 1], both in reading order."""
    start, found = empty_board("tic-tac-toe", "X"), by_window(Position(TIC_TAC_TOE))
    published = {"infinite": 18_297, "textbook": 16_811, "each": 27_566}
    for window, nodes in published.items():
        assert found[Window(window)][Order.READING] == nodes == reading_order(start, window)


@pytest.mark.slow
def test_the_best_and_worst_counts_of_the_empty_board() -> None:
    start, found = empty_board("tic-tac-toe", "X"), by_window(Position(TIC_TAC_TOE))
    for window in Window:
        assert found[window][Order.BEST] == fewest_or_most(min, start, window)
        assert found[window][Order.WORST] == fewest_or_most(max, start, window)
