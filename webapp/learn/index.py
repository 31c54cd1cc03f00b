"""The path of lessons for a browser, as cards."""

from collections.abc import Iterator
from typing import NamedTuple

from ai.language import _, ngettext
from webapp.board.diagrams import Mini
from webapp.learn.lessons import LESSONS
from webapp.puzzles.lesson_sets import LessonSet
from webapp.puzzles.progress import Progress


class LessonCard(NamedTuple):
    """A lesson on the path; without a *board* it has a tree. Its *state* is `done`, `now` for the
    first that is not done, or `to-come`; *progress* says how many of its puzzles are solved.
    """

    address: str
    board: Mini | None
    name: str
    says: str
    state: str
    progress: str


def cards(progress: Progress) -> Iterator[LessonCard]:
    """The lessons in their order, for a browser with *progress*."""
    left = [it.key for it in LESSONS.values() if not it.series.is_done(progress)]
    for lesson in LESSONS.values():
        done, now = lesson.key not in left, lesson.key in left[:1]
        yield LessonCard(
            lesson.series.address,
            lesson.card,
            _("%(number)s. %(name)s", number=lesson.number, name=_(lesson.name)),
            _(lesson.idea),
            "done" if done else "now" if now else "to-come",
            _solved(lesson.series, progress),
        )


def _solved(series: LessonSet, progress: Progress) -> str:
    count, solved = len(series.puzzles), progress.count(series.puzzles)
    if solved == count:
        return _("✓ %(count)s puzzles solved", count=count)
    if solved:
        return _("%(solved)s of %(count)s puzzles", solved=solved, count=count)
    return ngettext("%(num)s puzzle", "%(num)s puzzles", count)
