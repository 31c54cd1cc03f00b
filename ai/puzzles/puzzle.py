"""Puzzles as data: a position in which X, to move, has to win or to hold the draw.

A stored puzzle has its plies, themes and right moves, so that no set has to be solved again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from ai.exact.value import Value
from ai.messages import N_
from ai.rules.games import Game
from ai.rules.position import Mark, Position, parse
from ai.rules.threats import threats_made
from ai.study.study import Idea, JudgedMove, Study, study


class Goal(StrEnum):
    """The result to reach."""

    WIN = N_("win")
    DRAW = N_("draw")


class Theme(StrEnum):
    """An idea of the first move. A puzzle has one or several."""

    COMPLETE = N_("complete")
    BLOCK = N_("block")
    FORK = N_("fork")
    STOP_FORK = N_("stop-fork")
    THREATS = N_("threats")
    QUIET = N_("quiet")
    HOLD = N_("hold")


GRADES = (0.5, 0.8, 0.9, 0.96)
"""The greatest difficulties of the grades 1 to 4; grade 5 is above."""


@dataclass(frozen=True)
class Puzzle:
    """The puzzle with this *number*, from 1 in its *game*; X is to move in the position of *rows*.

    *right* are the cells of all moves that keep the value, in reading order. *plies* is the length
    of the fastest win, the solver's first and last moves counted; None to hold. *themes* stand in
    the order of :class:`Theme`. *difficulty* says how often a beginner in the solver's place fails
    it against Unbeatable: from 0 to 1, the float nearest to the exact fraction. *failing* says the
    same of the opponents that ever fail it, by their keys. The position is unfinished and not lost,
    and its moves differ in value.
    """

    number: int
    game: Game
    rows: str
    right: tuple[int, ...]
    plies: int | None
    themes: tuple[Theme, ...]
    difficulty: float
    failing: Mapping[str, float] = field(compare=False)

    @cached_property
    def position(self) -> Position:
        """The position to solve."""
        return parse(self.game, self.rows.replace("-", " "), Mark.X)

    @property
    def study(self) -> Study:
        """The study of the position."""
        return study(self.position)

    @property
    def goal(self) -> Goal:
        """The result to reach."""
        return Goal.DRAW if self.plies is None else Goal.WIN

    @property
    def tempting(self) -> tuple[int, ...]:
        """The cells of the moves that make a threat and still fail, in reading order."""
        position = self.position
        return tuple(
            cell
            for cell, move in self.study.moves.items()
            if move.value_lost and threats_made(self.game, position.mover, position.opponent, cell)
        )

    @property
    def grade(self) -> int:
        """The difficulty in five steps: 1 is the easiest, 5 the hardest."""
        return grade(self.difficulty)


def grade(difficulty: float) -> int:
    """The grade of a *difficulty*, by :data:`GRADES`: 1 to 5."""
    return 1 + sum(difficulty > most for most in GRADES)


def right_cells(here: Study) -> tuple[int, ...]:
    """The cells of the moves that keep the value of the position, in reading order."""
    return tuple(cell for cell, move in here.moves.items() if not move.value_lost)


def themes_of(here: Study) -> tuple[Theme, ...]:
    """The themes of a position that is won or drawn, in the order of :class:`Theme`.

    To win: *complete*, *fork* or *threats* if this is the idea of a fastest move, else *quiet*:
    first or later a quiet move has to come. To draw: *hold*, and *stop-fork* if nothing
    has to be blocked and a fork wins after every wrong move. *block* joins both kinds if every
    right move blocks.
    """
    right = [here.moves[cell] for cell in right_cells(here)]
    found = {Theme.BLOCK} if all(move.blocked for move in right) else set()
    if here.exact.value is Value.WIN:
        found |= _winning_themes([move for move in right if move.exact == here.exact])
    else:
        found.add(Theme.HOLD)
        wrong = [move for move in here.moves.values() if move.value_lost]
        if not here.threats_against and all(move.answer.idea is Idea.FORK for move in wrong):
            found.add(Theme.STOP_FORK)
    return tuple(theme for theme in Theme if theme in found)


def _winning_themes(fastest: list[JudgedMove]) -> set[Theme]:
    """The themes of the *fastest* winning moves."""
    by_threats = {
        Idea.LINE: Theme.COMPLETE,
        Idea.FORK: Theme.FORK,
        Idea.THREATS: Theme.THREATS,
    }
    ideas = {move.idea for move in fastest}
    return {by_threats[idea] for idea in ideas & by_threats.keys()} or {Theme.QUIET}
