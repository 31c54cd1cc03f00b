"""The puzzles of lessons: each needs its lesson, which is enough to solve it; chance is not."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import prod

import pytest

from tests import knowledge, reference
from tests.puzzle_pages import board_of, fresh
from tests.reference import Board, after, completing, keeping, plain, result, worths
from tests.samples import ACTIVE_CLASSES
from webapp.learn.lessons import LESSONS
from webapp.puzzles.lesson_sets import WANTED, LessonSet

KEYS = [*LESSONS]
BOARDS = {key: [*map(board_of, LessonSet(key).puzzles)] for key in KEYS}
HALF, LEARNT = Fraction(1, 2), Fraction(9, 10)

each_lesson = pytest.mark.parametrize("key", LESSONS)


def test_each_puzzle_stands_once_and_no_two_are_alike() -> None:
    every = [board for boards in BOARDS.values() for board in boards]
    every += [plain(LESSONS[key].position) for key in KEYS if key != "first-moves"]
    met = Counter(min(reference.images(board)) for board in every)
    assert max(met.values()) == 1, met.most_common(1)


@each_lesson
def test_who_knows_the_earlier_lessons_finds_half_of_the_first_moves_at_most(key: str) -> None:
    """Of each puzzle; nor does the reflex, completing or blocking, from the third lesson on."""
    earlier = KEYS.index(key)
    for board in BOARDS[key]:
        assert knowledge.solved(board, earlier) <= HALF
        assert earlier < knowledge.REFLEX or knowledge.solved(board, knowledge.REFLEX) <= HALF


@each_lesson
def test_who_knows_the_lesson_solves_its_puzzles_to_their_ends(key: str) -> None:
    """At the first try; of the openings those of tic-tac-toe, and half of Square's first moves."""
    known = KEYS.index(key) + 1
    for board in BOARDS[key]:
        if key == "first-moves" and board.game == "square":
            assert knowledge.solved(board, known) >= HALF
        else:
            assert first_try(board, known) == 1


@each_lesson
def test_a_lesson_prepares_for_the_puzzles_to_practise(key: str) -> None:
    """Its knowledge finds most first moves of fresh ones, and half at most before. No lesson leaves
    an opening to practise: who knows the last one practises what comes soon after.
    """
    known, found = KEYS.index(key), [*map(board_of, fresh(LESSONS[key].practice))]
    before, then = (
        sum(knowledge.solved(board, lessons) for board in found) / len(found)
        for lessons in (known, known + 1)
    )
    assert then >= LEARNT
    assert before <= HALF or key == "first-moves"


def test_tic_tac_toe_has_no_quiet_win_but_a_block() -> None:
    """So the lesson on quiet moves has puzzles of Square alone."""
    for board in ACTIVE_CLASSES:
        best = max(map(reference.rank, worths(board).values()))
        fastest = [cell for cell, it in worths(board).items() if reference.rank(it) == best]
        if best[0] > 0 and best != (1, -1):
            answered = [after(board, cell) for cell in fastest]
            is_quiet = not any(completing(left, board.mover) for left in answered)
            assert not is_quiet or completing(board, reference.other(board.mover))


# Random clicks.


def first_try(board: Board, lessons: int = 0) -> Fraction:
    """How likely who knows so many *lessons* solves a puzzle without a wrong cell; random clicks
    know none.
    """
    total, tried = Fraction(0), knowledge.open_cells(board, lessons)
    for cell in {*tried} & {*keeping(board)}:
        left = after(board, cell)
        replied = left if result(left) else after(left, defence_in(left))
        total += 1 if is_safe(left, replied) else first_try(replied, lessons)
    return total / len(tried)


def defence_in(board: Board) -> int:
    """The reply of the program, where the tables know the difficulties."""
    threats = completing(board, reference.other(board.mover))
    best = reference.perfect(board)
    return next((cell for cell in best if cell in threats), best[0])


def is_safe(left: Board, replied: Board) -> bool:
    """Whether the puzzle is over: so is the game, or no reply could lose any more."""
    held = not result(left) and reference.chances(left).get(defence_in(left)) == 0
    return bool(result(replied)) or held


def ticked(chances: Sequence[Fraction]) -> float:
    """How likely two neighbours in a row of puzzles with these chances are both right."""
    missed, hit = Fraction(1), Fraction(0)  # no pair yet: the last one missed, or right
    for chance in chances:
        missed, hit = (missed + hit) * (1 - chance), missed * chance
    return float(1 - missed - hit)


def test_random_clicks_earn_no_ticks() -> None:
    """A lesson by chance one time in eight at most, and most far more seldom; all seven never."""
    assert WANTED == 2
    odds = sorted(ticked([*map(first_try, boards)]) for boards in BOARDS.values())
    assert odds[-1] < 1 / 8
    assert odds[-3] < 1 / 20
    assert prod(odds) < 1e-12
