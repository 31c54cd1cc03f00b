"""Sets of puzzles by their address, such as `/puzzles?game=square&theme=fork,quiet&plies=3-7`, or
of chosen ones: `/puzzles?list=square-12,tic-tac-toe-4`; and those of lessons. All are series, as
others are.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, islice, product, starmap
from random import SystemRandom
from typing import Protocol, Self, runtime_checkable

from werkzeug.datastructures import MultiDict

from ai.language import N_, _, listed
from ai.puzzles import store
from ai.puzzles.puzzle import GRADES, REFLEXES, Puzzle, Theme
from ai.puzzles.solving import Step
from ai.rules import SQUARE, TIC_TAC_TOE, Game, game_for, remembering
from webapp.board.parts import address
from webapp.puzzles import words
from webapp.puzzles.progress import Progress, PuzzleState, Result
from webapp.serving.params import BadParameter, Fields, choice, number, seed

REFLEX = "reflex"
"""The name of both themes that are reflexes, together."""
ALL = "all"
"""The name of all games together. An address with a game is one of a set."""

PLIES = (1, 3, 5, 7, 9, 11)
EASIEST_FIRST, SHUFFLED = "easiest", "shuffled"
SHUFFLES = 10_000  # seeds that the form picks from
COUNTS = range(1, 101)
LONGEST = 24  # chosen puzzles, so that an address can be typed and a code of it scanned
FIELDS = ("game", "theme", "plies", "grade", "count", "list")
"""The fields of which each alone asks for a set."""


class Series(Protocol):
    """Puzzles in turn. An address of one of them has the fields of *query*, by which
    :data:`webapp.puzzles.address.READERS` finds the series again.
    """

    @property
    def query(self) -> dict[str, str]:
        """The fields that the address of a puzzle in it has, in a dictionary of their own."""

    @property
    def address(self) -> str:
        """The address of its page."""

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles, in their order."""


@runtime_checkable
class Recorded(Series, Protocol):
    """A series that keeps by itself what its solvers do, such as that of a class."""

    def progress(self) -> Progress | None:
        """What this solver did in it; None if it keeps nothing of this one."""

    def record(self, puzzle: Puzzle, worst: Result, solved: bool, steps: Sequence[Step]) -> None:
        """Keep what this solver did, as in :meth:`Progress.after`, in an attempt of *steps*."""


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of *game*, or of all, with one of the *themes* and with *plies* and *grades* in
    these ranges. Empty conditions let all pass. They stand by ascending grade and length, or
    shuffled by the *seed*. Of more than *count*, so many stay: evenly spread from the easiest to
    the hardest, or the first of the shuffled. The *listed* puzzles are a set of their own, in their
    order.
    """

    game: Game | None = None
    themes: tuple[Theme, ...] = ()
    plies: tuple[int, ...] = ()
    grades: tuple[int, ...] = ()
    seed: int | None = None
    count: int | None = None
    listed: tuple[Puzzle, ...] = ()

    @classmethod
    def read(cls, query: MultiDict[str, str]) -> Self:
        """The set in a *query*, in which a field may stand several times.

        :raises Refusal: if a field is wrong.
        """
        if "list" in query:
            return cls(listed=_listed(query))
        key = query.get("game") or ALL
        asked = ",".join(query.getlist("theme")).split(",")
        names = chain.from_iterable(REFLEXES if name == REFLEX else [name] for name in asked)
        themes = [choice({"theme": name}, "theme", [*Theme]) for name in names if name]
        return cls(
            None if key == ALL else game_for(key),
            tuple(theme for theme in Theme if theme in themes),
            _range(query, "plies", PLIES),
            _range(query, "grade", GRADES),
            _seed(query),
            number(query, "count", COUNTS) if query.get("count") else None,
        )

    @property
    def query(self) -> dict[str, str]:
        """The query of its address, each field once."""
        if self.listed:
            return {"list": ",".join(puzzle.name for puzzle in self.listed)}
        query = {"game": self.game.key if self.game else ALL, "theme": ",".join(self.themes)}
        for name, numbers in (("plies", self.plies), ("grade", self.grades)):
            query[name] = "-".join(map(str, dict.fromkeys((*numbers[:1], *numbers[-1:]))))
        for name, given in (("seed", self.seed), ("count", self.count)):
            query[name] = "" if given is None else str(given)
        return {name: text for name, text in query.items() if text}

    @property
    def address(self) -> str:
        """The address of its page."""
        return address("puzzles.index", **self.query)

    def address_from(self, first: int) -> str:
        """The address of its page with the list from the place *first* on."""
        place = {"from": f"{first}"} if first > 1 else {}
        return address("puzzles.index", **self.query, **place)

    def place(self, query: Fields) -> int:
        """The place in the field `from`, by default the first.

        :raises BadParameter: if the set has no such place.
        """
        last = max(len(self.puzzles), 1)
        try:
            return number(query, "from", range(1, last + 1), missing=1)
        except BadParameter as error:
            message = N_("This set ends with puzzle %(last)s: “from” can't be “%(text)s”.")
            raise BadParameter(message, last=last, text=query["from"]) from error

    @property
    def title(self) -> str:
        """The themes and the game."""
        if self.listed:
            return _("Chosen puzzles")
        names = ", ".join(_(words.THEMES[theme][0]) for theme in self.themes)
        game = _(self.game.name) if self.game else _("all games")
        return f"{names or _('Puzzles')} – {game}"

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles, in their order."""
        return self.listed or _puzzles(self)

    @property
    def nothing(self) -> str:
        """The sentence for a set without puzzles."""
        if self.game and not store.load(self.game):
            return _(store.NO_PUZZLES, game=_(self.game.name))
        return _("No puzzle is like this. Ask for less.")


@remembering(128)
def _puzzles(asked: PuzzleSet) -> tuple[Puzzle, ...]:
    found = store.chosen(asked.game, asked.themes, asked.plies, asked.grades)
    count = min(asked.count or len(found), len(found))
    if asked.seed is not None:
        return tuple(sorted(found, key=lambda puzzle: _place(puzzle, asked.seed))[:count])
    found.sort(key=lambda puzzle: puzzle.easiness)
    steps = max(count - 1, 1)
    return tuple(found[at * (len(found) - 1) // steps] for at in range(count))


def _place(puzzle: Puzzle, shuffled_by: int | None) -> bytes:
    """The place of *puzzle* in a shuffled set: a hash, the same in every release."""
    return blake2b(f"{shuffled_by} {puzzle.game.key} {puzzle.number}".encode()).digest()


def _listed(query: MultiDict[str, str]) -> tuple[Puzzle, ...]:
    """The puzzles that the field `list`, which may stand several times, names, each once.

    :raises Refusal: if one is unknown, or there are none or too many.
    """
    names = dict.fromkeys(re.findall("[^ ,]+", ",".join(query.getlist("list"))))
    if not 1 <= len(names) <= LONGEST:
        raise BadParameter(N_("A list has 1 to %(most)s puzzles, such as square-12."), most=LONGEST)
    return tuple(dict.fromkeys(map(_named, names)))


def _named(name: str) -> Puzzle:
    """The puzzle with that *name*, such as `square-12`."""
    key, _hyphen, text = name.rpartition("-")
    if not key:
        raise BadParameter(N_("“%(name)s” names no puzzle such as square-12."), name=name)
    return store.puzzle_numbered(game_for(key), number({"list": text}, "list"))


def _seed(query: MultiDict[str, str]) -> int | None:
    """The seed of a shuffled set; a new one if only the order asks for it."""
    if query.get("seed"):
        return seed(query)
    order = choice(query, "order", (EASIEST_FIRST, SHUFFLED), missing="")
    return SystemRandom().randrange(SHUFFLES) if order == SHUFFLED else None


def _range(query: MultiDict[str, str], name: str, possible: Sequence[int]) -> tuple[int, ...]:
    """The *possible* numbers in a field: `3` or `3-7`, or the field twice. An empty field leaves
    that end open; of two numbers either may come first.
    """
    texts = query.getlist(name) or [""]
    texts = texts[0].split("-", 1) if len(texts) == 1 else texts
    ends = [number({name: text}, name) if text else None for text in (texts[0], texts[-1])]
    if ends == [None, None]:
        return ()
    first = possible[0] if ends[0] is None else ends[0]
    last = possible[-1] if ends[1] is None else ends[1]
    if None not in ends:
        first, last = sorted((first, last))
    found = tuple(it for it in possible if first <= it <= last)
    if not found:
        message = N_("The field “%(name)s” takes %(possible)s, or a range such as 3-5.")
        raise BadParameter(message, name=name, possible=listed(map(str, possible), "or"))
    return found


# The puzzles of lessons: of one idea each, as stable as the numbers of puzzles.


def of_both(three: tuple[int, ...], square: tuple[int, ...]) -> tuple[tuple[Game, int], ...]:
    """Puzzles by their numbers: the first of tic-tac-toe and of Square, then the others."""
    parts = product([TIC_TAC_TOE], three), product([SQUARE], square)
    first = [*islice(parts[0], 1), *islice(parts[1], 1)]
    return (*first, *chain(*parts))


# The knowledge of earlier lessons alone finds at most half of the first moves of a lesson:
# tests/test_lessons.py. A puzzle stands in one lesson only.
NUMBERS: Mapping[str, tuple[tuple[Game, int], ...]] = {
    "lines": of_both((8,), (20, 23, 38, 43, 48, 87, 115)),
    "threats": of_both((139, 142, 144), (73, 131, 127, 133, 137, 138, 142, 152)),
    "forks": of_both((190, 192, 201), (139, 147, 185, 186, 283, 275, 285)),
    "quiet-moves": of_both((), (383, 441, 429, 436, 432, 549, 609, 612, 524, 540)),
    "values": of_both((193, 200, 206, 210), (173, 281, 293, 262, 290, 382, 300)),
    "search": of_both((), (430, 418, 536, 577, 567, 555, 561, 557, 562, 548, 721)),
    "first-moves": of_both((214,), (826, 827, 828, 829, 710)),
}
WANTED = 2
"""So many puzzles in a row, right at the first try, tick a lesson."""
LESSON_STEPS = 6
"""The steps of a lesson, of which the last are its first :data:`WANTED` puzzles."""


@dataclass(frozen=True)
class LessonSet:
    """The puzzles of the lesson of that *key*, which are met in turn."""

    key: str

    @property
    def number(self) -> int:
        """The place of the lesson on the path, from 1."""
        return [*NUMBERS].index(self.key) + 1

    @property
    def query(self) -> dict[str, str]:
        return {"lesson": self.key}

    @property
    def address(self) -> str:
        return address("learn.lesson", key=self.key)

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        return tuple(starmap(store.puzzle_numbered, NUMBERS[self.key]))

    def fresh(self, progress: Progress) -> Puzzle | None:
        """The first of which nothing is kept; None without one."""
        return next((it for it in self.puzzles if progress.kept(it) == PuzzleState()), None)

    def in_a_row(self, progress: Progress) -> int:
        """How many in a row were right at the first try: :data:`WANTED` once so many were, else the
        one before the fresh one, if it was.
        """
        # They once stood by their games: what was ticked so stays ticked.
        for puzzles in (sorted(self.puzzles, key=lambda it: it.game == SQUARE), self.puzzles):
            firsts = [progress.result(puzzle) is Result.FIRST for puzzle in puzzles]
            if any(all(firsts[at : at + WANTED]) for at in range(len(firsts) - WANTED + 1)):
                return WANTED
        at = self.puzzles.index(fresh) if (fresh := self.fresh(progress)) else 0
        return int(at > 0 and firsts[at - 1])

    def is_done(self, progress: Progress) -> bool:
        """Whether the lesson is ticked."""
        return self.in_a_row(progress) == WANTED
