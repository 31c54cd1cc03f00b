"""The law of requests that race for a game between friends, for every kind of store.

A module of tests imports it, and has a fixture `place`, as with `tests/store_laws.py`.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, permutations, product
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
from tests.races import answer, racers
from tests.store_laws import Place
from webapp.friend.game import FriendGame, NoSeat
from webapp.friend.page import GUEST
from webapp.friend.seats import holder_of
from webapp.friend.store import GameStore
from webapp.serving.errors import SiteRefusal

PROCESSES = 3
SOON = 0.002  # seconds until the processes begin at once
STEPS = 12  # of a link
DONE, FORBIDDEN, CONFLICT = 303, 403, 409

Form = dict[str, Any]

visitors = st.integers(0, PROCESSES - 1)
marks = st.sampled_from(Mark)
cells = st.integers(0, 8)


class Request(NamedTuple):
    """Something that *visitor*, by default the one to move, does on a page that shows the present
    ply and game, or others that are so many *plies* and *games* apart.
    """

    action: str
    visitor: int | None = None
    cell: int = 0
    plies: int = 0
    games: int = 0


now = st.just(0)
requests = st.builds(
    Request,
    st.sampled_from(["moves", "join", "leave", "rematch"]),
    st.none() | visitors,
    cells,
    now | st.integers(-9, 9),
    now | st.integers(-2, 2),
)


def after(game: FriendGame, holder: str, action: str, form: Form) -> tuple[int, FriendGame]:
    """The status of the answer to *holder*, who sends *form* to do *action*, if no other came
    meanwhile, and the game after it. `tests/test_friend_game.py` has the laws of the game itself.
    """
    move = (form["cell"], form["ply"], form["number"])
    actions: dict[str, Callable[[], FriendGame]] = {
        "join": partial(game.join, holder),
        "moves": partial(game.play, holder, *move, guest=form["me"] == GUEST),
        "rematch": partial(game.ask_rematch, holder, form["number"]),
        "leave": partial(game.leave, holder),
    }
    try:
        return DONE, actions[action]()
    except NoSeat:
        return FORBIDDEN, game
    except (IllegalMove, SiteRefusal):
        return CONFLICT, game


class Processes:
    """Processes with an application each, all at *place*, and the *cookies* of as many visitors.
    The first page gives them: no later answer needs to arrive.
    """

    def __init__(self, place: Place, stack: ExitStack) -> None:
        self.running = stack.enter_context(racers(place.uri, PROCESSES))
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
            process.begin(answer, begin, path, form, self.cookies[visitor])
        return [process.result() for process in asked]

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
        form["once"] = f"{uuid4()}"  # drawn anew where an example is run again
        answers = self.processes.ask([("/with", form, visitor)] * PROCESSES)
        self.path: str
        (self.path,) = {path for status, path, _ in answers if status == DONE}
        code = self.path.rpartition("/")[2]
        self.holders = [self.processes.holder(code, one) for one in range(PROCESSES)]
        self.game = FriendGame.new(TIC_TAC_TOE, first, side, self.holders[visitor])
        self.version = 1

    @rule()
    def all_join(self) -> None:
        """All want the free seat, or come back."""
        self.race(*(Request("join", visitor) for visitor in range(PROCESSES)))

    @rule(asked=st.lists(requests, min_size=1, max_size=PROCESSES), times=st.integers(1, 2))
    def anything(self, asked: list[Request], times: int) -> None:
        """Pages may be out of date, or in several tabs. All may be sent again."""
        self.race(*asked, times=times)

    @precondition(lambda self: not self.game.free)
    @rule(cells=st.permutations(range(9)), between=requests)
    def play_on_and_again(self, cells: list[int], between: Request) -> None:
        """The players move in turn up to the end. Then both ask for the next game, while something
        else comes in between.
        """
        for cell in cells:
            if not self.game.is_over and cell in self.game.record.position.empty_cells:
                self.race(Request("moves", cell=cell))
        players = map(self.holders.index, (self.game.x, self.game.o))
        self.race(*(Request("rematch", player) for player in players), between)

    @property
    def mover(self) -> int:
        """The visitor to move; the first one while that seat is free."""
        holder = self.game.holder(self.game.record.position.to_move)
        return self.holders.index(holder) if holder else 0

    def form(self, holder: str, request: Request) -> Form:
        """The form that *holder* sends."""
        return {
            "cell": request.cell,
            "ply": max(0, self.game.record.ply + request.plies),
            "number": max(0, self.game.number + request.games),
            "me": "" if self.game.mark_of(holder) else GUEST,
        }

    def race(self, *requests: Request, times: int = 1) -> None:
        """Send *requests* at once, so many *times* one after the other. In some order of each time
        they explain the last answers and what is kept.
        """
        visitors = [self.mover if it.visitor is None else it.visitor for it in requests]
        holders = [self.holders[visitor] for visitor in visitors]
        forms = [self.form(*sent) for sent in zip(holders, requests, strict=True)]
        paths = [f"{self.path}/{request.action}" for request in requests]
        asked = [*zip(paths, forms, visitors, strict=True)]
        answers = [self.processes.ask(asked) for _ in range(times)][-1]
        kept = self.store.read(self.path.rpartition("/")[2])
        assert kept
        found = [status for status, *_ in answers], kept.text, kept.version
        wanted = []
        for orders in product(permutations(range(len(requests))), repeat=times):
            game, version, statuses = self.game, self.version, [0] * len(requests)
            for at in chain.from_iterable(orders):
                before = game
                statuses[at], game = after(game, holders[at], requests[at].action, forms[at])
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
