"""Solving from scratch: the stored table again, byte for byte, and what there is to count.

Square, which takes seconds, is solved in tests/seen.
"""

from collections import Counter, defaultdict
from random import Random

import pytest

from ai.exact.retrograde import census, solve
from ai.exact.tablebase import DRAW
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game, game_for
from tests import reference
from tests.benchmarks.bench_solves import KINDS, measured
from tests.definitions import random_text
from tests.layers import assert_solved_as_stored, assert_tells_progress, solved
from tests.reference import Board, images, key, value_and_distance
from tests.samples import BOARDS

NINE = Game(
    "squares of nine",
    "Squares of nine",
    columns=3,
    rows=3,
    winning_sets=reference.WINNING["squares of nine"],
)
NINE_BOARDS = tuple(
    board for first in "XO" for board in reference.reachable("squares of nine", first)
)

BOTH = pytest.mark.parametrize(
    ("game", "boards"), [(TIC_TAC_TOE, BOARDS), (NINE, NINE_BOARDS)], ids=["3x3", "nine"]
)


def test_solving_again_gives_the_stored_tables() -> None:
    assert_solved_as_stored(TIC_TAC_TOE)


def counted(boards: tuple[Board, ...]) -> dict[str, int | str]:
    """The census of a game by its boards, of either side's start."""
    as_x = [board for board in boards if board.mover == "X"]
    assert {key(board) for board in boards} == {key(board) for board in as_x}
    start = next(board for board in as_x if set(board.marks) == {"."})
    plies: defaultdict[int, list[int]] = defaultdict(list)
    for board in as_x:
        value, distance = value_and_distance(board)
        plies[value].append(distance or 0)
    return {
        "positions": len(as_x),
        "classes": len({images(board) for board in as_x}),
        "value": {1: "win", 0: "draw", -1: "loss"}[value_and_distance(start)[0]],
        "plies": value_and_distance(start)[1] or 0,
        "longest_win": max(*plies[1], *plies[-1]),
        "longest_win_to_move": max(plies[1]),
    }


@pytest.mark.long
def test_the_census_of_3x3() -> None:
    found = census(solved(TIC_TAC_TOE)[0])
    assert found == counted(BOARDS)
    assert (found["positions"], found["classes"], found["value"]) == (5_478, 765, "draw")


@pytest.mark.slow
def test_the_census_of_another_game() -> None:
    """The six squares of a board of nine cells, where a win takes four marks."""
    assert census(solved(NINE)[0]) == counted(NINE_BOARDS)


def test_the_census_of_a_game_that_is_won() -> None:
    """On four cells any two in a line win: the third mark completes one."""
    two = game_for("2x2-a1b1-a1b2")
    found = census(solve(two))
    assert (found["value"], found["longest_win"]) == ("win", 3)


def boards_in_layers(boards: tuple[Board, ...]) -> tuple[int, ...]:
    """The classes of boards by their number of marks."""
    classes = {images(board) for board in boards if board.mover == "X"}
    plies = Counter(9 - next(iter(alike)).marks.count(".") for alike in classes)
    return tuple(plies[ply] for ply in range(10))


@BOTH
def test_progress_tells_the_classes_of_each_layer(game: Game, boards: tuple[Board, ...]) -> None:
    assert_tells_progress(game)
    assert solved(game)[1][-1] == (boards_in_layers(boards), 10)


def test_any_game_of_cells_and_winning_sets_is_solved() -> None:
    table, _ = solved(NINE)
    for board in NINE_BOARDS:
        exact = table.probe(*key(board))
        assert (int(exact.value), exact.distance) == value_and_distance(board), board


@BOTH
def test_a_draw_has_its_difficulty(game: Game, boards: tuple[Board, ...]) -> None:
    table, _ = solved(game)
    for board in boards:
        code = table.codes[table.slot(*key(board))]
        assert (code >= DRAW) == (not value_and_distance(board)[0])
        if code >= DRAW:
            assert table.difficulties[code - DRAW] == float(reference.difficulty(board)), board


def test_layers_that_no_game_reaches_are_solved_too() -> None:
    """The third mark wins at the latest, so the board is never full."""
    table = solve(game_for("2x2-a1b1-a1b2"))
    assert table.probe(0, 0).distance == 3
    assert len(table.codes) == len([*table.positions()])


@pytest.mark.slow
def test_every_board_is_solved_in_some_times_the_time_and_memory_of_square() -> None:
    """Without symmetry there are 7.4 times as many slots."""
    rng = Random(3)  # noqa: S311
    drawn = random_text(rng, range(3, 6), range(16, 17))
    time, memory, slots = measured(SQUARE.key)
    for text in (*KINDS.values(), drawn):
        its_time, its_memory, its_slots = measured(text)
        assert its_slots < 8 * slots
        assert its_memory < 4 * memory, text
        assert its_time < 14 * time, text
