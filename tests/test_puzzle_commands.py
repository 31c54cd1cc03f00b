"""`python -m ai puzzles`, as typed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ai.cli import commands
from ai.puzzles import store
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import cell_name, game_text

PUZZLE = next(puzzle for puzzle in load(TIC_TAC_TOE) if puzzle.plies == 5)
SOLUTION = [step.move.cell for step in solution(PUZZLE)]
WRONG = next(cell for cell in PUZZLE.position.empty_cells if cell not in PUZZLE.right)


def run(line: str, typed: str = "") -> Result:
    """The result of `puzzles` with this *line*, on some typed input."""
    found = CliRunner().invoke(
        commands, ["puzzles", *line.split()], typed, prog_name="python -m ai"
    )
    assert found.exception is None or isinstance(found.exception, SystemExit)
    return found


def test_find_counts_and_stores_what_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, count = (store.FOLDER / "tic-tac-toe.txt").read_bytes(), len(load(TIC_TAC_TOE))
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    assert f"{count} puzzles" in run("find tic-tac-toe").stdout
    assert not [*tmp_path.iterdir()]
    assert run("find tic-tac-toe --store").exit_code == 0
    assert (tmp_path / "tic-tac-toe.txt").read_bytes() == stored


def test_list_tells_each_once() -> None:
    lines = run("list square").stdout.splitlines()
    assert [int(line.split()[0]) for line in lines] == [p.number for p in load(SQUARE)]


def test_list_takes_conditions() -> None:
    lines = run("list square --theme fork --theme quiet --plies 3-7 --grade 4").stdout.splitlines()
    assert lines
    for line in lines:
        assert re.search(r"wins in [357] .*grade 4 .*(fork|quiet)", line)


def test_moves_solve_a_puzzle() -> None:
    found = run(f"solve tic-tac-toe {PUZZLE.number} --moves {game_text(TIC_TAC_TOE, SOLUTION)}")
    assert found.exit_code == 0
    assert found.stdout.endswith("Solved: X wins.\n")


def test_a_wrong_move_is_taken_back() -> None:
    names = [cell_name(TIC_TAC_TOE, cell) for cell in [WRONG, *SOLUTION]]
    found = run(f"solve tic-tac-toe {PUZZLE.number}", "\n".join(["z9", *names]) + "\n")
    assert found.exit_code == 0
    assert "no cell “z9”" in found.stdout
    assert f"{names[0]} is wrong: win in 5 becomes " in found.stdout
    assert found.stdout.endswith("Solved: X wins.\n")


def test_either_end_of_a_range_may_come_first() -> None:
    assert run("list square --plies 7-3").stdout == run("list square --plies 3-7").stdout


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("find checkers", "no game “checkers”"),
        ("list square --plies 3-", "no range"),
        ("list square --grade x", "no range"),
        ("list square --theme luck", "'luck' is not one of"),
        ("list tic-tac-toe --plies 11", "no such puzzle"),
        ("solve square 0", "no puzzle 0"),
        ("solve square one", "not a valid integer"),
        ("solve tic-tac-toe 1 --moves", "requires an argument"),
        ("solve tic-tac-toe 1 --moves d4", "no cell “d4”"),
        ("solve tic-tac-toe 1 --moves 44", "no game in one word"),
        (f"solve tic-tac-toe {PUZZLE.number} --moves {cell_name(TIC_TAC_TOE, WRONG)}", "not solve"),
        (f"solve tic-tac-toe {PUZZLE.number}", "You left"),
    ],
)
def test_bad_input_has_a_message(line: str, message: str) -> None:
    found = run(line)
    assert found.exit_code != 0
    assert message in found.stderr


def test_missing_puzzles_have_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    load.cache_clear()
    assert run("list square").stderr.startswith("Error: ")
