"""Proofs counted again, by brute force."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ai.opponents.policy import Opponent
from tests.reference import Board, after, courses, empty_board, moves, other, position, result

PERFECT = ["unbeatable", "rules", "chain", "minimax", "alpha-beta"]


def choices(board: Board, player: Opponent, mark: str) -> list[int]:
    """The different moves that there may be, *player* holding *mark*."""
    if board.mover == mark:
        return list(player.decide(position(board)).cells)
    return moves(board)


def counted(game: str, player: Opponent, mark: str, first: str) -> tuple[Counter[str], int | None]:
    """Games won, drawn and lost and their plies, and the plies of the shortest one lost.

    Forwards: each board with the number of ways of coming to it.
    """
    counts: Counter[str] = Counter()
    shortest = None
    layers = courses(empty_board(game, first), lambda board: choices(board, player, mark))
    for ply, boards in enumerate(layers):
        for ended, ways in ((result(board), ways) for board, ways in boards.items()):
            if ended:
                counts[{mark: "won", "tie": "drawn", other(mark): "lost"}[ended]] += ways
                counts["plies"] += ways * ply
            if ended == other(mark) and shortest is None:
                shortest = ply
    return counts, shortest


def boards_of(game: str, line: Iterable[int], first: str) -> list[Board]:
    """The boards of a legal game, from the empty one."""
    boards = [empty_board(game, first)]
    for cell in line:
        assert result(boards[-1]) is None
        assert cell in moves(boards[-1])
        boards.append(after(boards[-1], cell))
    return boards


def assert_loses(game: str, line: Sequence[int], player: Opponent, mark: str, first: str) -> None:
    """In the game of *line* the *player* makes moves of its own, and loses."""
    *before, last = boards_of(game, line, first)
    assert result(last) == other(mark)
    for board, cell in zip(before, line, strict=True):
        assert cell in choices(board, player, mark)
