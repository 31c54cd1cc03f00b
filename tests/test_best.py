"""Best means one thing: rings, hint, Unbeatable, review and API agree."""

import pytest

from tests.best_again import assert_one_best, drawn_on_square
from tests.reference import position, value_and_distance
from tests.samples import ACTIVE

DRAWN = [board for board in ACTIVE if not value_and_distance(board)[0]]


@pytest.mark.slow
def test_all_agree_on_every_drawn_position_of_3x3() -> None:
    for board in DRAWN:
        assert_one_best(position(board))


@pytest.mark.long
def test_all_agree_on_drawn_positions_of_square() -> None:
    for here in drawn_on_square(50, seed=1):
        assert_one_best(here)
