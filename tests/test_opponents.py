"""The computer players, each against a second reading of its rules."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings

from ai.exact.tablebase import probe
from ai.opponents import OPPONENTS, UnknownOpponent, opponent_for
from ai.opponents.easy import Unweighed, easy
from ai.opponents.hard import WeightRule, hard
from ai.opponents.policy import Opponent, UnsupportedGame, chance
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd, alpha_beta, medium, minimax
from ai.opponents.unbeatable import Perfect, unbeatable
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Position
from tests import reference, samples
from tests.reference import (
    WINNING,
    Board,
    after,
    completing,
    exchanged,
    lookahead,
    moves,
    other,
    position,
    result,
    score,
    to_mover,
)
from tests.rules_again import by_the_weights, weights
from tests.samples import ACTIVE, ACTIVE_CLASSES, BOARDS, at_random

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


def test_the_menu_begins_with_the_four_levels() -> None:
    levels = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "unbeatable": "Unbeatable"}
    assert list(OPPONENTS)[:4] == list(levels)
    assert {key: o.name for key, o in OPPONENTS.items() if o.level} == levels
    assert all(opponent.key == key for key, opponent in OPPONENTS.items())


@EVERYBODY
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_opponent_plays_its_games_and_refuses_the_others(opponent: Opponent, game: Game) -> None:
    if game in opponent.games:
        assert opponent_for(game, opponent.key) is opponent
    else:
        with pytest.raises(UnsupportedGame, match=f"{opponent.name} does not play {game.name}"):
            opponent_for(game, opponent.key)


def test_nobody_decides_in_a_game_that_it_does_not_play() -> None:
    specialist = Opponent("specialist", "Specialist", easy, games=(TIC_TAC_TOE,))
    assert specialist.decide(Position(TIC_TAC_TOE)) == easy(Position(TIC_TAC_TOE))
    with pytest.raises(UnsupportedGame, match=r"Specialist does not play Square\."):
        specialist.decide(Position(SQUARE))


def test_everybody_plays_tic_tac_toe_and_the_levels_play_square() -> None:
    assert all(opponent.plays(TIC_TAC_TOE) for opponent in OPPONENTS.values())
    levels = ["easy", "medium", "hard", "unbeatable"]
    assert [opponent.key for opponent in SQUARE_PLAYERS] == levels


@pytest.mark.parametrize("key", ["", "Easy", "nobody"])
def test_an_unknown_key_is_refused(key: str) -> None:
    with pytest.raises(UnknownOpponent, match=f"“{key}”.*easy, medium, hard"):
        opponent_for(TIC_TAC_TOE, key)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_depth_can_be_asked_for(game: Game) -> None:
    for depth in range(1, len(game.cells) + 1):
        opponent = opponent_for(game, f"medium:depth={depth}")
        assert opponent.key == f"medium:depth={depth}"
        assert opponent.name == f"Medium, depth {depth}"
        assert opponent.games == OPPONENTS["medium"].games
        assert opponent.symmetric
    with pytest.raises(UnknownOpponent, match=f"to depth={depth} on {game.name}"):
        opponent_for(game, f"medium:depth={depth + 1}")


@pytest.mark.long
def test_the_depth_that_was_asked_for_is_used() -> None:
    for depth in range(1, 10):
        opponent = opponent_for(TIC_TAC_TOE, f"medium:depth={depth}")
        for board in at_random("tic-tac-toe", range(1, 8), count=20, seed=depth):
            decision = opponent.decide(position(board))
            assert list(decision.cells) == best_within(board, depth)
            assert isinstance(decision.reason, LookedAhead)
            assert decision.reason.search.depth == min(depth, len(moves(board)))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize(
    "parameter",
    [
        *["", "foo", "4", "depth", "depth=", "depth=0", "depth=-1", "depth=04", "depth=17"],
        *["depth=100", "depth=4 ", "depth=4\n", " depth=4", "depth=٤", "Depth=4"],
        "depth=4:depth=4",
    ],
)
def test_another_parameter_is_refused(game: Game, parameter: str) -> None:
    allowed = f"depth=1 to depth={len(game.cells)} on {game.name}, not {parameter!r}"
    with pytest.raises(UnknownOpponent, match=re.escape(f"Medium takes {allowed}.")):
        opponent_for(game, f"medium:{parameter}")


@pytest.mark.parametrize("key", [key for key in OPPONENTS if key != "medium"])
@pytest.mark.parametrize("parameter", ["", "depth=2"])
def test_the_others_take_no_parameter(key: str, parameter: str) -> None:
    refused = f"{OPPONENTS[key].name} takes no parameter, so not {parameter!r}."
    with pytest.raises(UnknownOpponent, match=re.escape(refused)):
        opponent_for(TIC_TAC_TOE, f"{key}:{parameter}")


def test_a_parameter_makes_no_opponent() -> None:
    with pytest.raises(UnknownOpponent, match="No opponent “nobody”, only easy, "):
        opponent_for(TIC_TAC_TOE, "nobody:depth=2")
    with pytest.raises(UnsupportedGame):
        opponent_for(SQUARE, "minimax:depth=2")


# The chance between equally good moves.


def draws(seed: int, ply: int) -> list[int]:
    """Ten numbers from the generator for *seed* and *ply*."""
    rng = chance(seed, ply)
    return [rng.randrange(1_000_000) for _ in range(10)]


def test_chance_repeats_from_seed_and_ply() -> None:
    seen = {(seed, ply): draws(seed, ply) for seed in (0, 1, 11, 2**64) for ply in range(16)}
    assert all(draws(seed, ply) == drawn for (seed, ply), drawn in seen.items())
    assert len(set(map(tuple, seen.values()))) == len(seen)


# Easy.


def test_easy_plays_any_empty_cell() -> None:
    for board in ACTIVE:
        assert list(easy(position(board)).cells) == moves(board)
    assert easy(Position(SQUARE)).cells == tuple(range(16))
    assert easy(Position(SQUARE)).reason == Unweighed()


# Medium.


def best_within(board: Board, depth: int) -> list[int]:
    """The cells of the best value within *depth* plies."""
    values = {c: to_mover(board, lookahead(after(board, c), depth - 1)) for c in moves(board)}
    return [cell for cell in values if values[cell] == max(values.values())]


def wins_or_stops_a_lone_threat(board: Board) -> list[int]:
    """Medium in words: win; else stop the threat if one cell does it; else any cell."""
    wins, threats = completing(board, board.mover), completing(board, other(board.mover))
    if wins:
        return sorted(wins)
    return list(threats) if len(threats) == 1 else moves(board)


def test_medium_wins_else_stops_a_lone_threat_else_plays_anywhere() -> None:
    for board in ACTIVE_CLASSES:
        cells = list(medium(position(board)).cells)
        assert cells == wins_or_stops_a_lone_threat(board), board
        assert cells == best_within(board, depth=2), board


@given(samples.active("square"))
def test_medium_does_so_on_square(board: Board) -> None:
    assert list(medium(position(board)).cells) == wins_or_stops_a_lone_threat(board)


# Hard.


def hard_cells(board: Board) -> tuple[WeightRule, Counter[int]]:
    """The deciding rule, and the cells with their weights."""
    decides, cells = by_the_weights(board)
    rules = {
        "completes": WeightRule.COMPLETE,
        "blocks": WeightRule.BLOCK,
        "nothing": WeightRule.NOTHING_LIVE,
        board.mover: WeightRule.MOVER_WEIGHS_MORE,
        other(board.mover): WeightRule.OPPONENT_WEIGHS_MORE,
    }
    return rules[decides], Counter(cells)


def assert_hard_agrees(board: Board) -> None:
    """The cells, how often each is drawn, and all of the reason."""
    decision = hard(position(board))
    reason, lots = decision.reason, dict(zip(decision.cells, decision.weights, strict=True))
    assert (reason.rule, lots) == hard_cells(board), board
    for found, mark in ((reason.mover, board.mover), (reason.opponent, other(board.mover))):
        expected = weights(board, mark)
        assert list(found) == [expected.get(cell, 0) for cell in range(len(board.marks))]
    completes = {WeightRule.COMPLETE: board.mover, WeightRule.BLOCK: other(board.mover)}
    threats = Counter(
        cells
        for cells in WINNING[board.game]
        for mark in [completes.get(reason.rule)]
        if sorted(board.marks[cell] for cell in cells) == [".", *[mark] * (len(cells) - 1)]
    )
    assert Counter(reason.threats) == threats


def test_hard_agrees_everywhere_with_its_rules_read_again() -> None:
    for board in ACTIVE_CLASSES:
        assert_hard_agrees(board)
    assert {hard(position(board)).reason.rule for board in ACTIVE_CLASSES} == set(WeightRule)


@settings(max_examples=100)
@given(samples.active("square"))
def test_hard_agrees_with_its_rules_on_square(board: Board) -> None:
    assert_hard_agrees(board)


def test_the_empty_square_board_weighs_its_lines() -> None:
    """As printed in the rules; and in all four for each of the twenty squares."""
    reason = hard(Position(SQUARE)).reason
    assert reason.mover == reason.opponent == (3, 5, 5, 3, 5, 7, 7, 5, 5, 7, 7, 5, 3, 5, 5, 3)
    assert sum(reason.mover) == 4 * 20
    assert hard(Position(SQUARE)).cells == (5, 6, 9, 10)


# Minimax.


@pytest.mark.long
def test_minimax_plays_the_first_best_cell_and_so_does_alpha_beta() -> None:
    """That they find the same is tested in :mod:`tests.test_search`."""
    for board in ACTIVE_CLASSES:
        for decision in (minimax(position(board)), alpha_beta(position(board))):
            if len(moves(board)) == 9:
                assert (decision.cells, decision.reason) == (tuple(range(9)), Opening())
            else:
                assert list(decision.cells) == best_within(board, depth=9)[:1], board
                assert isinstance(decision.reason, SearchedToEnd)
                assert decision.reason.search.depth == len(moves(board))


# Unbeatable.


def optimal(board: Board) -> list[int]:
    """The cells that keep the value, win soonest and lose latest."""
    return [cell for cell in moves(board) if score(after(board, cell)) == score(board)]


def assert_plays_the_best(board: Board) -> None:
    """Its cells are the best of the second solver, and its reason has the worth of every cell."""
    decision = unbeatable(position(board))
    assert list(decision.cells) == reference.best_cells(board), board
    reason: Perfect = decision.reason
    difficulties = reference.difficulties(board)
    assert list(reason.worths) == moves(board)
    for cell, worth in reason.worths.items():
        assert (int(worth.exact.value), worth.exact.distance) == reference.worths(board)[cell]
        assert worth.difficulty == (float(difficulties[cell]) if cell in difficulties else None)


def test_unbeatable_sets_a_beginner_the_most_difficult_problem() -> None:
    for board in ACTIVE_CLASSES:
        assert_plays_the_best(board)


LATE = at_random("square", range(1, 9), count=60, seed=3)


@pytest.mark.long
def test_unbeatable_does_so_late_on_square_too() -> None:
    """With eight empty cells or fewer, where exact fractions are soon computed."""
    assert {bool(score(board)) for board in LATE} == {True, False}
    for board in LATE:
        assert_plays_the_best(board)


def test_some_drawing_moves_on_square_are_more_difficult_than_others() -> None:
    """So that the tests above show something."""
    drawn = [board for board in LATE if score(board) == 0]
    assert any(set(reference.best_cells(board)) < set(optimal(board)) for board in drawn)


@given(samples.active("square"))
def test_unbeatable_gives_nothing_away_anywhere_on_square(board: Board) -> None:
    """By the law of values alone: a move of the same value, and a ply nearer to the end."""
    here = probe(position(board))
    cells = unbeatable(position(board)).cells
    for cell in moves(board):
        there = probe(position(after(board, cell)))
        kept = there.value == -here.value and (
            there.distance is None or there.distance + 1 == here.distance
        )
        assert kept or cell not in cells
        assert kept <= (cell in cells) or here.distance is None
