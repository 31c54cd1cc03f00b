"""The atlas: its figures solved again, and found by the reference."""

import numpy as np
import pytest

from ai.exact.atlas import AtlasGameData, load, solved
from ai.rules.games import game_for
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
