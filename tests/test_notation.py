"""Moves in text: every name comes back, and nothing else is read."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import (
    NotationError,
    game_text,
    parse_cell,
    parse_game,
    winning_set_name,
)
from tests.names_in_words import LINES

NAMES = {
    "tic-tac-toe": ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    "square": [column + row for row in "1234" for column in "abcd"],
}
BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@BOTH
def test_a_letter_names_the_column_and_a_number_the_row(game: Game) -> None:
    assert [game.cell_names[cell] for cell in game.cells] == NAMES[game.key]
    for text in ("{}", " {} ", "{}\n"):
        names = [text.format(name) for name in NAMES[game.key]]
        assert [parse_cell(game, name) for name in names] == list(game.cells)
        assert [parse_cell(game, name.upper()) for name in names] == list(game.cells)


@BOTH
@pytest.mark.parametrize(
    "text",
    ["", "a", "1", "a0", "a5", "e1", "1a", "a01", "a 1", "a1.", "a-1", "a¹", "a1a1"],
)
def test_other_texts_name_no_cell(game: Game, text: str) -> None:
    with pytest.raises(NotationError, match=f"a1 to {NAMES[game.key][-1]}"):
        parse_cell(game, text)


@given(st.sampled_from([TIC_TAC_TOE, SQUARE]), st.data())
def test_the_moves_of_a_game_come_back_from_one_word(game: Game, data: st.DataObject) -> None:
    """Or from words in capitals, with spaces and commas between them."""
    moves = data.draw(st.lists(st.sampled_from(game.cells)))
    word = game_text(game, moves)
    assert word == "".join(NAMES[game.key][cell] for cell in moves)
    assert parse_game(game, word) == tuple(moves)
    between = data.draw(st.sampled_from(["", " ", ",", ", ", "\n"]))
    typed = f" {between.join(NAMES[game.key][cell] for cell in moves)} "
    for text in (typed, typed.upper()):
        assert parse_game(game, text) == tuple(moves)


@given(
    st.sampled_from([TIC_TAC_TOE, SQUARE]),
    st.text()
    | st.text("abcde12345", max_size=8)
    | st.lists(st.sampled_from(NAMES["square"])).map("".join),
)
@example(TIC_TAC_TOE, "d1")
@example(TIC_TAC_TOE, "B2 a1,")
@example(TIC_TAC_TOE, "b2a1\n")
@example(TIC_TAC_TOE, "b 2")
@example(TIC_TAC_TOE, "b2a")
@example(TIC_TAC_TOE, "2a1b")
@example(TIC_TAC_TOE, "b٢")
@example(TIC_TAC_TOE, "")
def test_a_text_is_a_game_if_it_falls_into_names_of_cells(game: Game, text: str) -> None:
    word = re.sub(r"(?<![a-zA-Z])[\s,]+", "", text).lower()
    names = [word[start : start + 2] for start in range(0, len(word), 2)]
    if set(names) <= set(NAMES[game.key]):
        assert parse_game(game, text) == tuple(NAMES[game.key].index(name) for name in names)
    else:
        with pytest.raises(NotationError, match=r"is no game|no cell"):
            parse_game(game, text)


def test_rows_beyond_nine_are_read_too() -> None:
    large = Game("large", "Large", columns=12, rows=12, winning_sets=frozenset())
    assert game_text(large, [0, 108, 120, 143]) == "a1a10a11l12"
    for cell in large.cells:
        assert parse_game(large, game_text(large, [cell, 0, cell])) == (cell, 0, cell)


@BOTH
def test_a_winning_set_has_a_name_that_tells_its_cells(game: Game) -> None:
    for name, cells in LINES[game.key].items():
        assert winning_set_name(game, cells) == name
        assert winning_set_name(game, sorted(cells, reverse=True)) == name


def test_lines_of_larger_boards_have_names_too() -> None:
    large = Game("large", "Large", columns=12, rows=12, winning_sets=frozenset())
    assert winning_set_name(large, range(132, 144)) == "row 12"
    assert winning_set_name(large, range(11, 144, 12)) == "column l"
    assert winning_set_name(large, range(11, 143, 11)).startswith("diagonal l1 k2 j3")
