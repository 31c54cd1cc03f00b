"""Every fact, sentence and drawing is true in any game: the laws of the two games of the house, by
the tests' own rules and solver, on games drawn at random.
"""

import pytest

from ai.facts.looks import look
from ai.study.study import study
from tests.drawings_again import expect_drawn
from tests.hints_again import looks_at
from tests.reasons_again import expect_facts
from tests.reference import Board, position

ON_NO_WAY = [  # the best cells are on no way to win
    Board("5x2-a1c1a2e2", "X.O.OX.OXX", "O"),
    Board("3x2-!a1b1", ".....X", "O"),
    Board("2x2-!a1b1", "XOX.", "O"),
]
THREE_MARKS = Board("2x6-a1b1a4b5-a1a2b2b3-a1b1a2b4b5", "X.XO..OX.OO.", "X")


@pytest.mark.parametrize("board", ON_NO_WAY)
def test_a_cell_on_no_way_to_win_has_a_region_to_look_at(board: Board) -> None:
    assert looks_at([board])
    assert any(len(look(move).region) > 1 for move in study(position(board)).moves.values())


def test_points_add_up_on_ways_with_three_marks_or_more() -> None:
    expect_facts([THREE_MARKS], "hard")
    expect_drawn([THREE_MARKS], "hard")
