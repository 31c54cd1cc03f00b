"""Answers to puzzles: cells, or who wins, as numbers and as text."""

from collections.abc import Iterable

from ai.exact.value import Value
from ai.messages import N_
from ai.puzzles.puzzle import Puzzle, Theme
from ai.rules import Game, Mark, Position, Record, game_text, parse_game
from ai.rules.notation import NotationError
from ai.rules.position import IllegalMove
from ai.study.review import review
from ai.study.study import JudgedMove

WINNERS = {"x": Value.WIN, "d": Value.DRAW, "o": Value.LOSS}
"""The answers to who wins, each with the value for X, to move. The number of an answer is its
place; of all other puzzles it is that of a cell.
"""


def game_to_x(game: Game, moves: tuple[int, ...]) -> Record:
    """The game of these *moves*, from the empty board; X is to move at its end.

    :raises IllegalMove: if the rules do not allow them.
    """
    first = Mark.O if len(moves) % 2 else Mark.X
    return Record(Position(game, to_move=first), moves)


def about(puzzle: Puzzle, answer: int) -> JudgedMove:
    """The move of an *answer* to a question: on its cell, now or in the game so far. An answer to
    who wins has no cell: there it is the best move.

    :raises IllegalMove: if the answer is none.
    """
    here = puzzle.study
    match puzzle.theme:
        case Theme.WHO if answer in range(len(WINNERS)):
            return here.best
        case Theme.MISTAKE:
            made = {move.cell: move for move in review(game_to_x(puzzle.game, puzzle.moves)).moves}
        case Theme.ALL:
            made = dict(here.moves)
        case _:
            made = {}
    if answer not in made:
        raise IllegalMove(N_("This is no answer to the puzzle."))
    return made[answer]


def answers_text(game: Game, theme: Theme, answers: Iterable[int], between: str = "") -> str:
    """The names of *answers* in *game*; :func:`parse_answers` reads those in one word."""
    if theme is Theme.WHO:
        return between.join([*WINNERS][answer] for answer in answers)
    return game_text(game, answers, between)


def parse_answers(game: Game, theme: Theme, text: str) -> tuple[int, ...]:
    """The answers in *text*: names of cells of *game*, or of :data:`WINNERS`.

    :raises NotationError: if it is anything else.
    """
    if theme is not Theme.WHO:
        return parse_game(game, text)
    if not {*text.lower()} <= {*WINNERS}:
        raise NotationError(N_("“%(text)s” has other letters than x, d and o."), text=text)
    return tuple(map([*WINNERS].index, text.lower()))
