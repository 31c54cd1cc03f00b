"""The laws of facts, sentences and drawings on one board or game, of whatever game."""

from ai.rules.games import game_for
from tests.claims.games import games as games_of_all_kinds
from tests.claims.laws import expect_board, expect_games
from tests.laws import ON_A_BOARD, expect_result_given_away, expect_reviewed
from tests.reference import Board, size_of
from tests.samples import at_random


def expect_true(board: Board) -> None:
    """All that is said and drawn of *board*, its moves and their reasons is true and complete."""
    expect_board(board)
    for law in ON_A_BOARD:
        law(board)


def expect_game_true(boards: list[Board]) -> None:
    """Every sentence on the game through *boards* is true, from any start."""
    expect_games(boards)
    expect_result_given_away(boards)
    for later in (boards, boards[-4:], boards[-2:]):
        expect_reviewed(boards, len(boards) - len(later))


def expect_all_true(text: str, seed: int, boards: int, games: int) -> None:
    """All is true of so many boards and games of the game that *text* defines."""
    game = game_for(text).key
    for board in at_random(game, range(1, size_of(game) + 1), boards, seed):
        expect_true(board)
    for played in games_of_all_kinds(game, games, seed):
        expect_game_true(played)
