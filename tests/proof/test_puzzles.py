"""Every stored puzzle and question is found, solved, judged and told again; days for years."""

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from flask import Flask

from ai.puzzles import days, finding, store
from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules.games import GAMES, NAMED, SQUARE, TIC_TAC_TOE, Game, game_for
from tests import puzzle_laws as laws
from tests.puzzle_pages import ASKED, LATE, PLAYED, board_of
from tests.reference import completing, images

OF_TIC_TAC_TOE = [it for it in PLAYED if it.game is TIC_TAC_TOE]


@pytest.mark.parametrize(
    ("law", "puzzles"),
    [
        (laws.expect_solved, PLAYED),
        (laws.expect_failing, [*OF_TIC_TAC_TOE, *LATE[::10]]),
        (laws.expect_told, LATE),
        (laws.expect_judged, OF_TIC_TAC_TOE),
        (laws.expect_answered, ASKED),
        (laws.expect_question_told, ASKED),
    ],
)
def test_every_puzzle_is_as_found_again(
    app: Flask, law: Callable[[Puzzle], None], puzzles: list[Puzzle]
) -> None:
    with app.test_request_context():
        for puzzle in puzzles:
            law(puzzle)


OWN = ["3x3-a1b1c2", "3x3-a1c1b2-!a3b3c3", "5x2-a1b1c1", "4x3-a1b1c1-!a1b2c3"]


@pytest.mark.parametrize("text", [*OWN, *[*NAMED][2:]])
def test_puzzles_of_other_games_are_found_again(text: str) -> None:
    laws.expect_found_again(text)
    assert text in OWN or len(load(game_for(text))) > 5


def test_finding_makes_the_stored_file_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of tic-tac-toe; Square takes a minute, by `python -m ai puzzles find square --store`."""
    stored = (store.FOLDER / "tic-tac-toe.txt").read_bytes()
    assert load(TIC_TAC_TOE), "kept, whatever becomes of its file"
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    shares: list[float] = []
    found = finding.find(TIC_TAC_TOE, shares.append)
    assert store.store(TIC_TAC_TOE, found).read_bytes() == stored
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert max(after - before for before, after in pairwise(shares)) <= 0.25


# How they stand.


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_two_are_alike_and_each_has_its_place(game: Game) -> None:
    """Numbers are places in the file; sets stand by grade, then by length."""
    assert [puzzle.number for puzzle in load(game)] == [*range(1, len(load(game)) + 1)]
    kinds = (it.theme if it.is_question else "played" for it in load(game))
    met = Counter(zip(kinds, (min(images(board_of(it))) for it in load(game)), strict=True))
    assert max(met.values()) == 1
    played = (puzzle for puzzle in PLAYED if puzzle.game is game)
    ordered = sorted(played, key=lambda it: it.easiness)
    lengths = [(it.grade, it.plies or len(it.position.empty_cells)) for it in ordered]
    assert lengths == sorted(lengths)


def test_each_grade_doubles_the_odds_that_one_of_three_novices_fails() -> None:
    """A grade has no upper bound: the hardest differ as the easiest do. Perfect players never fail,
    nor does Medium in grade 1.
    """
    for puzzle in PLAYED:
        shares = puzzle.difficulty, *(puzzle.failing.get(it, 0) for it in ("easy", "medium"))
        odds, least = sum(shares) / (3 - sum(shares)), 2.0 ** (puzzle.grade - 2)
        assert odds < 2 * least * (1 + 1e-8)
        assert puzzle.grade == 1 or odds >= least * (1 - 1e-8)
        fails = puzzle.failing.keys()
        assert not {"unbeatable", "minimax", "alpha-beta"} & fails
        assert puzzle.grade > 1 or "medium" not in fails
    grades = Counter(puzzle.grade for puzzle in PLAYED if puzzle.game is SQUARE)
    assert max(grades.values()) < grades.total() / 5


# Days.


STEP_OF = {"Mon": 2, "Tue": 2, "Wed": 3, "Thu": 3, "Fri": 4, "Sat": 5, "Sun": 5}


def step(puzzle: Puzzle) -> int:
    """The difficulty in five steps, by which days choose."""
    return 1 + sum(puzzle.difficulty > most for most in (0.5, 0.8, 0.9, 0.96))


@pytest.mark.parametrize("start", [date(2026, 1, 1), date(2026, 11, 22), date(2031, 2, 27)])
def test_three_years_of_days_go_from_easy_to_hard_and_do_not_repeat_soon(start: date) -> None:
    """No puzzle is a win at once, and none comes again before all of its step have come."""
    in_turn = (it for it in PLAYED if it.number <= days.IN_TURN[it.game.key])
    later = [puzzle for puzzle in in_turn if not completing(board_of(puzzle), "X")]
    count, came = Counter(map(step, later)), defaultdict[int, list[Puzzle]](list)
    for passed in range(3 * 365):
        day = start + timedelta(passed)
        puzzle = puzzle_of_day(day)
        assert puzzle in later
        assert step(puzzle) == STEP_OF[f"{day:%a}"]
        before = came[step(puzzle)]
        assert puzzle not in before[max(len(before) - count[step(puzzle)] + 1, 0) :]
        before.append(puzzle)
    assert {it.game for before in came.values() for it in before} == {*GAMES.values()}
