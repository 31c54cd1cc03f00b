"""Laws of players that meet: exact odds, and proofs over all games, by brute force."""

from collections.abc import Callable
from dataclasses import astuple, replace
from functools import cache

import pytest

from ai.odds.arena import Odds, exact_odds
from ai.odds.proofs import Proof, prove
from ai.opponents import OPPONENTS
from ai.opponents.policy import Decision, Opponent
from ai.rules.games import Game, game_for
from ai.rules.position import Mark, Position
from tests.reference import Board, after, empty_board, other, result
from tests.reference.players import (
    PERFECT,
    Choose,
    assert_loses,
    boards_of,
    choices,
    counted,
    odds,
    replies,
)

EASY = OPPONENTS["easy"]
LEVELS = ("easy", "medium", "hard", "unbeatable")


def shares(odds: Odds) -> list[float]:
    """How often X wins, nobody does, and O wins."""
    return [*map(float, astuple(odds))]


def variant(key: str, choose: Callable[[Position], tuple[int, ...]]) -> Opponent:
    """A player that picks one of the cells from *choose*."""
    return replace(EASY, key=key, policy=lambda p: Decision(choose(p), None), symmetric=False)


# Players that lose for certain; nobody in the menu does on 3x3.
BY_MARK = variant("by mark", lambda p: (p.empty_cells[-(p.to_move is Mark.O)],))
FIRST_CELL = variant("first cell", lambda p: p.empty_cells[:1])
LOSERS = (FIRST_CELL, variant("first two cells", lambda p: p.empty_cells[:2]))


def one_by_one(opponent: Opponent) -> Opponent:
    """The *opponent* without leave to merge symmetric positions."""
    return replace(opponent, symmetric=False)


@cache
def chosen(opponent: Opponent) -> Choose:
    """Its choices, made once a board."""
    return cache(choices(opponent))


def expect_odds(game: Game, x: Opponent, o: Opponent, first: Mark) -> None:
    """A recursion over all games finds the same odds, in fractions on small boards. They stay the
    same if symmetric positions are not merged, or if the sides are exchanged.
    """
    found = astuple(exact_odds(game, x, o, first))
    again = odds(empty_board(game.key, first), chosen(x), chosen(o))
    apart = astuple(exact_odds(game, one_by_one(x), one_by_one(o), first))
    mirrored = astuple(exact_odds(game, o, x, first.other))
    assert sum(found) == pytest.approx(1, abs=1e-9)
    if len(game.cells) < 10:
        assert found == again == apart == mirrored[::-1]
        return
    assert all(isinstance(share, float) for share in found)
    for same in (tuple(map(float, again)), apart, mirrored[::-1]):
        assert found == pytest.approx(same, abs=1e-9)


def certainly_lost(player: Opponent, mark: str) -> Callable[[Board, int], bool]:
    """Whether some opponent beats *player* from a board on for certain, within so many plies."""

    @cache
    def lost(board: Board, within: int) -> bool:
        if ended := result(board):
            return ended == other(mark)
        every_or_some = all if board.mover == mark else any
        picks = replies(board, player, mark)
        return within > 0 and every_or_some(lost(after(board, cell), within - 1) for cell in picks)

    return lost


def expect_proof(key: str, player: Opponent, mark: Mark, first: Mark) -> Proof:
    """The proof counts the games that brute force counts, forwards; certainty is by AND and OR."""
    proof = prove(game_for(key), player, mark, first)
    counts, shortest = counted(key, player, mark, first)
    assert proof.games == proof.won + proof.drawn + proof.lost
    ends = {"won": proof.won, "drawn": proof.drawn, "lost": proof.lost, "plies": proof.plies}
    assert ends == {name: counts[name] for name in ends}
    lost, start = certainly_lost(player, mark), empty_board(key, first)
    plies = range(len(start.marks) + 1)
    assert proof.certain_loss == next((it for it in plies if lost(start, it)), None)
    line = proof.certain_line or ()
    assert len(line) == (proof.certain_loss or 0)
    for left, board in zip(range(len(line), 0, -1), boards_of(key, line, first), strict=False):
        assert lost(board, left)
        assert not lost(board, left - 1), "no sooner"
    assert proof.never_loses == (counts["lost"] == 0) == (proof.shortest_loss is None)
    assert proof.never_loses or key != "tic-tac-toe" or player.key not in PERFECT
    if proof.shortest_loss:
        assert len(proof.shortest_loss) == shortest
        assert_loses(key, proof.shortest_loss, player, mark, first)
    return proof
