"""Solving from scratch: the stored table again, byte for byte, and what there is to count.

Square, which takes seconds, is solved in tests/audits.
"""

from collections import defaultdict

import pytest

from ai.exact.retrograde import census, solve, tabulate
from ai.rules.games import TIC_TAC_TOE, Game, game_for
from tests import reference
from tests.layers import assert_in_layers, assert_solved_as_stored, solved
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
    found = census(TIC_TAC_TOE, solved(TIC_TAC_TOE))
    assert found == counted(BOARDS)
    assert (found["positions"], found["classes"], found["value"]) == (5_478, 765, "draw")


@pytest.mark.slow
def test_the_census_of_another_game() -> None:
    """The six squares of a board of nine cells, where a win takes four marks."""
    assert census(NINE, solved(NINE)) == counted(NINE_BOARDS)


def test_the_census_of_a_game_that_is_won() -> None:
    """On four cells any two in a line win: the third mark completes one."""
    two = game_for("2x2-a1b1-a1b2")
    found = census(two, solve(two))
    assert (found["value"], found["longest_win"]) == ("win", 3)


@pytest.mark.parametrize("game", [TIC_TAC_TOE, NINE], ids=lambda game: game.key)
def test_a_layer_for_every_number_of_marks_of_classes_in_order(game: Game) -> None:
    assert_in_layers(game)


def test_any_game_of_cells_and_winning_sets_is_solved() -> None:
    table = tabulate(NINE, solved(NINE))
    for board in NINE_BOARDS:
        exact = table.probe(*key(board))
        assert (int(exact.value), exact.distance) == value_and_distance(board), board


@pytest.mark.parametrize(
    ("game", "boards"), [(TIC_TAC_TOE, BOARDS), (NINE, NINE_BOARDS)], ids=["3x3", "nine"]
)
def test_a_layer_has_the_difficulty_of_draws(game: Game, boards: tuple[Board, ...]) -> None:
    by_key = {key(board): board for board in boards}
    for layer in solved(game):
        for own, its, found in zip(layer.mover, layer.opponent, layer.difficulty, strict=True):
            board = by_key[int(own), int(its)]
            drawn = not value_and_distance(board)[0]
            assert found == (float(reference.difficulty(board)) if drawn else 0)


@pytest.mark.parametrize("game", [TIC_TAC_TOE, NINE], ids=lambda game: game.key)
def test_progress_rises_to_all(game: Game) -> None:
    shares: list[float] = []
    solve(game, shares.append)
    assert shares == sorted(shares)
    assert len(set(shares)) == len(game.cells)
    assert shares[-1] == 1
    assert shares[0] > 0


# Harary's table: the smallest square board on which the first player wins, and in how many moves.
# Gardner, "The Colossal Book of Mathematics", 2001. The last three have no win up to 4 by 4.
HARARY = {
    "a1b1": (2, 2),
    "a1b1c1": (4, 3),
    "a1b1a2": (3, 3),
    "a1b1c1a2": (4, 4),
    "a1b1b2c2": (3, 5),
    "a1b1a2b2": (5, 0),
    "a1b1c1d1": (5, 0),
    "a1b1c1b2": (5, 0),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", HARARY)
def test_shapes_win_where_harary_says(shape: str) -> None:
    board, moves = HARARY[shape]
    for n in range(2, 5):
        width = 1 + max("abcd".index(letter) for letter in shape[::2])
        if n < width:
            continue
        game = game_for(f"{n}x{n}-{shape}")
        found = census(game, solve(game))
        assert found["value"] == ("win" if n >= board else "draw")
        if n == board:
            assert found["plies"] == 2 * moves - 1
