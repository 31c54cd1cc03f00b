"""The chances of a player in a game: the moves that could give value away, and what to find."""

from dataclasses import dataclass
from functools import cached_property

from ai.exact.tablebase import has_table
from ai.exact.value import Value
from ai.puzzles.puzzle import PLAYED, REFLEXES, Theme, theme_of
from ai.rules import Mark, Record, remembering
from ai.study.review import review
from ai.study.study import Idea, JudgedMove, Study

TO_FIND = tuple(theme for theme in PLAYED if theme is not Theme.SEVERAL)
BY_IDEA = {Idea.FORK: Theme.FORK, Idea.THREATS: Theme.THREATS}  # the others that win are reflexes


@dataclass(frozen=True, eq=False)
class Chance:
    """A *move* that could give value away."""

    move: JudgedMove

    @property
    def ply(self) -> int:
        """The ply of the move."""
        return self.move.position.ply

    @property
    def missed(self) -> bool:
        """Whether it gave value away."""
        return self.move.value_lost > 0

    @cached_property
    def theme(self) -> Theme:
        """What it had to find."""
        return to_find(self.move.before)


def chances(record: Record, mark: str) -> tuple[Chance, ...]:
    """The chances of *mark* in *record*; none if the table of its game cannot be read."""
    return _chances(record, Mark(mark)) if has_table(record.game) else ()


@remembering(1024)
def _chances(record: Record, mark: Mark) -> tuple[Chance, ...]:
    moves = review(record).moves
    return tuple(Chance(it) for it in moves if it.mark is mark and it.before.is_decision)


def to_find(here: Study) -> Theme:
    """The one theme of a decision: a reflex, or the idea of the fastest win, or how to hold."""
    theme = theme_of(here)
    if theme in REFLEXES or here.exact.value is not Value.WIN:
        return theme
    return BY_IDEA.get(here.winner.idea, Theme.QUIET)
