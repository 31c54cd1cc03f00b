"""Laws of any board and any game, on a few of them; tests/proof has them on all."""

import pytest

from tests.laws import ON_A_BOARD
from tests.reference import Board, diagram, result
from tests.samples import ACTIVE_CLASSES, CLASSES, at_random

OVER = [board for board in CLASSES if result(board)]
SOME = [*ACTIVE_CLASSES[7::70], *OVER[::40], *at_random("square", range(3, 10), 3, seed=2)]


@pytest.mark.parametrize("board", SOME, ids=diagram)
def test_a_law_holds_on_some_boards(board: Board) -> None:
    for law in ON_A_BOARD:
        law(board)
