"""Every fact, sentence and drawing is true in any game: the laws of the two games of the house, by
the tests' own rules and solver, on a few small games; tests/proof draws others.
"""

import pytest

from ai.rules.games import game_for
from ai.rules.notation import winning_set_name
from tests.any_game import expect_all_true
from tests.claims.drawings import expect_drawn
from tests.claims.facts import expect_reasons, expect_why
from tests.claims.looks import expect_hints
from tests.claims.positions import expect_ideas
from tests.claims.strokes import expect_strokes
from tests.names_in_words import LINES, line_name
from tests.reference import WINNING, Board

SMALL = [  # shapes apart, a fixed one, ways of different lengths, cells on no way
    "3x2-a1b1c2",
    "3x3-a1c1b2-!a3b3c3",
]


@pytest.mark.parametrize("text", SMALL)
def test_all_is_true_of_a_few_positions_of_small_games(text: str) -> None:
    expect_all_true(text, seed=1, boards=1, games=1)


ON_NO_WAY = [  # the best cells are on no way to win
    Board("5x2-a1c1a2e2", "X.O.OX.OXX", "O"),
    Board("3x2-!a1b1", ".....X", "O"),
    Board("2x2-!a1b1", "XOX.", "O"),
]
DRAWN = [  # a line of four marks lacks its end; a way with a gap; a shape that parts
    Board("four-in-a-row", "X......X..O...O.", "O"),
    Board("2x3-a1b1a3-a1a2b3-!b2b3", ".OXX..", "O"),
    Board("2x3-!b1b3", "......", "X"),
    Board("3x3-a1b1c2", ".XO.XXOXO", "O"),  # two lines share the step that is cut
]
APART = Board("3x3-a1c3-a1b1c2", "..OO...X.", "X")
THREE_MARKS = Board("2x6-a1b1a4b5-a1a2b2b3-a1b1a2b4b5", "X.XO..OX.OO.", "X")


@pytest.mark.parametrize("board", ON_NO_WAY)
def test_a_cell_on_no_way_to_win_has_a_region_to_look_at(board: Board) -> None:
    expect_hints(board)


def test_points_add_up_on_ways_with_three_marks_or_more() -> None:
    expect_reasons(THREE_MARKS, "hard")
    expect_drawn(THREE_MARKS, "hard")


@pytest.mark.parametrize("board", DRAWN, ids=lambda board: board.game)
def test_a_stroke_is_full_along_marks_alone(board: Board) -> None:
    for player in ("hard", "unbeatable"):
        expect_strokes(board, player)


def test_only_neighbours_stand_in_a_diagonal() -> None:
    expect_ideas(APART)
    expect_why(APART)
    assert {line_name(APART.game, way).split()[0] for way in WINNING[APART.game]} == {"shape"}
    names = {winning_set_name(game_for(APART.game), way) for way in WINNING[APART.game]}
    assert names == LINES[APART.game].keys()
