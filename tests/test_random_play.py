"""Exact odds of random play, against a recursion over plain boards and by the laws of chance."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given

from ai.odds.arena import Odds, exact_odds
from ai.odds.random_play import odds_after_moves
from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, TIC_TAC_TOE
from ai.rules.position import Position, parse
from tests.reference import Board, after, exchanged, images, moves, position, result
from tests.samples import ACTIVE_CLASSES, active, at_random

Three = tuple[Fraction, Fraction, Fraction]
LATE = at_random("square", range(1, 8), 100, seed=1)
BOTH = pytest.mark.parametrize("game", GAMES)


def three(odds: Odds) -> Three:
    """The odds in a row."""
    return Fraction(odds.x_wins), Fraction(odds.draws), Fraction(odds.o_wins)


def mean(of: list[Three]) -> Three:
    """The odds where one of so many comes, each as likely as another."""
    x_wins, draws, o_wins = (
        sum(chances, Fraction(0)) / len(of) for chances in zip(*of, strict=True)
    )
    return x_wins, draws, o_wins


@cache
def by_recursion(board: Board) -> Three:
    """The chances that X wins, nobody does, O wins, move by move."""
    if ended := result(board):
        return Fraction(ended == "X"), Fraction(ended == "tie"), Fraction(ended == "O")
    return mean([by_recursion(after(board, cell)) for cell in moves(board)])


def overall(board: Board) -> Three:
    """The odds of random play from *board*: the mean over all moves."""
    if result(board):
        return by_recursion(board)
    return mean([three(odds) for odds in odds_after_moves(position(board)).values()])


@pytest.mark.long
@pytest.mark.parametrize("boards", [ACTIVE_CLASSES, LATE], ids=["tic-tac-toe", "square"])
def test_the_odds_are_those_of_a_recursion_over_plain_boards(boards: list[Board]) -> None:
    for board in boards:
        found = odds_after_moves(position(board))
        expected = {cell: by_recursion(after(board, cell)) for cell in moves(board)}
        assert {cell: three(odds) for cell, odds in found.items()} == expected, board


@pytest.mark.long
@given(board=active("square"))
def test_the_odds_after_a_move_are_the_mean_of_those_after_each_reply(board: Board) -> None:
    """With the recursion, which holds for late boards, this settles the odds of every board."""
    for cell, odds in odds_after_moves(position(board)).items():
        assert three(odds) == overall(after(board, cell)), cell


@BOTH
def test_the_odds_sum_to_one(game: str) -> None:
    for board in at_random(game, range(1, 16 if game == "square" else 9), 30, seed=2):
        for odds in odds_after_moves(position(board)).values():
            assert sum(three(odds)) == 1
            assert min(three(odds)) >= 0


@pytest.mark.long
@BOTH
def test_symmetric_boards_have_the_same_odds_and_exchanged_ones_the_exchanged(game: str) -> None:
    for board in at_random(game, range(1, 14 if game == "square" else 9), 15, seed=3):
        assert {overall(image) for image in images(board)} == {overall(board)}
        assert overall(exchanged(board)) == overall(board)[::-1]


def test_a_game_that_is_over_has_no_moves() -> None:
    assert not odds_after_moves(parse(TIC_TAC_TOE, "XXX OO. ..."))


def test_they_are_the_odds_of_easy_against_itself() -> None:
    """These are carried forward from the empty board, position by position."""
    easy = OPPONENTS["easy"]
    found = mean([three(odds) for odds in odds_after_moves(Position(TIC_TAC_TOE)).values()])
    assert found == three(exact_odds(TIC_TAC_TOE, easy, easy))
