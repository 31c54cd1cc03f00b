"""The atlas: its figures solved again, found by the reference, and counted as OEIS has them."""

from collections import Counter

import numpy as np
import pytest

from ai.exact.atlas import AtlasGameData, definitions, load, solved
from ai.exact.retrograde import census, solve
from ai.exact.value import Value
from ai.rules.games import TIC_TAC_TOE, game_for
from tests import reference
from tests.reference import value_and_distance

SMALL = [it for it in load()["games"] if it["columns"] * it["rows"] <= 12]
LARGE = [it for it in load()["games"] if it["columns"] * it["rows"] > 12]


def assert_solved_again(game: AtlasGameData) -> None:
    again = solved(game["shape"], game_for(game["game"]).definition)
    assert again | {"game": game["game"]} == game


def test_games_of_up_to_12_cells_are_solved_again() -> None:
    assert len(SMALL) > 80
    for game in SMALL:
        assert_solved_again(game)


def test_games_have_the_keys_of_their_definitions() -> None:
    for game, (_shape, definition) in zip(load()["games"], definitions(), strict=True):
        assert game_for(game["game"]).definition == definition
        assert game_for(game["game"]).key == game["game"]


@pytest.mark.parametrize("part", range(3))
def test_some_larger_games_are_solved_again(part: int) -> None:
    """Others at each version of the table: drawn by its bytes."""
    rng = np.random.default_rng([part, *(game["positions"] for game in LARGE)])
    assert_solved_again(LARGE[rng.choice(len(LARGE))])


ON_NINE = {it["game"]: it for it in SMALL if it["columns"] == it["rows"] == 3}


@pytest.mark.parametrize("key", ON_NINE)
def test_the_reference_finds_the_figures_of_3x3(key: str) -> None:
    game = ON_NINE[key]
    start, *_ = boards = [*reference.reachable(key, "X")]
    value, distance = value_and_distance(start)
    wins = [plies or 0 for value, plies in map(value_and_distance, boards) if value > 0]
    assert (game["value"], game["distance"]) == ({1: "win", 0: "draw"}[value], distance)
    assert game["longest_win"] == max(wins, default=0)
    assert game["positions"] == len(boards)
    assert game["classes"] == len({*map(reference.images, boards)})
    if not value:
        after = [reference.after(start, cell) for cell in reference.moves(start)]
        drawn = [board for board in after if not value_and_distance(board)[0]]
        assert game["loses_first"] == round(float(reference.difficulty(start)), 6)
        hardest = max(map(reference.difficulty, drawn))
        assert game["loses_second"] == round(float(hardest), 6)


# Tic-tac-toe, positions after each number of marks up to symmetry, X being the first to move. OEIS
# A317573 and A317574: with a winning strategy for X, for O, won games too; A317576: where the game
# has ended, the last of them drawn ones too (Ibeas, 2018); A008907: all (Cox, Wilson).
FOR_X = (0, 0, 7, 9, 85, 67, 139, 70, 23, 12)
FOR_O = (0, 0, 0, 8, 5, 72, 38, 56, 23, 0)
ENDED = (*(0,) * 5, 21, 21, 58, 23, 15)
ALL = (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)


def test_values_of_tic_tac_toe_are_as_many_as_oeis_has() -> None:
    table = solve(TIC_TAC_TOE)
    for ply, boards in enumerate(reference.courses(reference.empty_board("tic-tac-toe", "X"))):
        here = {min(reference.images(board)) for board in boards}
        values = Counter(table.probe(*reference.key(board)).value for board in here)
        to_x, to_o = (values[Value.WIN], values[Value.LOSS])[:: -1 if ply % 2 else 1]
        ended = sum(reference.result(board) is not None for board in here)
        assert (to_x, to_o, ended, len(here)) == (FOR_X[ply], FOR_O[ply], ENDED[ply], ALL[ply])
    assert census(table)["classes"] == sum(ALL)
