"""Laws of all computer players: that they are policies, which games they play, their parameters.

A second reading of their rules in :mod:`tests.claims.reasons` proves what each decides.
"""

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given

from ai.opponents import OPPONENTS, UnknownOpponent, opponent_for
from ai.opponents.chain import chain
from ai.opponents.easy import easy
from ai.opponents.policy import Opponent, UnsupportedGame, chance
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.position import Position
from tests import samples
from tests.reference import (
    Board,
    exchanged,
    moves,
    position,
    result,
)
from tests.rules_again import by_the_chain
from tests.samples import ACTIVE, ACTIVE_CLASSES, BOARDS

EVERYBODY = pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)
SQUARE_PLAYERS = [opponent for opponent in OPPONENTS.values() if opponent.plays(SQUARE)]


# Laws for all opponents.


def assert_is_a_policy(opponent: Opponent, board: Board) -> None:
    """It names empty cells, the same each time, and does not care what the marks are called."""
    decision = opponent.decide(position(board))
    assert decision.cells
    assert set(decision.cells) <= set(moves(board))
    assert opponent.decide(position(board)) == decision
    same = opponent.decide(position(exchanged(board)))
    assert same.cells == decision.cells
    assert same.reason == decision.reason


@pytest.mark.slow
@EVERYBODY
def test_every_opponent_is_a_policy(opponent: Opponent) -> None:
    for board in ACTIVE_CLASSES:
        assert_is_a_policy(opponent, board)


@given(samples.active("square"))
def test_every_opponent_on_square_is_a_policy_there_too(board: Board) -> None:
    for opponent in SQUARE_PLAYERS:
        assert_is_a_policy(opponent, board)


@EVERYBODY
def test_nobody_decides_once_the_game_is_over(opponent: Opponent) -> None:
    for board in BOARDS:
        if result(board):
            with pytest.raises(ValueError, match="over"):
                opponent.decide(position(board))


def test_the_menu_begins_with_the_four_levels_which_play_square_too() -> None:
    levels = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "unbeatable": "Unbeatable"}
    assert list(OPPONENTS)[:4] == list(levels)
    assert {key: o.name for key, o in OPPONENTS.items() if o.level} == levels
    assert [opponent.key for opponent in SQUARE_PLAYERS] == list(levels)
    for key, opponent in OPPONENTS.items():
        assert opponent.key == key
        assert opponent.plays(TIC_TAC_TOE)


def test_an_opponent_plays_its_games_and_refuses_the_others() -> None:
    for opponent, game in product(OPPONENTS.values(), GAMES.values()):
        if not opponent.games or game in opponent.games:
            assert opponent_for(game, opponent.key) is opponent
        else:
            with pytest.raises(UnsupportedGame, match=f"{opponent.name} does not play {game.name}"):
                opponent_for(game, opponent.key)
    specialist = replace(OPPONENTS["easy"], name="Specialist", games=(TIC_TAC_TOE,))
    assert specialist.decide(Position(TIC_TAC_TOE)) == easy(Position(TIC_TAC_TOE))
    with pytest.raises(UnsupportedGame, match=r"Specialist does not play Square\."):
        specialist.decide(Position(SQUARE))


@pytest.mark.parametrize("key", ["", "Easy", "nobody", "nobody:depth=2"])
def test_an_unknown_key_is_refused(key: str) -> None:
    with pytest.raises(UnknownOpponent, match=f"“{key.partition(':')[0]}”.*easy, medium, hard"):
        opponent_for(TIC_TAC_TOE, key)


def test_medium_takes_a_depth() -> None:
    for game in GAMES.values():
        for depth in range(1, len(game.cells) + 1):
            opponent = opponent_for(game, f"medium:depth={depth}")
            assert opponent.key == f"medium:depth={depth}"
            assert opponent.name == f"Medium, depth {depth}"
            assert opponent.games == OPPONENTS["medium"].games
            assert opponent.symmetric


def test_another_parameter_is_refused() -> None:
    """Medium takes a depth up to the number of cells; the others take none."""
    for game in GAMES.values():
        cells = len(game.cells)
        for parameter in (
            *["", "foo", "4", "depth", "depth=", "depth=0", "depth=-1", "depth=04", "depth=17"],
            *["depth=100", "depth=4 ", "depth=4\n", " depth=4", "depth=٤", "Depth=4"],
            *["depth=4:depth=4", f"depth={cells + 1}"],
        ):
            allowed = f"depth=1 to depth={cells} on {game.name}, not {parameter!r}"
            with pytest.raises(UnknownOpponent, match=re.escape(f"Medium takes {allowed}.")):
                opponent_for(game, f"medium:{parameter}")
    for key, parameter in product(OPPONENTS.keys() - {"medium"}, ["", "depth=2"]):
        refused = f"{OPPONENTS[key].name} takes no parameter, so not {parameter!r}."
        with pytest.raises(UnknownOpponent, match=re.escape(refused)):
            opponent_for(TIC_TAC_TOE, f"{key}:{parameter}")
    with pytest.raises(UnsupportedGame):
        opponent_for(SQUARE, "minimax:depth=2")


# The chance between equally good moves.


def test_chance_repeats_from_seed_and_ply() -> None:
    def numbers(seed: int, ply: int) -> list[int]:
        rng = chance(seed, ply)
        return [rng.randrange(1_000_000) for _ in range(10)]

    seen = {it: numbers(*it) for it in product((0, 1, 11, 2**64), range(16))}
    assert all(numbers(*it) == drawn for it, drawn in seen.items())
    assert len(set(map(tuple, seen.values()))) == len(seen)


# The chain goes by reading order, so one board of each symmetry class does not stand for all.


def test_the_chain_agrees_everywhere_with_the_second_reading() -> None:
    for board in (board for board in ACTIVE if board.mover == "X"):
        handler, cell = by_the_chain(board)
        decision = chain(position(board))
        answered = decision.reason.handler.name.lower().replace("_", " ")
        assert (answered, decision.cells) == (handler, (cell,)), board
