"""The puzzle of each day, the same on every host."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from hashlib import blake2b

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE

FIRST_DAY = date(2026, 1, 1)
DAY = timedelta(days=1)
IN_TURN = {TIC_TAC_TOE.key: 213, SQUARE.key: 825}
"""How many puzzles of each game take turns, the lowest numbers. These counts fix the order of days:
puzzles stored later have other numbers, and leave it as it is.
"""


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of this *day*, a date in UTC. No two of 1,038 consecutive days have the same."""
    turns = _turns()
    game, number = turns[(day - FIRST_DAY).days % len(turns)]
    return load(GAMES[game])[number - 1]


def today() -> date:
    """The day, in UTC."""
    return datetime.now(UTC).date()


def time_left() -> timedelta:
    """The time until the next puzzle comes, at midnight UTC."""
    now = datetime.now(UTC)
    return datetime.combine(now.date() + DAY, time(), UTC) - now


@cache
def _turns() -> tuple[tuple[str, int], ...]:
    """Game and number of each day's puzzle, in the order of their hashes."""
    turns = [(game, number) for game, last in IN_TURN.items() for number in range(1, last + 1)]
    return tuple(sorted(turns, key=lambda turn: blake2b(f"{turn[0]} {turn[1]}".encode()).digest()))
