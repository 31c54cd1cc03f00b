"""The puzzles of lessons: each needs its lesson, which is enough to solve it; chance is not.

The knowledge of a lesson is a policy on the boards of `tests/reference`. A pupil knows the rules of
the lessons up to one, and looks at them in turn; chance decides where no rule does.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import prod
from operator import mul

import pytest
from flask.testing import FlaskClient

from tests.puzzle_pages import board_of
from tests.reference import (
    Board,
    after,
    chances,
    completing,
    defence,
    images,
    keeping,
    moves,
    other,
    plain,
    result,
    shortest,
    shortest_from,
)
from tests.test_lessons import expect_answers
from webapp.learn.lessons import LESSONS
from webapp.puzzles.sets import WANTED, LessonSet

KEYS = [*LESSONS]
BOARDS = {key: [*map(board_of, LessonSet(key).puzzles)] for key in KEYS}
REFLEX = 2  # the lessons that teach to complete, else block
LINE, FORK = 1, 3  # the plies of a win by a line, and by a fork: it, a reply, and a line
OPENING = {"tic-tac-toe": ({4}, {0, 2, 6, 8}), "square": ({5, 6, 9, 10},)}  # the centre, or corners


@cache
def open_cells(board: Board, lessons: int) -> list[int]:
    """The cells that the knowledge of the first *lessons* leaves open.

    1: complete a line. 2: block one. 3: fork. 4: move without a threat where every reply allows a
    line or a fork. 5: not where a reply completes or forks. 6: follow threats to the end, as deep
    as they go, one's own and those of a reply; but from an opening replies lead to too many. 7:
    answer an opening, if no threats win.
    """
    lefts, theirs, every = {it: after(board, it) for it in moves(board)}, other(board.mover), 16
    is_opening = len(board.marks) - len(lefts) <= 2
    reply = FORK if lessons < 6 or is_opening else every

    def begins(plies: int) -> list[int]:
        return [cell for cell in lefts if 0 < shortest_from(board, cell) <= plies]

    def is_quiet(left: Board) -> bool:
        if result(left) or completing(left, board.mover):
            return False
        return all(0 < shortest(after(left, there)) <= FORK for there in moves(left))

    opening = (cells & lefts.keys() for cells in OPENING[board.game] if is_opening)
    rules: Sequence[tuple[int, Callable[[], list[int]]]] = (
        (1, lambda: begins(LINE)),
        (2, lambda: [*completing(board, theirs)]),
        (3, lambda: begins(FORK)),
        (6, lambda: begins(every)),
        (7, lambda: sorted(next(filter(None, opening), ()))),
        (4, lambda: [cell for cell, left in lefts.items() if is_quiet(left)]),
        (5, lambda: [cell for cell, left in lefts.items() if not 0 < shortest(left) <= reply]),
    )
    found = (cells() for lesson, cells in rules if lesson <= lessons)
    return next(filter(None, found), [*lefts])


@cache
def right(board: Board, lessons: int) -> Fraction:
    """How likely that knowledge finds a first move that keeps the value of *board*."""
    found = open_cells(board, lessons)
    return Fraction(len({*found} & {*keeping(board)}), len(found))


def first_try(board: Board, lessons: int = 0) -> Fraction:
    """How likely it solves a puzzle without a wrong cell; random clicks know no lesson."""
    total, tried = Fraction(0), open_cells(board, lessons)
    for cell in {*tried} & {*keeping(board)}:
        left = after(board, cell)
        there = None if result(left) else defence(left)
        # The puzzle is over with the game, or once no move could lose any more.
        if there is None or chances(left).get(there) == 0 or result(after(left, there)):
            total += 1
        else:
            total += first_try(after(left, there), lessons)
    return total / len(tried)


@pytest.mark.parametrize("key", KEYS)
def test_every_cell_is_answered(client: FlaskClient, key: str) -> None:
    expect_answers(client, key)


def test_each_puzzle_stands_once_and_no_two_are_alike() -> None:
    """Nor is one a step of a lesson; of openings, which are few, steps may be alike."""
    every = [board for boards in BOARDS.values() for board in boards]
    for key in KEYS:
        steps = [plain(LESSONS[key].board(step)) for step in (1, 2, 4)]
        every += {min(images(it)): it for it in steps}.values() if key == "first-moves" else steps
    met = Counter(min(images(board)) for board in every)
    assert max(met.values()) == 1, met.most_common(1)


@pytest.mark.parametrize("key", KEYS)
def test_a_puzzle_needs_its_lesson_which_is_enough(key: str) -> None:
    """The earlier lessons find half of the first moves at most; nor does the reflex, completing or
    blocking, find more from the third lesson on. The lesson leads to the end at the first try; of
    Square's openings it finds half of the first moves.
    """
    earlier = KEYS.index(key)
    for board in BOARDS[key]:
        for known in {earlier, min(earlier, REFLEX)}:
            assert right(board, known) <= Fraction(1, 2)
        if key == "first-moves" and board.game == "square":
            assert right(board, earlier + 1) >= Fraction(1, 2)
        else:
            assert first_try(board, earlier + 1) == 1


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_prepares_for_the_puzzles_to_practise(key: str) -> None:
    """Its knowledge finds most first moves of those that no lesson has, and half at most before. No
    lesson leaves an opening to practise: who knows the last one practises what comes soon after.
    """
    taught = {board for boards in BOARDS.values() for board in boards}
    every = map(board_of, replace(LESSONS[key].practice, seed=35).puzzles)
    found = [board for board in every if board not in taught][:20]
    known = KEYS.index(key)
    assert sum(right(board, known + 1) for board in found) >= Fraction(9, 10) * len(found)
    assert sum(right(board, known) for board in found) <= len(found) / 2 or key == "first-moves"


def test_random_clicks_earn_no_ticks() -> None:
    """Two neighbours right by chance: a lesson one time in eight at most, and most far more seldom;
    all seven never.
    """
    assert WANTED == 2
    each = {key: [*map(first_try, boards)] for key, boards in BOARDS.items()}
    odds = sorted(sum(map(mul, found, found[1:])) for found in each.values())
    assert odds[-1] < Fraction(1, 8)
    assert odds[-3] < Fraction(1, 20)
    assert prod(odds) < 1e-12
