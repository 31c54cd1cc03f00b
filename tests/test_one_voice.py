"""One voice: all that is told on positions and moves is brief, in a newcomer's words and in its
game's, names persons alike, and hides the answer of a retry.
"""

import pytest

from ai.exact.value import Value
from ai.study.study import study
from ai.words.persons import COMPUTER, FIRST, PERSON, SECOND
from tests.agreement_again import expect_agreement
from tests.one_voice import expect_answer_hidden, expect_brief, expect_one_voice
from tests.reference import position
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won

# Two positions of a game: a move, and what can follow it.


@pytest.mark.slow
def test_no_fact_on_a_move_is_denied_after_it() -> None:
    for board in (*ACTIVE_CLASSES, *at_random("square", range(1, 14), 80, seed=8)):
        for move in study(position(board)).drawing:
            if not move.left.outcome and move.best.value is Value.DRAW:
                expect_agreement(move)


@pytest.mark.slow
def test_every_word_on_3x3_is_brief_and_hides_the_answer_and_names_persons_alike() -> None:
    for board in ACTIVE_CLASSES:
        expect_one_voice(board)
        expect_brief(board)
        expect_answer_hidden(board)


@pytest.mark.slow
def test_every_word_on_square_is_brief_and_hides_the_answer() -> None:
    for board in at_random("square", range(1, 17), 3_000, seed=6):
        expect_brief(board)
        expect_answer_hidden(board)


@pytest.mark.slow
def test_every_word_on_square_names_persons_alike() -> None:
    for board in at_random("square", range(1, 13), 60, seed=7) + far_from_won(6, 10):
        expect_one_voice(board)


def test_persons_are_two() -> None:
    """I and you, never the same of both sides."""
    assert {*PERSON} == {*COMPUTER} == {FIRST, SECOND}
    assert PERSON.mover == SECOND
