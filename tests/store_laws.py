"""The laws of a store of games between friends, for every kind of store.

A module of tests imports all of them, and has a fixture `place`.
"""

import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests import races
from tests.hosted import until
from tests.races import racers
from webapp.friend.store import GameStore, Kept, StoreAway
from webapp.serving.errors import TryLater

NOBODY = frozenset[str]()
SOON = 1.0  # seconds within which a change is noticed, on a machine that is busy
LONG = 20.0
MOMENT = 0.002  # seconds between two changes: the times of Redis are milliseconds


class Place(ABC):
    """A place in which stores of one kind keep their games."""

    @property
    @abstractmethod
    def uri(self) -> str:
        """Its address, as in the settings."""

    @abstractmethod
    def open(self) -> GameStore:
        """A store of its own, as another process would have."""

    @abstractmethod
    def replace_as_before(self, code: str, text: str) -> None:
        """Change a game as an older version does, which knows nothing of spare ones."""

    @abstractmethod
    def away(self, store: GameStore) -> AbstractContextManager[None]:
        """Nobody can reach it meanwhile; *store* has no connection to it."""

    @abstractmethod
    def clear(self) -> None:
        """Forget all games."""


@pytest.fixture
def store(place: Place) -> Iterator[GameStore]:
    """A store without games."""
    with closing(place.open()) as opened:
        yield opened


@contextmanager
def waiting(store: GameStore, code: str, version: int) -> Iterator[threading.Thread]:
    """A thread that waits for long; it must have ended at the end."""
    thread = threading.Thread(target=store.wait, args=[code, version, LONG])
    thread.start()
    thread.join(0.2)
    assert thread.is_alive(), "Nothing has changed yet."
    yield thread
    thread.join(5 * SOON)
    assert not thread.is_alive()


@pytest.mark.long
def test_processes_that_race_lose_double_and_reorder_nothing(
    place: Place, store: GameStore
) -> None:
    times = 100
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


@pytest.mark.long
def test_a_wait_ends_soon_after_a_change_and_not_before(place: Place, store: GameStore) -> None:
    """Elsewhere or here, or if the game gives way."""
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
                thread.join(SOON)
                assert not thread.is_alive()
    assert store.read("one") is None


def test_a_wait_ends_in_time(store: GameStore) -> None:
    store.put("one", 0, "text", spare=True)
    began = time.monotonic()
    store.wait("one", 1, 0.3)
    assert 0.3 <= time.monotonic() - began < 0.3 + SOON


@pytest.mark.long
def test_greenlets_that_wait_let_others_run(place: Place, store: GameStore) -> None:
    store.put("one", 0, "[]", spare=True)
    with racers(place.uri) as (process,):
        stood_still = [process.do(races.stand_still, "one", 200) for _ in range(3)]
        assert min(stood_still) < 0.5  # a busy host stops a process too, but not every time


@pytest.mark.long
def test_a_request_that_the_server_ends_disturbs_no_other(place: Place, store: GameStore) -> None:
    store.put("one", 0, "[]", spare=True)
    with racers(place.uri) as (process,):
        assert process.do(races.be_ended, "one", 200)


@pytest.mark.long
@pytest.mark.parametrize("spare", [False, True])
def test_a_game_expires_after_its_last_change(store: GameStore, spare: bool) -> None:
    """A spare one sooner than others."""
    lifetime, kind = 1.0, "spare_lifetime" if spare else "lifetime"
    for code in ("one", "other"):
        store.put(code, 0, "first", spare=True)
    setattr(store, kind, lifetime)
    assert store.put("other", 1, "second", spare=not spare)
    assert store.put("one", 1, "second", spare=spare)
    time.sleep(lifetime * 0.6)
    changed = time.monotonic()
    assert store.put("one", 2, "third", spare=spare)
    time.sleep(lifetime * 0.6)
    assert store.read("one") == Kept("third", 3, NOBODY)
    store.touch("one", "X")  # prolongs nothing
    until(lambda: store.read("one") is None)
    assert lifetime * 0.95 < time.monotonic() - changed < lifetime + SOON
    assert store.read("other")
    assert not store.put("one", 3, "late")
    store.touch("one", "X")
    store.wait("one", 3, LONG)
    assert store.read("one") is None
    store.put("one", 0, "anew", spare=True)
    assert store.read("one") == Kept("anew", 1, NOBODY)


@pytest.mark.long
def test_a_store_that_is_full_says_when_there_is_room(store: GameStore) -> None:
    store.most, store.lifetime = 1, 1
    store.put("one", 0, "text", spare=True)
    assert store.put("one", 1, "It goes on.")
    with pytest.raises(TryLater, match="Too many games") as refusal:
        store.put("two", 0, "text", spare=True)
    assert refusal.value.seconds == 1
    until(lambda: not store.read("one"))
    assert store.put("two", 0, "text", spare=True)


@pytest.mark.long
def test_a_seat_is_present_for_a_while(place: Place, store: GameStore) -> None:
    with closing(place.open()) as other:
        store.present = other.present = 0.5
        store.put("one", 0, "text", spare=True)
        other.touch("one", "O")
        touched = time.monotonic()
        store.touch("one", "X")
        assert other.read("one") == Kept("text", 1, frozenset("XO"))
        assert store.put("one", 1, "second")
        assert store.read("one") == Kept("second", 2, frozenset("XO"))
        until(lambda: store.read("one") == Kept("second", 2, NOBODY))
        assert time.monotonic() - touched > 0.5 * 0.95


@pytest.mark.long
def test_nothing_is_lost_while_the_store_is_away(place: Place, store: GameStore) -> None:
    """Those who wait hear of changes once it is back."""
    store.put("one", 0, "first", spare=True)
    store.touch("one", "X")
    with waiting(store, "one", 1):
        with place.away(store):
            for ask in (
                lambda: store.put("two", 0, "text", spare=True),
                lambda: store.read("one"),
                lambda: store.put("one", 1, "second"),
                lambda: store.touch("one", "O"),
                lambda: store.wait("one", 1, LONG),
            ) * 2:
                with pytest.raises(StoreAway):
                    ask()
        assert store.read("one") == Kept("first", 1, frozenset("X"))
        assert store.read("two") is None
        with closing(place.open()) as other:
            assert other.put("one", 1, "second")
    assert store.read("one") == Kept("second", 2, frozenset("X"))


def test_the_log_says_that_it_is_away_now_and_then(
    place: Place, store: GameStore, caplog: pytest.LogCaptureFixture
) -> None:
    with place.away(store):
        for _ in range(5):
            with pytest.raises(StoreAway):
                store.read("one")
    here = threading.current_thread().name  # others may still watch for the tests before
    (line,) = [record.getMessage() for record in caplog.records if record.threadName == here]
    assert line.startswith("Games with friends cannot be reached: ")


codes = st.sampled_from(["one", "two", "three"])
texts = st.text(max_size=5).filter(lambda text: "\0" not in text)
versions = st.integers(1, 4)
seats = st.sampled_from("XO")
machines = st.integers(0, 1)


class Model(RuleBasedStateMachine):
    """Two stores at a place, and a dictionary; *spare* are the spare games, the oldest first."""

    place: Place

    def __init__(self) -> None:
        super().__init__()
        self.place.clear()
        self.stores = [self.place.open() for _ in range(2)]
        for store in self.stores:
            store.most = 2
        self.games: dict[str, Kept] = {}
        self.spare: list[str] = []

    def teardown(self) -> None:
        """Leave the stores."""
        for store in self.stores:
            store.close()

    def keep(self, code: str, kept: Kept, *, spare: bool) -> None:
        """Note that a game was changed."""
        self.games[code] = kept
        self.spare = [other for other in self.spare if other != code] + [code] * spare
        time.sleep(MOMENT)

    @rule(machine=machines, code=codes, text=texts)
    def add(self, machine: int, code: str, text: str) -> None:
        """Add a game. If there are too many, the oldest spare one gives way."""
        store, is_full = self.stores[machine], code not in self.games and len(self.games) == 2
        if is_full and not self.spare:
            with pytest.raises(TryLater, match="Too many games"):
                store.put(code, 0, text, spare=True)
            return
        store.put(code, 0, text, spare=True)
        if is_full:
            del self.games[self.spare.pop(0)]
        if code not in self.games:
            self.keep(code, Kept(text, 1, NOBODY), spare=True)

    @rule(machine=machines, code=codes, version=versions, text=texts, spare=st.booleans())
    def replace(self, machine: int, code: str, version: int, text: str, *, spare: bool) -> None:
        """Change a game."""
        old = self.games.get(code)
        is_next = old is not None and old.version == version
        assert self.stores[machine].put(code, version, text, spare=spare) == is_next
        if old and is_next:
            self.keep(code, Kept(text, version + 1, old.present), spare=spare)

    @rule(code=codes, text=texts)
    def replace_as_before(self, code: str, text: str) -> None:
        """Change a game as an older version does: it is no longer spare."""
        if old := self.games.get(code):
            self.place.replace_as_before(code, text)
            self.keep(code, Kept(text, old.version + 1, old.present), spare=False)

    @rule(machine=machines, code=codes, seat=seats)
    def touch(self, machine: int, code: str, seat: str) -> None:
        """Touch a seat."""
        self.stores[machine].touch(code, seat)
        if old := self.games.get(code):
            self.games[code] = old._replace(present=old.present | {seat})

    @rule(machine=machines, code=codes, version=versions)
    def wait(self, machine: int, code: str, version: int) -> None:
        """Wait for what has happened already."""
        if code not in self.games or self.games[code].version != version:
            began = time.monotonic()
            self.stores[machine].wait(code, version, LONG)
            assert time.monotonic() - began < SOON

    @invariant()
    def agrees(self) -> None:
        """Both stores have what the dictionary has."""
        for store in self.stores:
            for code in ("one", "two", "three"):
                assert store.read(code) == self.games.get(code)


@pytest.mark.long
def test_a_store_is_a_dictionary(place: Place) -> None:
    class Here(Model):
        pass

    Here.place = place
    run_state_machine_as_test(Here)
