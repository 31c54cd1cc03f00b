"""The facts of every reason, held as data against other rules and another solver.

They are found a second time, in their order, on the plain boards of :mod:`tests.reference`, with
all that each player thought.
"""

import pytest

from ai.opponents import OPPONENTS
from tests.reason_cases import DEPTHS, NOTHING_LIVE, ON_SQUARE, SQUARES
from tests.reasons_again import expect_facts
from tests.reference import (
    moves,
)
from tests.samples import ACTIVE_CLASSES

pytestmark = pytest.mark.usefixtures("leave_garbage")


# The thoughts of the players, a second time.


# The facts that have to tell it: first what is said at once, then the others.


# The laws.


@pytest.mark.long
@pytest.mark.parametrize("key", OPPONENTS)
def test_every_reason_on_3x3_has_the_facts_of_a_second_computation(key: str) -> None:
    expect_facts(ACTIVE_CLASSES, key)


@pytest.mark.long
@pytest.mark.parametrize("key", ON_SQUARE)
def test_every_reason_on_square_has_the_facts_of_a_second_computation(key: str) -> None:
    expect_facts([NOTHING_LIVE, *SQUARES], key)


@pytest.mark.long
@pytest.mark.parametrize("depth", DEPTHS)
def test_medium_tells_as_far_as_it_looks(depth: int) -> None:
    expect_facts([b for b in ACTIVE_CLASSES[depth % 2 :: 2] if len(moves(b)) < 7], "medium", depth)
