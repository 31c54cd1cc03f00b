"""Reviews: what was given away makes the result; perfect play."""

from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.opponents.unbeatable import unbeatable
from ai.rules.games import GAMES
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.review import Accuracy, Review, review
from ai.study.study import study
from tests import samples
from tests.reference import (
    Board,
    after,
    keeping,
    moves,
    other,
    position,
    result,
    to_mover,
    worth,
    worths,
)
from tests.samples import ACTIVE_CLASSES, BOARDS, at_random, played, to_the_end

TO_X = {"X": 1, "tie": 0, "O": -1}
ANY_GAME = st.sampled_from(sorted(GAMES)).flatmap(samples.games)
PLAYED = {key: to_the_end(key, count=80, seed=1) for key in GAMES}


def reviewed(boards: Sequence[Board]) -> Review:
    """The review of the game through *boards*."""
    return review(Record(position(boards[0]), played(boards)))


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
    """Accuracy counts the moves at which value could be given away."""
    start = data.draw(st.integers(0, len(boards) - 1))
    whole, rest, later = reviewed(boards), reviewed(boards[start:]), boards[start:]
    told = [(move.position, move.cell) for move in rest.moves]
    assert told == [*zip(map(position, later), played(later), strict=False)]
    assert rest.course() == (whole.course()[start:] if told else ())
    for mark in Mark:
        right = [
            cell in keeping(board)
            for board, cell in zip(later, played(later), strict=False)
            if board.mover == mark and len(keeping(board)) < len(moves(board))
        ]
        assert rest.accuracy(mark) == Accuracy(sum(right), len(right))


@pytest.mark.parametrize(
    ("right", "decisions", "percent"),
    [(0, 0, None), (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 2, 50), (5, 6, 83), (4, 4, 100)],
)
def test_a_percentage_is_rounded(right: int, decisions: int, percent: int | None) -> None:
    assert Accuracy(right, decisions).percent == percent


# The principal variation.


def assert_is_perfect_play(board: Board) -> None:
    """Both keep value and distance at every move as unbeatable does, and the game ends."""
    value, distance = worth(board)
    line, ended = study(position(board)).principal_variation, result(board)
    assert len(line) == (len(moves(board)) if distance is None else distance), board
    for cell in line:
        assert cell == unbeatable(position(board)).cells[0]
        assert worths(board)[cell] == worth(board)
        value = -value
        board = after(board, cell)
        assert ended is None
        ended = result(board)
    assert ended == ({1: board.mover, 0: "tie", -1: other(board.mover)}[value])


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
        for cell, (value, distance) in worths(board).items():
            end = board
            for at in study(position(board)).moves[cell].variation:
                assert result(end) is None
                end = after(end, at)
            made = end.marks.count(".") - board.marks.count(".")
            assert result(end) == {1: board.mover, 0: "tie", -1: other(board.mover)}[value]
            assert distance in {None, -made}


def test_nothing_follows_the_end() -> None:
    ended = [board for board in BOARDS if result(board)]
    ended += [boards[-1] for boards in PLAYED["square"]]
    assert {result(board) for board in ended} == set(TO_X)
    for here in (study(position(board)) for board in ended):
        assert (here.principal_variation, here.values) == ((), {})
