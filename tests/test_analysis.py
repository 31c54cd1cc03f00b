"""Reviews: what was given away makes the result; perfect play."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.rules.games import GAMES
from ai.rules.position import Mark
from ai.study.review import Accuracy
from ai.study.study import study
from tests import samples
from tests.reference import (
    Board,
    position,
    result,
    to_mover,
    worth,
)
from tests.review_again import (
    TO_X,
    assert_is_perfect_play,
    expect_reviewed,
    expect_variations,
    reviewed,
)
from tests.samples import ACTIVE_CLASSES, BOARDS, at_random, to_the_end

ANY_GAME = st.sampled_from(sorted(GAMES)).flatmap(samples.games)
PLAYED = {key: to_the_end(key, count=80, seed=1) for key in GAMES}


# Games.


@pytest.mark.parametrize("key", GAMES)
def test_what_was_given_away_makes_the_result(key: str) -> None:
    """Start value, plus what O gave away, less what X gave away. The last to give decided it."""
    results = set()
    for boards in PLAYED[key]:
        found, ended = reviewed(boards), result(boards[-1]) or ""
        course, turning = found.course(), found.turning_point
        gave = {
            mark: sum(move.value_lost for move in found.moves if move.mark is mark) for mark in Mark
        }
        assert course == tuple(to_mover(board, worth(board)[0]) for board in boards)
        assert course[0] + gave[Mark.O] - gave[Mark.X] == TO_X[ended]
        changes = [index for index, (had, got) in enumerate(pairwise(course)) if had != got]
        assert turning == (changes[-1] if changes else None)
        assert turning is not None or ended == "tie"
        assert set(course[-1 if turning is None else turning + 1 :]) == {TO_X[ended]}
        results.add((boards[0].mover, ended))
    assert results == {*product("XO", TO_X)}


@given(ANY_GAME, st.data())
def test_a_review_tells_every_move_from_any_start(boards: list[Board], data: st.DataObject) -> None:
    expect_reviewed(boards, data.draw(st.integers(0, len(boards) - 1)))


@pytest.mark.parametrize(
    ("right", "decisions", "percent"),
    [(0, 0, None), (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 2, 50), (5, 6, 83), (4, 4, 100)],
)
def test_a_percentage_is_rounded(right: int, decisions: int, percent: int | None) -> None:
    assert Accuracy(right, decisions).percent == percent


# The principal variation.


def test_perfect_play_keeps_value_and_distance_from_everywhere_on_3x3() -> None:
    for board in ACTIVE_CLASSES:
        assert_is_perfect_play(board)


@pytest.mark.long
def test_perfect_play_keeps_value_and_distance_on_square() -> None:
    values = set()
    for board in at_random("square", range(2, 17), count=40, seed=3):
        assert_is_perfect_play(board)
        values.add(worth(board)[0])
    assert values == {1, 0, -1}


def test_a_variation_leads_to_what_its_move_is_worth() -> None:
    """In as many plies, by whatever way: threats, the answer that beats it, or perfect play."""
    for board in [*ACTIVE_CLASSES[::5], *at_random("square", range(2, 9), count=40, seed=4)]:
        expect_variations(board)


def test_nothing_follows_the_end() -> None:
    ended = [board for board in BOARDS if result(board)]
    ended += [boards[-1] for boards in PLAYED["square"]]
    assert {result(board) for board in ended} == set(TO_X)
    for here in (study(position(board)) for board in ended):
        assert (here.principal_variation, here.values) == ((), {})
