"""What a new day offers on the page of the match, to a browser that comes back."""

from typing import NamedTuple

from ai.pen.diagram import Diagram, diagram
from ai.puzzles.days import puzzle_of_day, today
from webapp.board.parts import address
from webapp.honours.kept import STEPS, current_honours
from webapp.learn.lessons import LESSONS as TAUGHT
from webapp.puzzles.progress import current_progress

WEEK = 7


class Offer(NamedTuple):
    """One thing to do: whether it is *done*, and the *url* that leads to it."""

    done: bool
    url: str


class TodayShown(NamedTuple):
    """What the day offers: its *puzzle* with its *board*, which is that of the *day* of a streak,
    and the days of seven solved before; the *lesson* of that *number*, with the *steps* done; and
    the game to *go_on* with, its *program* by its key and the number of the *move* to make.
    """

    puzzle: Offer
    board: Diagram
    day: int
    before: int
    lesson: Offer | None
    number: int
    name: str
    steps: int
    go_on: Offer | None
    program: str
    move: int


def today_shown() -> TodayShown | None:
    """What the day offers; None on the first day, and once all is done."""
    honours, day = current_honours(), today()
    here = honours.today
    if not here or not here.returned or here.day != day:
        return None
    puzzle, left = puzzle_of_day(day), honours.left
    solved, streak = current_progress().has(puzzle), honours.streak.on(day)
    number = streak if solved and streak else streak + 1
    taught = [*TAUGHT.values()][here.lesson - 1] if here.lesson else None
    steps = honours.lessons[here.lesson - 1] if taught else 0
    lesson = Offer(steps == STEPS[-1], address("learn.lesson", key=taught.key)) if taught else None
    shown = TodayShown(
        Offer(solved, address("puzzles.of_day", day=f"{day}")),
        diagram(puzzle.position, ""),
        number,
        (number - 1) % WEEK,
        lesson,
        here.lesson,
        taught.name if taught else "",
        steps,
        Offer(left is None, address("game.go_on")) if here.went_on else None,
        left.game.program if left else "",
        len(left.game.moves) + 1 if left else 0,
    )
    offers = [it for it in (shown.puzzle, shown.lesson, shown.go_on) if it]
    return None if all(it.done for it in offers) else shown
