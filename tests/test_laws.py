"""Laws of any board and any game, on a few of them; tests/proof has them on all."""

from collections.abc import Callable

import pytest

from tests.laws import ON_A_BOARD
from tests.reference import Board, result
from tests.samples import ACTIVE_CLASSES, CLASSES, at_random

SOME = [
    *ACTIVE_CLASSES[7::60],
    *(board for board in CLASSES if result(board)),
][:20] + at_random("square", range(3, 10), 4, seed=2)


@pytest.mark.parametrize("law", ON_A_BOARD)
def test_a_law_holds_on_some_boards(law: Callable[[Board], None]) -> None:
    for board in SOME:
        law(board)
