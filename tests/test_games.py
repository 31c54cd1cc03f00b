"""Games as data: the winning sets, counted by mathematics and found again by geometry."""

import gc
from random import Random

import pytest
from flask import Flask
from hypothesis import given

from ai.rules.games import (
    GAMES,
    NAMED,
    RECENT,
    SQUARE,
    TIC_TAC_TOE,
    Game,
    UnknownGame,
    game_for,
    mask,
)
from tests import reference
from tests.definitions import random_text, texts


def test_tic_tac_toe_has_the_eight_lines_that_geometry_finds() -> None:
    assert TIC_TAC_TOE.winning_sets == reference.rows_of_three()
    assert len(TIC_TAC_TOE.winning_sets) == 8


@pytest.mark.parametrize("winning_set", [{}, {9}, {-1, 0}, {0, 1, 99}], ids=repr)
def test_a_winning_set_needs_cells_of_the_board(winning_set: set[int]) -> None:
    with pytest.raises(ValueError, match="Bad"):
        Game("bad", "Bad", columns=3, rows=3, winning_sets=frozenset({frozenset(winning_set)}))


def test_a_winning_set_may_be_the_whole_board() -> None:
    whole = frozenset(range(4))
    game = Game("whole", "Whole", columns=2, rows=2, winning_sets=frozenset({whole}))
    assert game.completed(15) == {whole}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_view_of_cells_and_winning_sets_holds_the_same(game: Game) -> None:
    grid = [(row, column) for row in range(game.rows) for column in range(game.columns)]
    assert [game.row_and_column(cell) for cell in game.cells] == grid
    assert game.full == 2 ** len(grid) - 1
    in_order = [list(cells) for cells in game.ordered_sets]
    assert in_order == sorted(sorted(cells) for cells in game.winning_sets)
    for cell in game.cells:
        through = {mask(cells) for cells in game.winning_sets if cell in cells}
        assert set(game.masks_through[cell]) == through
        assert len(game.masks_through[cell]) == len(through)


def test_a_mask_has_a_bit_for_each_cell_of_the_set() -> None:
    assert mask([]) == 0
    assert mask([0, 2, 15]) == 0b1000_0000_0000_0101
    assert mask([3, 3]) == 0b1000


@given(texts(most_cells=9))
def test_tables_of_masks_say_what_each_mask_holds_and_lacks(text: str) -> None:
    game = game_for(text)
    for marks in range(0, game.full + 1, 3):
        held = {cell for cell in game.cells if marks >> cell & 1}
        lacking = (ways - held for ways in game.winning_sets)
        assert game.is_won[marks] == bool(game.completed(marks))
        assert game.completing[marks] == mask(min(it) for it in lacking if len(it) == 1)


def test_tables_of_sixteen_cells_do_so_too() -> None:
    """Six squares of the 20, at two places of the tables."""
    corner, middle = mask([0, 1, 4, 5]), mask([5, 6, 9, 10])
    assert SQUARE.is_won[corner | middle]
    assert not SQUARE.is_won[corner ^ 1]
    assert SQUARE.completing[corner ^ 1] == 1
    assert SQUARE.completing[mask([15, 14, 11, 5])] == mask([10])
    assert (len(SQUARE.is_won), len(SQUARE.completing)) == (2**16, 2**16)


def test_a_game_is_found_by_its_key() -> None:
    assert list(GAMES) == ["tic-tac-toe", "square"]
    for key, game in NAMED.items():
        assert game_for(key) is game_for(key.title()) is game
        assert game.key == key
    with pytest.raises(UnknownGame, match=r"chess.*tic-tac-toe, square"):
        game_for("chess")


@given(texts())
def test_there_is_one_object_of_each_definition(text: str) -> None:
    game = game_for(text)
    assert game_for(game.key) is game_for(text) is game
    assert NAMED.get(game.key, game) is game
    assert game.key in NAMED or game.key == game.definition.text


@pytest.mark.slow
def test_games_come_and_go(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """After many games only a few are held, whatever was asked of each."""
    most = RECENT + 4
    monkeypatch.setattr("ai.rules.games.MOST", most)
    client, rng = app.test_client(), Random(18)  # noqa: S311
    gc.collect()
    before = {id(it) for it in gc.get_objects() if type(it) is Game}  # which other tests hold
    keys = {game_for(random_text(rng, cells=range(5, 7))).key for _time in range(2 * most)}
    for key in keys:
        for address in (
            *(f"/replay/{key}/a1?values=on", f"/api/moves/{key}/b1", f"/search/{key}/a1"),
            *(f"/games/{key}", f"/games/{key}.png", f"/puzzles?game={key}"),
        ):
            assert client.get(address).status_code == 200
    gc.collect()
    live = [it for it in gc.get_objects() if type(it) is Game and id(it) not in before]
    assert len(live) <= most < len(keys) - 9
