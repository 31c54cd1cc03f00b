"""Reviews: what was given away makes the result, and every label means what it says."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.opponents.unbeatable import unbeatable
from ai.rules.games import GAMES, Game
from ai.rules.position import Mark, Position
from ai.rules.record import Record
from ai.study.review import Accuracy, Review, review
from ai.study.study import JudgedMove, Label, study
from tests import samples
from tests.reference import (
    Board,
    after,
    keeping,
    moves,
    other,
    perfect,
    position,
    result,
    to_mover,
    worth,
    worths,
)
from tests.samples import ACTIVE_CLASSES, BOARDS, at_random, played, to_the_end
from tests.test_tablebase import pair

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
STARTS = pytest.mark.parametrize("first", Mark)
TO_X = {"X": 1, "tie": 0, "O": -1}
GIVEN_AWAY = {Label.MISSED_WIN: 1, Label.MISTAKE: 1, Label.BLUNDER: 2}


def meanings(board: Board, cell: int) -> set[Label]:
    """Every label that is true of the move, each read for itself."""
    values = {c: value for c, (value, _) in worths(board).items()}
    kept, had, got = keeping(board), worth(board), worths(board)[cell]
    lost = len(values) > 1 and set(values.values()) == {-1}
    choice = cell in kept and len(kept) > 1 and not lost
    true = {
        Label.FORCED: len(values) == 1,
        Label.LOST_ANYWAY: lost,
        Label.ONLY_MOVE: kept == [cell] and len(values) > 1,
        Label.BEST: choice and cell in perfect(board),
        Label.GOOD: choice and not got[0] and cell not in perfect(board),
        Label.SLOWER_WIN: choice and got[0] == had[0] == 1 and (got[1] or 0) > (had[1] or 0),
        Label.MISSED_WIN: (had[0], got[0]) == (1, 0),
        Label.MISTAKE: (had[0], got[0]) == (0, -1),
        Label.BLUNDER: (had[0], got[0]) == (1, -1),
    }
    return {label for label, holds in true.items() if holds}


def reviewed(start: Position, cells: Sequence[int]) -> Review:
    """The review of these moves."""
    return review(Record(start, tuple(cells)))


def told(found: Review) -> list[tuple[Position, int]]:
    """The positions and cells of its moves, which tell all of each."""
    return [(move.position, move.cell) for move in found.moves]


@cache
def judged(board: Board, cell: int) -> JudgedMove:
    """The one move, reviewed."""
    (move,) = reviewed(position(board), [cell]).moves
    return move


def assert_judged_rightly(board: Board, cell: int) -> None:
    """The move has its own values, its one true label, and gave away as much as the label says."""
    move = judged(board, cell)
    assert (move.position, move.cell, move.mark) == (position(board), cell, board.mover)
    assert {c: pair(exact) for c, exact in move.before.values.items()} == worths(board)
    assert pair(move.exact) == worths(board)[cell]
    assert pair(move.best) == worth(board)
    assert meanings(board, cell) == {move.label}, (board, cell)
    assert (
        move.value_lost == worth(board)[0] - worths(board)[cell][0] == GIVEN_AWAY.get(move.label, 0)
    )
    sound = [other.cell for other in move.before.moves.values() if not other.value_lost]
    assert sound == keeping(board)
    assert move.before.is_decision == (len({value for value, _ in worths(board).values()}) > 1)


ANY_GAME = st.sampled_from(sorted(GAMES)).flatmap(samples.games)
PLAYED = {key: to_the_end(key, count=80, seed=1) for key in GAMES}


# Moves.


@pytest.mark.long
def test_every_move_on_3x3_has_the_one_label_that_is_true_of_it() -> None:
    seen = set()
    for board in ACTIVE_CLASSES:
        for cell in moves(board):
            assert_judged_rightly(board, cell)
            seen.add(judged(board, cell).label)
    assert seen == set(Label)


@pytest.mark.long
def test_moves_of_random_games_on_square_have_the_one_label_that_is_true_of_them() -> None:
    seen = set()
    for boards in PLAYED["square"][:40]:
        for board, cell in zip(boards, played(boards), strict=False):
            assert_judged_rightly(board, cell)
            seen.add(judged(board, cell).label)
    assert seen == set(Label)


def test_late_moves_on_square_have_the_one_label_that_is_true_of_them() -> None:
    """Here the values are the reference's throughout."""
    for board in at_random("square", range(1, 7), count=60, seed=2):
        for cell in moves(board):
            assert_judged_rightly(board, cell)


# Games.


def value_to_x(board: Board) -> int:
    """1, 0 or -1."""
    return to_mover(board, worth(board)[0])


@pytest.mark.parametrize("key", GAMES)
def test_what_was_given_away_makes_the_result(key: str) -> None:
    """Start value, plus what O gave away, less what X gave away. The last to give decided it."""
    results = set()
    for boards in PLAYED[key]:
        found, ended = reviewed(position(boards[0]), played(boards)), result(boards[-1]) or ""
        course, turning = found.course(), found.turning_point
        gave = {
            mark: sum(move.value_lost for move in found.moves if move.mark is mark) for mark in Mark
        }
        assert course == tuple(map(value_to_x, boards))
        assert course[0] + gave[Mark.O] - gave[Mark.X] == TO_X[ended]
        changes = [index for index, (had, got) in enumerate(pairwise(course)) if had != got]
        assert turning == (changes[-1] if changes else None)
        assert turning is not None or ended == "tie"
        assert set(course[-1 if turning is None else turning + 1 :]) == {TO_X[ended]}
        results.add((boards[0].mover, ended))
    assert results == {*product("XO", TO_X)}


@given(ANY_GAME)
def test_a_game_is_reviewed_move_by_move(boards: list[Board]) -> None:
    found = reviewed(position(boards[0]), played(boards))
    assert told(found) == [*zip(map(position, boards), played(boards), strict=False)]


@given(ANY_GAME, st.data())
def test_a_review_can_begin_anywhere(boards: list[Board], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(boards) - 2))
    cells = played(boards)
    whole = reviewed(position(boards[0]), cells)
    rest = reviewed(position(boards[start]), cells[start:])
    assert told(rest) == told(whole)[start:]
    assert rest.course() == whole.course()[start:]


@given(ANY_GAME)
def test_with_the_marks_exchanged_the_course_is_the_negative(boards: list[Board]) -> None:
    first, cells = Mark(boards[0].mover), played(boards)
    game = GAMES[boards[0].game]
    one, two = (reviewed(Position(game, to_move=mark), cells) for mark in (first, first.other))
    assert [move.label for move in one.moves] == [move.label for move in two.moves]
    assert one.course() == tuple(-value for value in two.course())
    assert one.turning_point == two.turning_point
    assert one.accuracy(first) == two.accuracy(first.other)


@given(ANY_GAME)
def test_accuracy_counts_the_moves_at_which_value_could_be_given_away(boards: list[Board]) -> None:
    found = reviewed(position(boards[0]), played(boards))
    for mark in Mark:
        right = [
            cell in keeping(board)
            for board, cell in zip(boards, played(boards), strict=False)
            if board.mover == mark and len(keeping(board)) < len(moves(board))
        ]
        assert found.accuracy(mark) == Accuracy(sum(right), len(right))


@pytest.mark.parametrize(
    ("right", "decisions", "percent"),
    [(0, 0, None), (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 2, 50), (5, 6, 83), (4, 4, 100)],
)
def test_a_percentage_is_rounded(right: int, decisions: int, percent: int | None) -> None:
    assert Accuracy(right, decisions).percent == percent


@BOTH
@STARTS
def test_a_game_without_moves_has_an_empty_review(game: Game, first: Mark) -> None:
    found = reviewed(Position(game, to_move=first), [])
    assert found == Review(())
    assert found.course() == ()
    assert found.turning_point is None
    for mark in Mark:
        assert found.accuracy(mark) == Accuracy(0, 0)
        assert found.accuracy(mark).percent is None


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


def test_nothing_follows_the_end() -> None:
    ended = [board for board in BOARDS if result(board)]
    ended += [boards[-1] for boards in PLAYED["square"]]
    assert {result(board) for board in ended} == set(TO_X)
    assert {study(position(board)).principal_variation for board in ended} == {()}
