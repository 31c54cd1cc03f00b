"""A class at work on a few puzzles, as text for the store. It knows no requests and no words."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from werkzeug.datastructures import MultiDict

from ai.messages import N_
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import Step
from webapp.classroom.names import ANIMALS
from webapp.puzzles.progress import MEANINGS, SIGNS, PuzzleState, Result
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.errors import SiteRefusal

MOST_PUPILS = len(ANIMALS)
MOST_PUZZLES = 12
ENDED = N_("This class has ended.")
NONE, RIGHT = ".", "="  # for a puzzle that was not tried, and for a right first cell


class ClassEnded(SiteRefusal):
    """The class has ended, and what it has stays."""

    status = 410


class Pupil(NamedTuple):
    """What the browser of *holder* did: for each puzzle the sign of its state, as in
    :data:`webapp.puzzles.progress.SIGNS`; its first cell as a hexadecimal digit if it was wrong,
    else :data:`RIGHT`, or :data:`NONE` before; and how many cells of an attempt were *wrong* until
    its first end, at most 9.
    """

    holder: str
    signs: str
    firsts: str
    wrong: str

    def state(self, place: int) -> PuzzleState:
        """What is kept of the puzzle at *place*, from 0."""
        return MEANINGS[self.signs[place]]

    def has(self, place: int) -> bool:
        """Whether it is solved without the answer."""
        return self.state(place).result not in {None, Result.SHOWN}

    def is_at(self, place: int) -> bool:
        """Whether it was begun, and has no result yet."""
        state = self.state(place)
        return state.result is None and (self.firsts[place] != NONE or state != PuzzleState())

    @property
    def next(self) -> int | None:
        """The place of the puzzle to go on with: the first that was begun, else the first without a
        result; None once all have one.
        """
        left = [at for at in range(len(self.signs)) if self.state(at).result is None]
        return next(filter(self.is_at, left), next(iter(left), None))

    @property
    def solved(self) -> int:
        """How many it has."""
        return sum(map(self.has, range(len(self.signs))))

    def hardest(self, puzzles: Sequence[Puzzle]) -> int | None:
        """The place of the puzzle that took most, None before the first try. One without a solution
        comes before one with a hint, and that before the one with most wrong cells; of several the
        one of *puzzles* that beginners fail most often.
        """

        def taken(at: int) -> tuple[bool, int, str, float]:
            result = self.state(at).result or 0
            return not self.has(at), result, self.wrong[at], puzzles[at].difficulty

        tried = [
            at for at in range(len(puzzles)) if self.state(at) != PuzzleState() or self.is_at(at)
        ]
        return max(tried, key=taken, default=None)

    def after(self, place: int, worst: Result, solved: bool, steps: Sequence[Step]) -> "Pupil":
        """After a request as in :meth:`PuzzleState.after`, whose attempt has these *steps*. The
        first cell stays the first. Of the attempts before an end that with most wrong ones counts.
        """
        was = self.state(place)
        cells = [RIGHT if it.is_right else f"{it.answer:x}" for it in steps]
        first = self.firsts[place] if self.firsts[place] != NONE else next(iter(cells), NONE)
        wrong = min(len(cells) - cells.count(RIGHT), 9) if was.result is None else 0
        sign = SIGNS[was.after(worst, solved)]
        texts = zip(self[1:], (sign, first, max(self.wrong[place], f"{wrong}")), strict=True)
        return Pupil(self.holder, *(it[:place] + now + it[place + 1 :] for it, now in texts))


class WallColumn(NamedTuple):
    """A puzzle on the wall: how many of all *have* it, how many are at it *now*, how many have
    *tried* it, how many of these *tripped*, by a wrong cell at first, and the one that most of
    them, *often* so many and at least two, tried; None without one.
    """

    puzzle: Puzzle
    have: int
    now: int
    tried: int
    tripped: int
    cell: int | None
    often: int


@dataclass(frozen=True)
class Classroom:
    """A class of the browsers *teachers*, of one person. The random *key* tells it from a later
    one of the same code. Its *pupils* stand by their animals, in the order of joining; those who
    joined in an older release may have numbers. While it has *ended* it takes no more pupils and
    results.
    """

    key: str
    teachers: tuple[str, ...]
    title: str
    chosen: PuzzleSet
    pupils: Mapping[str, Pupil] = field(default_factory=dict)
    ended: bool = False

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles, in their order."""
        return self.chosen.puzzles

    def name_of(self, holder: str) -> str:
        """The name of the pupil whose browser is *holder*; empty if it is nobody's."""
        return next((name for name, it in self.pupils.items() if it.holder == holder), "")

    def columns(self) -> list[WallColumn]:
        """The puzzles on the wall."""
        found, all_of = [], self.pupils.values()
        for place, puzzle in enumerate(self.puzzles):
            firsts = Counter(it.firsts[place] for it in all_of if it.firsts[place] != NONE)
            tried, right = firsts.total(), firsts.pop(RIGHT, 0)
            cell, often = max(firsts.items(), key=lambda it: (it[1], it[0]), default=("", 0))
            have, now = sum(it.has(place) for it in all_of), sum(it.is_at(place) for it in all_of)
            failed = int(cell, 16) if often > 1 else None
            found.append(WallColumn(puzzle, have, now, tried, tried - right, failed, often))
        return found

    @property
    def finished(self) -> int:
        """How many pupils have all puzzles."""
        return sum(it.solved == len(self.puzzles) for it in self.pupils.values())

    # Changes. Each returns another class, and ends as it did if it comes again.

    def join(self, holder: str) -> Self:
        """With the browser *holder* as the first animal that is free.

        :raises ClassEnded: if it has ended.
        :raises SiteRefusal: if it is full.
        """
        if self.name_of(holder):
            return self
        if self.ended:
            raise ClassEnded(ENDED)
        if len(self.pupils) >= MOST_PUPILS:
            raise SiteRefusal(N_("This class is full: %(most)s are here."), most=MOST_PUPILS)
        name, count = next(it for it in ANIMALS if it not in self.pupils), len(self.puzzles)
        pupil = Pupil(holder, SIGNS[PuzzleState()] * count, NONE * count, "0" * count)
        return replace(self, pupils={**self.pupils, name: pupil})

    def record(
        self, holder: str, puzzle: Puzzle, worst: Result, solved: bool, steps: Sequence[Step]
    ) -> Self:
        """As :meth:`Pupil.after` for *holder*. Nothing changes for others, or after the end."""
        name = self.name_of(holder)
        if self.ended or not name or puzzle not in self.puzzles:
            return self
        after = self.pupils[name].after(self.puzzles.index(puzzle), worst, solved, steps)
        return replace(self, pupils={**self.pupils, name: after})

    def without(self, name: str) -> Self:
        """Without the pupil of that *name*, who may join again; raises ClassEnded after the end."""
        if self.ended:
            raise ClassEnded(ENDED)
        return replace(self, pupils={it: was for it, was in self.pupils.items() if it != name})

    # Its text.

    @property
    def text(self) -> str:
        """The class as text; :meth:`from_text` reads it."""
        data = {**vars(self), "chosen": self.chosen.query["list"]}
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The class of a :attr:`text` from the store."""
        data = json.loads(text)
        pupils = {name: Pupil(*it) for name, it in data["pupils"].items()}
        chosen = PuzzleSet.read(MultiDict({"list": data["chosen"]}))
        teachers = tuple(data["teachers"])
        return cls(**{**data, "teachers": teachers, "pupils": pupils, "chosen": chosen})
