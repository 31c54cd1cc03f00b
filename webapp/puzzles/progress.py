"""The puzzles that a browser has solved, and its streak of days, in a signed cookie of their own.

A bit stands for a puzzle, so the cookie stays small whatever is solved, and no match can touch it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Self

from flask import Response

from ai.puzzles.days import DAY, puzzle_of_day, today
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules.games import GAMES
from webapp.serving.cookies import SignedCookie

COOKIE = SignedCookie("puzzles", timedelta(days=365))
LONGEST = 1_000_000  # days of a streak


class UnreadableProgress(ValueError):
    """The cookie holds no progress."""


@dataclass(frozen=True)
class Progress:
    """The *solved* puzzles by the keys of games: a mask each, where bit *n* is puzzle number *n*.

    The *streak* is the number of days on end, up to *last*, whose puzzle was solved on that day or
    the next one. *earlier* counts the days of the streak before, while the one day between may
    still count.
    """

    solved: Mapping[str, int] = field(default_factory=dict)
    streak: int = 0
    last: date | None = None
    earlier: int = 0

    def has(self, puzzle: Puzzle) -> bool:
        """Whether *puzzle* is solved."""
        return bool(self.solved.get(puzzle.game.key, 0) >> puzzle.number & 1)

    def count(self, puzzles: Iterable[Puzzle]) -> int:
        """How many of *puzzles* are solved."""
        return sum(map(self.has, puzzles))

    def next_after(self, puzzle: Puzzle, puzzles: tuple[Puzzle, ...]) -> Puzzle | None:
        """The first of *puzzles* after *puzzle* that is not solved, or from the start on; None if
        none is left.
        """
        at = puzzles.index(puzzle) + 1 if puzzle in puzzles else 0
        return next((it for it in puzzles[at:] + puzzles[:at] if not self.has(it)), None)

    def streak_on(self, day: date) -> int:
        """The streak on *day*: 0 once a day was left out."""
        return self.streak if self.last and self.last >= day - DAY else 0

    def with_solved(self, puzzle: Puzzle, day: date) -> Self:
        """The progress after *puzzle* was solved and counts for *day*, today or yesterday."""
        key = puzzle.game.key
        solved = {**self.solved, key: self.solved.get(key, 0) | 1 << puzzle.number}
        found = replace(self, solved=solved)
        if puzzle != puzzle_of_day(day):
            return found
        if self.last is None or self.last < day:
            earlier = self.streak if self.last == day - 2 * DAY else 0
            return replace(found, streak=self.streak_on(day) + 1, last=day, earlier=earlier)
        if self.last == day + DAY and self.streak == 1:  # today's was solved before yesterday's
            return replace(found, streak=2 + self.earlier, earlier=0)
        return found

    @property
    def cookie(self) -> dict[str, object]:
        """The progress as plain data; :meth:`from_cookie` reads it."""
        solved: dict[str, object] = {key: f"{mask:x}" for key, mask in self.solved.items()}
        if not self.last:
            return solved
        return solved | {"streak": self.streak, "last": f"{self.last}", "earlier": self.earlier}

    @classmethod
    def from_cookie(cls, data: Any) -> Self:
        """The progress that :attr:`cookie` wrote. Puzzles that are not stored are left out.

        :raises UnreadableProgress: if *data* is anything else.
        """
        try:
            solved = {
                key: int(data[key], 16) & (2 << len(load(game))) - 2
                for key, game in GAMES.items()
                if key in data
            }
            if "last" not in data:
                return cls(solved)
            streak, last = data["streak"], date.fromisoformat(data["last"])
            earlier = data.get("earlier", 0)  # older cookies have none
        except (TypeError, ValueError, KeyError) as error:
            raise UnreadableProgress from error
        for count, least in ((streak, 1), (earlier, 0)):
            if type(count) is not int or not least <= count <= LONGEST:
                raise UnreadableProgress
        return cls(solved, streak, last, earlier)


def day_counted(day: date | None) -> date:
    """The day for which a puzzle solved now counts. The puzzle of a *day* may have been begun
    before midnight: it counts for its day until the end of the next one, any other for today.
    """
    return day if day and day >= today() - DAY else today()


def current_progress() -> Progress:
    """The progress in the browser's cookie; none if it is missing or unreadable."""
    try:
        return Progress.from_cookie(COOKIE.data or {})
    except UnreadableProgress:
        return Progress()


def save(progress: Progress, response: Response) -> None:
    """Let *response* save *progress* in the cookie, for a year."""
    COOKIE.save_data(response, progress.cookie)
