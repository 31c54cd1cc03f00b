"""Stores of games between friends and of classes in Debian's Redis, and races at every kind of
store: of processes, requests, greenlets, and pupils who answer at once.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from itertools import chain, permutations, product
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
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
from redis import Redis
from redis.exceptions import RedisError

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import IllegalMove, Mark
from tests.classes import begin, browser, kept, solve
from tests.conftest import NO_LIMITS
from tests.hosted import HOST, free_port, until
from tests.hosting.fronts import redis
from tests.proof import races
from tests.proof.races import answer, racers
from tests.sqlite_place import File
from tests.store_laws import *  # noqa: F403 (pytest finds tests here)
from tests.store_laws import Place
from webapp import create_app
from webapp.friend.game import FriendGame, NoSeat
from webapp.friend.page import GUEST
from webapp.friend.redis import GAMES, RedisStore, key
from webapp.friend.seats import holder_of
from webapp.friend.store import LIFETIME, GameStore
from webapp.serving.errors import SiteRefusal

LONG = 60.0  # seconds, until which every thread ends


class Server(Place):
    """A Redis that keeps its games in *folder*."""

    life = 3.0

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.running = ExitStack()
        self.start()

    def start(self) -> None:
        """Let it run, and load its games."""
        self.running.enter_context(redis(self.folder, self.port, lasting=True))
        until(self.answers)

    def answers(self) -> bool:
        """Whether it has loaded its games."""
        with suppress(RedisError), Redis(port=self.port) as client:
            return bool(client.ping())
        return False

    @property
    def uri(self) -> str:
        return f"redis://{HOST}:{self.port}"

    def open(self) -> RedisStore:
        return RedisStore(self.uri)

    def replace_as_before(self, code: str, text: str) -> None:
        ends = int((time.time() + LIFETIME) * 1000)
        with Redis(port=self.port) as client:
            client.hincrby(key(code), "version")
            client.hset(key(code), "text", text)
            client.pexpireat(key(code), ends)
            client.zadd(GAMES, {code: ends})

    @contextmanager
    def away(self, _store: GameStore) -> Iterator[None]:
        self.running.close()
        yield
        self.start()

    def clear(self) -> None:
        with Redis(port=self.port) as client:
            client.flushall()

    def let_pass(self, seconds: float) -> None:
        time.sleep(seconds)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Redis."""
    server = Server(tmp_path_factory.mktemp("redis"))
    with server.running:
        yield server


@pytest.fixture(params=["redis", "sqlite"])
def place(
    request: pytest.FixtureRequest,
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Place:
    """A place without games."""
    if request.param == "sqlite":
        return File(tmp_path / "games.sqlite", monkeypatch)
    server.clear()
    return server


@contextmanager
def waiting(store: GameStore, code: str, version: int) -> Iterator[threading.Thread]:
    """A thread that waits for long; it must have ended at the end."""
    thread = threading.Thread(target=store.wait, args=[code, version, 2 * LONG])
    thread.start()
    thread.join(0.2)
    assert thread.is_alive(), "Nothing has changed yet."
    yield thread
    thread.join(LONG)
    assert not thread.is_alive()


def test_processes_that_race_lose_double_and_reorder_nothing(
    place: Place, store: GameStore
) -> None:
    times = 50
    store.put("one", 0, "[]", spare=True)
    with racers(place.uri, 4) as processes:
        for name, process in enumerate(processes):
            process.begin(races.change, "one", f"{name}", times)
        for process in processes:
            process.result()
    kept = store.read("one")
    assert kept
    done = json.loads(kept.text)
    assert kept.version - 1 == len(done) == len(processes) * times
    for name in range(len(processes)):
        own = [[f"{name}", number] for number in range(times)]
        assert [entry for entry in done if entry[0] == f"{name}"] == own


def test_many_open_the_store_and_begin_games_at_once(place: Place) -> None:
    def begin(number: int) -> GameStore:
        store = place.open()
        store.put(f"{number}", 0, "text", spare=True)
        return store

    with ThreadPoolExecutor(8) as pool:
        stores = [*pool.map(begin, range(8))]
    for store in stores:
        assert len(store.versions([f"{number}" for number in range(8)])) == 8
        store.close()


def test_a_wait_ends_after_a_change_and_not_before(place: Place, store: GameStore) -> None:
    """Elsewhere or here, or if the game gives way, or once a store that was away is back."""
    for code in ("one", "two"):
        store.put(code, 0, "[]", spare=True)
    with racers(place.uri) as (elsewhere,):
        for change in (
            lambda: elsewhere.do(races.change, "one", "there", 1),
            lambda: store.put("one", 2, "[]", spare=True),
            lambda: store.put("three", 0, "text", spare=True),
        ):
            kept = store.read("one")
            assert kept
            with waiting(store, "one", kept.version) as thread:
                elsewhere.do(races.change, "two", "there", 2)
                store.touch("one", "X")
                thread.join(0.3)
                assert thread.is_alive(), "This game has not changed."
                store.most = 2
                change()
    assert store.read("one") is None
    with waiting(store, "three", 1):
        with place.away(store):
            pass
        with closing(place.open()) as other:
            assert other.put("three", 1, "second")


def test_greenlets_that_wait_let_others_run(place: Place, store: GameStore) -> None:
    store.put("one", 0, "[]", spare=True)
    with racers(place.uri) as (process,):
        stood_still = process.do(races.stand_still, "one", 100)
    assert stood_still < races.SECONDS / 3, "A wait that stops them does so for all of its time."


def test_a_request_that_the_server_ends_disturbs_no_other(place: Place, store: GameStore) -> None:
    store.put("one", 0, "[]", spare=True)
    with racers(place.uri) as (process,):
        assert process.do(races.be_ended, "one", 100)


def test_pupils_who_answer_at_once_lose_nothing(place: Place) -> None:
    site = create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": place.uri, **NO_LIMITS})
    teacher = browser(site)
    code, count = begin(teacher), 20
    pupils = [browser(site) for _ in range(count)]

    def work(pupil: FlaskClient) -> None:
        pupil.post(f"/c/{code}")
        for puzzle in kept(site, code).puzzles:
            solve(pupil, f"/puzzles/{puzzle.game.key}/{puzzle.number}?class={code}")

    with ThreadPoolExecutor(count) as pool:
        assert len([*pool.map(work, pupils)]) == count
    found = kept(site, code)
    assert {*found.pupils} == {f"{number}" for number in range(1, count + 1)}
    assert found.finished == count


def test_a_host_asks_whether_an_application_without_its_store_is_ready() -> None:
    config = {"GAMES_STORAGE": "redis://127.0.0.1:1", "SECRET_KEY": "tests"}
    assert create_app(config).test_client().get("/readyz").status_code == 200


# Requests that race for a game.

PROCESSES = 3
SOON = 0.002  # seconds until processes begin at once
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
