"""The knowledge of each lesson as a policy: the cells that it leaves open to a player.

A second reading of puzzles, on the boards of `tests/reference`. The player knows the rules of
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
    shortest,
    shortest_from,
)

REFLEX = 2  # the lessons that teach to complete, else block
FORK = 3  # the plies of a win by a fork: it, a reply, and a line


def leading(board: Board, plies: int) -> list[int]:
    """The cells that begin a win by threats in *plies* at most: in 1 a line, in 3 a fork."""
    return [cell for cell in moves(board) if 0 < shortest_from(board, cell) <= plies]


def wins_soon(board: Board, plies: int) -> bool:
    """Whether the side to move has such a win."""
    return 0 < shortest(board) <= plies


def quiet(board: Board) -> list[int]:
    """The cells without a threat where every reply leaves a line to complete, or a fork."""
    lefts = {cell: after(board, cell) for cell in moves(board)}
    return [
        cell
        for cell, left in lefts.items()
        if not result(left)
        and not completing(left, board.mover)
        and all(wins_soon(after(left, reply), FORK) for reply in moves(left))
    ]


def unlost(board: Board, plies: int) -> list[int]:
    """The cells after which the other side has no win by threats in *plies* at most."""
    return [cell for cell in moves(board) if not wins_soon(after(board, cell), plies)]


def is_opening(board: Board) -> bool:
    """Whether two marks at most are on *board*."""
    return len(board.marks) - len(moves(board)) <= 2


def opening(board: Board) -> list[int]:
    """The cells that answer an opening: the centre a corner, and an edge; a corner the centre; in
    Square an inner cell.
    """
    cells = moves(board) if is_opening(board) else []
    if board.game == "square":
        return [cell for cell in cells if cell in {5, 6, 9, 10}]
    return [4] if 4 in cells else [cell for cell in cells if cell in {0, 2, 6, 8}]


def open_cells(board: Board, lessons: int) -> Sequence[int]:
    """The cells that the knowledge of the first *lessons* leaves open.

    1: complete a line. 2: block one. 3: fork. 4: move without a threat where every reply allows a
    line or a fork. 5: not where a reply completes or forks. 6: follow threats to the end, as deep
    as they go, one's own and those of a reply; but from an opening replies lead to too many. 7:
    answer an opening, if no threats win.
    """
    theirs, every = other(board.mover), len(board.marks)
    reply = FORK if lessons < 6 or is_opening(board) else every
    rules = (
        (1, lambda: completing(board, board.mover)),
        (2, lambda: completing(board, theirs)),
        (3, lambda: leading(board, FORK)),
        (6, lambda: leading(board, every)),
        (7, lambda: opening(board)),
        (4, lambda: quiet(board)),
        (5, lambda: unlost(board, reply)),
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
