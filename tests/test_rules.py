"""The eight rules, against a second reading of them on plain boards."""

from functools import cache

import pytest

from ai.opponents.rules import PriorityRule, rules
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import parse
from tests.reference import Board, after, empty_board, moves, position, result
from tests.rules_again import by_the_rules, forking, stops_forks
from tests.samples import ACTIVE_CLASSES


def test_the_rules_agree_everywhere_with_the_second_reading() -> None:
    seen = set()
    for board in ACTIVE_CLASSES:
        decision = rules(position(board))
        rule, cells = by_the_rules(board)
        assert (decision.reason.rule, list(decision.cells)) == (rule, sorted(cells)), board
        seen.add(decision.reason.rule)
    assert seen == set(PriorityRule)


def lines_of(board: Board, cell: int, mark: str) -> set[frozenset[int]]:
    """The rows of three through *cell* that *mark* threatens or holds once it has marked it."""
    there = after(board._replace(mover=mark), cell).marks
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    return {
        frozenset(map(int, line))
        for line in lines
        if str(cell) in line
        and sorted(there[int(c)] for c in line) in (sorted([".", mark, mark]), [mark] * 3)
    }


def test_the_lines_given_are_those_on_which_a_cell_satisfies_its_rule() -> None:
    for board in ACTIVE_CLASSES:
        reason = rules(position(board)).reason
        me, you = board.mover, {"X": "O", "O": "X"}[board.mover]
        assert set(reason.lines) == set(rules(position(board)).cells)
        if reason.rule is PriorityRule.STOP_FORK:
            forked = {cell: lines_of(board, cell, you) for cell in forking(board, you)}
            assert {cell: set(lines) for cell, lines in reason.forks.items()} == forked
            for cell, lines in reason.lines.items():
                assert set(lines) == (lines_of(board, cell, me) if len(forked) > 1 else set())
                assert len(lines) == (len(forked) > 1)
            continue
        assert not reason.forks
        for cell, lines in reason.lines.items():
            assert len(set(lines)) == len(lines)
            if reason.rule is PriorityRule.FORK:
                assert set(lines) == lines_of(board, cell, me)
                assert len(lines) >= 2
            elif reason.rule <= PriorityRule.BLOCK:
                mark = me if reason.rule is PriorityRule.WIN else you
                held = [sorted(board.marks[c] for c in line) for line in lines]
                assert held == [sorted([".", mark, mark])] * len(lines)
                assert lines
                assert all(cell in line for line in lines)
            else:
                assert lines == ()


def test_the_second_reading_stops_forks_as_they_must_be_stopped() -> None:
    """Opposite corners on a side, for a corner would be lost at once to a fork; two sides that meet
    in their corner.
    """
    assert stops_forks(Board("tic-tac-toe", "X...O...X", "O")) == [1, 3, 5, 7]
    assert stops_forks(Board("tic-tac-toe", ".X.XO....", "O")) == [0]


@pytest.mark.parametrize("seat", "XO")
@pytest.mark.parametrize("first", "XO")
def test_the_rules_never_lose(seat: str, first: str) -> None:
    @cache
    def results(board: Board) -> frozenset[str]:
        if ended := result(board):
            return frozenset({ended})
        cells = rules(position(board)).cells if board.mover == seat else moves(board)
        return frozenset().union(*(results(after(board, cell)) for cell in cells))

    assert results(empty_board("tic-tac-toe", first)) == {seat, "tie"}


def test_on_a_full_board_no_rule_applies() -> None:
    """Nobody asks there: :meth:`Opponent.decide` refuses first."""
    with pytest.raises(AssertionError, match="any empty cell"):
        rules(parse(TIC_TAC_TOE, "XOX XOO OXX"))
