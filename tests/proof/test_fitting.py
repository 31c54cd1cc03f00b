"""The level of a player is found by the tries."""

from bisect import bisect_left
from math import exp
from random import Random

import pytest

from webapp.puzzles.fitting import LEVELS, SPREAD, ability

WIDTH = LEVELS[1] - LEVELS[0]


@pytest.mark.parametrize("skill", [0.2, 0.35, 0.5, 0.65, 0.8])
@pytest.mark.parametrize("steep", [0.5, 1, 2])
def test_the_level_of_any_player_is_found(skill: float, steep: float) -> None:
    """In the mean to less than :data:`SPREAD`, by puzzles that fit the tries so far, each tried
    once; whether skill tells more or less than supposed.
    """
    found = []
    for seed in range(20):
        rng, tries = Random(seed), list[tuple[float, bool]]()  # noqa: S311
        left = sorted(rng.random() * WIDTH + LEVELS[0] for _ in range(1000))
        player = LEVELS[0] + skill * WIDTH
        for _ in range(100):
            level = ability(tries)
            place = bisect_left(left, level)
            puzzle = min(left[max(place - 1, 0) : place + 1], key=lambda it: abs(it - level))
            left.remove(puzzle)
            odds = exp((puzzle - player) / (SPREAD * steep))
            tries.append((puzzle, rng.random() < 1 / (1 + odds)))
        found.append(ability(tries) - player)
    mean = sum(found) / len(found)
    assert abs(mean) < 0.75 * SPREAD
    assert max(map(abs, found)) < 3 * SPREAD
