"""Games by their definitions: ways counted by mathematics, names, outlines, forks."""

import re
from collections import Counter
from itertools import combinations, pairwise, product
from random import Random

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from ai.exact.tablebase import probe
from ai.exact.value import winners_moves
from ai.language import _
from ai.rules import GAMES, NAMED, Position
from ai.rules.definition import Definition, DefinitionError
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game, UnknownGame, game_for
from ai.rules.naming import known, shape_of
from ai.rules.threats import forks
from tests import reference
from tests.claims.pen import ways
from tests.claims.positions import forked
from tests.definitions import respelled, texts
from tests.names_in_words import seen
from tests.page import read
from tests.samples import at_random
from webapp.board import outlines
from webapp.board.board import Stage
from webapp.board.pen import Pen

# Ways to win.


def test_squares_are_the_fours_with_equal_sides_and_diagonals_and_lines_span_no_area() -> None:
    found = Definition.parse("4x4-a1b1a2b2-a1c1a3c3-a1d1a4d4-b1a2c2b3-b1d2a3c4").ways
    assert found == reference.all_squares(4) == SQUARE.winning_sets
    assert len(found) == 4 * 4 * (4 * 4 - 1) // 12
    assert Definition.parse("3x3-a1b1a2b2-a1c1a3c3-b1a2c2b3").ways == reference.all_squares(3)
    assert TIC_TAC_TOE.winning_sets == reference.rows_of_three()
    assert len(TIC_TAC_TOE.winning_sets) == 8


@given(texts(), st.randoms(use_true_random=False))
def test_there_is_one_text_and_one_object_of_each_game(text: str, rng: Random) -> None:
    """The spelling makes no difference, and a second reading finds the same ways."""
    found, game = Definition.parse(text), game_for(text)
    again = Definition.parse(found.text)
    assert (again, again.text) == (found, found.text)
    assert found.text.count("-") <= text.count("-")
    assert Definition.parse(respelled(text, rng)).text == found.text
    assert found.ways == game.winning_sets == reference.ways(text)
    assert game_for(game.key) is game_for(text) is NAMED.get(game.key, game) is game
    assert game.key in NAMED or game.key == found.text


NO_GAMES = {
    "": "defines no game",
    "4x4": "1 to 8 shapes, not 0",
    "4x4-": "0 cells|A shape has 2 to 8",
    "4x4-a1": "One cell would win",
    "4x4-a1a1": "One cell would win",
    "3x3-a1b1c1a2b2c2": "Nobody gets 6 marks on 9 cells. Draw at most 5.",
    "2x2-!a1b1a2": "Nobody gets 3 marks on 4 cells. Draw at most 2.",
    "1x4-a1a2": "A side has 2 to 8",
    "9x2-a1b1": "A side has 2 to 8",
    "5x5-a1b1": "25 cells; 16 are the most",
    "3x3-a1d1": "no cell “d1”, only a1 to c3",
    "3x3-a1b0": "no cell “b0”",
    "4x4-a1b1c1d1a2b2c2d2a3": "2 to 8 cells, not 9",
    "4x4" + "-a1b1" * 9: "1 to 8 shapes, not 9",
    "4x-a1b1": "defines no game",
    "4x4-a1b1 ": "defines no game",
    "\uff14x4-a1b1": "defines no game",
}


def test_what_defines_no_game_is_told() -> None:
    for text, said in NO_GAMES.items():
        with pytest.raises(DefinitionError, match=said):
            Definition.parse(text)


# Games as data.


def test_a_winning_set_needs_cells_of_the_board() -> None:
    for cells in ((), (9,), (-1, 0), (0, 1, 99)):
        with pytest.raises(ValueError, match="Bad"):
            Game("bad", "Bad", columns=3, rows=3, winning_sets=frozenset({frozenset(cells)}))
    whole = frozenset(range(4))
    game = Game("whole", "Whole", columns=2, rows=2, winning_sets=frozenset({whole}))
    assert game.completed(15) == {whole}, "all cells may be one"


def test_a_game_is_found_by_its_key_and_those_of_the_house_come_first() -> None:
    assert [*GAMES] == [*NAMED][:2] == ["tic-tac-toe", "square"]
    assert len({game.definition for game in NAMED.values()}) == len(NAMED) == 8
    for key, game in NAMED.items():
        assert game_for(key) is game_for(key.title()) is game
        assert game.key == key
        assert len(reference.turns(key)) == 8, "the maker finds it however it is drawn"
    with pytest.raises(UnknownGame, match=r"chess.*tic-tac-toe, square"):
        game_for("chess")


HARARY = {"elly": 4, "tippy": 5, "el": 3}  # moves of the first player on these boards, or fewer


def test_a_named_game_has_its_table_stored() -> None:
    """Its value is what others published: Harary's winners win, and lines of four and Ts draw."""
    won = {key: probe(Position(game)).distance for key, game in NAMED.items()}
    assert {key: winners_moves(plies) for key, plies in won.items() if plies} == HARARY


def test_every_connected_shape_of_up_to_five_cells_has_a_name_of_its_own() -> None:
    """There are 1, 2, 5 and 12: dominoes to pentominoes, each grown cell by cell."""
    shapes = {frozenset({0j})}
    for count in (1, 2, 5, 12):
        grown = {it | {cell + 1j**side} for it in shapes for cell in it for side in range(4)}
        shapes = {seen([*it]) for it in grown if len(it) > len(min(shapes, key=len))}
        places = ({(int(cell.imag), int(cell.real)) for cell in it} for it in shapes)
        names = {(found := known(shape_of(it))) and found.name for it in places}
        assert len(shapes) == len(names - {None}) == count


@given(texts())
def test_a_name_tells_the_board_and_a_goal_is_a_sentence(text: str) -> None:
    game = game_for(text)
    if game.key in NAMED:
        return
    assert _(game.name).endswith(f" on {game.columns} × {game.rows}")
    assert re.fullmatch(r"[A-Z][^.]+\.", _(game.goal))
    cells = {len(way) for way in game.winning_sets}
    if len(cells) == 1 and "shapes" not in _(game.name):
        assert re.search(rf"\b{cells.pop()}\b|shape", _(game.in_brief))


def test_a_goal_with_words_for_its_one_shape_is_that_of_one_game() -> None:
    """Its squares are told apart by how wide they are, and whether they are tilted."""
    for board, cells in (("3x3", 3), ("4x4", 2), ("4x2", 4)):
        names = map("".join, product("abcd"[: int(board[0])], "1234"[: int(board[2])]))
        games = {game_for(f"{board}-{''.join(chosen)}") for chosen in combinations(names, cells)}
        goals = Counter(_(game.goal) for game in games)
        assert {goal for goal, count in goals.items() if count > 1 and "shape" not in goal} == set()


def test_a_goal_names_the_ways_that_its_board_has() -> None:
    for text, count, place in (
        ("3x2-a1b1c1", "three", "in a row"),
        ("2x3-a1a2a3", "three", "in a column"),
        ("3x3-a1b1c1", "three", "in a row or column"),
        ("8x2-a1b1c1d1e1", "five", "in a row"),
        ("2x8-a1a2a3a4a5", "five", "in a column"),
    ):
        game = game_for(text)
        assert _(game.goal) == f"Mark {count} cells {place}."
        assert _(game.in_brief).endswith(f" {place}")


# Drawings.


@given(texts())
def test_a_way_goes_through_each_cell_and_no_other(app: Flask, text: str) -> None:
    """Its steps join all of them, none is drawn twice, and neighbours by a side are joined. It ends
    on its cells. :func:`ways` holds that it turns in them, and passes no other.
    """
    game = game_for(text)
    with app.test_request_context():
        page = read(Stage(Position(game), pen=Pen(game)).region("stage"))
    assert len(ways(page, game.key)) == len(game.winning_sets)
    for cells in sorted(game.winning_sets, key=sorted)[::5]:
        drawn = outlines.ways(game, cells)
        steps = [frozenset(step) for way in drawn for step in pairwise(way)]
        places = (divmod(cell, game.columns) for cell in cells)
        centres = {complex(column + 0.5, row + 0.5) for row, column in places}
        points = {point for step in steps for point in step}
        assert all(0 < it.real < game.columns and 0 < it.imag < game.rows for it in points)
        assert {it for way in drawn for it in (way[0], way[-1])} <= centres
        assert len({*steps}) == len(steps)
        joined = {next(iter(centres))}
        while more := {it for step in steps if step & joined for it in step} - joined:
            joined |= more
        assert joined == points
        apart = [it for it in centres if it + 1 in centres and len(centres) < 4]
        assert all(frozenset({it, it + 1}) in steps for it in apart)
        middle = sum(centres) / len(centres)
        for start, end in map(points_of, outlines.rays(game, cells)):
            assert abs(end - middle) > abs(start - middle), "it leads away"
            if outlines.is_straight(drawn) or outlines.closed(drawn):
                near = min(off(start, *step) for way in drawn for step in pairwise(way))
                assert 0.3 < near < 0.45, "it begins beside the highlighter"


def points_of(path: str) -> list[complex]:
    """The points of a path in absolute coordinates."""
    return [complex(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([-\d.]+)", path)]


def off(point: complex, start: complex, end: complex) -> float:
    """How far *point* is from the step between *start* and *end*."""
    along = end - start
    passed = ((point - start) * along.conjugate()).real / abs(along) ** 2
    return abs(point - start - along * min(max(passed, 0), 1))


def test_a_fork_is_the_cell_after_which_no_one_answer_stops_all() -> None:
    """In Square two threats may lack the same cell, as after a2 on the first board."""
    first = reference.Board("square", "XX.O...OXX..O..O", "X")
    for board in [first, *at_random("square", range(6, 12), 20, seed=1)]:
        found = [cell for cell in reference.moves(board) if forked(board, cell)]
        assert [*forks(SQUARE, *reference.key(board))] == found
