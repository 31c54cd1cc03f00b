"""Hints and the best moves in words: each claim held against other rules and solvers."""

import pytest
from hypothesis import given

from ai.facts.best import best
from ai.facts.fact import Fact, every_fact
from ai.study.study import study
from ai.words.told import best_in_words
from tests.advice_again import expect_best, expect_figures, expect_hint
from tests.reference import Board, position
from tests.retries_again import expect_retry_in_room
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won
from tests.strategies import sessions
from webapp.game.match_page import match_page
from webapp.game.session import Session


def test_the_advice_in_every_position_of_3x3_is_true_and_brief() -> None:
    told = set[type[Fact]]()
    for board in ACTIVE_CLASSES:
        expect_hint(board)
        expect_figures(board)
        told |= expect_best(board)
    assert told == {kind for kind in every_fact() if kind.__module__ == best.__module__}


@pytest.mark.slow
def test_the_advice_in_positions_of_square_is_true_and_brief() -> None:
    boards = at_random("square", range(1, 17), 300, seed=4) + far_from_won(6, 20)
    for board in boards:
        expect_hint(board)
        expect_best(board)
        expect_figures(board)


@given(sessions())
def test_the_advice_as_a_whole_has_room(session: Session) -> None:
    advice = match_page(session).advice
    assert len(" ".join(filter(None, (advice.hint, *advice.sentences)))) <= 90


def test_every_retry_has_room() -> None:
    for board in (*ACTIVE_CLASSES, *at_random("square", range(1, 17), 60, seed=5)):
        expect_retry_in_room(board)


def test_no_move_is_best_once_the_game_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        best_in_words(study(position(Board("tic-tac-toe", "XXXOO....", "O"))))
