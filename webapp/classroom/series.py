"""The class of a request: read from the store and changed there, and its puzzles as a series."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from flask import abort, g, request
from werkzeug.exceptions import NotFound

from ai.language import N_, _
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import Step
from webapp.board.parts import address
from webapp.classroom import names
from webapp.classroom.classroom import Classroom
from webapp.friend.seats import current_mark, holder_of, last_codes
from webapp.puzzles.progress import Progress, Result
from webapp.serving import limits
from webapp.serving.cookies import Codec
from webapp.serving.params import BadParameter, Fields, field
from webapp.serving.security import EMBED_PREFIX
from webapp.store.base import StoreAway
from webapp.store.things import Things

CLASSES = Things(
    Codec(lambda room: room.text, Classroom.from_text),
    names.CODE,
    is_spare=lambda room: room.ended,
    gone=N_("There's no class at this address. It may be over: classes are gone after a day."),
    prefix="class:",
)


def holder(room: Classroom) -> str:
    """The text that stands for this browser in the class; empty if it sent no cookie."""
    return holder_of(room.key, current_mark())


def look(code: str) -> Classroom:
    """The class of *code*. Whoever is not in it may not guess many.

    :raises NotFound: if there is none.
    :raises TooManyRequests: after too many wrong codes.
    """
    found = CLASSES.find(code)
    if not found:
        limits.count("guesses")
        abort(404, _(CLASSES.gone))
    room = found.thing
    if holder(room) not in room.teachers and not room.name_of(holder(room)):
        limits.count("guesses", 0)
    return room


@dataclass(frozen=True)
class ClassSeries:
    """The puzzles of the class of that *code*. Without one they are none."""

    code: str

    @classmethod
    def read(cls, query: Fields) -> "ClassSeries":
        """The series in the field `class`; raises BadParameter if that is no code."""
        text = field(query, "class")
        if not names.CODE.fullmatch(text):
            raise BadParameter(N_("“%(text)s” is no code of a class such as fern-42."), text=text)
        return cls(text)

    @property
    def query(self) -> dict[str, str]:
        return {"class": self.code}

    @property
    def address(self) -> str:
        return address("classroom.pupil", code=self.code)

    @property
    def room(self) -> Classroom | None:
        """The class, read once a request; None if it is gone, and in frames, which others see."""
        if "classroom" not in g:
            framed = request.path.startswith(EMBED_PREFIX)
            found = None if framed else CLASSES.find(self.code)
            g.classroom = found and found.thing
        room: Classroom | None = g.classroom
        return room

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        return self.room.puzzles if self.room else ()

    @property
    def animal(self) -> str:
        """The key of this pupil's name; empty for others."""
        return self.room.name_of(holder(self.room)) if self.room else ""

    @property
    def name(self) -> str:
        """The same in words."""
        return names.told(self.animal)

    def progress(self) -> Progress | None:
        """What this pupil did in the class; None for others."""
        room, animal = self.room, self.animal
        if not room or not animal:
            return None
        progress, pupil = Progress(), room.pupils[animal]
        for place, puzzle in enumerate(room.puzzles):
            progress = progress.with_state(puzzle, pupil.state(place))
        return progress

    def record(self, puzzle: Puzzle, worst: Result, solved: bool, steps: Sequence[Step]) -> None:
        """Keep what this pupil did, whose attempt has these *steps*; nothing of others, or if the
        class is gone.

        :raises StoreAway: if the store cannot be reached: the answer then does not count.
        """
        with suppress(NotFound):
            CLASSES.change(
                self.code, lambda room: room.record(holder(room), puzzle, worst, solved, steps)
            )


class Running(NamedTuple):
    """A class at work: its *code*, the *number* of this pupil's next puzzle, from 1, or None once
    all have a result, and the *address* of the pupil's page.
    """

    code: str
    number: int | None
    address: str


def running() -> Running | None:
    """The last class that this browser joined, if it still runs; None if the store is away. Only a
    browser whose cookie has the code of a class asks the store, once for each.
    """
    for code in filter(names.CODE.fullmatch, last_codes()):
        with suppress(NotFound, StoreAway):
            found = CLASSES.find(code)
            room = found and found.thing
            pupil = room and room.pupils.get(room.name_of(holder(room)))
            if room and pupil and not room.ended:
                number = None if pupil.next is None else pupil.next + 1
                return Running(code, number, ClassSeries(code).address)
    return None
