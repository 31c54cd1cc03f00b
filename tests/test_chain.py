"""The chain of rules, against a second reading, and the ways in which it would lose."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import pytest

from ai.odds.proofs import prove
from ai.opponents import OPPONENTS
from ai.opponents.chain import Handler, chain
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, parse
from tests.reference import WINNING, Board, after, empty_board, moves, position, result
from tests.rules_again import ENDS_FIRST, IN_THE_COLUMN, IN_THE_ROW, Ways, by_the_chain
from tests.samples import ACTIVE


@pytest.mark.slow
def test_the_chain_agrees_everywhere_with_the_second_reading() -> None:
    seen = set()
    for board in ACTIVE:
        decision = chain(position(board))
        handler, cell = by_the_chain(board)
        assert (decision.reason.handler, decision.cells) == (handler, (cell,)), board
        seen.add(decision.reason.handler)
    assert seen == set(Handler)


@pytest.mark.long
def test_the_reason_holds_what_the_handler_saw() -> None:
    for board in ACTIVE:
        decision = chain(position(board))
        reason, (cell,) = decision.reason, decision.cells
        handler = reason.handler
        assert bool(reason.lines) == (handler is not Handler.IMPACT)
        assert (reason.corner is not None) == (handler is Handler.STOP_FORK)
        assert (reason.impacts is not None) == (handler is Handler.IMPACT)
        if reason.corner is not None:
            assert board.marks[reason.corner] == "."
            (row,) = reason.lines
            assert cell in row == frozenset(IN_THE_ROW[reason.corner][0])
        elif reason.lines:
            mark = board.mover if handler is Handler.WIN else {"X": "O", "O": "X"}[board.mover]
            assert {*reason.lines} == {
                line
                for line in map(frozenset, WINNING["tic-tac-toe"])
                if cell in line
                and sorted(board.marks[c] for c in line) == sorted([".", mark, mark])
            }
        if reason.impacts is not None:
            assert list(reason.impacts) == moves(board)
            most = max(reason.impacts.values())
            assert cell == min(c for c, impact in reason.impacts.items() if impact == most)


def test_the_impact_of_the_first_moves() -> None:
    """Two sides through an edge, three through a corner, four through the centre."""
    empty = chain(parse(TIC_TAC_TOE, "... ... ..."))
    impacts = dict(enumerate([3, 2, 3, 2, 4, 2, 3, 2, 3]))
    assert (empty.cells, empty.reason.impacts) == ((4,), impacts)
    later = chain(parse(TIC_TAC_TOE, "X.. .O. ...", Mark.X))
    assert later.reason.impacts == {1: 2, 2: 3, 3: 2, 5: 2, 6: 3, 7: 2, 8: 2}
    assert later.cells == (2,)


def met(choose: Callable[[Board], int]) -> Counter[str]:
    """The counts of games won, drawn and lost by O with the policy *choose*; X begins and plays all
    moves. It counts forwards: each board with the number of move orders that lead to it.
    """
    counts: Counter[str] = Counter()
    boards = Counter({empty_board("tic-tac-toe", "X"): 1})
    for ply in range(10):
        following: Counter[Board] = Counter()
        for board, ways in boards.items():
            if ended := result(board):
                counts[{"O": "won", "tie": "drawn", "X": "lost"}[ended]] += ways
                counts["plies"] += ways * ply
            else:
                for cell in moves(board) if board.mover == "X" else [choose(board)]:
                    following[after(board, cell)] += ways
        boards = following
    return counts


def met_by(ways: Ways) -> Counter[str]:
    """The same for the second reading with other ways of stopping forks."""
    return met(lambda board: by_the_chain(board, ways)[1])


@pytest.mark.parametrize("mark", Mark)
def test_the_second_player_meets_489_games_and_loses_none(mark: Mark) -> None:
    """The plies are not the 2,673 moves of a published count."""
    counts = met(lambda board: chain(position(board)).cells[0])
    assert (counts["won"], counts["drawn"], counts["lost"]) == (364, 125, 0)
    proof = prove(TIC_TAC_TOE, OPPONENTS["chain"], mark, first=mark.other)
    assert (proof.games, proof.won, proof.drawn, proof.lost) == (489, 364, 125, 0)
    assert proof.plies == counts["plies"] != 2_673
    assert proof.never_loses


def test_the_order_of_the_corners_does_not_matter() -> None:
    for order in permutations(IN_THE_ROW):
        counts = met_by({corner: IN_THE_ROW[corner] for corner in order})
        assert (counts["won"], counts["drawn"], counts["lost"]) == (364, 125, 0)


def test_the_row_at_some_corners_and_the_column_at_others_loses() -> None:
    """All rows or all columns lose nothing; of the fourteen mixtures all but two lose games.

    The corners stand in reading order; the two are each other's images in the diagonal.
    """
    lost = {}
    for borders in product("RC", repeat=4):
        mixed = {
            corner: (IN_THE_ROW if border == "R" else IN_THE_COLUMN)[corner]
            for corner, border in zip(IN_THE_ROW, borders, strict=True)
        }
        lost["".join(borders)] = met_by(mixed)["lost"]
    holding = {borders for borders, games in lost.items() if not games}
    assert holding == {"RRRR", "CCCC", "RCRR", "CCRC"}
    assert (lost["RRRC"], lost["CRRC"], lost["RRCC"]) == (2, 2, 8)


def test_an_end_before_the_middle_loses() -> None:
    assert met_by(ENDS_FIRST)["lost"] > 0
