"""What each lesson teaches, as a policy: the cells that a player leaves open who knows no more.

A second reading of puzzles, by the boards of `tests/reference.py`. To read a course of threats one
looks at every reply; to judge a cell, at the replies that complete or fork.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

from tests.reference import (
    Board,
    after,
    completed,
    completing,
    keeping,
    moves,
    other,
    result,
    shortest_from,
)

Open = list[int]  # cells, all equally good to the player
Rule = Callable[[Board], Iterable[int]]


def complete(board: Board) -> Iterable[int]:
    """1: complete a line."""
    return completing(board, board.mover)


def block(board: Board) -> Iterable[int]:
    """2: take a cell where the other side would complete one."""
    return completing(board, other(board.mover))


def forking(board: Board) -> list[int]:
    """The cells with two threats at once, while the other side has none."""
    mine, answered = board.mover, {cell: after(board, cell) for cell in moves(board)}
    return [
        cell
        for cell, left in answered.items()
        if len(completing(left, mine)) > 1 and not completing(left, left.mover)
    ]


def take_the_fork(board: Board) -> Iterable[int]:
    """3: make two threats at once, or take a cell where the other side would."""
    return forking(board) or forking(board._replace(mover=other(board.mover)))


def wins_soon(board: Board) -> bool:
    """Whether the side to move completes a line, or forks."""
    return bool(completing(board, board.mover)) or any(
        not completing(board, other(board.mover)) or cell in completing(board, other(board.mover))
        for cell in forking(board)
    )


def quiet(board: Board) -> Iterable[int]:
    """4: move where every reply leaves a line to complete or a fork."""
    found = []
    for cell in moves(board):
        left = after(board, cell)
        if result(left) is None and all(
            result(there) is None and wins_soon(there)
            for there in (after(left, reply) for reply in moves(left))
        ):
            found.append(cell)
    return found


def not_lost(board: Board) -> Iterable[int]:
    """5: move where no reply completes a line, or forks."""
    return [cell for cell in moves(board) if result(left := after(board, cell)) or not wins_soon(left)]


def forced(board: Board) -> Iterable[int]:
    """6: follow threats to the end."""
    return [cell for cell in moves(board) if shortest_from(board, cell)]
