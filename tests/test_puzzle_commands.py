"""`python -m ai puzzles`, as typed."""

import re
from pathlib import Path

import pytest

from ai.puzzles import store
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import game_text
from tests.typed import run

PUZZLE = next(puzzle for puzzle in load(TIC_TAC_TOE) if puzzle.plies == 5)
SOLUTION = [step.move.cell for step in solution(PUZZLE)]
SOLVE = f"puzzles solve tic-tac-toe {PUZZLE.number}"
WRONG = next(cell for cell in PUZZLE.position.empty_cells if cell not in PUZZLE.right)


def test_find_counts_and_stores_what_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, count = (store.FOLDER / "tic-tac-toe.txt").read_bytes(), len(load(TIC_TAC_TOE))
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    assert f"{count} puzzles" in run("puzzles find tic-tac-toe").stdout
    assert not [*tmp_path.iterdir()]
    assert run("puzzles find tic-tac-toe --store").exit_code == 0
    assert (tmp_path / "tic-tac-toe.txt").read_bytes() == stored


def test_list_tells_each_once() -> None:
    lines = run("puzzles list square").stdout.splitlines()
    assert [int(line.split()[0]) for line in lines] == [p.number for p in load(SQUARE)]


def test_list_takes_conditions() -> None:
    lines = run(
        "puzzles list square --theme fork --theme quiet --plies 3-7 --grade 4"
    ).stdout.splitlines()
    assert lines
    for line in lines:
        assert re.search(r"wins in [357] .*grade +4 .*(fork|quiet)", line)


def test_moves_solve_a_puzzle() -> None:
    found = run(f"{SOLVE} --moves {game_text(TIC_TAC_TOE, SOLUTION)}")
    assert found.exit_code == 0
    assert found.stdout.endswith("Solved: X wins.\n")


def test_a_wrong_move_is_taken_back() -> None:
    names = [TIC_TAC_TOE.cell_names[cell] for cell in [WRONG, *SOLUTION]]
    found = run(SOLVE, "\n".join(["z9", *names]) + "\n")
    assert found.exit_code == 0
    assert "no cell “z9”" in found.stdout
    told = rf"{names[0]} is wrong: win in 5 plies becomes .*, for O could answer [abc][123]\.\n"
    assert re.search(told, found.stdout)
    assert found.stdout.endswith("Solved: X wins.\n")


def test_either_end_of_a_range_may_come_first() -> None:
    assert (
        run("puzzles list square --plies 7-3").stdout
        == run("puzzles list square --plies 3-7").stdout
    )


def test_no_solution_and_no_puzzle_are_errors() -> None:
    wrong = TIC_TAC_TOE.cell_names[WRONG]
    for line, told in (
        (f"{SOLVE} --moves {wrong}", "not solve"),
        (SOLVE, "You left"),
        ("puzzles list tic-tac-toe --plies 11", "no such puzzle. Its wins are in 1, 3 and 5"),
    ):
        found = run(line)
        assert found.exit_code != 0
        assert told in found.stderr


def test_missing_puzzles_have_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    monkeypatch.setattr(store, "load", load.__wrapped__)
    told = "Error: Square has no puzzles: run `python -m ai puzzles find square --store`."
    assert run("puzzles list square").stderr.strip() == told
    told = "Error: Shape of 2 on 3 × 3 has no puzzles."
    assert run("puzzles list 3x3-a1c1").stderr.strip() == told


def test_puzzles_without_a_win_have_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = tuple(puzzle for puzzle in load(TIC_TAC_TOE) if not puzzle.plies)
    assert questions
    monkeypatch.setattr(store, "load", lambda _game: questions)
    told = "Error: Tic-tac-toe has no such puzzle. Its wins are in no plies; grades are 1 to 16."
    assert " ".join(run("puzzles list tic-tac-toe --plies 11").stderr.split()) == told
