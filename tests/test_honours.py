"""Trials, levels and stamps, against a second program: games that earn a stamp, games that just
miss it, and games at random.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from ai.honours.level import Ladder
from ai.honours.stamps import STAMPS, earned
from ai.honours.trials import Trial, rung
from tests.honour_laws import batches_at_random, expect_counted_again, expect_ladder, game_of
from tests.reference import Board, perfect
from tests.reference.honours import RUNGS, Played, boards, both_seats
from tests.reference.players import by_the_weights
from tests.samples_of_honours import (
    FOUR_SEATS,
    NO_SEATS,
    SAMPLES,
    Sample,
    at_random,
    seen_otherwise,
)

FROM = [Fraction(0), *(Fraction(2**it, 2**it + 1) for it in range(5))]
"""The least share of beginners that each rung trips."""
TINY = Fraction(1, 10**30)  # less than a float tells apart

EACH = pytest.mark.parametrize("sample", SAMPLES, ids=[it.stamp for it in SAMPLES])


# Rungs and the ladder.


@pytest.mark.parametrize(("level", "least"), [*zip(RUNGS, FROM, strict=True)])
def test_a_rung_begins_at_its_share_exactly(level: int, least: Fraction) -> None:
    """Logarithms of floats put some shares on the wrong side of a bound."""
    assert rung(least + TINY) == level
    if level > 1:
        assert rung(least) == level
        assert rung(least - TINY) == level - 1


def test_what_trips_everybody_is_on_the_highest_rung() -> None:
    """Its odds have no bound."""
    assert rung(Fraction(1)) == RUNGS[-1]


@pytest.mark.parametrize("level", RUNGS)
def test_the_seventh_kept_trial_gives_the_pen_of_its_rung_for_good(level: int) -> None:
    """It stands for lower rungs too, which are empty."""
    ladder = Ladder()
    for kept in range(1, 8):
        ladder = ladder.after([Trial(level, True)])
        assert ladder.reached == (level if kept == 7 else 0)
    assert ladder.after([Trial(level, False)] * 10).reached == level


@pytest.mark.parametrize("seed", range(20))
def test_ladders_are_those_of_another_program(seed: int) -> None:
    """Which trials are kept, which stand for others, and what is reached within a batch."""
    lots = Random(seed)  # noqa: S311
    for _ in range(10):
        expect_ladder(batches_at_random(lots))


# Stamps.


def test_there_are_twelve_stamps_with_these_keys() -> None:
    """Cookies keep them by their order, addresses by their keys."""
    assert {it.key for it in STAMPS} == {*(it.stamp for it in SAMPLES), "both-seats", "week"}
    assert len(STAMPS) == 12


@EACH
def test_a_game_earns_its_stamp_and_near_misses_do_not(sample: Sample) -> None:
    """A condition that is left out, or one too many."""
    assert sample.stamp in earned(game_of(sample.earning))
    for words, missing in sample.missing.items():
        assert sample.stamp not in earned(game_of(missing)), words
        expect_counted_again(missing)


@EACH
def test_a_game_earns_the_same_seen_from_any_side(sample: Sample) -> None:
    """A rule for one mark, corner or direction alone."""
    lots = Random(sample.stamp)  # noqa: S311
    for played in [sample.earning, *sample.missing.values()]:
        expect_counted_again(seen_otherwise(played, lots))


def test_games_at_random_are_counted_as_by_another_program() -> None:
    """A condition that matters in games like none of the samples; a proof plays 2,000."""
    for played in at_random(60, seed=51):
        expect_counted_again(played)


# The samples themselves.


def test_hard_and_unbeatable_play_the_games_that_beat_and_hold_them() -> None:
    """A deed of three rings that no program would allow."""
    deeds: dict[str, Callable[[Board], list[int]]] = {
        "short-way": hard,
        "unbeatable-held": perfect,
    }
    for stamp, choose in deeds.items():
        (played,) = (it.earning for it in SAMPLES if it.stamp == stamp)
        for board, cell in zip(boards(played), played.cells, strict=False):
            assert board.mover == played.seat or cell in choose(board)


def hard(board: Board) -> list[int]:
    """The cells that Hard holds equally good."""
    return by_the_weights(board)[1]


@pytest.mark.parametrize("instead", NO_SEATS.values(), ids=NO_SEATS)
def test_both_seats_need_all_four(instead: Played) -> None:
    """The second program, by which the stamp of the browser's bits is checked."""
    assert both_seats(FOUR_SEATS)
    assert not both_seats([*FOUR_SEATS[:3], instead])
