"""Trials, levels and stamps of 2,000 games as a second program counts them, which reads no table;
and what players reach.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from click import echo

from tests.honour_laws import expect_counted_again, expect_ladder
from tests.honours_of_players import POLICIES, careers
from tests.reference import honours, value_and_distance
from tests.reference.honours import earned, trials
from tests.samples_of_honours import SAMPLES, at_random, seen_otherwise

FOUNTAIN_PEN, PENCIL = 5, 3


@pytest.fixture
def own_solver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The second program asks the tests' own solver for each value."""
    honours.forget_values()
    monkeypatch.setattr(honours, "solve", value_and_distance)
    yield
    honours.forget_values()


@pytest.mark.usefixtures("own_solver", "leave_garbage")
def test_games_are_counted_as_by_another_program() -> None:
    """Games at random, which earn each stamp, and all samples, seen from some side."""
    lots = Random(23)  # noqa: S311
    games = [*at_random(2000, seed=23)]
    for sample in SAMPLES:
        games += [seen_otherwise(it, lots) for it in (sample.earning, *sample.missing.values())]
    stamps, batches = Counter[str](), [trials(it) for it in games]
    for played in games:
        expect_counted_again(played)
        stamps.update(earned(played))
    for first in range(0, len(games), 40):
        expect_ladder(batches[first : first + 40])
    echo(f"{len(games):,} games, {sum(map(len, batches)):,} trials, stamps: {dict(stamps)}.")
    assert stamps.keys() == {it.stamp for it in SAMPLES}
    assert min(stamps.values()) >= 5


def test_a_perfect_player_holds_a_fountain_pen_soon() -> None:
    """Within 40 puzzles, each a little harder, or within 40 games and puzzles by turns."""
    for diet, seed in product(("p", "gp"), range(20)):
        (found,) = careers(POLICIES["keeps 1.0"], diet, 40, range(seed, seed + 1))
        assert found.levels[-1] >= FOUNTAIN_PEN, (diet, seed)


def test_any_cell_never_makes_a_pencil() -> None:
    """In 200 games, nor with as many puzzles."""
    for diet, items in {"g": 200, "gp": 400}.items():
        for found in careers(POLICIES["any cell"], diet, items, range(20)):
            assert found.levels[-1] < PENCIL
