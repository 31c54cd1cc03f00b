"""A search visit by visit on plain boards."""

from collections.abc import Sequence
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
    board: Board, depth: int, prunes: bool, path: Path, ends: tuple[End, End], seen: list[Seen]
) -> int:
    """Search with X to maximise and O to minimise, and note every visit in *seen*."""
    at, alpha, beta = len(seen), *ends
    seen.append(Seen(path, board, alpha, beta, 0, 0, ()))
    value, cut = lookahead(board, 0), []
    if depth and result(board) is None:
        value = {"X": -2, "O": 2}[board.mover]
        for place, cell in enumerate(moves(board)):
            below = (*path, cell)
            found = plain_search(after(board, cell), depth - 1, prunes, below, (alpha, beta), seen)
            value = max(value, found) if board.mover == "X" else min(value, found)
            # A computer player needs the exact value of each of its own moves.
            if prunes and path:
                if board.mover == "X" and value > alpha[0]:
                    alpha = value, below
                elif board.mover == "O" and value < beta[0]:
                    beta = value, below
                if alpha[0] >= beta[0]:
                    cut = moves(board)[place + 1 :]
                    break
    seen[at] = seen[at]._replace(value=value, last=len(seen), cut=cut)
    return value


DEPTHS = {"minimax": 9, "alpha-beta": 9, "medium": 2}
