"""Stores of games between friends and of classes in Debian's Redis, and races at every kind of
store: of processes, greenlets, and pupils who answer at once.
"""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from redis import Redis
from redis.exceptions import RedisError

from tests.classes import begin, browser, kept, solve
from tests.hosted import HOST, free_port, until
from tests.hosting.fronts import redis
from tests.proof import races
from tests.proof.races import racers
from tests.store_laws import *  # noqa: F403 (pytest finds tests here)
from tests.store_laws import File, Place
from webapp import create_app
from webapp.classroom.names import ANIMALS
from webapp.store.base import GameStore
from webapp.store.redis import RedisStore

LONG = 60.0  # seconds, until which every thread ends


class Server(Place):
    """A Redis that keeps its games in *folder*."""

    life = 3.0

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.running = ExitStack()
        self.start()

    def start(self) -> None:
        self.running.enter_context(redis(self.folder, self.port))
        until(self.answers)

    def answers(self) -> bool:
        with suppress(RedisError), Redis(port=self.port) as client:
            return bool(client.ping())
        return False

    @property
    def uri(self) -> str:
        return f"redis://{HOST}:{self.port}"

    def open(self) -> RedisStore:
        return RedisStore(self.uri)

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


def test_processes_that_race_lose_double_or_swap_nothing(place: Place, store: GameStore) -> None:
    """From the moment in which all open the store."""
    times = 50
    change = partial(races.change, place.uri, "one", times=times)
    with racers(4) as processes:
        list(processes.map(change, range(4)))  # raises what they raise
    kept = store.read("one")
    assert kept
    done = json.loads(kept.thing)
    assert kept.version - 1 == len(done) == 4 * times
    for name in range(4):
        own = [[name, number] for number in range(times)]
        assert [entry for entry in done if entry[0] == name] == own


def test_a_wait_ends_after_a_change_and_not_before(place: Place, store: GameStore) -> None:
    """Elsewhere or here, or if the game gives way, or once a store that was away is back."""
    for code in ("one", "two"):
        store.put(code, 0, "[]", spare=True)
    with racers() as elsewhere:

        def change_there(code: str, times: int) -> None:
            elsewhere.submit(races.change, place.uri, code, 0, times).result()

        for change in (
            lambda: change_there("one", 1),
            lambda: store.put("one", 2, "[]", spare=True),
            lambda: store.put("three", 0, "text", spare=True),
        ):
            kept = store.read("one")
            assert kept
            with waiting(store, "one", kept.version) as thread:
                change_there("two", 2)
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
    with racers() as processes:
        stood_still = processes.submit(races.stand_still, place.uri, "one", 100).result()
    assert stood_still < races.SECONDS / 3, "A wait that stops them does so for all of its time."


def test_a_request_that_the_server_ends_disturbs_no_other(place: Place, store: GameStore) -> None:
    store.put("one", 0, "[]", spare=True)
    with racers() as processes:
        assert processes.submit(races.be_ended, place.uri, "one", 100).result()


def test_pupils_who_answer_at_once_lose_nothing(place: Place) -> None:
    """Nor are thirty behind one address refused, with the limits that hosts have by default."""
    site = create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": place.uri})
    teacher = browser(site)
    code, count = begin(teacher), 30
    pupils = [browser(site) for _ in range(count)]

    def work(pupil: FlaskClient) -> None:
        pupil.post(f"/c/{code}")
        for puzzle in kept(site, code).puzzles:
            solve(pupil, f"/puzzles/{puzzle.game.key}/{puzzle.number}?class={code}")

    with ThreadPoolExecutor(count) as pool:
        assert len([*pool.map(work, pupils)]) == count
    found = kept(site, code)
    assert {*found.pupils} == {*ANIMALS[:count]}
    assert found.finished == count
    wall = teacher.get(f"/class/{code}/wall").text
    assert wall.count('<i class="solved"') == count * len(found.puzzles)


def test_a_host_asks_whether_an_application_without_its_store_is_ready() -> None:
    config = {"GAMES_STORAGE": "redis://127.0.0.1:1", "SECRET_KEY": "tests"}
    assert create_app(config).test_client().get("/readyz").status_code == 200
