"""Puzzles as data: a position in which X, to move, has to win or to hold the draw.

A stored puzzle has its plies, themes and right moves, so that no set has to be solved again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import floor, log2

from ai.exact.value import Value
from ai.messages import N_
from ai.rules import Game, Mark, Position, parse
from ai.study.study import Idea, Study, study


class Goal(StrEnum):
    """The result to reach."""

    WIN = N_("win")
    DRAW = N_("draw")


class Theme(StrEnum):
    """The idea of the first move: the first of these that holds.

    A reflex is right: to *complete* a line, else to *block* one. Otherwise it fails or finds
    nothing. Then in a win every winning move is a *fork*, or makes *threats*, or is *quiet* and
    makes none; else there are *several* ways. A draw is a *stop-fork* if a fork wins after every
    wrong move, else a *hold*.

    Nothing is played in the last three, the questions: find *all* cells that keep the value of the
    position; say *who* wins; find the last *mistake* of the game so far.
    """

    COMPLETE = N_("complete")
    BLOCK = N_("block")
    FORK = N_("fork")
    STOP_FORK = N_("stop-fork")
    THREATS = N_("threats")
    QUIET = N_("quiet")
    HOLD = N_("hold")
    SEVERAL = N_("several")
    ALL = N_("all")
    WHO = N_("who")
    MISTAKE = N_("mistake")


QUESTIONS = (Theme.ALL, Theme.WHO, Theme.MISTAKE)
PLAYED = tuple(theme for theme in Theme if theme not in QUESTIONS)
REFLEXES = (Theme.COMPLETE, Theme.BLOCK)
NOVICES = ("easy", "medium")
"""The opponents that count for a level, beside the beginner."""
ROUNDING = 1e-9  # of a level
FEW = 2
"""At most one move in so many is right."""
GRADES = range(1, 17)
"""The grades of the stored puzzles."""


@dataclass(frozen=True)
class Puzzle:
    """The puzzle with this *number*, from 1 in its *game*; X is to move in the position of *rows*.

    *right* are the cells of all moves that keep the value, in reading order. *plies* is the length
    of the fastest win, the solver's first and last moves counted; None to hold. *difficulty* says
    how often a beginner in the solver's place fails it against Unbeatable: from 0 to 1, the float
    nearest to the exact fraction. *failing* says the same of the opponents that ever fail it, by
    their keys. The position is unfinished and not lost, and its moves differ in value.

    A question has all answers in *right*, as in :mod:`ai.puzzles.answers`. Nobody plays it, so its
    difficulty is the chance that a guess is wrong. A question about a mistake has the *moves* of
    the game. Its position may be lost, as that of a question about the winner; both have no plies.
    """

    number: int
    game: Game
    rows: str
    right: tuple[int, ...]
    plies: int | None
    theme: Theme
    difficulty: float
    failing: Mapping[str, float] = field(compare=False)
    moves: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """Its name in lists, such as `square-12`."""
        return f"{self.game.key}-{self.number}"

    @cached_property
    def position(self) -> Position:
        """The position to solve."""
        return parse(self.game, self.rows, Mark.X)

    @property
    def is_question(self) -> bool:
        """Whether its theme is a question: nothing is played."""
        return self.theme in QUESTIONS

    @property
    def study(self) -> Study:
        """The study of the position."""
        return study(self.position)

    @property
    def goal(self) -> Goal | None:
        """The result to reach or to keep; None if a question does not tell it."""
        if self.theme in {Theme.WHO, Theme.MISTAKE}:
            return None
        return Goal.DRAW if self.plies is None else Goal.WIN

    @property
    def tempting(self) -> tuple[int, ...]:
        """The cells of the moves that make a threat and still fail, in reading order."""
        moves = self.study.moves.items()
        return tuple(cell for cell, move in moves if move.value_lost and move.threats)

    @cached_property
    def level(self) -> float:
        """The logarithm to base 2 of the odds that one of three novices fails: a beginner, or one
        of :data:`NOVICES`; of a question, that a guess does. At least -3; it has no bound above.
        """
        shares = [self.difficulty, *(self.failing.get(key, 0) for key in NOVICES)]
        fails = self.difficulty if self.is_question else sum(shares) / 3
        return log2(max(fails / (1 - fails), 1 / 8))

    @property
    def grade(self) -> int:
        """The difficulty from 1, where novices succeed rather than fail; each further grade doubles
        the odds that they fail.
        """
        return max(1, floor(self.level + ROUNDING) + 2)

    @property
    def easiness(self) -> tuple[int, int]:
        """A key to order puzzles, the easiest first: by grade, then by length; a draw is held until
        the board is full.
        """
        return self.grade, self.plies or self.rows.count(".")


def right_cells(here: Study) -> tuple[int, ...]:
    """The cells of the moves that keep the value of the position, in reading order."""
    return tuple(cell for cell, move in here.moves.items() if not move.value_lost)


def reflex(position: Position) -> tuple[int, ...]:
    """The cells that complete a line, else those that block one, in reading order."""
    mover, opponent, completing = position.mover, position.opponent, position.game.completing
    wanted = completing[mover] & ~opponent or completing[opponent] & ~mover
    return tuple(cell for cell in position.empty_cells if wanted >> cell & 1)


def theme_of(here: Study) -> Theme:
    """The theme of a position that is won or drawn."""
    right, first = right_cells(here), reflex(here.position)
    if first and {*first} <= {*right}:
        return Theme.COMPLETE if here.moves[first[0]].completed else Theme.BLOCK
    if here.exact.value is Value.WIN:
        wins = [here.moves[cell] for cell in right]
        if all(move.idea is Idea.FORK for move in wins):
            return Theme.FORK
        threatening = [bool(move.after.threats_against) for move in wins]
        if all(threatening):
            return Theme.THREATS
        return Theme.SEVERAL if any(threatening) else Theme.QUIET
    forked = all(it.answer.idea is Idea.FORK for it in here.moves.values() if it.value_lost)
    # Nothing is threatened here: the block that holds a draw is a reflex.
    return Theme.STOP_FORK if forked else Theme.HOLD
