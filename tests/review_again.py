"""Reviews and variations, by the tests' own rules and solver."""

from collections.abc import Sequence

from ai.opponents.unbeatable import unbeatable
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.review import Accuracy, Review, review
from ai.study.study import study
from tests.reference import (
    Board,
    after,
    keeping,
    moves,
    other,
    position,
    result,
    worth,
    worths,
)
from tests.samples import played

TO_X = {"X": 1, "tie": 0, "O": -1}


def reviewed(boards: Sequence[Board]) -> Review:
    """The review of the game through *boards*."""
    return review(Record(position(boards[0]), played(boards)))


def expect_reviewed(boards: list[Board], start: int) -> None:
    """The review from *start* on tells each move. What was given away makes the result. Accuracy
    counts the moves at which value could be given away.
    """
    whole, rest, later = reviewed(boards), reviewed(boards[start:]), boards[start:]
    told = [(move.position, move.cell) for move in rest.moves]
    assert told == [*zip(map(position, later), played(later), strict=False)]
    assert rest.course() == (whole.course()[start:] if told else ())
    for mark in Mark:
        right = [
            cell in keeping(board)
            for board, cell in zip(later, played(later), strict=False)
            if board.mover == mark and len(keeping(board)) < len(moves(board))
        ]
        assert rest.accuracy(mark) == Accuracy(sum(right), len(right))


def assert_is_perfect_play(board: Board) -> None:
    """Both keep value and distance at every move as unbeatable does, and the game ends."""
    value, distance = worth(board)
    line, ended = study(position(board)).principal_variation, result(board)
    assert len(line) == (len(moves(board)) if distance is None else distance), board
    for cell in line:
        assert cell == unbeatable(position(board)).cells[0]
        assert worths(board)[cell] == worth(board)
        value = -value
        board = after(board, cell)
        assert ended is None
        ended = result(board)
    assert ended == ({1: board.mover, 0: "tie", -1: other(board.mover)}[value])


def expect_variations(board: Board) -> None:
    """The variation of each move leads to what it is worth, in as many plies."""
    for cell, (value, distance) in worths(board).items():
        end = board
        for at in study(position(board)).moves[cell].variation:
            assert result(end) is None
            end = after(end, at)
        made = end.marks.count(".") - board.marks.count(".")
        assert result(end) == {1: board.mover, 0: "tie", -1: other(board.mover)}[value]
        assert distance in {None, -made}
