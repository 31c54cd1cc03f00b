"""The knowledge of each lesson as a policy: the cells that it leaves open to a player.

A second reading of puzzles, on the boards of `tests/reference.py`. The player knows the rules of
the lessons up to one, and looks at them in turn; what no rule decides is left to chance.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from tests.reference import (
    Board,
    after,
    completing,
    keeping,
    moves,
    other,
    result,
    shortest_from,
)

REFLEX = 2  # the lessons that teach to complete, else block


def forking(board: Board) -> list[int]:
    """The cells with two threats at once, to which the other side has no win as an answer."""
    lefts = {cell: after(board, cell) for cell in moves(board)}
    return [
        cell
        for cell, left in lefts.items()
        if len(completing(left, board.mover)) > 1 and not completing(left, left.mover)
    ]


def wins_soon(board: Board) -> bool:
    """Whether the side to move completes a line, or forks."""
    return bool(completing(board, board.mover) or forking(board))


def quiet(board: Board) -> list[int]:
    """The cells where every reply leaves a line to complete, or a fork."""
    lefts = {cell: after(board, cell) for cell in moves(board)}
    return [
        cell
        for cell, left in lefts.items()
        if not result(left)
        and all(
            not result(there) and wins_soon(there)
            for there in (after(left, reply) for reply in moves(left))
        )
    ]


def unlost(board: Board) -> list[int]:
    """The cells to which no reply completes a line, or forks."""
    return [cell for cell in moves(board) if not wins_soon(after(board, cell))]


def opening(board: Board) -> list[int]:
    """The cells that answer an opening, on a board with two marks at most: the centre a corner, and
    an edge; a corner the centre; in Square an inner cell.
    """
    cells = moves(board)
    if len(board.marks) - len(cells) > 2:
        return []
    if board.game == "square":
        return [cell for cell in cells if cell in {5, 6, 9, 10}]
    return [4] if 4 in cells else [cell for cell in cells if cell in {0, 2, 6, 8}]


def open_cells(board: Board, lessons: int) -> Sequence[int]:
    """The cells that the knowledge of the first *lessons* leaves open.

    1: complete a line. 2: block one. 3: fork, or take a cell where the other side would fork.
    4: move where every reply allows a line or a fork. 5: not where a reply completes or forks,
    instead of taking the cell of a fork. 6: follow threats to the end, as deep as they go.
    7: answer an opening, before one looks for a quiet move.
    """
    theirs = board._replace(mover=other(board.mover))
    rules = (
        (1, lambda: completing(board, board.mover)),
        (2, lambda: completing(board, theirs.mover)),
        (3, lambda: forking(board)),
        (7, lambda: opening(board)),
        (4, lambda: quiet(board)),
        (6, lambda: [cell for cell in moves(board) if shortest_from(board, cell)]),
        (5, lambda: unlost(board)),
        (3, lambda: forking(theirs)),
    )
    for lesson, cells in rules:
        if lesson <= lessons and (found := [*cells()]):
            return found
    return moves(board)


@cache
def solved(board: Board, lessons: int) -> Fraction:
    """How likely that knowledge finds a first move that keeps the value of *board*."""
    found = open_cells(board, lessons)
    return Fraction(len({*found} & {*keeping(board)}), len(found))
