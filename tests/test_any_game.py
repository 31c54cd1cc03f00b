"""Every fact, sentence and drawing is true in any game: the laws of the two games of the house, by
the tests' own rules and solver, on a few small games; tests/proof draws others.
"""

import pytest

from tests.any_game import expect_all_true
from tests.claims.laws import LAWS
from tests.reference import Board

SMALL = [  # shapes apart, a fixed one, ways of different lengths, cells on no way
    "3x2-a1b1c2",
    "3x3-a1c1b2-!a3b3c3",
]


@pytest.mark.parametrize("text", SMALL)
def test_all_is_true_of_a_few_positions_of_small_games(text: str) -> None:
    expect_all_true(text, seed=1, boards=1, games=1)


SPECIAL = [
    # The best cells are on no way to win.
    Board("5x2-a1c1a2e2", "X.O.OX.OXX", "O"),
    Board("3x2-!a1b1", ".....X", "O"),
    Board("2x2-!a1b1", "XOX.", "O"),
    # A line of four marks lacks its end; a way with a gap; a shape that parts.
    Board("four-in-a-row", "X......X..O...O.", "O"),
    Board("2x3-a1b1a3-a1a2b3-!b2b3", ".OXX..", "O"),
    Board("2x3-!b1b3", "......", "X"),
    Board("3x3-a1b1c2", ".XO.XXOXO", "O"),  # two lines share the step that is cut
    Board("2x6-a1b1a4b5-a1a2b2b3-a1b1a2b4b5", "X.XO..OX.OO.", "X"),  # ways with three marks
    Board("3x3-a1c3-a1b1c2", "..OO...X.", "X"),  # ends of a diagonal
]


ASKED = [
    *("hints", "ideas", "why", "reasons of hard", "diagrams of hard"),
    *("strokes of hard", "strokes of unbeatable"),
]


@pytest.mark.parametrize("board", SPECIAL, ids=lambda board: board.game)
def test_what_is_told_and_drawn_of_a_special_position_is_true(board: Board) -> None:
    for law in ASKED:
        LAWS[law](board)
