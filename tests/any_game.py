"""The laws of facts, sentences and drawings on one board or game, of whatever game."""

from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import NAMED, game_for
from tests.claims.laws import expect_board, expect_games, plays
from tests.claims.pen import ways_of
from tests.claims.strokes import expect_strokes_on_page
from tests.moves_again import expect_choosers, expect_prepared_win, expect_rows, expect_wins
from tests.reference import Board, exchanged, moved, position, turns
from tests.retries_again import expect_retry_in_room
from tests.review_again import assert_is_perfect_play, expect_reviewed, expect_variations


def expect_true(board: Board) -> None:
    """All that is said and drawn of *board*, its moves and their reasons is true and complete."""
    expect_board(board)
    for law in ON_BOARDS:
        law(board)
    for key, opponent in OPPONENTS.items():
        if plays(key, board):
            expect_alike(board, opponent)
            if game_for(board.game).is_small or board.game in NAMED:
                expect_strokes_on_page(board, key, ways_of(board.game))


def expect_alike(board: Board, opponent: Opponent) -> None:
    """A symmetric policy plays the images of its cells in the image of the board, each as often;
    and it does not matter what the marks are called.
    """
    here = opponent.decide(position(board)).probabilities
    assert opponent.decide(position(exchanged(board))).probabilities == here
    for to in turns(board.game) if opponent.symmetric else ():
        there = opponent.decide(position(moved(board, to))).probabilities
        assert there == {to[cell]: chance for cell, chance in here.items()}


ON_BOARDS = (
    *(expect_retry_in_room, expect_wins, expect_prepared_win),
    *(expect_rows, expect_choosers, expect_variations, assert_is_perfect_play),
)


def expect_game_true(boards: list[Board]) -> None:
    """All that is said of the game through *boards*, from wherever it began, is true."""
    expect_games(boards)
    for later in (boards, boards[-4:], boards[-2:]):
        expect_reviewed(boards, len(boards) - len(later))
