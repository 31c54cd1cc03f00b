"""The puzzle of each day, the same on every host: from Monday, easy, to Sunday, hard."""

from bisect import bisect_left
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from hashlib import blake2b

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules import GAMES, SQUARE, TIC_TAC_TOE

FIRST_DAY = date(2026, 1, 1)
DAY = timedelta(days=1)
MONDAY = FIRST_DAY - FIRST_DAY.weekday() * DAY  # of the first week
STEPS = (0.5, 0.8, 0.9, 0.96)
WEEK = (1, 1, 2, 2, 3, 4, 4)
"""How hard the puzzles of the days are, from Monday to Sunday: their difficulty has passed so many
of :data:`STEPS`.
"""
IN_TURN = {TIC_TAC_TOE.key: 213, SQUARE.key: 825}
"""How many puzzles of each game take turns, the lowest numbers. These counts fix the order of days:
puzzles stored later have other numbers, and leave it as it is.
"""


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of this *day*, a date in UTC: as hard as its weekday in :data:`WEEK`, and no win
    at once. A puzzle comes again once all of its step have come.
    """
    step, weekday = WEEK[day.weekday()], day.weekday()
    turn = (day - MONDAY).days // 7 * WEEK.count(step) + WEEK[:weekday].count(step)
    turns = _turns(step)
    return turns[turn % len(turns)]


def today() -> date:
    """The day, in UTC."""
    return datetime.now(UTC).date()


def next_comes() -> tuple[datetime, timedelta]:
    """The moment when the next puzzle comes, midnight UTC, and the time left until then."""
    now = datetime.now(UTC)
    moment = datetime.combine(now.date() + DAY, time(), UTC)
    return moment, moment - now


@cache
def _turns(step: int) -> tuple[Puzzle, ...]:
    """The puzzles of the days of this *step*, in the order of their hashes."""
    turns = [it for key, last in IN_TURN.items() for it in load(GAMES[key])[:last]]
    chosen = (it for it in turns if bisect_left(STEPS, it.difficulty) == step and it.plies != 1)
    return tuple(sorted(chosen, key=_order))


def _order(puzzle: Puzzle) -> bytes:
    return blake2b(f"{puzzle.game.key} {puzzle.number}".encode()).digest()
