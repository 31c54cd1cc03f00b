"""Decisions: what may be drawn, how often, and that lots are drawn so."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.opponents.policy import Decision

Drawn = tuple[tuple[int, ...], tuple[int, ...]]
WEIGHTED: st.SearchStrategy[Drawn] = st.dictionaries(
    st.integers(0, 15), st.integers(1, 5), min_size=1
).map(lambda weights: (tuple(sorted(weights)), tuple(weights.values())))


@given(WEIGHTED)
def test_each_cell_is_drawn_in_proportion_to_its_weight(drawn: Drawn) -> None:
    cells, weights = drawn
    decision = Decision(cells, None, weights)
    assert decision.probabilities == {
        cell: Fraction(weight, sum(weights)) for cell, weight in zip(cells, weights, strict=True)
    }
    assert Decision(cells, "why") == Decision(cells, "why", (1,) * len(cells))


class Counting(Random):
    """Instead of chance every lot in its turn, each as often as the others."""

    def __init__(self) -> None:
        super().__init__(0)
        self.next = 0

    def random(self) -> float:
        raise AssertionError("lots are whole numbers")

    def getrandbits(self, k: int, /) -> int:
        self.next += 1
        return (self.next - 1) & ((1 << k) - 1)


@given(WEIGHTED)
def test_lots_are_drawn_exactly_as_often_as_the_weights_say(drawn: Drawn) -> None:
    decision, rng = Decision(drawn[0], None, drawn[1]), Counting()
    picked = Counter(decision.pick(rng) for _ in range(sum(drawn[1])))
    assert picked == dict(zip(*drawn, strict=True))


def test_a_generator_draws_the_same_again() -> None:
    decision = Decision((1, 4, 6), None, (1, 2, 3))
    picks = [[decision.pick(rng) for _ in range(60)] for rng in map(Random, (3, 3, 4))]
    assert picks[0] == picks[1] != picks[2]
    assert set(picks[0]) == {1, 4, 6}


@pytest.mark.parametrize(
    ("cells", "weights", "why"),
    [
        *((cells, (), "reading order") for cells in [(), (4, 4), (4, 0), (0, 4, 4, 8)]),
        *(((0, 4), weights, "weight") for weights in [(1,), (1, 1, 1), (1, 0), (2, -1)]),
    ],
)
def test_cells_are_in_reading_order_and_each_has_a_weight_of_one_or_more(
    cells: tuple[int, ...], weights: tuple[int, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        Decision(cells, None, weights)
