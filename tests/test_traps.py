"""How many replies to a move lose, against a second solver; which moves are best; and the words."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.position import Position
from ai.tablebase import move_values
from ai.traps import MoveWorth, move_worths
from ai.value import Exact, Value
from tests import reference
from tests.reference import (
    ACTIVE_CLASSES,
    BOARDS,
    Board,
    after,
    at_random,
    images,
    moves,
    position,
    result,
    value_and_distance,
)

ENDINGS = at_random("square", range(1, 7), 150, seed=1)  # the reference solves these at once


@cache
def losing_replies(board: Board, cell: int) -> tuple[int, int]:
    """How many replies to the move on *cell* lose, and how many there are, by the reference."""
    left = after(board, cell)
    if result(left):
        return 0, 0
    values = [value_and_distance(after(left, reply))[0] for reply in moves(left)]
    return values.count(1), len(values)  # to the side that made the move


def quality(board: Board, cell: int) -> tuple[int, ...]:
    """Greater for a better move: what it gets; how soon it wins, how late it loses, or how many
    replies to a draw lose.
    """
    value, distance = value_and_distance(after(board, cell))
    return -value, value * distance if distance is not None else losing_replies(board, cell)[0]


@pytest.mark.parametrize("boards", [ACTIVE_CLASSES, ENDINGS], ids=["tic-tac-toe", "square"])
def test_the_losing_replies_are_those_of_a_second_solver(boards: list[Board]) -> None:
    for board in boards:
        worths = move_worths(position(board))
        assert list(worths) == moves(board)
        for cell, worth in worths.items():
            assert (worth.losing, worth.replies) == losing_replies(board, cell), (board, cell)


@pytest.mark.parametrize("boards", [ACTIVE_CLASSES, ENDINGS], ids=["tic-tac-toe", "square"])
def test_the_best_moves_are_those_that_nothing_beats_and_something_falls_short_of(
    boards: list[Board],
) -> None:
    for board in boards:
        qualities = {cell: quality(board, cell) for cell in moves(board)}
        most, least = max(qualities.values()), min(qualities.values())
        best = {cell for cell in qualities if most > least and qualities[cell] == most}
        assert {c for c, worth in move_worths(position(board)).items() if worth.best} == best, board


@given(st.sampled_from(list(GAMES)).flatmap(reference.active))
def test_values_and_replies_agree(board: Board) -> None:
    """A move that wins and goes on wins after every reply, and no other move does."""
    here = position(board)
    values = move_values(here)
    for cell, worth in move_worths(here).items():
        assert worth.exact == values[cell]
        assert worth.replies == (0 if result(after(board, cell)) else len(moves(board)) - 1)
        if worth.replies:
            assert (worth.losing == worth.replies) == (worth.exact.value is Value.WIN)


@given(reference.active("square"))
def test_boards_that_are_images_of_each_other_have_equal_moves(board: Board) -> None:
    found = [sorted(map(str, move_worths(position(image)).values())) for image in images(board)]
    assert found.count(found[0]) == len(found)


def test_over_is_over() -> None:
    for board in BOARDS:
        if result(board):
            assert not move_worths(position(board))


def test_a_corner_sets_the_most_traps_and_the_middle_of_square_too() -> None:
    """To a corner of tic-tac-toe only the middle is right; Square is symmetric about its middle."""
    first = move_worths(Position(TIC_TAC_TOE))
    assert {cell for cell, worth in first.items() if worth.best} == {0, 2, 6, 8}
    assert first[0].losing == len(first) - 2
    square = move_worths(Position(SQUARE))
    assert {cell for cell, worth in square.items() if worth.best} == {5, 6, 9, 10}
    assert {exact.value for exact in move_values(Position(SQUARE)).values()} == {Value.DRAW}


@pytest.mark.parametrize(
    ("worth", "words"),
    [
        (MoveWorth(Exact(Value.WIN, 3), 6, 6), "win in 3"),
        (MoveWorth(Exact(Value.LOSS, 4), 2, 7), "loss in 4"),
        (MoveWorth(Exact(Value.DRAW, None), 10, 15), "draw; 10 of 15 replies lose"),
        (MoveWorth(Exact(Value.DRAW, None), 1, 15), "draw; 1 of 15 replies loses"),
        (MoveWorth(Exact(Value.DRAW, None), 0, 15), "draw; no reply loses"),
        (MoveWorth(Exact(Value.DRAW, None), 0, 0), "draw"),
    ],
    ids=str,
)
def test_a_worth_in_words(worth: MoveWorth, words: str) -> None:
    assert str(worth) == words
