"""Minimax and alpha-beta: values, counts and lines against a recursion on plain boards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Position
from ai.search.minimax import alpha_beta, minimax
from tests import reference, samples
from tests.reference import (
    Board,
    ahead,
    first_best_line,
    greatest,
    lookahead,
    moves,
    position,
    result,
    searched,
    tree,
)
from tests.samples import ACTIVE_CLASSES, BOARDS


def assert_is_searched(board: Board, depth: int) -> None:
    """Both searches find what the recursion finds on the plain board. Minimax visits the whole
    tree, and alpha-beta less just where it cuts off something.
    """
    found, pruned = minimax(position(board), depth), alpha_beta(position(board), depth)
    values = ahead(board, depth)
    best = greatest(values)
    for it in (found, pruned):
        assert (it.values, it.value, [*it.best_cells]) == (values, values[best[0]], best)
        assert it.depth == min(depth, len(values))
        assert list(it.principal_variation) == first_best_line(board, depth)
    assert (found.nodes, found.cutoffs) == (tree(board, depth)[0], 0)
    assert (pruned.nodes < found.nodes) == (pruned.cutoffs > 0)
    assert pruned.nodes + pruned.cutoffs <= found.nodes


def test_every_position_searched_two_plies_deep() -> None:
    for board in ACTIVE_CLASSES:
        assert_is_searched(board, 2)


@given(samples.active("square"), st.integers(1, 3))
def test_positions_of_square_searched_to_a_depth(board: Board, depth: int) -> None:
    assert_is_searched(board, depth)


@given(
    st.sampled_from([board for board in ACTIVE_CLASSES if len(moves(board)) < 8]),
    st.integers(1, 12),
)
def test_positions_of_3x3_searched_to_any_depth(board: Board, depth: int) -> None:
    assert_is_searched(board, depth)


@pytest.mark.slow
def test_the_whole_tree_has_549946_nodes_and_is_a_draw() -> None:
    """O begins: who is X is nothing to a search, as the classes searched above show."""
    start = reference.empty_board("tic-tac-toe", "O")
    assert_is_searched(start, 9)
    assert tree(start)[0] == 549_946
    assert minimax(position(start)) == minimax(position(start), 9)
    assert lookahead(start, 9) == 0


@pytest.mark.parametrize("first", "XO")
def test_alpha_beta_visits_what_it_must_from_the_empty_board(first: str) -> None:
    """Every move of the empty board is searched with the full window."""
    start = reference.empty_board("tic-tac-toe", first)
    found = alpha_beta(position(start))
    assert (found.nodes, found.cutoffs) == searched(start, "alpha-beta")
    assert found.nodes < 549_946


def test_a_game_that_is_over_cannot_be_searched() -> None:
    for board in BOARDS:
        if result(board):
            for search in (minimax, alpha_beta):
                with pytest.raises(ValueError, match="over"):
                    search(position(board))


@pytest.mark.parametrize("depth", [0, -1])
def test_a_search_looks_ahead(depth: int) -> None:
    for search in (minimax, alpha_beta):
        with pytest.raises(ValueError, match=f"not {depth}"):
            search(Position(TIC_TAC_TOE), depth)
