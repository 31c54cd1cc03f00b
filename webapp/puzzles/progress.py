"""How a browser solved its puzzles.

The results stand in a signed cookie of their own. A sign stands for a puzzle, so the
cookie stays small whatever is tried, and no match can touch it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import IntEnum
from itertools import chain, product
from string import ascii_letters, digits
from typing import Any, NamedTuple, Self

from ai.puzzles.days import DAY, today
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules import GAMES, NAMED
from webapp.serving.cookies import Codec, Cookie, signed

OWN_GAMES = 4  # without a name, whose puzzles were tried last
SKIPPED = 12  # puzzles that were skipped last


class Result(IntEnum):
    """From best to worst: solved at the first try, after wrong ones, with a hint, or told."""

    FIRST, TRIES, HELPED, SHOWN = range(4)


class PuzzleState(NamedTuple):
    """The kept state of a puzzle: the *result* of its first end, if it had one; the *worst* that
    happened since its last one; and whether a result other than the first try was *mended* later,
    by solving it at the first try.
    """

    result: Result | None = None
    worst: Result = Result.FIRST
    mended: bool = False

    def after(self, worst: Result, solved: bool) -> "PuzzleState":
        """After a request that brings the attempt to *worst*, and perhaps to its end.

        The first end decides: a later one may only mend it, or improve a told answer to a solution
        after tries. A told answer is an end, and the next solution only repeats it. Before an end
        nothing is forgotten: neither by a fresh start nor by another address.
        """
        worst = max(self.worst, worst)
        told = worst is Result.SHOWN
        if not solved:
            return PuzzleState(
                worst if told and self.result is None else self.result, worst, self.mended
            )
        if self.result is None:
            return PuzzleState(worst)
        better = self.result is Result.SHOWN and not told
        mends = worst is Result.FIRST is not self.result
        return PuzzleState(Result.TRIES if better else self.result, mended=self.mended or mends)

    @property
    def missed(self) -> bool:
        """Whether it waits to be mended."""
        return bool(self.result) and not self.mended


STATES = tuple(PuzzleState(*state) for state in product((None, *Result), Result, (False, True)))
SIGNS = dict(zip(STATES, digits + ascii_letters, strict=False))
"""A sign for each state; that of an untried puzzle is 0."""
MEANINGS = {sign: state for state, sign in SIGNS.items()}
OLD = SIGNS[
    PuzzleState(Result.TRIES, mended=True)
]  # older cookies do not tell how puzzles were solved


@dataclass(frozen=True)
class Progress:
    """The puzzles *tried*, by the keys of games: a text each, whose sign at the place of a number
    stands for the state of that puzzle. *skipped* has the names of the puzzles that were skipped
    last.
    """

    tried: Mapping[str, str] = field(default_factory=dict)
    skipped: tuple[str, ...] = ()

    def kept(self, puzzle: Puzzle) -> PuzzleState:
        """The state of *puzzle*; untried if it is not stored, with the number 0."""
        signs = self.tried.get(puzzle.game.key, "")
        return MEANINGS[signs[puzzle.number - 1 : puzzle.number] or "0"]

    def result(self, puzzle: Puzzle) -> Result | None:
        """How *puzzle* was solved; None if it was not, and its answer was not told."""
        return self.kept(puzzle).result

    def has(self, puzzle: Puzzle) -> bool:
        """Whether *puzzle* is solved without the answer."""
        return self.result(puzzle) not in {None, Result.SHOWN}

    def count(self, puzzles: Iterable[Puzzle]) -> int:
        """How many of *puzzles* are solved."""
        return sum(map(self.has, puzzles))

    def next_after(self, puzzle: Puzzle, puzzles: tuple[Puzzle, ...]) -> Puzzle | None:
        """The first of *puzzles* after *puzzle* without a result, or from the start on; if none is
        left, the first one after it that was missed; None without any.
        """
        number = puzzle.number
        same = (at for at, it in enumerate(puzzles, 1) if it.number == number and it == puzzle)
        at = next(same, 0)
        untried = (it for it in puzzles[at:] + puzzles[:at] if self.result(it) is None)
        return next(chain(untried, (it for it in puzzles[at:] if self.kept(it).missed)), None)

    def with_state(self, puzzle: Puzzle, state: PuzzleState) -> Self:
        """With this state of a stored *puzzle*, whose game is the last one."""
        key, at = puzzle.game.key, puzzle.number
        signs = self.tried.get(key, "").ljust(at, "0")
        text = (signs[: at - 1] + SIGNS[state] + signs[at:]).rstrip("0")
        others = {other: it for other, it in self.tried.items() if other != key}
        return replace(self, tried={**others, key: text} if text else self.tried)

    @property
    def fitting(self) -> Self:
        """With the last :data:`OWN_GAMES` without a name: more might be too long for a cookie."""
        old = [key for key in self.tried if key not in NAMED][:-OWN_GAMES]
        return replace(self, tried={key: it for key, it in self.tried.items() if key not in old})

    def skip(self, puzzle: Puzzle) -> Self:
        """With *puzzle* as the one skipped last; as before if it can't be chosen to fit."""
        if puzzle.game.key not in GAMES:
            return self
        others = [name for name in self.skipped if name != puzzle.name]
        return replace(self, skipped=(*others, puzzle.name)[-SKIPPED:])

    def after(self, puzzle: Puzzle, worst: Result, solved: bool) -> Self:
        """After a request as in :meth:`PuzzleState.after`."""
        after = self.kept(puzzle).after(worst, solved)
        return self.with_state(puzzle, after).fitting if puzzle.number else self

    @property
    def cookie(self) -> dict[str, object]:
        """The progress as plain data; :meth:`from_cookie` reads it."""
        kept = {"tried": self.tried, "skipped": " ".join(self.skipped)}
        return {name: it for name, it in kept.items() if it}

    @classmethod
    def from_cookie(cls, data: Any) -> Self:
        """The progress that :attr:`cookie` wrote, or an older release: with the solved puzzles of a
        game as bits of a number. Puzzles that games of the house do not have are left out. Errors
        as in :class:`Codec`.
        """
        signs = data["tried"] if "tried" in data else _from_bits(data)
        tried = {
            key: text
            for key, kept in signs.items()
            if (text := kept[: len(load(NAMED[key])) if key in NAMED else None].rstrip("0"))
        }
        _states = [MEANINGS[sign] for text in tried.values() for sign in text]
        return cls(tried, tuple(data.get("skipped", "").split()))


CODEC = Codec(lambda progress: progress.cookie, Progress.from_cookie)
COOKIE = Cookie("puzzles", signed("puzzles", CODEC))


def _from_bits(data: Mapping[str, str]) -> dict[str, str]:
    """The signs of puzzles by games, from numbers in hexadecimal: bit *n* stands for puzzle *n*."""
    masks = {key: int(data[key], 16) >> 1 for key in GAMES if key in data}
    return {key: f"{mask:b}"[::-1].replace("1", OLD) for key, mask in masks.items()}


def day_counted(day: date | None) -> date:
    """The day for which a puzzle solved now counts. The puzzle of a *day* may have been begun
    before midnight: it counts for its day until the end of the next one, any other for today.
    """
    return day if day and day >= today() - DAY else today()


def current_progress() -> Progress:
    """The progress in the browser's cookie; none if it is missing or unreadable."""
    return COOKIE.value or Progress()
