"""Honours as a browser keeps them: the level, the stamps, the streak, lessons and the day."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property
from string import ascii_letters, digits
from typing import Any, NamedTuple, Self
from zlib import crc32

from ai.frozen import frozen
from ai.honours.level import Ladder
from ai.honours.stamps import SEATS, STAMPS, WEEK, GamePlayed, earned
from ai.honours.trials import RUNGS, Trial, trial_of, trials
from ai.opponents import OPPONENTS
from ai.puzzles.days import DAY, FIRST_DAY, today
from ai.puzzles.puzzle import Puzzle
from ai.rules import NAMED, Mark, Position, Record, game_for
from webapp.board.players import Players
from webapp.serving.cookies import (
    Codec,
    Cookie,
    Unreadable,
    jar_here,
    natural,
    signed,
    signed_letters,
)

COUNTS = range(1, 1_000_001)  # days of a streak
LONGEST = 440 - 35  # letters of the text; the signature takes the rest
LESSONS, STEPS = range(1, 8), range(7)
LETTERS = f"{ascii_letters}{digits}-_"
OWN = 63  # codes of games without a name go down from here; those of named games go up from 0
STAMP_LETTERS = {it.key: letter for it, letter in zip(STAMPS, ascii_letters, strict=False)}
BY_LETTER = {letter: key for key, letter in STAMP_LETTERS.items()}
"""The letters of the stamps, and the codes of games, stand in cookies: new ones come last."""


def written(number: int, width: int = 1) -> str:
    """A natural *number* in as many :data:`LETTERS` as it takes, at least *width*."""
    text = ""
    while number or len(text) < width:
        number, digit = divmod(number, len(LETTERS))
        text = LETTERS[digit] + text
    return text


def number_in(text: str) -> int:
    """The number that :func:`written` wrote.

    :raises ValueError: if *text* has another letter.
    """
    number = 0
    for letter in text:
        number = number * len(LETTERS) + LETTERS.index(letter)
    return number


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

    def text(self, own: list[str]) -> str:
        """The game in letters; :meth:`read` reads it. Games without a name are told by their place
        among the keys *own*, to which new ones are added.
        """
        if self.key not in NAMED and self.key not in own:
            own.append(self.key)
        code = [*NAMED].index(self.key) if self.key in NAMED else OWN - own.index(self.key)
        marks = 2 * (self.mark is Mark.O) + (self.first is Mark.O)
        packed = 1
        for cell in self.moves:
            packed = packed * 16 + cell
        who = ([*OPPONENTS].index(self.program) * 4 + marks) * 64 + code
        return written(who, 2) + written(packed)

    @classmethod
    def read(cls, text: str, own: list[str]) -> Self:
        """The game that :meth:`text` wrote. Errors as in :class:`Codec`."""
        who, code = divmod(number_in(text[:2]), 64)
        program, marks = divmod(who, 4)
        packed, moves = number_in(text[2:]), list[int]()
        while packed > 1:
            packed, cell = divmod(packed, 16)
            moves.insert(0, cell)
        key = [*NAMED][code] if code < len(NAMED) else own[OWN - code]
        me, first = Mark("XO"[marks // 2]), Mark("XO"[marks % 2])
        return cls(key, me, first, [*OPPONENTS][program], tuple(moves))


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
    def name(self) -> str:
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
    """A stamp by its *key*, earned on that *day*, by the last *game* it took if that was a game."""

    key: str
    day: date
    game: GameKept | None = None


class News(NamedTuple):
    """The last game or puzzle that counted, by a checksum *of* it: how many trials it *made* on
    each rung, and the level to which it *rose*, or 0.
    """

    of: str = "A"
    made: tuple[int, ...] = (0,) * len(RUNGS)
    rose: int = 0


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

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to forget."""
        return self == type(self)(today=self.today)

    def after_game(self, played: Played) -> Self:
        """After the end of a match, once: sent again it changes nothing."""
        record, kept = played.record, played.game
        if played.name == self.news.of:
            return self
        game = GamePlayed(record, kept.mark, kept.program, played.aided)
        seats = self.seats | {game.seat_beaten} - {""}
        left = None if self.left and self.left.game.record.is_prefix_of(record) else self.left
        after = replace(self, seats=seats, narrow=max(self.narrow, game.narrow), left=left)
        both = {"both-seats"} if len(seats) == len(SEATS) else set()
        return after._after(played.name, played.trials.values()).with_stamps(
            earned(game) | both, kept
        )

    def after_puzzle(self, puzzle: Puzzle, *, kept: bool) -> Self:
        """After the first try of *puzzle*."""
        return self._after(name_of_puzzle(puzzle), [trial_of(puzzle, kept)])

    def _after(self, of: str, made: Iterable[Trial]) -> Self:
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
        """With the stamps of these *keys* that are new; not with one whose game is too long to be
        kept.
        """
        new = [StampKept(it.key, today(), game) for it in STAMPS if it.key in {*keys} - self.have]
        return next((it for it in self._with_stamps(new) if it.fits), self)

    def _with_stamps(self, new: list[StampKept]) -> Iterable[Self]:
        """With all of the *new* stamps, then with fewer."""
        return (replace(self, stamps=(*self.stamps, *new[at:])) for at in range(len(new) + 1))

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
        own = list[str]()
        streak, here, left = self.streak, self.today, self.left
        marked = (f"1{''.join(f'{kept:d}' for kept in it)}" for it in self.ladder.squares)
        offered = 8 * here.went_on + here.lesson if here and here.returned else None
        fields = (
            f"{self.ladder.reached}{''.join(f'{int(it, 2):03x}' for it in marked)}",
            f"{self.news.rose}{''.join(map(written, self.news.made))}{self.news.of}",
            ".".join(
                STAMP_LETTERS[it.key] + _day(it.day) + (it.game.text(own) if it.game else "")
                for it in self.stamps
            ),
            written(sum(1 << at for at, it in enumerate(SEATS) if it in self.seats)),
            written(self.narrow),
            f"{written(streak.days)}.{written(streak.earlier)}.{_day(streak.last)}"
            if streak.last
            else "",
            "".join(map(str, self.lessons)),
            (_day(here.day) if here else "") + ("" if offered is None else written(offered)),
            written(sum(1 << ply for ply in left.aided), 3) + left.game.text(own) if left else "",
        )
        return "~".join((*fields, ".".join(own)))

    @classmethod
    def read(cls, text: str) -> Self:
        """The honours that :attr:`text` wrote. Errors as in :class:`Codec`."""
        level, news, stamps, seats, narrow, days, lessons, here, left, keys = text.split("~")
        own, squares = keys.split("."), [f"{int(it, 16):b}" for it in re.findall("...", level[1:])]
        streak, offered = days.split("."), number_in(here[2:])
        return cls(
            Ladder(tuple(tuple(sign == "1" for sign in it[1:]) for it in squares), int(level[0])),
            News(news[7:], tuple(map(number_in, news[1:7])), int(news[0])),
            tuple(
                StampKept(BY_LETTER[it[0]], _date(it[1:3]), _game(it[3:], own))
                for it in filter(None, stamps.split("."))
            ),
            frozenset(it for at, it in enumerate(SEATS) if number_in(seats) >> at & 1),
            number_in(narrow),
            Streak(number_in(streak[0]), _date(streak[2]), number_in(streak[1]))
            if days
            else NO_STREAK,
            tuple(map(int, lessons)),
            Today(_date(here[:2]), bool(here[2:]), offered % 8, offered > 7) if here else None,
            GameLeft(GameKept.read(left[3:], own), _plies(number_in(left[:3]))) if left else None,
        )


def name_of_puzzle(puzzle: Puzzle) -> str:
    """A checksum of its name."""
    return _checksum(puzzle.name)


def _plies(mask: int) -> frozenset[int]:
    return frozenset(ply for ply in range(16) if mask >> ply & 1)


def _game(text: str, own: list[str]) -> GameKept | None:
    return GameKept.read(text, own) if text else None


def _checksum(text: str) -> str:
    """Four letters."""
    return written(crc32(text.encode()) % len(LETTERS) ** 4, 4)


def _day(day: date) -> str:
    """Two letters; the last day that they can tell is in 2037."""
    return written(max(0, (day - FIRST_DAY).days), 2)


def _date(text: str) -> date:
    return FIRST_DAY + timedelta(days=number_in(text))


CODEC = Codec[Honours](lambda honours: honours.text, Honours.read)
BEFORE = signed("puzzles", Codec[Streak](lambda _streak: "", Streak.from_cookie))
COOKIE = Cookie("honours", signed_letters("honours", CODEC))


def current_honours() -> Honours:
    """The honours in the cookie, or as this request made them; with the streak of an older cookie
    if there are none.
    """
    found = COOKIE.value
    if not found:
        found = Honours()
        with suppress(Unreadable):
            found = Honours(streak=BEFORE.load(jar_here().text("puzzles")))
    return found


def keep(honours: Honours) -> None:
    """Let the response save *honours* if they changed."""
    if honours != COOKIE.value:
        COOKIE.save(honours)
