"""Proofs against brute force over plain boards: counts forwards, certainty by AND and OR.

Those on Square, which take seconds, are in tests/seen.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from ai.odds.proofs import prove
from ai.opponents import OPPONENTS
from ai.opponents.policy import Decision, Opponent, UnsupportedGame
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, Position
from tests.proofs_again import PERFECT, assert_loses, boards_of, choices, counted
from tests.reference import Board, after, empty_board, other, result

proved = cache(prove)  # several tests ask for the same proofs


def certainly_lost(player: Opponent, mark: str) -> Callable[[Board, int], bool]:
    """Whether some opponent beats *player* from a board on for certain, within so many plies."""

    @cache
    def lost(board: Board, within: int) -> bool:
        if ended := result(board):
            return ended == other(mark)
        every_or_some = all if board.mover == mark else any
        picks = choices(board, player, mark)
        return within > 0 and every_or_some(lost(after(board, cell), within - 1) for cell in picks)

    return lost


# Players that lose for certain; nobody in the menu does on 3x3.


EASY = OPPONENTS["easy"]


def variant(key: str, choose: Callable[[Position], tuple[int, ...]]) -> Opponent:
    """A player that picks one of the cells from *choose*."""
    return replace(EASY, key=key, policy=lambda p: Decision(choose(p), None), symmetric=False)


BY_MARK = variant("by mark", lambda p: (p.empty_cells[-(p.to_move is Mark.O)],))
FIRST_CELL = variant("first cell", lambda p: p.empty_cells[:1])
FIRST_TWO_CELLS = variant("first two cells", lambda p: p.empty_cells[:2])
PLAYERS = [*OPPONENTS.values(), BY_MARK, FIRST_CELL, FIRST_TWO_CELLS]


def seats(player: Opponent) -> Iterator[tuple[Mark, Mark]]:
    """Its mark and the one that begins.

    X begins where it is a policy of the menu: to those it is nothing who is X, as
    tests/test_opponents.py tells.
    """
    starts = (Mark.X,) if player.key in OPPONENTS else Mark
    yield from product(Mark, starts)


@pytest.mark.slow
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.key)
def test_a_proof_on_3x3_counts_what_brute_force_counts(player: Opponent) -> None:
    for mark, first in seats(player):
        proof = proved(TIC_TAC_TOE, player, mark, first)
        counts, shortest = counted("tic-tac-toe", player, mark, first)
        results = (counts["won"], counts["drawn"], counts["lost"])
        assert (proof.won, proof.drawn, proof.lost) == results
        assert proof.games == proof.won + proof.drawn + proof.lost
        assert proof.plies == counts["plies"]
        lost, start = certainly_lost(player, mark), empty_board("tic-tac-toe", first)
        assert proof.certain_loss == next((it for it in range(10) if lost(start, it)), None)
        line = proof.certain_line or ()
        assert len(line) == (proof.certain_loss or 0)
        for left, board in zip(
            range(len(line), 0, -1), boards_of("tic-tac-toe", line, first), strict=False
        ):
            assert lost(board, left)
            assert not lost(board, left - 1), "no sooner"
        assert proof.never_loses == (counts["lost"] == 0) == (proof.shortest_loss is None)
        assert proof.never_loses or player.key not in PERFECT
        if proof.shortest_loss:
            assert len(proof.shortest_loss) == shortest
            assert_loses("tic-tac-toe", proof.shortest_loss, player, mark, first)


def test_random_play_meets_every_game_and_no_loss_is_certain() -> None:
    """The 255,168 games of the game itself."""
    proof = proved(TIC_TAC_TOE, OPPONENTS["easy"], Mark.X)
    assert (proof.games, proof.won, proof.drawn, proof.lost) == (255_168, 131_184, 46_080, 77_904)
    assert not proof.never_loses
    assert proof.certain_loss is None
    assert proof == prove(TIC_TAC_TOE, OPPONENTS["easy"], Mark.X, Mark.X)


def test_a_certain_loss_is_found() -> None:
    """Playing the first cell, or one of the first two, is beaten by force."""
    assert proved(TIC_TAC_TOE, FIRST_CELL, Mark.O, Mark.X).certain_loss is not None
    assert any(proved(TIC_TAC_TOE, FIRST_TWO_CELLS, m, f).certain_loss for m in Mark for f in Mark)


def test_nobody_is_made_to_play_another_game() -> None:
    with pytest.raises(UnsupportedGame, match="Minimax"):
        prove(SQUARE, OPPONENTS["minimax"], Mark.X)


def test_progress_rises_to_all() -> None:
    shares: list[float] = []
    prove(TIC_TAC_TOE, FIRST_TWO_CELLS, Mark.X, Mark.X, shares.append)
    assert shares == sorted(shares)
    assert len(shares) > 2 * 9 - 1
    assert (shares[0], shares[-1]) == (0, 1)
