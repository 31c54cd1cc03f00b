"""Minimax and alpha-beta: values, counts and lines against a recursion on plain boards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, Position, parse
from ai.search.minimax import SearchResult, alpha_beta, minimax
from tests import reference, samples
from tests.reference import Board, after, lookahead, moves, position, pruned_tree, result, to_mover
from tests.samples import ACTIVE_CLASSES, BOARDS


def tree(board: Board, depth: int) -> int:
    """The nodes of the tree below *board* down to *depth* plies, the root included."""
    if depth == 0 or result(board):
        return 1
    return 1 + sum(tree(after(board, cell), depth - 1) for cell in moves(board))


def first_best_line(board: Board, depth: int) -> list[int]:
    """The moves from *board*, up to *depth* plies, if both play the first best cell."""
    line = []
    while depth and not result(board):
        depth -= 1
        choose = max if board.mover == "X" else min
        line.append(choose(moves(board), key=lambda cell: lookahead(after(board, cell), depth)))
        board = after(board, line[-1])
    return line


def assert_agrees(found: SearchResult, board: Board, depth: int) -> None:
    """The search found what the recursion finds on the plain board."""
    values = {c: to_mover(board, lookahead(after(board, c), depth - 1)) for c in moves(board)}
    best = max(values.values())
    assert found.values == values
    assert found.value == best
    assert list(found.best_cells) == [cell for cell in sorted(values) if values[cell] == best]
    assert found.depth == min(depth, len(values))
    assert list(found.principal_variation) == first_best_line(board, depth)


def assert_keeps_its_promise(found: SearchResult, p: Position) -> None:
    """The line is a legal continuation, to the end or the depth, and brings the value promised."""
    mover = p.to_move
    for cell in found.principal_variation:
        p = p.play(cell)
    outcome = p.outcome
    winner = outcome.winner if outcome else None
    assert outcome or len(found.principal_variation) == found.depth
    assert found.value == {mover: 1, mover.other: -1, None: 0}[winner]
    assert found.principal_variation[0] == found.best_cells[0]


def assert_is_the_same_with_cutoffs(pruned: SearchResult, plain: SearchResult) -> None:
    """Alpha-beta found what minimax did; it visited less just where it cut off something."""
    assert pruned.values == plain.values
    assert pruned.best_cells == plain.best_cells
    assert (pruned.depth, pruned.principal_variation) == (plain.depth, plain.principal_variation)
    assert plain.cutoffs == 0
    assert (pruned.nodes < plain.nodes) == (pruned.cutoffs > 0)
    assert pruned.nodes + pruned.cutoffs <= plain.nodes


@pytest.mark.long
def test_every_position_searched_to_the_end() -> None:
    """The empty board, whose tree is the largest, has a test of its own below."""
    for board in ACTIVE_CLASSES[1:]:
        found, pruned = minimax(position(board)), alpha_beta(position(board))
        assert_agrees(found, board, depth=9)
        assert_keeps_its_promise(found, position(board))
        assert_is_the_same_with_cutoffs(pruned, found)


def test_every_position_searched_two_plies_deep() -> None:
    for board in ACTIVE_CLASSES:
        found = minimax(position(board), depth=2)
        assert_agrees(found, board, depth=2)
        assert_keeps_its_promise(found, position(board))


@given(samples.active("square"), st.integers(1, 3))
def test_positions_of_square_searched_to_a_depth(board: Board, depth: int) -> None:
    assert_is_searched(board, depth)


@given(
    st.sampled_from([board for board in ACTIVE_CLASSES if len(moves(board)) < 8]),
    st.integers(1, 12),
)
def test_positions_of_3x3_searched_to_any_depth(board: Board, depth: int) -> None:
    assert_is_searched(board, depth)


def assert_is_searched(board: Board, depth: int) -> None:
    """Minimax finds what a recursion finds, and alpha-beta the same with fewer nodes."""
    found = minimax(position(board), depth)
    assert_agrees(found, board, depth)
    assert_keeps_its_promise(found, position(board))
    assert found.nodes == tree(board, depth)
    assert_is_the_same_with_cutoffs(alpha_beta(position(board), depth), found)


@pytest.mark.slow
def test_the_whole_tree_has_549946_nodes_and_is_a_draw() -> None:
    """O begins: who is X is nothing to a search, as the classes searched above show."""
    start = reference.empty_board("tic-tac-toe", "O")
    found, pruned = minimax(position(start)), alpha_beta(position(start))
    assert_agrees(found, start, depth=9)
    assert_keeps_its_promise(found, position(start))
    assert_is_the_same_with_cutoffs(pruned, found)
    assert found.nodes == 549_946
    assert found.value == 0
    assert found.best_cells == tuple(range(9))


@pytest.mark.parametrize("first", "XO")
def test_alpha_beta_visits_what_it_must_from_the_empty_board(first: str) -> None:
    """Every move of the empty board is searched with the full window."""
    start = reference.empty_board("tic-tac-toe", first)
    found = alpha_beta(position(start))
    below = [pruned_tree(after(start, cell), -1, 1) for cell in moves(start)]
    assert found.nodes == 1 + sum(nodes for _, nodes, _ in below) < 549_946
    assert found.cutoffs == sum(cutoffs for *_, cutoffs in below) > 0


def test_until_someone_can_have_won_the_tree_grows_by_factorials() -> None:
    """9, 9·8, 9·8·7, …: nobody has won before the fifth ply."""
    nodes = [minimax(Position(TIC_TAC_TOE), depth).nodes for depth in range(1, 6)]
    assert nodes == [1 + 9, 10 + 72, 82 + 504, 586 + 3_024, 3_610 + 15_120]


def test_what_lies_beyond_the_depth_counts_nothing() -> None:
    fork = parse(TIC_TAC_TOE, "X.. OO. X.X", Mark.O)
    assert minimax(fork, depth=1).values == {1: 0, 2: 0, 5: 1, 7: 0}
    quiet = parse(TIC_TAC_TOE, "X.. .O. ..X", Mark.O)
    assert set(minimax(quiet, depth=2).values.values()) == {0}
    assert minimax(quiet).values[2] == -1


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
