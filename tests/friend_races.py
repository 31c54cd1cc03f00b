"""The law of requests that race for a game between friends, for every kind of store.

A module of tests imports it, and has a fixture `place`, as with `tests/store_laws.py`.
"""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple
from uuid import uuid4

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

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import IllegalMove, Mark
from tests.store_laws import Place, racer
from webapp.friend.game import FriendGame, NoSeat
from webapp.friend.page import GUEST
from webapp.friend.seats import holder_of
from webapp.friend.store import GameStore
from webapp.match.match import MatchError

PROCESSES = 3
SOON = 0.002  # seconds until the processes begin at once
STEPS = 12  # of a link
DONE, FORBIDDEN, CONFLICT = 303, 403, 409

visitors = st.integers(0, PROCESSES - 1)
marks = st.sampled_from(Mark)
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


def after(
    game: FriendGame, holder: str, request: Request, *, guest: bool
) -> tuple[int, FriendGame]:
    """The status of the answer to *request* of *holder*, from the page of a *guest* or not, if no
    other came meanwhile, and the game after it. `tests/test_friend_game.py` has the laws of the
    game itself.
    """
    move = (request.cell, request.ply, request.number)
    actions: dict[str, Callable[[], FriendGame]] = {
        "join": partial(game.join, holder),
        "moves": partial(game.play, holder, *move, guest=guest),
        "rematch": partial(game.ask_rematch, holder, request.number),
        "leave": partial(game.leave, holder),
    }
    try:
        return DONE, actions[request.action]()
    except NoSeat:
        return FORBIDDEN, game
    except (IllegalMove, MatchError):
        return CONFLICT, game


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

    def holder(self, code: str, visitor: int) -> str:
        """The text that stands for *visitor* in the store."""
        cookie = self.cookies[visitor].partition("=")[2]
        _, text = URLSafeTimedSerializer("any").loads_unsafe(cookie)
        return holder_of(code, text.split()[0])


class Races(RuleBasedStateMachine):
    """Requests at once, and what the answers and the store say of them."""

    processes: Processes
    store: GameStore

    @initialize(visitor=visitors, side=marks, first=marks)
    def invite(self, visitor: int, side: Mark, first: Mark) -> None:
        """Start a game. The form comes once to each process."""
        form = {"game": TIC_TAC_TOE.key, "first": first.lower(), "side": side.lower()}
        before, once = self.store.count(), uuid4()  # drawn anew where an example is run again
        answers = self.processes.ask([("/with", form | {"once": f"{once}"}, visitor)] * PROCESSES)
        self.path: str
        (self.path,) = {path for status, path, _ in answers if status == DONE}
        assert self.store.count() <= before + 1
        code = self.path.rpartition("/")[2]
        self.holders = [self.processes.holder(code, one) for one in range(PROCESSES)]
        self.game = FriendGame.new(TIC_TAC_TOE, first, side, self.holders[visitor])
        self.version = 1

    @rule()
    def all_join(self) -> None:
        """All want the free seat, or come back."""
        self.race(*(self.request(visitor, "join") for visitor in range(PROCESSES)))

    @rule(cells=st.lists(cells, min_size=2, max_size=3))
    def move_in_several_tabs(self, cells: list[int]) -> None:
        """The same move twice, or others at the same ply."""
        self.race(*(self.request(self.mover, "moves", cell) for cell in cells))

    @rule(visitor=visitors, action=st.sampled_from(["leave", "join"]), cell=cells)
    def move_and_leave(self, visitor: int, action: str, cell: int) -> None:
        """One moves, and leaves in another tab, while somebody leaves or comes."""
        self.race(
            self.request(self.mover, "moves", cell),
            self.request(visitor, action),
            self.request(self.mover, "leave"),
        )

    @rule(visitor=visitors)
    def leave_and_join(self, visitor: int) -> None:
        """One leaves while the others come."""
        others = {*range(PROCESSES)} - {visitor}
        self.race(self.request(visitor, "leave"), *(self.request(one, "join") for one in others))

    @precondition(lambda self: not self.game.free)
    @rule(cells=st.permutations(range(9)))
    def play_on(self, cells: list[int]) -> None:
        """The players move in turn up to the end."""
        for cell in cells:
            if not self.game.is_over and cell in self.game.position.empty_cells:
                self.race(self.request(self.mover, "moves", cell))

    @precondition(lambda self: not self.game.free)
    @rule(
        cells=st.permutations(range(9)),
        third=st.sampled_from(["rematch", "leave", "join", "moves"]),
        visitor=visitors,
    )
    def play_on_and_again(self, cells: list[int], third: str, visitor: int) -> None:
        """Both ask for the next game, while something else comes in between."""
        self.play_on(cells)
        players = map(self.holders.index, (self.game.x, self.game.o))
        both = [self.request(player, "rematch") for player in players]
        self.race(*both, self.request(visitor, third))

    @rule(asked=st.lists(requests, min_size=1, max_size=PROCESSES))
    def anything(self, asked: list[Request]) -> None:
        """Pages may be out of date."""
        self.race(*asked)

    @rule(asked=requests)
    def lose_an_answer(self, asked: Request) -> None:
        """Sent again, it counts once."""
        self.race(asked, times=2)

    @property
    def mover(self) -> int:
        """The visitor to move; the first one while that seat is free."""
        holder = self.game.holder(self.game.position.to_move)
        return self.holders.index(holder) if holder else 0

    def request(self, visitor: int, action: str, cell: int = 0) -> Request:
        """A request of *visitor*, from a page of now."""
        return Request(visitor, action, self.game.record.ply, self.game.number, cell)

    def race(self, *requests: Request, times: int = 1) -> None:
        """Send *requests* at once, and all of them so many *times*. Each counts once: in some order
        they explain the last answers and what is kept.
        """
        asked, holders = [], [self.holders[request.visitor] for request in requests]
        guests = [not self.game.mark_of(holder) for holder in holders]
        for guest, (visitor, action, ply, number, cell) in zip(guests, requests, strict=True):
            form = {"cell": cell, "ply": ply, "number": number, "me": GUEST if guest else ""}
            asked.append((f"{self.path}/{action}", form, visitor))
        answers = [self.processes.ask(asked) for _ in range(times)][-1]
        kept = self.store.read(self.path.rpartition("/")[2])
        assert kept
        found = [status for status, *_ in answers], kept.text, kept.version
        wanted = []
        for order in permutations(range(len(requests))):
            game, version, statuses = self.game, self.version, [0] * len(requests)
            for at in order:
                before = game
                statuses[at], game = after(game, holders[at], requests[at], guest=guests[at])
                version += game != before
            wanted.append((statuses, game.text, version))
            if found == wanted[-1]:
                self.game, self.version = game, version
                return
        raise AssertionError(f"{requests} lead to {found}, and in no order to it: {wanted}")


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
