"""Honours as a browser keeps them: the level, the stamps, the streak, lessons and the day."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cached_property
from itertools import chain, repeat
from typing import Any, NamedTuple, Self
from zlib import crc32

from ai.frozen import frozen
from ai.honours.level import PLACES, Ladder
from ai.honours.stamps import SEATS, STAMPS, WEEK, GamePlayed, earned
from ai.honours.trials import RUNGS, Trial, trial_of, trials
from ai.language import N_, _
from ai.opponents import OPPONENTS
from ai.puzzles.days import DAY, FIRST_DAY, today
from ai.puzzles.puzzle import Puzzle
from ai.rules import NAMED, Mark, Position, Record, game_for
from webapp.board.players import Players
from webapp.honours.digits import Digits
from webapp.serving.cookies import (
    Codec,
    Cookie,
    Unreadable,
    jar_here,
    natural,
    signed,
    signed_letters,
)

UNREADABLE = N_("Couldn't read your level and stamps, so they start anew.")
COUNTS = range(1, 1_000_001)  # days of a streak
LONGEST = 440 - 35  # letters of the text; the signature takes the rest
LESSONS, STEPS = range(1, 17), range(7)  # room for more lessons than there are
NAMES = 64**4  # different checksums
CELLS, CODES = 16, 64  # room for a board, and for games, programs and stamps
STAMP_KEYS = tuple(it.key for it in STAMPS)
"""Their places stand in cookies, as those of games and programs: new ones come last."""


class GameKept(NamedTuple):
    """A game from its first move: its *key*, the person's *mark*, the *first* one and the *program*
    by its key, and the cells of its *moves*.
    """

    key: str
    mark: Mark
    first: Mark
    program: str
    moves: tuple[int, ...]

    @classmethod
    def of(cls, record: Record, players: Players) -> Self:
        """The game of a lone person."""
        assert players.lone
        program = players.key(players.lone.other)
        return cls(record.game.key, players.lone, record.first, program, record.moves)

    @property
    def record(self) -> Record:
        """Its record."""
        return Record(Position(game_for(self.key), to_move=self.first), self.moves)

    @property
    def players(self) -> Players:
        """Its players."""
        return Players().replace(self.mark.other, self.program)

    def through(self, digits: Digits) -> Self:
        """The game, written or read. One without a name is told by its place among the keys that
        the digits have for their *own*, where a new one is added.
        """
        if not digits.reads and self.key not in (*NAMED, *digits.own):
            digits.own.append(self.key)
        keys, programs, marks = [*NAMED, *digits.own], [*OPPONENTS], [*Mark]
        key = keys[digits.one(keys.index(self.key), CODES)]
        me, first = (marks[digits.one(marks.index(it), 2)] for it in (self.mark, self.first))
        program = programs[digits.one(programs.index(self.program), CODES)]
        return type(self)(key, me, first, program, digits.some(self.moves, CELLS, CELLS))


NO_GAME = GameKept("tic-tac-toe", Mark.X, Mark.X, "easy", ())


class Played(NamedTuple):
    """The *record* of a match of a lone person, of which nothing was set up or retried. The person
    had help at the plies *aided*; those before the ply *counted* have counted at an earlier end.
    """

    record: Record
    players: Players
    seed: int
    aided: frozenset[int] = frozenset()
    counted: int = 0

    @property
    def name(self) -> int:
        """A checksum of the match."""
        players = self.players
        return _checksum(
            f"{self.record.game.key} {self.record.text} {players.x} {players.o} {self.seed}"
        )

    @property
    def game(self) -> GameKept:
        """The game as it is kept."""
        return GameKept.of(self.record, self.players)

    @property
    def trials(self) -> dict[int, Trial]:
        """The trials to count, by their plies."""
        return trials(self.record, self.game.mark, self.aided.union(range(self.counted)))


class StampKept(NamedTuple):
    """The stamp with this *key*; it was earned on that *day*, perhaps by a *game*."""

    key: str
    day: date
    game: GameKept | None = None


NO_STAMP = StampKept("first-win", FIRST_DAY)


class News(NamedTuple):
    """The last game or puzzle counted: a checksum *of* it, the number of trials that it *made* on
    each rung, the level to which it *rose*, or 0, and the number of new *stamps*.
    """

    of: int = 0
    made: tuple[int, ...] = (0,) * len(RUNGS)
    rose: int = 0
    stamps: int = 0


class GameLeft(NamedTuple):
    """An unfinished *game*, and the plies at which its person had help."""

    game: GameKept
    aided: frozenset[int] = frozenset()


class Streak(NamedTuple):
    """The number of *days* on end, up to *last*, whose puzzle was solved on that day or the next
    one. *earlier* counts the days of the streak before, while the one day between may still count.
    """

    days: int = 0
    last: date | None = None
    earlier: int = 0

    @classmethod
    def from_cookie(cls, data: Any) -> Self:
        """The streak in an older cookie of puzzles. Errors as in :class:`Codec`."""
        earlier = data.get("earlier", 0)
        last = date.fromisoformat(data["last"])
        return cls(natural(data["streak"], COUNTS), last, earlier and natural(earlier, COUNTS))

    def on(self, day: date) -> int:
        """The streak on *day*: 0 once a day was left out."""
        return self.days if self.last and self.last >= day - DAY else 0

    def after(self, day: date) -> Self:
        """After the puzzle of *day* was solved, on that day or the next one."""
        if self.last is None or self.last < day:
            return type(self)(self.on(day) + 1, day, self.days if self.last == day - 2 * DAY else 0)
        if self.last == day + DAY and self.days == 1:  # today's was solved before yesterday's
            return type(self)(2 + self.earlier, self.last)
        return self


NO_STREAK = Streak()


class Today(NamedTuple):
    """A day in UTC since which the browser is here. If it had been before, that day offered the
    *lesson* of that number, or 0, and *went_on* if there was a game to go on with.
    """

    day: date
    returned: bool = False
    lesson: int = 0
    went_on: bool = False


@frozen
class Honours:
    """All that one cookie keeps. *seats* are those of :data:`SEATS` in which Medium was beaten, and
    *narrow* the most empty cells of which the only one was found. *lessons* has the steps done of
    each lesson, 0 to 6; *left* is an unfinished game of an earlier day.
    """

    ladder: Ladder = Ladder()
    news: News = News()
    stamps: tuple[StampKept, ...] = ()
    seats: frozenset[str] = frozenset()
    narrow: int = 0
    streak: Streak = NO_STREAK
    lessons: tuple[int, ...] = (0,) * len(LESSONS)
    today: Today | None = None
    left: GameLeft | None = None

    @property
    def have(self) -> frozenset[str]:
        """The keys of the stamps earned."""
        return frozenset(it.key for it in self.stamps)

    def after_game(self, played: Played) -> Self:
        """After the end of a match, once: sent again it changes nothing."""
        record, kept = played.record, played.game
        if played.name == self.news.of:
            return self
        game = GamePlayed(record, kept.mark, kept.program, played.aided)
        seats = self.seats | {game.seat_beaten} - {""}
        after = replace(self, seats=seats, narrow=max(self.narrow, game.narrow))
        both = {"both-seats"} if len(seats) == len(SEATS) else set()
        after = after._after(played.name, played.trials.values())
        after = after.with_stamps(earned(game) | both, kept)
        new = len(after.stamps) - len(self.stamps)
        return replace(after, news=after.news._replace(stamps=new))

    def after_puzzle(self, puzzle: Puzzle, *, kept: bool) -> Self:
        """After the first try of *puzzle*."""
        return self._after(name_of_puzzle(puzzle), [trial_of(puzzle, kept)])

    def _after(self, of: int, made: Iterable[Trial]) -> Self:
        rungs = [it.rung for it in made]
        ladder = self.ladder.after(made)
        rose = ladder.reached if ladder.reached > self.ladder.reached else 0
        news = News(of, tuple(map(rungs.count, RUNGS)), rose)
        return replace(self, ladder=ladder, news=news)

    def solved_on(self, day: date) -> Self:
        """After the puzzle of that *day* was solved, on it or on the next one."""
        after = replace(self, streak=self.streak.after(day))
        return after.with_stamps({"week"}) if after.streak.days >= WEEK else after

    def after_lesson(self, number: int, step: int) -> Self:
        """After a *step* of the lesson of that *number*."""
        at = number - 1
        done = max(self.lessons[at], step)
        return replace(self, lessons=(*self.lessons[:at], done, *self.lessons[number:]))

    def with_stamps(self, keys: Iterable[str], game: GameKept | None = None) -> Self:
        """With the stamps of these *keys* that are new, but for those whose game is too long to be
        kept.
        """
        new = [StampKept(it.key, today(), game) for it in STAMPS if it.key in {*keys} - self.have]
        return next((it for it in self._with_stamps(new) if it.fits), self)

    def _with_stamps(self, new: list[StampKept]) -> Iterable[Self]:
        """With all of the *new* stamps, then with fewer."""
        return (replace(self, stamps=(*self.stamps, *new[at:])) for at in range(len(new) + 1))

    def seen_on(self, day: date) -> Self:
        """On a visit on *day*: after an earlier one it offers what there is."""
        if not self.today or self.today.day >= day:
            return self
        offered = Today(day, returned=True, went_on=self.left is not None)
        return replace(self, today=offered)

    def leave(self, played: Played) -> Self | None:
        """With a match as the game to go on with; None if it does not fit."""
        after = replace(self, left=GameLeft(played.game, played.aided))
        return after if after.fits else None

    @property
    def fits(self) -> bool:
        """Whether the cookie can keep it."""
        return len(self.text) <= LONGEST

    @cached_property
    def text(self) -> str:
        """All of it in letters of addresses; :meth:`read` reads it."""
        self.through(digits := Digits())
        return "~".join((digits.letters, *digits.own))

    @classmethod
    def read(cls, text: str) -> Self:
        """The honours that :attr:`text` wrote. Errors as in :class:`Codec`."""
        letters, *own = text.split("~")
        return cls().through(Digits(letters, own))

    def through(self, digits: Digits) -> Self:
        """The honours, written or read."""
        one, many, some, day = digits.one, digits.many, digits.some, digits.day
        squares = tuple(tuple(map(bool, some(it, 2, PLACES))) for it in self.ladder.squares)
        ladder = Ladder(squares, one(self.ladder.reached, 7))
        of, rose = one(self.news.of, NAMES), one(self.news.rose, 7)
        made = many(self.news.made, CELLS, len(RUNGS))
        news = News(of, made, rose, one(self.news.stamps, CODES))
        given = [STAMP_KEYS.index(it.key) for it in self.stamps]
        stamps = tuple(
            StampKept(
                STAMP_KEYS[number],
                day(kept.day),
                (kept.game or NO_GAME).through(digits) if one(kept.game is not None, 2) else None,
            )
            for number, kept in zip(
                some(given, CODES, len(STAMPS)), chain(self.stamps, repeat(NO_STAMP)), strict=False
            )
        )
        held = many([it in self.seats for it in SEATS], 2, len(SEATS))
        seats = frozenset(it for it, beaten in zip(SEATS, held, strict=True) if beaten)
        narrow, streak = one(self.narrow, CELLS + 1), self.streak
        counts = one(streak.days, COUNTS.stop), one(streak.earlier, COUNTS.stop)
        streak = Streak(counts[0], day(streak.last or FIRST_DAY) if counts[0] else None, counts[1])
        lessons, here, today = many(self.lessons, len(STEPS), len(LESSONS)), self.today, None
        if one(here is not None, 2):
            here = here or Today(FIRST_DAY)
            offered = many((here.returned, here.lesson, here.went_on), 8, 3)
            today = Today(day(here.day), bool(offered[0]), offered[1], bool(offered[2]))
        left = None
        if one(self.left is not None, 2):
            kept = self.left or GameLeft(NO_GAME)
            mask = one(sum(1 << ply for ply in kept.aided), 1 << CELLS)
            aided = frozenset(ply for ply in range(CELLS) if mask >> ply & 1)
            left = GameLeft(kept.game.through(digits), aided)
        return type(self)(ladder, news, stamps, seats, narrow, streak, lessons, today, left)


def name_of_puzzle(puzzle: Puzzle) -> int:
    """A checksum of its name."""
    return _checksum(puzzle.name)


def _checksum(text: str) -> int:
    return crc32(text.encode()) % NAMES


BEFORE = signed("puzzles", Codec[Streak](lambda _streak: "", Streak.from_cookie))
COOKIE = Cookie(
    "honours",
    signed_letters("honours", Codec[Honours](lambda honours: honours.text, Honours.read)),
)


def current_honours() -> Honours:
    """The honours in the cookie, or as this request made them; with the streak of an older cookie
    if there are none.
    """
    if found := COOKIE.value:
        return found
    if before := jar_here().text("puzzles"):
        with suppress(Unreadable):
            return Honours(streak=BEFORE.load(before))
    return Honours()


def told_if_unreadable() -> str:
    """The sentence for a browser whose cookie cannot be read, until others are kept; else empty."""
    return _(UNREADABLE) if COOKIE.text and COOKIE.value is None else ""


def keep(honours: Honours) -> None:
    """Let the response save *honours* if they changed; there are none without a cookie."""
    if honours != (COOKIE.value or Honours()):
        COOKIE.save(honours)
