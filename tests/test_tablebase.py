"""Solved games: value and distance against a second solver; winners hurry, losers delay."""

import pytest

from ai.games import TIC_TAC_TOE, Game, squares
from ai.position import parse
from ai.tablebase import Exact, Value, for_the_mover, move_values, probe, solve
from tests import reference
from tests.reference import (
    ACTIVE,
    BOARDS,
    Board,
    after,
    moves,
    position,
    result,
    value_and_distance,
)


def pair(exact: Exact) -> tuple[int, int | None]:
    """Value and distance as plain numbers."""
    return int(exact.value), exact.distance


def key(board: Board) -> tuple[int, int]:
    """The masks of the mover and of the other side."""
    own, other = (
        sum(2**cell for cell, mark in enumerate(board.marks) if mark == wanted)
        for wanted in (board.mover, reference.other(board.mover))
    )
    return own, other


def test_every_position_has_its_value_and_distance() -> None:
    for board in BOARDS:
        assert pair(probe(position(board))) == value_and_distance(board), board


def test_every_move_has_the_value_of_what_it_leaves_to_the_other_side() -> None:
    for board in ACTIVE:
        values = move_values(position(board))
        assert list(values) == moves(board)
        for cell, exact in values.items():
            value, distance = value_and_distance(after(board, cell))
            assert pair(exact) == (-value, None if distance is None else distance + 1)


def test_a_position_is_worth_its_best_move() -> None:
    for board in ACTIVE:
        values = move_values(position(board)).values()
        assert probe(position(board)) == max(values, key=lambda exact: exact.rank)


def test_nothing_can_be_moved_where_the_game_is_over() -> None:
    ended = [board for board in BOARDS if result(board)]
    assert ended
    assert all(move_values(position(board)) == {} for board in ended)


def test_the_empty_board_is_a_draw_whatever_is_played() -> None:
    assert set(move_values(parse(TIC_TAC_TOE, "... ... ...")).values()) == {Exact(Value.DRAW, None)}


def test_the_table_holds_every_reachable_position_once() -> None:
    """Whoever began: only whose turn it is matters."""
    assert len(solve(TIC_TAC_TOE)) == 5_478
    assert set(solve(TIC_TAC_TOE)) == {key(board) for board in BOARDS}


def test_any_game_of_cells_and_winning_sets_is_solved() -> None:
    """Here the six squares of a board of nine cells, where a win takes four marks."""
    nine = Game("squares of nine", "Squares of nine", size=3, winning_sets=squares(3))
    table = solve(nine)
    boards = list(reference.reachable(nine.key, "X"))
    assert set(table) == {key(board) for board in boards}
    for board in boards:
        assert pair(table[key(board)]) == value_and_distance(board), board


def test_better_is_a_sooner_win_then_a_draw_then_a_later_loss() -> None:
    wins = [Exact(Value.WIN, distance) for distance in (1, 3, 5)]
    losses = [Exact(Value.LOSS, distance) for distance in (4, 2, 0)]
    best_first = [*wins, Exact(Value.DRAW, None), *losses]
    assert sorted(best_first, key=lambda exact: exact.rank) == best_first[::-1]


@pytest.mark.parametrize(
    ("left", "made"),
    [
        (Exact(Value.LOSS, 0), Exact(Value.WIN, 1)),
        (Exact(Value.WIN, 3), Exact(Value.LOSS, 4)),
        (Exact(Value.DRAW, None), Exact(Value.DRAW, None)),
    ],
)
def test_what_a_move_leaves_is_seen_from_the_other_side_a_ply_later(
    left: Exact, made: Exact
) -> None:
    assert for_the_mover(left) == made
