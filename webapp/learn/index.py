"""The entrance to the pages that teach: the path of lessons, and doors to the other pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from ai.language import N_, _, ngettext
from webapp.board.diagrams import Mini
from webapp.board.parts import address
from webapp.learn.path import LESSONS
from webapp.puzzles.lessons import LessonSet
from webapp.puzzles.progress import Progress


class Card(NamedTuple):
    """A lesson on the path; without a *board* it has a tree. Its *state* is `done`, `now` for the
    first that is not done, or `to-come`; *progress* says how many of its puzzles are solved.
    """

    address: str
    board: Mini | None
    name: str
    says: str
    state: str
    progress: str


@dataclass(frozen=True)
class LearnPage:
    """The entrance for a browser with *progress*."""

    progress: Progress

    title: ClassVar = N_("Learn tic-tac-toe and Square")
    description: ClassVar = N_(
        "Seven short lessons on tic-tac-toe and Square, each with a board and three puzzles; the"
        " rules, how computer players think, and every word defined."
    )

    @property
    def cards(self) -> Iterator[Card]:
        """The lessons, in their order."""
        left = [it.key for it in LESSONS.values() if not it.series.is_done(self.progress)]
        for lesson in LESSONS.values():
            done, now = lesson.key not in left, lesson.key in left[:1]
            yield Card(
                lesson.series.address,
                lesson.card,
                _("%(number)s. %(name)s", number=lesson.number, name=_(lesson.name)),
                _(lesson.idea),
                "done" if done else "now" if now else "to-come",
                self._solved(lesson.series),
            )

    def _solved(self, series: LessonSet) -> str:
        count, solved = len(series.puzzles), self.progress.count(series.puzzles)
        if solved == count:
            return _("✓ %(count)s puzzles solved", count=count)
        if solved:
            return _("%(solved)s of %(count)s puzzles", solved=solved, count=count)
        return ngettext("%(num)s puzzle", "%(num)s puzzles", count)

    @property
    def doors(self) -> Iterator[tuple[str, str]]:
        """The other pages that teach: name and address."""
        yield _("Rules"), address("learn.games")
        yield _("Openings"), address("learn.openings")
        yield _("How they think"), address("learn.opponents", _anchor="thinking")
        yield _("Strength"), address("learn.strength")
        search = address("search.show", game_key="tic-tac-toe", text="XX.-OO.-...")
        yield _("How a program searches"), search
        yield _("Terms"), address("learn.terms")
        yield _("Testing"), address("learn.testing")
        yield _("In your own page"), address("learn.api", _anchor="frames")
        yield _("For programs"), address("learn.api")
