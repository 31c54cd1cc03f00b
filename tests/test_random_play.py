"""Exact odds of random play, against a recursion over plain boards and by the laws of chance."""

import pytest
from hypothesis import given

from ai.odds.arena import exact_odds
from ai.odds.random_play import odds_after_moves
from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, TIC_TAC_TOE
from ai.rules.position import Position, parse
from tests.odds_again import Three, by_recursion, fractions, mean
from tests.reference import Board, after, moves, position, result
from tests.samples import ACTIVE_CLASSES, active, at_random

LATE = at_random("square", range(1, 8), 100, seed=1)
BOTH = pytest.mark.parametrize("game", GAMES)


def overall(board: Board) -> Three:
    """The odds of random play from *board*: the mean over all moves."""
    if result(board):
        return by_recursion(board)
    return mean([fractions(odds) for odds in odds_after_moves(position(board)).values()])


@pytest.mark.long
@pytest.mark.parametrize("boards", [ACTIVE_CLASSES, LATE], ids=["tic-tac-toe", "square"])
def test_the_odds_are_those_of_a_recursion_over_plain_boards(boards: list[Board]) -> None:
    for board in boards:
        found = odds_after_moves(position(board))
        expected = {cell: by_recursion(after(board, cell)) for cell in moves(board)}
        assert {cell: fractions(odds) for cell, odds in found.items()} == expected, board


@pytest.mark.long
@given(board=active("square"))
def test_the_odds_after_a_move_are_the_mean_of_those_after_each_reply(board: Board) -> None:
    """With the recursion, which holds for late boards, this settles the odds of every board."""
    for cell, odds in odds_after_moves(position(board)).items():
        assert fractions(odds) == overall(after(board, cell)), cell


def test_a_game_that_is_over_has_no_moves() -> None:
    assert not odds_after_moves(parse(TIC_TAC_TOE, "XXX OO. ..."))


def test_they_are_the_odds_of_easy_against_itself() -> None:
    """These are carried forward from the empty board, position by position."""
    easy = OPPONENTS["easy"]
    found = mean([fractions(odds) for odds in odds_after_moves(Position(TIC_TAC_TOE)).values()])
    assert found == fractions(exact_odds(TIC_TAC_TOE, easy, easy))
