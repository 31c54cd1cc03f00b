"""`python -m ai search`, as typed."""

import re

import pytest

from tests.reference import Board, diagram, first_mark, tree
from tests.samples import at_random
from tests.typed import run


def lines(line: str) -> list[str]:
    """The lines that it prints, with single spaces."""
    found = run(f"search {line}")
    assert found.exit_code == 0, found.output
    return [" ".join(line.split()) for line in found.stdout.splitlines()]


PICTURE = "tic-tac-toe XX.-OO.-..."
RETURNED = "b3 = -1, cut off c3: X has 0 by visit 5"


def test_it_counts_what_searches_visit() -> None:
    """tests/test_visits.py and tests/test_counts.py check these counts on plain boards."""
    found = lines(PICTURE)
    assert {"minimax visits 157", "alpha-beta 47", "different positions 69"} <= {*found}
    assert {"up to symmetry 66", "principal variation c1"} <= {*found}


def test_it_counts_the_tree_of_the_empty_board() -> None:
    found = lines("tic-tac-toe --by minimax")
    known = {"minimax visits 549,946", "different positions 5,478", "up to symmetry 765"}
    assert known <= {*found}


def test_values_are_to_x_whoever_moves() -> None:
    """Only b1 stops column b, and the board is full after it."""
    assert "values a1 +1, b1 0" in lines("tic-tac-toe ..X-XXO-OXO")
    assert "values a1 -1, b1 0" in lines("tic-tac-toe ..O-OOX-XOX --first o")


@pytest.mark.parametrize("board", at_random("tic-tac-toe", [2, 4], 6, seed=8))
@pytest.mark.parametrize(("by", "depth"), [("minimax", 9), ("medium", 2)])
def test_show_prints_every_visit_and_every_value_returned_once(
    board: Board, by: str, depth: int
) -> None:
    found = lines(f"tic-tac-toe {diagram(board)} --first {first_mark(board)} --by {by} --show")
    visits = [line for line in found if re.match(r"\d+ (root|[a-c][1-3]) ", line)]
    assert [int(line.split()[0]) for line in visits] == [*range(1, tree(board, depth)[0] + 1)]
    going_on = [line for line in visits if "to move in [-1, +1]" in line]
    assert len([line for line in found if re.match(r"(root|[a-c][1-3]) = ", line)]) == len(going_on)
    assert found[-1].startswith("Principal variation: ")


def test_show_tells_windows_and_cutoffs() -> None:
    """By hand: the search has a draw for X by a3, then after b3 O completes a3 b2 c1."""
    found = lines(f"{PICTURE} --show")
    at = found.index("10 b3 O to move in [0, +1], X by visit 5")
    assert found[at + 1] == "11 a3 O wins, -1"
    assert found[at + 2] == RETURNED
    assert "c3 ≥ 0" in found


def test_at_draws_the_path_with_all_moves_of_each_position() -> None:
    found = lines(f"{PICTURE} --at 11")
    assert found[0] == "Visit 11 of 47"
    assert "c1 c2 a3 b3 c3" in found
    assert "c1 a3 b3 c3" in found
    assert found[found.index("OX. .XO") + 1 :][:3] == ["a3 c3", "= -1 cut off", RETURNED]
    assert "best so far: c1, +1" in found


@pytest.mark.parametrize("game", ["tic-tac-toe", "square"])
def test_medium_is_shown_from_the_empty_board(game: str) -> None:
    assert "depth reached" in run(f"search {game} --by medium --show").stdout
    assert lines(f"{game} --by medium --at 3")[-1] == "b1 depth reached, 0"
