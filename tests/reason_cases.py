"""Boards, depths and sides for tests of reasons."""

from ai.rules.position import Mark
from tests.reference import Board, other
from tests.samples import at_random

ON_SQUARE = ("easy", "medium", "hard", "unbeatable")

SQUARES = at_random("square", range(1, 17), count=200, seed=24)

NOTHING_LIVE = Board("square", "O.X.XXOO.O.XXOXO", "X")

DEPTHS = (1, 3, 4, 5, 6, 7, 8, 9)


def sides(board: Board) -> tuple[Mark, Mark]:
    """The mover and the other side."""
    return Mark(board.mover), Mark(other(board.mover))


def named(key: str, depth: int) -> str:
    """The key of the player that looks so far."""
    return key if depth == 2 else f"{key}:depth={depth}"
