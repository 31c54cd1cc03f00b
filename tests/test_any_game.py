"""Every fact, sentence and drawing is true in any game: the laws of the two games of the house, by
the tests' own rules and solver, on a few small games; tests/proof draws others.
"""

from itertools import product

from tests.any_game import expect_all_true
from tests.claims.laws import LAWS
from tests.reference import Board


def test_all_is_true_of_a_small_game() -> None:
    """With shapes apart, and a fixed one."""
    expect_all_true("3x3-a1c1b2-!a3b3c3", seed=1, boards=1, games=1)


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


def test_what_is_told_and_drawn_of_a_special_position_is_true() -> None:
    for board, law in product(SPECIAL, ASKED):
        LAWS[law](board)
