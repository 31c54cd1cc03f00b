"""Puzzles: some are solved, judged and told again; numbers, days and files stay as they are."""

from collections.abc import Iterable
from datetime import timedelta
from hashlib import blake2b

import pytest
from flask import Flask

from ai.puzzles import days
from ai.puzzles.answers import parse_answers
from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import QUESTIONS, Theme
from ai.puzzles.solving import AttemptOver, attempt, solution, tries
from ai.puzzles.store import load
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.notation import NotationError
from ai.rules.position import IllegalMove
from tests import puzzle_laws as laws
from tests.puzzle_pages import ASKED, EVERY, LATE, PLAYED, possible
from webapp.puzzles.address import Attempt

OF_GAME = {game: [it for it in PLAYED if it.game is game] for game in GAMES.values()}
SOME = [*OF_GAME[TIC_TAC_TOE][::25], *[it for it in LATE if it.game is SQUARE][::50]]
ONE_OF_EACH = [*{(it.theme, it.game, it.goal): it for it in EVERY}.values()]
SOME_ASKED = [
    it
    for it in ASKED
    if it.game is TIC_TAC_TOE or (not it.moves and len(it.position.empty_cells) <= 7)
][::8]


def test_puzzles_are_solved_again() -> None:
    for puzzle in SOME:
        laws.expect_solved(puzzle)
        laws.expect_failing(puzzle)
        laws.expect_told(puzzle)


def test_puzzles_of_ones_own_game_are_found_again() -> None:
    laws.expect_found_again("4x2-a1b1c1")


def test_questions_are_answered_and_told_truly(app: Flask) -> None:
    assert {it.theme for it in SOME_ASKED} == {*QUESTIONS}
    with app.test_request_context():
        for puzzle in SOME_ASKED:
            laws.expect_answered(puzzle)
            laws.expect_question_told(puzzle)


def test_solutions_solve_and_take_as_many_plies_as_stated() -> None:
    for puzzle in ONE_OF_EACH:
        steps = solution(puzzle)
        assert [step.solved for step in steps] == [False] * (len(steps) - 1) + [True]
        if not puzzle.is_question:
            assert steps == attempt(puzzle, [step.move.cell for step in steps])
            assert sum(1 + bool(step.reply) for step in steps) == puzzle.plies or not puzzle.plies


# What is stored.


def digest(lines: Iterable[str]) -> str:
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def test_a_number_keeps_its_position_and_a_day_its_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """By digests of what an earlier release had, when five grades chose the puzzles of days. Those
    stored later change nothing.
    """
    first = {game.key: OF_GAME[game][: days.IN_TURN[game.key]] for game in OF_GAME}
    rows = {key: digest(it.rows for it in found) for key, found in first.items()}
    assert rows == {"tic-tac-toe": "d43bda2a48045551", "square": "102bab04b891ac09"}
    two_years = [days.FIRST_DAY + timedelta(passed) for passed in range(730)]
    later = (OF_GAME[SQUARE][0],) * 100
    for _ in range(2):
        told = (f"{it.game.key} {it.number}" for it in map(puzzle_of_day, two_years))
        assert digest(told) == "13feb3cb24454a01"
        days._turns.cache_clear()
        monkeypatch.setattr(days, "load", lambda game: load(game) + later)


def test_no_other_answer_is_taken() -> None:
    """None off the board, on a mark, twice, or after the end."""
    for puzzle in ONE_OF_EACH:
        wrong = [[it] for it in {*range(-1, 17)} - {*possible(Attempt(puzzle))}]
        wrong += [[*puzzle.right[:1] * 2]] if puzzle.theme is Theme.ALL else []
        for cells in wrong:
            with pytest.raises(IllegalMove):
                tries(puzzle, cells)
        with pytest.raises(AttemptOver):
            tries(puzzle, [*(step.answer for step in solution(puzzle)), 0])
    with pytest.raises(NotationError):
        parse_answers(SQUARE, Theme.WHO, "b1")
