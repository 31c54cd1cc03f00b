"""One voice: all that is told on positions and moves is brief, in a newcomer's words and in its
game's, names persons alike, and hides the answer of a retry.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

from ai.exact.value import Value
from ai.facts.best import BeginnerLoses, best
from ai.facts.fact import Fact
from ai.facts.positions import (
    CannotComplete,
    Loses,
    MustTakeCare,
    NeitherCanComplete,
    NobodyCanWin,
    why,
)
from ai.facts.reasons import DeadDraws, HardestDraw, perfect
from ai.facts.verdicts import HarderDraw, KeepsDraw, NoHarderDraw, verdict
from ai.rules.position import Mark
from ai.study.study import JudgedMove, study
from ai.words.persons import COMPUTER, FIRST, PERSON, SECOND
from tests.one_voice import expect_answer_hidden, expect_brief, expect_one_voice
from tests.reference import position
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won

# Two positions of a game: a move, and what can follow it.


def facts_on_move(move: JudgedMove) -> Iterator[Fact]:
    """The verdict, and the facts on all of the best moves if it is one of these."""
    yield from verdict(move)
    if move.cell in move.before.best_cells:
        yield from (*best(move.before), *perfect(move).facts)


def losers(facts: Iterable[Fact], mover: Mark) -> tuple[set[Mark], set[Mark]]:
    """The sides that *facts* say may lose a drawn position, and those that they say never do."""
    may, never = set[Mark](), set[Mark]()
    for fact in facts:
        match fact:
            case HardestDraw(side) | BeginnerLoses(side) | NoHarderDraw(side) | MustTakeCare(side):
                may.add(side)
            case HarderDraw(side, _, (_, share)):
                (may if share else never).add(side)
            case Loses():
                may.add(mover)
            case DeadDraws(side):
                never.add(side)
            case KeepsDraw():
                never.add(mover.other)
            case CannotComplete(side):
                never.add(side.other)
            case NeitherCanComplete() | NobodyCanWin():
                never |= {*Mark}
    return may, never


def expect_agreement(move: JudgedMove) -> None:
    """Facts on a draw and on the position after it never say of one side that it may lose, and that
    it never does; nor that the one who moved may.
    """
    left, mover = move.after, move.mark
    replies = chain.from_iterable(map(facts_on_move, left.moves.values()))
    may, never = losers(facts_on_move(move), mover)
    may_then, never_then = losers((*replies, *why(left)), mover.other)
    assert not never & may_then
    assert not may & never_then
    assert may | never <= {mover.other}
    assert not losers(why(move.before), mover)[1] & (may | may_then)


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
