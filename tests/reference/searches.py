"""Searches visit by visit on plain boards, and the nodes of alpha-beta with any order of moves."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from tests.reference import Board, after, lookahead, moves, result

Path = tuple[int, ...]

End = tuple[int, Path | None]  # the bound, and the path to the position whose value set it


class Seen(NamedTuple):
    """A visit of the second search; *last* counts the visits made when it returns."""

    path: Path
    board: Board
    alpha: End
    beta: End
    value: int
    last: int
    cut: Sequence[int]


def plain_search(
    board: Board,
    depth: int,
    prunes: bool,
    path: Path,
    ends: tuple[End, End],
    seen: list[Seen],
    textbook: bool = False,
    ordered: Callable[[Path, list[int]], list[int]] = lambda _path, cells: cells,
) -> int:
    """Search with X to maximise and O to minimise, and note every visit in *seen*.

    In a *textbook* the root narrows its window too.
    """
    at, alpha, beta = len(seen), *ends
    seen.append(Seen(path, board, alpha, beta, 0, 0, ()))
    value, cut = lookahead(board, 0), []
    if depth and result(board) is None:
        value = {"X": -2, "O": 2}[board.mover]
        for place, cell in enumerate(order := ordered(path, moves(board))):
            below, left = (*path, cell), after(board, cell)
            window = alpha, beta
            found = plain_search(left, depth - 1, prunes, below, window, seen, textbook, ordered)
            value = max(value, found) if board.mover == "X" else min(value, found)
            # A computer player needs the exact value of each of its own moves.
            if prunes and (path or textbook):
                if board.mover == "X" and value > alpha[0]:
                    alpha = value, below
                elif board.mover == "O" and value < beta[0]:
                    beta = value, below
                if alpha[0] >= beta[0]:
                    cut = sorted(order[place + 1 :])
                    break
    seen[at] = seen[at]._replace(value=value, last=len(seen), cut=cut)
    return value


DEPTHS = {"minimax": 9, "alpha-beta": 9, "medium": 2}


ENDS = {"each": (-1, 1), "textbook": (-1, 1), "infinite": (-9, 9)}


def fewest_or_most(choose: Callable[..., int], board: Board, window: str) -> int:
    """The nodes of alpha-beta to the end if the next move is always chosen so as to visit the
    fewest nodes (min) or the most (max).
    """
    if window == "each":
        below = [_chosen(choose, after(board, cell), -1, 1) for cell in moves(board)]
        return 1 + sum(below)
    return _chosen(choose, board, *ENDS[window])


@cache
def _chosen(choose: Callable[..., int], board: Board, alpha: int, beta: int) -> int:
    @cache
    def going_on(low: int, high: int, left: frozenset[int]) -> int:
        options = []
        for cell in left:
            value, nodes = (
                true_value(after(board, cell)),
                _chosen(choose, after(board, cell), low, high),
            )
            window = (max(low, value), high) if board.mover == "X" else (low, min(high, value))
            more = window[0] < window[1] and going_on(*window, left - {cell})
            options.append(nodes + more)
        return choose(options, default=0)

    return 1 if result(board) else 1 + going_on(alpha, beta, frozenset(moves(board)))


@cache
def true_value(board: Board) -> int:
    """The value to X of perfect play."""
    return lookahead(board, 16)
