"""Computer players: their games, their parameters, and the lots between equal moves. A law of
tests/laws.py compares their decisions with the tests' own.
"""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.opponents import OPPONENTS, UnknownOpponent, opponent_for
from ai.opponents.easy import easy
from ai.opponents.policy import Decision, UnsupportedGame, chance
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.position import Position
from tests.laws import expect_alike
from tests.reference import ahead, greatest, position
from tests.samples import at_random


def test_an_opponent_refuses_games_that_are_not_its_own() -> None:
    specialist = replace(OPPONENTS["easy"], name="Specialist", games=(TIC_TAC_TOE,))
    assert specialist.decide(Position(TIC_TAC_TOE)) == easy(Position(TIC_TAC_TOE))
    with pytest.raises(UnsupportedGame, match=r"Specialist does not play Square\."):
        specialist.decide(Position(SQUARE))


def test_medium_takes_a_depth() -> None:
    for game in GAMES.values():
        for depth in range(1, len(game.cells) + 1):
            opponent = opponent_for(game, f"medium:depth={depth}")
            assert opponent.key == f"medium:depth={depth}"
            assert opponent.name == f"Medium, depth {depth}"
            assert opponent.games == OPPONENTS["medium"].games
            for board in at_random(game.key, range(1, 6), 2, seed=depth):
                assert [*opponent.decide(position(board)).cells] == greatest(ahead(board, depth))
                expect_alike(board, opponent)


def test_another_key_or_parameter_is_refused() -> None:
    """Medium takes a depth up to the number of cells; the others take none."""
    for key in ("", "Easy", "nobody", "nobody:depth=2"):
        with pytest.raises(UnknownOpponent, match=f"“{key.partition(':')[0]}”.*easy, medium, hard"):
            opponent_for(TIC_TAC_TOE, key)
    for game in GAMES.values():
        cells = len(game.cells)
        for parameter in (
            *("", "foo", "4", "depth", "depth=", "depth=0", "depth=-1", "depth=04", "depth=100"),
            *("depth=4 ", "depth=4\n", " depth=4", "depth=٤", "Depth=4", "depth=4:depth=4"),
            f"depth={cells + 1}",
        ):
            allowed = f"depth=1 to depth={cells} on {game.name}, not {parameter!r}"
            with pytest.raises(UnknownOpponent, match=re.escape(f"Medium takes {allowed}.")):
                opponent_for(game, f"medium:{parameter}")
    for key, parameter in product(OPPONENTS.keys() - {"medium"}, ["", "depth=2"]):
        refused = f"{OPPONENTS[key].name} takes no parameter, so not {parameter!r}."
        with pytest.raises(UnknownOpponent, match=re.escape(refused)):
            opponent_for(TIC_TAC_TOE, f"{key}:{parameter}")
    for key in ("minimax", "minimax:depth=2"):
        with pytest.raises(UnsupportedGame, match="Minimax does not play Square"):
            opponent_for(SQUARE, key)


# Lots between equally good moves.


def test_chance_repeats_from_seed_and_ply() -> None:
    def numbers(seed: int, ply: int) -> list[int]:
        rng = chance(seed, ply)
        return [rng.randrange(1_000_000) for _ in range(10)]

    seen = {it: numbers(*it) for it in product((0, 1, 11, 2**64), range(16))}
    assert all(numbers(*it) == drawn for it, drawn in seen.items())
    assert len(set(map(tuple, seen.values()))) == len(seen)


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


@given(st.dictionaries(st.integers(0, 15), st.integers(1, 5), min_size=1))
def test_each_cell_is_drawn_exactly_as_often_as_its_weight_says(weights: dict[int, int]) -> None:
    cells, of_each, every = tuple(sorted(weights)), tuple(weights.values()), sum(weights.values())
    decision, rng = Decision(cells, None, of_each), Counting()
    shares = [Fraction(weight, every) for weight in of_each]
    assert decision.probabilities == dict(zip(cells, shares, strict=True))
    picked = Counter(decision.pick(rng) for _ in range(every))
    assert picked == dict(zip(cells, of_each, strict=True))
    assert Decision(cells, "why") == Decision(cells, "why", (1,) * len(cells))


def test_cells_are_in_reading_order_and_each_has_a_weight_of_one_or_more() -> None:
    for cells in ((), (4, 4), (4, 0), (0, 4, 4, 8)):
        with pytest.raises(ValueError, match="reading order"):
            Decision(cells, None)
    for weights in ((1,), (1, 1, 1), (1, 0), (2, -1)):
        with pytest.raises(ValueError, match="weight"):
            Decision((0, 4), None, weights)
