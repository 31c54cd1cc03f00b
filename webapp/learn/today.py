"""The offers of a new day on the page of the match, to a browser that comes back."""

from dataclasses import replace
from typing import NamedTuple

from ai.honours.stamps import WEEK
from ai.opponents import OPPONENTS
from ai.pen.diagram import Diagram, diagram
from ai.puzzles.days import puzzle_of_day, today
from webapp.board.parts import address
from webapp.classroom.series import Running, running
from webapp.honours.kept import Honours, current_honours, keep
from webapp.learn.lessons import LESSONS, Lesson
from webapp.puzzles.progress import Progress, current_progress
from webapp.puzzles.sets import LESSON_STEPS


class Offer(NamedTuple):
    """One thing to do: whether it is *done*, and the *url* that leads to it."""

    done: bool
    url: str


class TodayShown(NamedTuple):
    """The offers of a day: its *puzzle* with its *board*, on the *day* of a streak, and the days of
    seven solved before, none if a week begins *anew*; the *lesson* of that *number*, with the
    *steps* done, or a *room* of a class in its place; and the game to *go_on* with, its *program*
    by its key, and as *opponent* by its name, and the number of the *move* to make.
    """

    puzzle: Offer
    board: Diagram
    day: int
    before: int
    anew: bool
    lesson: Offer | None
    number: int
    name: str
    steps: int
    room: Running | None
    go_on: Offer | None
    program: str
    opponent: str
    move: int


def today_shown() -> TodayShown | None:
    """The offers of the day; None on the first day, and once all is done."""
    honours, progress, day = current_honours(), current_progress(), today()
    here = honours.today
    if not here or not here.returned or here.day != day:
        return None
    puzzle, left, room = puzzle_of_day(day), honours.left, running()
    solved, streak = progress.has(puzzle), honours.streak.on(day)
    number = streak if solved and streak else streak + 1
    chosen = here.lesson or _next_lesson(honours, progress)
    if chosen != here.lesson:
        keep(replace(honours, today=here._replace(lesson=chosen)))
    taught = [*LESSONS.values()][chosen - 1] if chosen else None
    lesson = None
    if taught and not room:
        lesson = Offer(_is_done(taught, honours, progress), taught.series.address)
    before, last = (number - 1) % WEEK, honours.streak.last
    shown = TodayShown(
        Offer(solved, address("puzzles.of_day", day=f"{day}")),
        diagram(puzzle.position, ""),
        number,
        before,
        not before and (number > 1 or (last is not None and last < day)),
        lesson,
        chosen,
        taught.name if taught else "",
        honours.lessons[chosen - 1] if taught else 0,
        room,
        Offer(left is None, address("game.go_on")) if here.went_on else None,
        left.game.program if left else "",
        OPPONENTS[left.game.program].name if left else "",
        len(left.game.moves) + 1 if left else 0,
    )
    offers = [it for it in (shown.puzzle, shown.lesson, shown.go_on) if it]
    return None if all(it.done for it in offers) and not room else shown


def _next_lesson(honours: Honours, progress: Progress) -> int:
    """The number of the lesson begun, else of the first after those done, else of any; 0 without
    one that is not done.
    """
    done = {it.number: _is_done(it, honours, progress) for it in LESSONS.values()}
    last = max((it for it in done if done[it]), default=0)
    left = (it for it in done if not done[it])
    return min(left, key=lambda it: (not honours.lessons[it - 1], it < last), default=0)


def _is_done(lesson: Lesson, honours: Honours, progress: Progress) -> bool:
    """Whether all steps of *lesson* are done, or it was ticked by puzzles of it."""
    return honours.lessons[lesson.number - 1] == LESSON_STEPS or lesson.series.is_done(progress)
