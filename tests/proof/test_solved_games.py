"""Solved games as a whole, which takes seconds: Square, games at random, and large boards."""

from random import Random

import pytest

from ai.exact.retrograde import census, solve
from ai.exact.tablebase import probe
from ai.rules.games import SQUARE, game_for
from tests.benchmarks.bench_solves import KINDS, measured
from tests.definitions import random_text
from tests.laws import expect_worths
from tests.reference import courses, empty_board, images, position, value_and_distance
from tests.samples import ON_SIXTEEN, at_random, pair
from tests.solved_games import assert_solved_as_stored, assert_tells_progress, expect_table, solved


def test_solving_square_gives_its_stored_table_and_tells_progress_on_the_way() -> None:
    """About 1.17 million classes; a draw; no win takes the side to move over 11 plies. Those of the
    first layers are counted on plain boards.
    """
    assert_solved_as_stored(SQUARE)
    layers = assert_tells_progress(SQUARE)
    found = census(solved(SQUARE)[0])
    assert found["classes"] == sum(layers) == 1_165_751
    assert found["positions"] == 9_307_999
    assert found["value"] == "draw"
    assert (found["longest_win"], found["longest_win_to_move"]) == (12, 11)
    for boards, count in zip(courses(empty_board("square", "X")), layers[:4], strict=False):
        assert len({images(board) for board in boards}) == count


@pytest.mark.parametrize("seed", range(12))
def test_any_game_is_solved_as_another_program_solves_it(seed: int) -> None:
    """Every value, distance and difficulty, whoever began, and the number of positions."""
    expect_table(solve(game_for(random_text(Random(seed)))))  # noqa: S311


@pytest.mark.parametrize("text", ON_SIXTEEN)
def test_games_with_sixteen_cells_are_solved_so_too(text: str) -> None:
    for board in at_random(text, range(1, 12), 30, seed=3):
        assert pair(probe(position(board))) == value_and_distance(board)
        expect_worths(board)


@pytest.mark.parametrize("kind", ["4×4, no symmetry", "8×2"])
def test_a_board_takes_some_times_the_memory_of_square(kind: str) -> None:
    """Without symmetry there are 7.4 times as many slots."""
    _time, memory, slots = measured(SQUARE.key)
    _time, its_memory, its_slots = measured(KINDS[kind])
    assert its_slots < 8 * slots
    assert its_memory < 4 * memory
