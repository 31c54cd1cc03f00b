"""`python -m ai puzzles`, as typed."""

import re
from collections import Counter
from pathlib import Path

import pytest

from ai.puzzles import finding, store
from ai.puzzles.puzzle import GRADES, Goal, Theme
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import game_text
from tests.puzzle_pages import ASKED, wrong
from tests.typed import run

PUZZLE = next(puzzle for puzzle in load(TIC_TAC_TOE) if puzzle.plies == 5)
SOLUTION = [step.move.cell for step in solution(PUZZLE)]
NAMES = TIC_TAC_TOE.cell_names
SOLVE = f"puzzles solve tic-tac-toe {PUZZLE.number}"
WRONG = NAMES[wrong(PUZZLE)[0]]


def test_find_counts_and_stores_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof tier finds them all again."""
    stored, found = (store.FOLDER / "tic-tac-toe.txt").read_bytes(), [*load(TIC_TAC_TOE)]
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    monkeypatch.setattr(finding, "find", lambda _game, _progress: found)
    told, *grades = run("puzzles find tic-tac-toe").stdout.splitlines()
    assert not [*tmp_path.iterdir()]
    count = Counter("asked" if it.is_question else it.goal for it in found)
    goals = f"{count[Goal.WIN]} to win and {count[Goal.DRAW]} to hold"
    every = f"{len(found)} puzzles, {goals}, and {count['asked']} questions."
    assert told == f"Tic-tac-toe: {every}"
    by_grade = Counter(puzzle.grade for puzzle in found)
    assert grades == [f"  grade {grade}: {by_grade[grade]}" for grade in GRADES]
    assert f"Stored {len(stored):,} bytes." in run("puzzles find tic-tac-toe --store").stderr
    assert (tmp_path / "tic-tac-toe.txt").read_bytes() == stored
    assert "nothing is stored" in run("puzzles find 3x3-a1c1 --store").stderr


def test_list_tells_each_that_meets_the_conditions_once() -> None:
    conditions = "--theme fork --theme quiet --plies 7-3 --grade 4"
    lines = run(f"puzzles list square {conditions}").stdout.splitlines()
    themes = {Theme.FORK, Theme.QUIET}
    fitting = (it for it in load(SQUARE) if it.theme in themes and it.grade == 4)
    wanted = [it for it in fitting if it.plies in {3, 5, 7}]
    assert [int(line.split()[0]) for line in lines] == [puzzle.number for puzzle in wanted]
    for line, puzzle in zip(lines, wanted, strict=True):
        told = rf"{puzzle.rows}  X wins in {puzzle.plies} plies +grade  4 +[\d.]+ %  {puzzle.theme}"
        assert re.search(told, line)
    every = run("puzzles list square").stdout.splitlines()
    assert [int(line.split()[0]) for line in every] == [p.number for p in load(SQUARE)]


def test_a_wrong_move_is_taken_back() -> None:
    typed = ["z9", "a1b1", WRONG, *(NAMES[cell] for cell in SOLUTION)]
    told = run(f"{SOLVE} --moves {game_text(TIC_TAC_TOE, SOLUTION)}")
    found = run(SOLVE, "\n".join(typed) + "\n")
    for result in (told, found):
        assert (result.exit_code, result.stdout.endswith("Solved: X wins.\n")) == (0, True)
    assert "no cell “z9”" in found.stdout
    assert "One at a time." in found.stdout
    refuted = rf"{WRONG} is wrong: win in 5 plies becomes .*, for O could answer [abc][123]\.\n"
    assert re.search(refuted, found.stdout)
    assert re.search(rf"{typed[3]} is (right|the fastest)\.\nO replies [abc][123]\.", found.stdout)


def test_a_question_is_solved_by_its_answers() -> None:
    for puzzle in {it.theme: it for it in ASKED}.values():
        names = "xdo" if puzzle.theme is Theme.WHO else puzzle.game.cell_names
        answers = "".join(f"{names[it]}\n" for it in puzzle.right)
        found = run(f"puzzles solve {puzzle.game.key} {puzzle.number}", answers)
        assert found.exit_code == 0
        assert found.stdout.endswith("Solved.\n")
        assert ("The game was" in found.stdout) == (puzzle.theme is Theme.MISTAKE)


def test_no_solution_and_no_puzzle_are_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for line, told in {
        f"{SOLVE} --moves {WRONG}": "These moves do not solve the puzzle.",
        SOLVE: "You left before the puzzle was solved.",
        "puzzles list square --plies 3to5": "is no range such as 3 or 3-7",
        "puzzles list tic-tac-toe --plies 11": (
            "Tic-tac-toe has no such puzzle. Its wins are in 1, 3 and 5 plies; grades are 1 to 16."
        ),
    }.items():
        found = run(line)
        assert found.exit_code != 0
        assert told in " ".join(found.stderr.split())
    questions = [puzzle for puzzle in load(TIC_TAC_TOE) if not puzzle.plies]
    monkeypatch.setattr(store, "load", lambda _game: questions)
    assert "Its wins are in no plies" in run("puzzles list tic-tac-toe --plies 11").stderr
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    monkeypatch.setattr(store, "load", load.__wrapped__)
    told = "Error: Square has no puzzles: run `python -m ai puzzles find square --store`."
    assert run("puzzles list square").stderr.strip() == told
    assert run("puzzles list 3x3-a1c1").stderr.endswith("Shape of 2 on 3 × 3 has no puzzles.\n")
