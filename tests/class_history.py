"""A class at work by random acts, and what a model says of it."""

from dataclasses import dataclass, field

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import strategies as st

from tests.browser import cookie_of
from tests.classes import begin, browser, kept, solve, wrong_answers
from webapp.classroom.series import Running, holder, running

Act = tuple[str, int, int, int, bool]
"""What happens, to which of three browsers; for a try, at which puzzle, after how many wrong cells,
and whether it is solved.
"""
ACTS = st.lists(
    st.tuples(
        st.sampled_from(["try"] * 8 + ["join"] * 2 + ["end", "reopen", "remove"]),
        *(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.booleans()),
    ),
    min_size=4,
    max_size=8,
)


@dataclass
class Course:
    """How far a pupil is with a puzzle: the *result* of its first end, as the teacher reads it, and
    the most *wrong* cells of an attempt before it.
    """

    result: str = ""
    wrong: int = 0

    def after(self, wrong: int, *, solves: bool) -> None:
        if not self.result:
            self.wrong = max(self.wrong, wrong)
            told = f"at try {self.wrong + 1}" if self.wrong else "at the first try"
            self.result = told if solves else ""


@dataclass
class Member:
    """A browser; its *courses* while it is in the class; and the places of the puzzles that it
    *solved*, in the class or not.
    """

    client: FlaskClient
    courses: list[Course] = field(default_factory=list)
    solved: set[int] = field(default_factory=set)

    @property
    def following(self) -> int | None:
        """The place of the puzzle to go on with."""
        left = [at for at, it in enumerate(self.courses) if not it.result]
        return next(iter([at for at in left if self.courses[at].wrong] or left), None)

    def words(self, *, ended: bool) -> list[str]:
        """The words of each puzzle in the teacher's table."""
        found = []
        for place, it in enumerate(self.courses):
            at_work = f"at work, {it.wrong} wrong so far" if it.wrong else ""
            now = at_work or ("next" if place == self.following else "")
            found.append(it.result or ("" if ended else now) or "open")
        return found


class History:
    """A class of three puzzles with its teacher and three browsers, of which two join before the
    *acts*; *here* are its pupils, in the order of joining.
    """

    def __init__(self, app: Flask, acts: list[Act]) -> None:
        self.app, self.teacher, self.ended = app, browser(app), False
        self.code = begin(self.teacher)
        self.puzzles = kept(app, self.code).puzzles
        self.everyone = [Member(browser(app)) for _ in range(3)]
        self.here: list[Member] = []
        for number in range(2):
            self._join(self.everyone[number])
        for act in acts:
            self.act(act)

    def act(self, act: Act) -> None:
        """Let it happen on the site and in the model."""
        kind, number, place, wrong, solves = act
        member = self.everyone[number]
        if kind == "join":
            self._join(member)
        elif kind == "remove":
            self._remove(member)
        elif kind == "try":
            self._try(member, place, wrong, solves=solves)
        else:
            assert self.teacher.post(f"/class/{self.code}/{kind}").status_code == 303
            self.ended = kind == "end"

    def _join(self, member: Member) -> None:
        refused = self.ended and member not in self.here
        answer = member.client.post(f"/c/{self.code}")
        assert answer.status_code == (410 if refused else 303)
        if not refused and member not in self.here:
            member.courses = [Course() for _ in self.puzzles]
            self.here.append(member)

    def _remove(self, member: Member) -> None:
        name = self.name(member) or "nobody"
        answer = self.teacher.post(f"/class/{self.code}/without/{name}")
        assert answer.status_code == (410 if self.ended else 303)
        if member in self.here and not self.ended:
            self.here.remove(member)
            member.courses = []

    def _try(self, member: Member, place: int, wrong: int, solves: bool) -> None:
        cells, path = wrong_answers(self.puzzles[place])[:wrong], self.path(place)
        for cell in cells:
            path = member.client.post(path, data={"cell": cell}).headers["Location"]
        if solves:
            solve(member.client, path)
            member.solved.add(place)
        if member in self.here and not self.ended:
            member.courses[place].after(len(cells), solves=solves)

    def path(self, place: int) -> str:
        """The address of the puzzle at *place* in the class."""
        puzzle = self.puzzles[place]
        return f"/puzzles/{puzzle.game.key}/{puzzle.number}?class={self.code}"

    def name(self, member: Member) -> str:
        """The key of its animal; empty if it is not in the class."""
        room = kept(self.app, self.code)
        with self.app.test_request_context(headers=_seat(member)):
            return room.name_of(holder(room))

    def running(self, member: Member) -> Running | None:
        """The class to go on with in its browser."""
        with self.app.test_request_context(headers=_seat(member)):
            return running()


def _seat(member: Member) -> dict[str, str]:
    return {"Cookie": f"seat={cookie_of(member.client, 'seat')}"}
