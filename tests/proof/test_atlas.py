"""The atlas: its figures solved again, found by the reference, and counted as OEIS has them."""

from collections import Counter
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.exact.atlas import SHAPES, AtlasGameData, definitions, load, solved
from ai.exact.retrograde import census, solve
from ai.exact.value import Value
from ai.rules.games import Game, game_for
from tests import reference
from tests.reference import value_and_distance

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]


def test_games_have_the_keys_of_their_definitions() -> None:
    for game, (_shape, definition) in zip(load()["games"], definitions(), strict=True):
        assert game_for(game["game"]).definition == definition
        assert game_for(game["game"]).key == game["game"]


def ids(games: list[AtlasGameData]) -> list[str]:
    return [game["game"] for game in games]


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


ON_NINE = [it for it in SMALL if it["columns"] == it["rows"] == 3]


@pytest.mark.parametrize("game", ON_NINE, ids=ids(ON_NINE))
def test_the_reference_finds_the_figures_of_3x3(game: AtlasGameData) -> None:
    name = game["game"]
    start, *_ = boards = [*reference.reachable(name, "X")]
    value, distance = value_and_distance(start)
    wins = [value_and_distance(board) for board in boards]
    assert game["value"] == {1: "win", 0: "draw"}[value]
    assert game["distance"] == distance
    assert game["positions"] == len(boards)
    assert game["classes"] == len({reference.images(board) for board in boards})
    assert game["longest_win"] == max((plies or 0 for value, plies in wins if value > 0), default=0)
    if not value:
        after = [reference.after(start, cell) for cell in reference.moves(start)]
        drawn = [board for board in after if not value_and_distance(board)[0]]
        assert game["loses_first"] == round(float(reference.difficulty(start)), 6)
        hardest = max(map(reference.difficulty, drawn))
        assert game["loses_second"] == round(float(hardest), 6)


# N in a row on N×N, positions after each number of marks up to symmetry, X being the first to
# move. OEIS A317573 and A317574: with a winning strategy for X, for O, won games too; A317576:
# where the game has ended, the last of them drawn ones too (Ibeas, 2018).
FOR_X = {
    3: (0, 0, 7, 9, 85, 67, 139, 70, 23, 12),
    4: (*(0,) * 6, 1100, 280, 26771, 11535, 91567, 36362, 78138, 26146, 12900, 3774, 0),
}
FOR_O = {
    3: (0, 0, 0, 8, 5, 72, 38, 56, 23, 0),
    4: (*(0,) * 7, 2476, 642, 31841, 11251, 66364, 21718, 29258, 8496, 1335, 371),
}
ENDED = {
    3: (*(0,) * 5, 21, 21, 58, 23, 15),
    4: (*(0,) * 7, 280, 642, 4942, 6770, 20286, 16042, 20998, 7970, 3774, 1059),
}
# OEIS A008907: all positions of tic-tac-toe (Cox, Wilson).
ALL = (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)

IN_A_ROW = {n: game_for(f"{n}x{n}-{SHAPES[f'line-{n}'][1]}") for n in (3, 4)}


class Classes(NamedTuple):
    """The positions after a number of marks, one of each class of symmetric ones, in the order of
    their *keys*, both masks in one number: of the side to move and, below, of the other.
    """

    keys: Numbers
    mover: Numbers
    other: Numbers
    ended: Truths


def images_of(game: Game) -> list[Numbers]:
    """For every symmetry of the square the images of all masks."""
    masks = np.arange(1 << len(game.cells))
    turns = reference.turns(game.definition.text)
    return [sum((masks >> cell & 1) << to[cell] for cell in game.cells) for to in turns]


def moved(game: Game, here: Classes, cell: int, images: list[Numbers]) -> Numbers:
    """The keys of the positions after a mark on *cell*."""
    at = ~here.ended & ((here.mover | here.other) >> cell & 1 == 0)
    own, its, size = here.mover[at] | 1 << cell, here.other[at], len(game.cells)
    return np.min([image[its] << size | image[own] for image in images], axis=0)


@cache
def classes_of(n: int) -> list[Classes]:
    """The positions of N in a row on N×N by the number of marks, found forwards."""
    game = IN_A_ROW[n]
    images, full = images_of(game), (1 << len(game.cells)) - 1
    won = np.zeros(full + 1, dtype=bool)
    for way in game.winning_sets:
        marks = sum(1 << cell for cell in way)
        won |= np.arange(full + 1) & marks == marks
    found, keys = list[Classes](), np.zeros(1, dtype=np.int64)
    for _marks in range(len(game.cells) + 1):
        mover, other = keys >> len(game.cells), keys & full
        found.append(Classes(keys, mover, other, won[other] | (mover | other == full)))
        after = [moved(game, found[-1], cell, images) for cell in game.cells]
        keys = np.unique(np.concatenate(after))
    return found


@pytest.mark.parametrize("n", [3, 4])
def test_values_of_n_in_a_row_are_as_many_as_oeis_has(n: int) -> None:
    table, every = solve(IN_A_ROW[n]), classes_of(n)
    for ply, here in enumerate(every):
        pairs = zip(here.mover.tolist(), here.other.tolist(), strict=True)
        values = Counter(table.probe(*pair).value for pair in pairs)
        to_x, to_o = (values[Value.WIN], values[Value.LOSS])[:: -1 if ply % 2 else 1]
        assert (to_x, to_o, here.ended.sum()) == (FOR_X[n][ply], FOR_O[n][ply], ENDED[n][ply])
        assert n == 4 or len(here.keys) == ALL[ply]
    assert census(table)["classes"] == sum(len(here.keys) for here in every)
