"""Wins by threats: found just where a second reading of the definition finds them, and playable."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, Position
from ai.study.study import study
from ai.study.theory import wins
from tests.moves_again import counted_wins, expect_prepared_win, expect_wins
from tests.reference import (
    Board,
    after,
    completing,
    shortest,
    worth,
    worths,
)
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won

LATE = at_random("square", range(2, 10), 150, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "boards",
    [lambda: ACTIVE_CLASSES, lambda: LATE, lambda: far_from_won(7, 60)],
    ids=["tic-tac-toe", "square", "far from won"],
)
def test_a_win_by_threats_is_found_just_where_there_is_one(
    boards: Callable[[], Sequence[Board]],
) -> None:
    assert len({shortest(board) for board in boards()}) >= 3
    for board in boards():
        expect_wins(board)


@pytest.mark.long
@pytest.mark.parametrize("boards", [ACTIVE_CLASSES, LATE], ids=["tic-tac-toe", "square"])
def test_what_is_prepared_is_what_a_side_that_passed_would_let_happen(boards: list[Board]) -> None:
    for board in boards:
        expect_prepared_win(board)


def test_a_game_that_is_over_is_nobodys_to_win() -> None:
    over = study(Position(TIC_TAC_TOE, x=0b111, o=0b11000, to_move=Mark.O))
    assert not over.wins_by_threats
    assert not over.wins_prepared
    assert not over.prepared


def test_the_theory_of_3x3_is_what_counting_gives() -> None:
    counted = counted_wins("tic-tac-toe")
    assert wins(TIC_TAC_TOE) == counted
    assert [row.quiet for row in counted] == [0, 0, 1]


@pytest.mark.slow
def test_the_long_wins_of_square_without_a_threat_are_what_counting_gives() -> None:
    counted: Counter[int] = Counter()
    for board in far_from_won(7):
        value, plies = worth(board)
        fastest = [after(board, cell) for cell, it in worths(board).items() if it == (value, plies)]
        assert plies
        if not any(completing(left, board.mover) for left in fastest):
            counted[plies] += shortest(board) != plies
    assert {row.distance: row.quiet for row in wins(SQUARE) if row.distance >= 7} == counted
