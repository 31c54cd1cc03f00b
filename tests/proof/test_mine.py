"""The chances that own games met, by a second reading of plain boards."""

from random import Random

import pytest

from ai.rules import GAMES
from ai.study.study import Idea
from tests.own_games import boards_of, line
from tests.positions_again import idea_of
from tests.reference import Board, completing, keeping, merits, other, worth, worths
from webapp.kept.games import OwnGames

BY_THREATS = {Idea.LINE: "complete", Idea.FORK: "fork", Idea.THREATS: "threats"}


def to_find_again(board: Board) -> str:
    """The theme of a decision, from plain boards."""
    losing = [cell for cell, (value, _) in worths(board).items() if value < worth(board)[0]]
    lines = completing(board, board.mover), completing(board, other(board.mover))
    if any(lines) and {*(lines[0] or lines[1])} <= {*keeping(board)}:
        return "complete" if lines[0] else "block"
    if worth(board)[0] == 1:
        cells = fastest_wins(board)
        if board.game == "tic-tac-toe":
            best = max(merits(board).values())
            cells = [cell for cell in cells if merits(board)[cell] == best]
        return (BY_THREATS | {Idea.BLOCK: "block"}).get(idea_of_the_first(board, cells), "quiet")
    lost = [after_mark(board, cell) for cell in losing]
    forks = [idea_of_the_first(left, fastest_wins(left)) is Idea.FORK for left in lost]
    return "stop-fork" if all(forks) else "hold"


def after_mark(board: Board, cell: int) -> Board:
    """The board after a move that may lose at once."""
    marks = board.marks[:cell] + board.mover + board.marks[cell + 1 :]
    return board._replace(marks=marks, mover=other(board.mover))


def fastest_wins(board: Board) -> list[int]:
    """The moves that win soonest."""
    wins = {cell: plies for cell, (value, plies) in worths(board).items() if value == 1 and plies}
    return [cell for cell, plies in wins.items() if plies == min(wins.values())]


def idea_of_the_first(board: Board, cells: list[int]) -> Idea:
    """The idea of the first of *cells* that wins by threats, or of the first."""
    ideas = [idea_of(board, cell) for cell in cells]
    return ([it for it in ideas if it in BY_THREATS] or ideas)[0]


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_those_of_a_second_reading(game: str) -> None:
    lots = Random(game)  # noqa: S311
    for _ in range(12):
        text = line(lots, game, shortest=6 if game == "tic-tac-toe" else 9)
        (own,) = OwnGames.read({"games": [text], "before": {}}).games
        mark = "X" if own.players.x == "human" else "O"
        boards = boards_of(list(own.record.moves), game, own.record.first)
        expected = [
            (ply, to_find_again(board), cell not in keeping(board))
            for ply, (board, cell) in enumerate(zip(boards, own.record.moves, strict=False))
            if board.mover == mark and len({value for value, _ in worths(board).values()}) > 1
        ]
        assert [(it.ply, f"{it.theme}", it.missed) for it in own.chances] == expected
