"""Games as data: the winning sets, counted by mathematics and found again by geometry."""

import pytest

from ai.rules.games import (
    GAMES,
    TIC_TAC_TOE,
    Game,
    UnknownGame,
    game_for,
    mask,
)
from tests import reference


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


def test_a_game_is_found_by_its_key() -> None:
    assert list(GAMES) == ["tic-tac-toe", "square"]
    assert all(game_for(key) is game and game.key == key for key, game in GAMES.items())
    with pytest.raises(UnknownGame, match=r"chess.*tic-tac-toe, square"):
        game_for("chess")
