"""The laws of any board and any game on all of tic-tac-toe, on many of Square, and on games drawn
at random.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE, TIC_TAC_TOE, game_for
from ai.rules.position import Mark, UnreachablePosition, parse
from ai.study.theory import wins
from tests.definitions import random_text
from tests.laws import ON_A_BOARD, counted_wins, expect_wins, expect_worths
from tests.reference import Board, after, completing, plain, position, shortest, worth, worths
from tests.reference.players import by_the_chain
from tests.samples import ACTIVE, BOARDS, CLASSES, at_random, drawings, far_from_won


@pytest.mark.parametrize("law", ON_A_BOARD)
def test_a_law_holds_on_every_board_of_3x3_and_many_of_square(
    law: Callable[[Board], None],
) -> None:
    for board in [*CLASSES, *at_random("square", range(1, 16), 60, seed=1)]:
        law(board)


def test_every_board_has_its_worth_whatever_its_symmetry_and_is_played_so() -> None:
    """The chain goes by reading order, so a board of each class does not stand for all."""
    for board in BOARDS:
        expect_worths(board)
    for board in ACTIVE:
        if board.mover == "X":
            assert OPPONENTS["chain"].decide(position(board)).cells == (by_the_chain(board)[1],)


def test_wins_far_from_won_are_found() -> None:
    boards = far_from_won(7, 40)
    assert len({shortest(board) for board in boards}) >= 3
    for board in boards:
        expect_wins(board)


@pytest.mark.parametrize("seed", range(20))
def test_the_won_positions_of_any_game_are_won_as_counting_gives(seed: int) -> None:
    text = random_text(Random(seed), cells=range(4, 10))  # noqa: S311
    assert wins(game_for(text)) == counted_wins(text)


def test_the_theory_of_3x3_is_what_counting_gives() -> None:
    counted = counted_wins("tic-tac-toe")
    assert wins(TIC_TAC_TOE) == counted
    assert [row.quiet for row in counted] == [0, 0, 1]


def test_the_long_wins_of_square_without_a_threat_are_what_counting_gives() -> None:
    counted: Counter[int] = Counter()
    for board in far_from_won(8):
        value, plies = worth(board)
        fastest = [after(board, cell) for cell, it in worths(board).items() if it == (value, plies)]
        assert plies
        if not any(completing(left, board.mover) for left in fastest):
            counted[plies] += shortest(board) != plies
    assert {row.distance: row.quiet for row in wins(SQUARE) if row.distance > 8} == counted


def test_of_all_drawings_only_those_are_read_that_play_reaches() -> None:
    """With the side to move given, and without, where X is to move if the marks are even."""
    reached = {*BOARDS}
    for board in drawings():
        marks = board.marks
        presumed = "O" if marks.count("X") == marks.count("O") + 1 else "X"
        for to_move, mover in ((None, presumed), (Mark(board.mover), board.mover)):
            read = None
            with suppress(UnreachablePosition):
                read = plain(parse(TIC_TAC_TOE, marks, to_move))
            wanted = Board("tic-tac-toe", marks, mover)
            assert read == (wanted if wanted in reached else None)
