"""Proofs counted again, by brute force."""

from collections import Counter

from ai.odds.proofs import Proof
from ai.opponents.policy import Opponent
from ai.rules.games import Game
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


def assert_beats(game: Game, proof: Proof, player: Opponent, mark: str, first: str) -> None:
    """The shortest loss is a legal game in which *player* makes moves of its own, and loses."""
    assert proof.shortest_loss
    board = empty_board(game.key, first)
    for cell in proof.shortest_loss:
        assert result(board) is None
        assert cell in choices(board, player, mark)
        board = after(board, cell)
    assert result(board) == other(mark)
