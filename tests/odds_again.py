"""The odds of a game, by a recursion over all its courses."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from ai.odds.arena import Odds
from ai.opponents.policy import Decision, Opponent
from tests.reference import Board, after, empty_board, moves, position, result

Three = tuple[Fraction, Fraction, Fraction]

Choose = Callable[[Board], Sequence[int]]


@cache
def odds(board: Board, x: Choose, o: Choose) -> Three:
    """The probabilities that X wins, nobody does, O wins, if *x* and *o* choose their moves."""
    if ended := result(board):
        return Fraction(ended == "X"), Fraction(ended == "tie"), Fraction(ended == "O")
    lots = (x if board.mover == "X" else o)(board)
    return mean([odds(after(board, cell), x, o) for cell in lots])


def recursion(game: str, x: Choose, o: Choose, first: str = "X") -> Three:
    """The same of a whole game."""
    return odds(empty_board(game, first), x, o)


def choices(opponent: Opponent) -> Choose:
    """An opponent as a function of plain boards: its cells, each as often as its weight."""
    return lambda board: lots(opponent.decide(position(board)))


def lots(decision: Decision[object]) -> tuple[int, ...]:
    """The cells, each as often as it is to be picked."""
    pairs = zip(decision.cells, decision.weights, strict=True)
    return tuple(cell for cell, weight in pairs for _ in range(weight))


def three(found: Odds) -> tuple[object, ...]:
    """The odds in a row."""
    return found.x_wins, found.draws, found.o_wins


def fractions(found: Odds) -> Three:
    """The odds in a row."""
    return Fraction(found.x_wins), Fraction(found.draws), Fraction(found.o_wins)


def mean(of: list[Three]) -> Three:
    """The odds where one of so many comes, each as likely as another."""
    x_wins, draws, o_wins = (
        sum(chances, Fraction(0)) / len(of) for chances in zip(*of, strict=True)
    )
    return x_wins, draws, o_wins


def by_recursion(board: Board) -> Three:
    """The odds of random play from *board*."""
    return odds(board, moves, moves)
