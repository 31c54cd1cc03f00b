"""Where a hint looks, and what is drawn of it and of a wrong try, by the tests' own rules."""

from dataclasses import replace

import pytest

from ai.facts import looks as k
from ai.facts.fact import every_fact
from ai.facts.looks import look
from ai.rules.record import Record
from ai.study.study import study
from tests.hints_again import expect_wrong_try, looks_at, taken
from tests.puzzle_pages import PLAYED, board_of
from tests.reference import Board, position
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won
from webapp.board.players import Players
from webapp.board.pointer import Pointer, hint_pointer, region_pointer, wrong_try_pointer
from webapp.game.match import Match, Retry
from webapp.game.match_page import match_page
from webapp.game.session import Session

KINDS = {fact for fact in every_fact() if fact.__module__ == k.__name__}
ON_SQUARE = [
    *at_random("square", range(1, 15), 150, seed=7),
    *far_from_won(7, 5),
]


@pytest.mark.long
def test_a_hint_looks_at_a_region_with_a_best_cell_and_says_what_is_true_of_it() -> None:
    assert looks_at(ACTIVE_CLASSES) | looks_at(ON_SQUARE) == KINDS


@pytest.mark.long
def test_a_wrong_try_names_and_draws_the_reply() -> None:
    """Of all positions, and of puzzles."""
    shown = set()
    asked = [board_of(puzzle) for puzzle in PLAYED[::9]]
    for board in (*ACTIVE_CLASSES, *ON_SQUARE, *asked):
        here = position(board)
        for move in study(here).moves.values():
            if move.value_lost:
                shown.add(expect_wrong_try(board, move, wrong_try_pointer(move)))
    assert shown == {True, False}


@pytest.mark.parametrize("board", [ON_SQUARE[3], ON_SQUARE[40], ACTIVE_CLASSES[20]])
def test_a_page_draws_one_of_them_at_a_time(board: Board) -> None:
    """The loop, then the ring and its sets; and the last wrong try, while no hint is asked for."""
    begun = Match(Record(position(board)), Players(), 0, retry=Retry(len(taken(board))))
    wrong = [move.cell for move in begun.study.moves.values() if move.value_lost]
    if begun.is_puzzle:
        tried = replace(begun, retry=Retry(len(taken(board)), tuple(wrong)))
        last = begun.study.moves[wrong[-1]]
        assert pointer_on(tried) == wrong_try_pointer(last)
        assert pointer_on(tried.ask_hint()) == pointer_on(begun.ask_hint())
    assert pointer_on(begun) == Pointer()
    best = begun.study.best
    assert pointer_on(begun.ask_hint()) == region_pointer(look(best), best.game)
    assert pointer_on(begun.ask_hint().ask_hint()) == hint_pointer(best)


def pointer_on(match: Match) -> Pointer:
    """The drawing on the page of *match*."""
    return match_page(Session(match)).stage.pointer
