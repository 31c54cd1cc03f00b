"""The law of requests that race for a game between friends, for every kind of store.

A module of tests imports it, and has a fixture `place`, as with `tests/store_laws.py`.
"""

import json
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import permutations
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from itsdangerous import URLSafeTimedSerializer

from tests.model import name
from tests.reference import Board, after, empty_board, moves, other, result
from tests.store_laws import Place, racer
from webapp.friend.seats import holder_of
from webapp.friend.store import GameStore

PROCESSES = 3
SOON = 0.002  # seconds until the processes begin at once
STEPS = 12  # of a link
DONE, FORBIDDEN, CONFLICT = 303, 403, 409
GAME = "tic-tac-toe"

visitors = st.integers(0, PROCESSES - 1)
marks = st.sampled_from("XO")
cells = st.integers(0, 8)


class Request(NamedTuple):
    """Something that *visitor* does on a page that shows *ply* of game *number*."""

    visitor: int
    action: str
    ply: int
    number: int
    cell: int


requests = st.builds(
    Request,
    visitors,
    st.sampled_from(["join", "moves", "rematch", "leave"]),
    st.integers(0, 9),
    st.integers(1, 3),
    cells,
)


class State(NamedTuple):
    """A game, in the terms of these tests. *seats* has the visitors who play X and O, or None."""

    board: Board
    seats: tuple[int | None, int | None]
    made: tuple[int, ...] = ()
    score: tuple[int, ...] = (0, 0, 0)
    asked: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    number: int = 1
    version: int = 1

    @property
    def mover(self) -> int | None:
        """The visitor who is to move."""
        return self.seats["XO".index(self.board.mover)]

    @property
    def first(self) -> str:
        """The mark that began."""
        return self.board.mover if len(self.made) % 2 == 0 else other(self.board.mover)

    def after(self, request: Request) -> "tuple[int, State]":
        """The status of the answer to *request*, if no other came meanwhile, and the next state.
        A version is a change.
        """
        status, state = self._after(request)
        return status, state._replace(version=self.version + (state != self))

    def _after(self, request: Request) -> "tuple[int, State]":
        visitor, action, *_ = request
        if visitor not in self.seats:
            if action not in {"join", "moves"}:
                return FORBIDDEN, self
            if None not in self.seats:
                return CONFLICT if action == "join" else FORBIDDEN, self
            x, o = (visitor if seat is None else seat for seat in self.seats)
            joined = self._replace(seats=(x, o))
            if action == "join" or joined.mover != visitor:
                return DONE, joined
            status, moved = joined._after(request)
            return status, moved if status == DONE else self
        mark = "XO"[self.seats.index(visitor)]
        back = self._replace(left=self.left - {mark})
        if action == "join":
            return DONE, back
        if action == "leave":
            return DONE, self._replace(left=self.left | {mark}, asked=self.asked - {mark})
        if action == "rematch" and request.number < self.number:
            return DONE, self  # it is sent again
        if request.number != self.number:
            return CONFLICT, self
        if action == "rematch":
            return back._asked(mark) if result(self.board) else (CONFLICT, self)
        mover = self.first if request.ply % 2 == 0 else other(self.first)
        if self.made[request.ply : request.ply + 1] == (request.cell,) and mark == mover:
            return DONE, self  # it is sent again
        if (
            request.ply != len(self.made)
            or mark != self.board.mover
            or result(self.board)
            or request.cell not in moves(self.board)
        ):
            return CONFLICT, self
        cell = request.cell
        return DONE, back._replace(board=after(self.board, cell), made=(*self.made, cell))

    def _asked(self, mark: str) -> "tuple[int, State]":
        """After the wish of *mark* for a rematch: with both sides' wishes it begins."""
        if other(mark) not in self.asked:
            return DONE, self._replace(asked=self.asked | {mark})
        x_wins, draws, o_wins = (
            count + (result(self.board) == won)
            for count, won in zip(self.score, ("X", "tie", "O"), strict=True)
        )
        return DONE, State(
            empty_board(self.board.game, self.first),
            self.seats[::-1],
            score=(o_wins, draws, x_wins),
            number=self.number + 1,
            version=self.version,
        )


class Processes:
    """Processes with an application each, all at *place*, and the *cookies* of as many visitors.
    The first page gives them: no later answer needs to arrive.
    """

    def __init__(self, place: Place, stack: ExitStack) -> None:
        self.running = [stack.enter_context(racer(place, "requests")) for _ in range(PROCESSES)]
        self.cookies = [""] * PROCESSES
        answers = self.ask([("/with", None, visitor) for visitor in range(PROCESSES)])
        self.cookies = [cookie.partition(";")[0] for _, _, cookie in answers]

    def ask(
        self, requests: Sequence[tuple[str, dict[str, Any] | None, int]]
    ) -> list[tuple[Any, ...]]:
        """The status, location and cookie of the answer to each of *requests*, all sent at once: a
        path, a form, None for a page, and a visitor.
        """
        begin = time.monotonic() + SOON
        asked = self.running[: len(requests)]
        for process, (path, form, visitor) in zip(asked, requests, strict=True):
            sent = json.dumps([begin, path, form, self.cookies[visitor]])
            print(sent, file=process.stdin, flush=True)
        return [json.loads(process.stdout.readline()) for process in asked if process.stdout]

    def holder(self, code: str, visitor: int | None) -> str:
        """The text that stands for *visitor* in the store; empty for nobody."""
        if visitor is None:
            return ""
        cookie = self.cookies[visitor].partition("=")[2]
        _, text = URLSafeTimedSerializer("any").loads_unsafe(cookie)
        return holder_of(code, text.split()[0])


class Races(RuleBasedStateMachine):
    """Requests at once, and what the answers and the store say of them."""

    processes: Processes
    store: GameStore

    @initialize(visitor=visitors, side=marks, first=marks, once=st.uuids())
    def invite(self, visitor: int, side: str, first: str, once: UUID) -> None:
        """Start a game. The form comes once to each process."""
        form = {"game": GAME, "first": first.lower(), "side": side.lower(), "once": f"{once}"}
        before = self.store.count()
        answers = self.processes.ask([("/with", form, visitor)] * PROCESSES)
        self.path: str
        (self.path,) = {path for status, path, _ in answers if status == DONE}
        assert self.store.count() <= before + 1
        seats = (visitor, None) if side == "X" else (None, visitor)
        self.state = State(empty_board(GAME, first), seats)

    @rule()
    def all_join(self) -> None:
        """All want the free seat, or come back."""
        self.race(*(self.request(visitor, "join") for visitor in range(PROCESSES)))

    @rule(cells=st.lists(cells, min_size=2, max_size=3))
    def move_in_several_tabs(self, cells: list[int]) -> None:
        """The same move twice, or others at the same ply."""
        self.race(*(self.request(self.state.mover, "moves", cell) for cell in cells))

    @rule(visitor=visitors, action=st.sampled_from(["leave", "join"]), cell=cells)
    def move_and_leave(self, visitor: int, action: str, cell: int) -> None:
        """One moves, and leaves in another tab, while somebody leaves or comes."""
        mover = self.state.mover
        self.race(
            self.request(mover, "moves", cell),
            self.request(visitor, action),
            self.request(mover, "leave"),
        )

    @rule(visitor=visitors)
    def leave_and_join(self, visitor: int) -> None:
        """One leaves while the others come."""
        others = {*range(PROCESSES)} - {visitor}
        self.race(self.request(visitor, "leave"), *(self.request(one, "join") for one in others))

    @precondition(lambda self: None not in self.state.seats)
    @rule(cells=st.permutations(range(9)))
    def play_on(self, cells: list[int]) -> None:
        """The players move in turn up to the end."""
        for cell in cells:
            if not result(self.state.board) and cell in moves(self.state.board):
                self.race(self.request(self.state.mover, "moves", cell))

    @precondition(lambda self: None not in self.state.seats)
    @rule(
        cells=st.permutations(range(9)),
        third=st.sampled_from(["rematch", "leave", "join", "moves"]),
        visitor=visitors,
    )
    def play_on_and_again(self, cells: list[int], third: str, visitor: int) -> None:
        """Both ask for the next game, while something else comes in between."""
        self.play_on(cells)
        x, o = self.state.seats
        self.race(
            self.request(x, "rematch"), self.request(o, "rematch"), self.request(visitor, third)
        )

    @rule(asked=st.lists(requests, min_size=1, max_size=PROCESSES))
    def anything(self, asked: list[Request]) -> None:
        """Pages may be out of date."""
        self.race(*asked)

    @rule(asked=requests)
    def lose_an_answer(self, asked: Request) -> None:
        """Sent again, it counts once."""
        self.race(asked, times=2)

    def request(self, visitor: int | None, action: str, cell: int = 0) -> Request:
        """A request of *visitor*, or of the first if that is nobody, from a page of now."""
        return Request(visitor or 0, action, len(self.state.made), self.state.number, cell)

    def race(self, *requests: Request, times: int = 1) -> None:
        """Send *requests* at once, and all of them so many *times*. Each counts once: in some order
        they explain the last answers and what is kept.
        """
        asked = [
            (f"{self.path}/{action}", {"cell": cell, "ply": ply, "number": number}, visitor)
            for visitor, action, ply, number, cell in requests
        ]
        answers = [self.processes.ask(asked) for _ in range(times)][-1]
        kept = self.store.read(self.code)
        assert kept
        found = [status for status, *_ in answers], json.loads(kept.text), kept.version
        wanted = []
        for order in permutations(range(len(requests))):
            state, statuses = self.state, [0] * len(requests)
            for at in order:
                statuses[at], state = state.after(requests[at])
            wanted.append((statuses, self.text(state), state.version))
            if found == wanted[-1]:
                self.state = state
                return
        raise AssertionError(f"{requests} lead to {found}, and in no order to it: {wanted}")

    @property
    def code(self) -> str:
        """The code of the game."""
        return self.path.rpartition("/")[2]

    def text(self, state: State) -> dict[str, Any]:
        """What should be kept of *state*."""
        x, o = (self.processes.holder(self.code, seat) for seat in state.seats)
        return {
            "game": GAME,
            "first": state.first,
            "moves": "".join(name(GAME, cell) for cell in state.made),
            "x": x,
            "o": o,
            "score": [*state.score],
            "rematch": sorted(state.asked),
            "left": sorted(state.left),
            "number": state.number,
            "moved": [0, 0],
        }


@pytest.mark.long
def test_requests_that_race_count_one_after_the_other(place: Place) -> None:
    """So one of those who want a seat gets it; a move that is answered with success is in the game,
    once and in its place; of two moves at one ply one counts; both wishes for a rematch make one
    new game with sides swapped; and the version counts the changes.
    """

    class Here(Races):
        pass

    with ExitStack() as stack:
        Here.processes = Processes(place, stack)
        Here.store = stack.enter_context(closing(place.open()))
        run_state_machine_as_test(Here, settings=settings(stateful_step_count=STEPS))
