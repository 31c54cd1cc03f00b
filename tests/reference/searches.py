"""Searches visit by visit on plain boards, and the nodes of alpha-beta with any order of moves."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from tests.reference import Board, after, lookahead, moves, result, tree

Path = tuple[int, ...]
End = tuple[int, Path | None]  # the bound, and the path to the position whose value set it
ENDS = {"each": (-1, 1), "textbook": (-1, 1), "infinite": (-9, 9)}
DEPTHS = {"minimax": 9, "alpha-beta": 9, "medium": 2}


class Seen(NamedTuple):
    """A visit; *last* counts the visits made when it returns."""

    path: Path
    board: Board
    alpha: End
    beta: End
    value: int
    last: int
    cut: Sequence[int]


def visits(
    board: Board,
    key: str = "alpha-beta",
    window: str = "each",
    ordered: Callable[[Path, list[int]], list[int]] = lambda _path, cells: cells,
) -> list[Seen]:
    """The visits of a search, X to maximise and O to minimise. With the window *each* the root does
    not narrow it: a computer player needs the exact value of each of its own moves.
    """
    seen: list[Seen] = []

    def search(board: Board, path: Path, alpha: End, beta: End) -> int:
        at, value, cut = len(seen), lookahead(board, 0), list[int]()
        seen.append(Seen(path, board, alpha, beta, 0, 0, ()))
        if len(path) < DEPTHS.get(key, 16) and result(board) is None:
            value = {"X": -2, "O": 2}[board.mover]
            for place, cell in enumerate(order := ordered(path, moves(board))):
                below = (*path, cell)
                found = search(after(board, cell), below, alpha, beta)
                value = max(value, found) if board.mover == "X" else min(value, found)
                if key == "alpha-beta" and (path or window != "each"):
                    if board.mover == "X" and value > alpha[0]:
                        alpha = value, below
                    elif board.mover == "O" and value < beta[0]:
                        beta = value, below
                    if alpha[0] >= beta[0]:
                        cut = sorted(order[place + 1 :])
                        break
        seen[at] = seen[at]._replace(value=value, last=len(seen), cut=cut)
        return value

    low, high = ENDS[window]
    search(board, (), (low, None), (high, None))
    return seen


@cache
def searched(board: Board, key: str) -> tuple[int, int]:
    """The nodes visited by a search to the end, and the cut-offs."""
    if key == "minimax":
        return tree(board)[0], 0
    seen = visits(board)
    return len(seen), sum(bool(it.cut) for it in seen)


@cache
def nodes_in_order(board: Board, window: str, order: str) -> int:
    """The nodes of alpha-beta to the end in *order*: as one reads, or such that the next move is
    always chosen so as to visit the fewest nodes (best) or the most (worst).
    """
    if order == "reading":
        return len(visits(board, window=window))
    choose: Callable[..., int] = {"best": min, "worst": max}[order]
    if window == "each":
        return 1 + sum(_chosen(choose, after(board, cell), -1, 1) for cell in moves(board))
    return _chosen(choose, board, *ENDS[window])


@cache
def _chosen(choose: Callable[..., int], board: Board, alpha: int, beta: int) -> int:
    @cache
    def going_on(low: int, high: int, left: frozenset[int]) -> int:
        options = []
        for cell in left:
            there = after(board, cell)
            value, nodes = lookahead(there, 16), _chosen(choose, there, low, high)
            window = (max(low, value), high) if board.mover == "X" else (low, min(high, value))
            more = window[0] < window[1] and going_on(*window, left - {cell})
            options.append(nodes + more)
        return choose(options, default=0)

    return 1 if result(board) else 1 + going_on(alpha, beta, frozenset(moves(board)))
