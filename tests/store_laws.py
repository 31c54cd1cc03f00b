"""The laws of a store of games between friends, for every kind of store.

A module of tests imports all of them, and has a fixture `place`.
"""

import json
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.hosted import until
from tests.racer import change
from webapp.friend.store import GameStore, Kept, StoreAway, TooManyGames

NOBODY = frozenset[str]()
SOON = 1.0  # seconds within which a change is noticed, on a machine that is busy
LONG = 20.0


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
    def away(self) -> AbstractContextManager[None]:
        """Nobody can reach it meanwhile."""

    @abstractmethod
    def clear(self) -> None:
        """Forget all games."""


@pytest.fixture
def store(place: Place) -> Iterator[GameStore]:
    """A store without games."""
    with closing(place.open()) as opened:
        yield opened


def racer(place: Place, *words: object) -> subprocess.Popen[str]:
    """Another process at *place*; see `tests/racer.py`."""
    kind, *rest = map(str, words)
    command = [sys.executable, "-m", "tests.racer", kind, place.uri, *rest]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603


@contextmanager
def waiting(
    store: GameStore, code: str, version: int, seconds: float
) -> Iterator[threading.Thread]:
    """A thread that waits."""
    thread = threading.Thread(target=store.wait, args=[code, version, seconds])
    thread.start()
    yield thread
    thread.join(LONG)
    assert not thread.is_alive()


@pytest.mark.long
def test_processes_that_race_lose_double_and_reorder_nothing(
    place: Place, store: GameStore
) -> None:
    processes, times = 4, 100
    store.add("one", "[]")
    racers = [racer(place, "change", "one", name, times) for name in range(1, processes)]
    change(store, "one", "0", times)
    for process in racers:
        process.communicate(timeout=LONG)
        assert process.returncode == 0
    kept = store.read("one")
    assert kept
    assert kept.version == processes * times + 1
    done = json.loads(kept.text)
    for name in range(processes):
        assert [entry for entry in done if entry[0] == str(name)] == [
            [str(name), number] for number in range(times)
        ]
    assert len(done) == processes * times


def test_the_first_games_are_made_by_many_at_once(place: Place) -> None:
    stores = [place.open() for _ in range(8)]
    with ThreadPoolExecutor(len(stores)) as pool:
        for number, store in enumerate(stores):
            pool.submit(store.add, f"{number}", "text")
    assert [store.count() for store in stores] == [8] * 8
    for store in stores:
        store.close()


@pytest.mark.long
def test_a_wait_ends_soon_after_a_change_elsewhere_and_not_before(
    place: Place, store: GameStore
) -> None:
    store.add("one", "[]")
    store.add("two", "[]")
    for version in (1, 2):
        with waiting(store, "one", version, LONG) as thread:
            change(store, "two", "here", 1)
            with closing(place.open()) as other:
                other.touch("one", "X")
            thread.join(0.5)
            assert thread.is_alive(), "This game has not changed."
            with racer(place, "change", "one", "elsewhere", 1) as process:
                assert process.wait(LONG) == 0
            thread.join(SOON)
            assert not thread.is_alive()


def test_a_wait_ends_soon_after_a_change_here(store: GameStore) -> None:
    store.add("one", "[]")
    with waiting(store, "one", 1, LONG) as thread:
        thread.join(0.1)
        assert thread.is_alive()
        change(store, "one", "here", 1)
        thread.join(SOON)
        assert not thread.is_alive()


def test_a_wait_ends_in_time(store: GameStore) -> None:
    store.add("one", "text")
    began = time.monotonic()
    store.wait("one", 1, 0.3)
    assert 0.3 <= time.monotonic() - began < 0.3 + SOON


@pytest.mark.parametrize(("code", "version"), [("one", 2), ("one", 0), ("two", 1)])
def test_nobody_waits_for_what_has_happened(store: GameStore, code: str, version: int) -> None:
    store.add("one", "text")
    began = time.monotonic()
    store.wait(code, version, LONG)
    assert time.monotonic() - began < SOON


@pytest.mark.long
def test_greenlets_that_wait_let_others_run(place: Place, store: GameStore) -> None:
    store.add("one", "[]")
    process = racer(place, "greenlets", "one", 200)
    said, _ = process.communicate(timeout=LONG)
    assert process.returncode == 0
    assert float(said) < 0.5


@pytest.mark.long
def test_a_request_that_the_server_ends_disturbs_no_other(place: Place, store: GameStore) -> None:
    store.add("one", "[]")
    with racer(place, "timeouts", "one", 200) as process:
        assert process.wait(2 * LONG) == 0


@pytest.mark.long
def test_a_game_expires_after_its_last_change(store: GameStore) -> None:
    lifetime = store.lifetime = 1.0
    store.add("one", "first")
    time.sleep(lifetime * 0.6)
    changed = time.monotonic()
    assert store.replace("one", 1, "second")
    time.sleep(lifetime * 0.6)
    assert store.read("one") == Kept("second", 2, NOBODY)
    store.touch("one", "X")  # prolongs nothing
    until(lambda: store.read("one") is None)
    assert lifetime * 0.95 < time.monotonic() - changed < lifetime + SOON
    assert store.count() == 0
    assert not store.replace("one", 2, "late")
    store.touch("one", "X")
    store.wait("one", 2, LONG)
    assert store.read("one") is None
    store.add("one", "anew")
    assert store.read("one") == Kept("anew", 1, NOBODY)


@pytest.mark.long
def test_a_spare_game_expires_sooner(store: GameStore) -> None:
    """Than one that is not, but prolonged by changes too."""
    store.spare_lifetime = 1.0
    for code in ("spare", "joined"):
        store.add(code, "first")
    time.sleep(store.spare_lifetime * 0.6)
    changed = time.monotonic()
    assert store.replace("spare", 1, "second", spare=True)
    assert store.replace("joined", 1, "second")
    time.sleep(store.spare_lifetime * 0.6)
    assert store.read("spare") == Kept("second", 2, NOBODY)
    until(lambda: store.read("spare") is None)
    assert store.spare_lifetime * 0.95 < time.monotonic() - changed < store.spare_lifetime + SOON
    assert store.read("joined") == Kept("second", 2, NOBODY)
    assert store.count() == 1


@pytest.mark.long
def test_there_are_at_most_so_many_games(store: GameStore) -> None:
    store.most, store.lifetime = 2, 1
    for code in ("one", "two"):
        store.add(code, "text")
        assert store.replace(code, 1, "It goes on.")
    with pytest.raises(TooManyGames) as refusal:
        store.add("three", "text")
    assert refusal.value.seconds == 1
    assert store.read("three") is None
    assert store.replace("one", 2, "Games go on.")
    until(lambda: store.count() == 0)
    store.add("three", "text")
    assert store.count() == 1


def test_the_spare_game_that_ends_first_gives_way(place: Place, store: GameStore) -> None:
    store.most = 4
    for code in ("first", "joined", "second", "joined-before"):
        store.add(code, "text")
        time.sleep(0.002)  # the times of Redis are milliseconds
    assert store.replace("joined", 1, "It goes on.")
    place.replace_as_before("joined-before", "It goes on.")
    assert store.replace("first", 1, "still spare", spare=True)
    with waiting(store, "second", 1, LONG) as thread:
        thread.join(0.1)
        store.add("third", "text")
        thread.join(SOON)
        assert not thread.is_alive()
    for code in ("fourth", "fifth"):
        time.sleep(0.002)
        store.add(code, "text")
        store.add(code, "once more")
    kept = {code for code in ("first", "second", "third", "fourth", "fifth") if store.read(code)}
    assert kept == {"fourth", "fifth"}
    assert store.count() == 4
    assert store.replace("fifth", 1, "It goes on.")
    assert store.replace("fourth", 1, "It goes on.")
    with pytest.raises(TooManyGames):
        store.add("sixth", "text")
    assert store.count() == 4


@pytest.mark.long
def test_a_seat_is_present_for_a_while(place: Place, store: GameStore) -> None:
    with closing(place.open()) as other:
        store.present = other.present = 0.5
        store.add("one", "text")
        store.touch("one", "X")
        store.touch("two", "X")
        other.touch("one", "O")
        assert other.read("one") == Kept("text", 1, frozenset("XO"))
        until(lambda: store.read("one") == Kept("text", 1, NOBODY))
        touched = time.monotonic()
        store.touch("one", "X")
        assert store.replace("one", 1, "second")
        assert store.read("one") == Kept("second", 2, frozenset("X"))
        until(lambda: store.read("one") == Kept("second", 2, NOBODY))
        assert time.monotonic() - touched > 0.5 * 0.95
        assert store.read("two") is None


def test_nothing_is_lost_while_the_store_is_away(place: Place, store: GameStore) -> None:
    store.add("one", "first")
    store.touch("one", "X")
    with waiting(store, "one", 1, LONG) as thread:
        thread.join(0.2)
        with place.away():
            for _ in range(2):
                for ask in (
                    lambda: store.add("two", "text"),
                    lambda: store.read("one"),
                    lambda: store.replace("one", 1, "second"),
                    lambda: store.touch("one", "O"),
                    lambda: store.wait("one", 1, LONG),
                    store.count,
                ):
                    with pytest.raises(StoreAway):
                        ask()
        assert store.read("one") == Kept("first", 1, frozenset("X"))
        assert store.read("two") is None
        assert store.replace("one", 1, "second")
    assert store.read("one") == Kept("second", 2, frozenset("X"))


@pytest.mark.long
def test_those_who_wait_hear_of_changes_once_the_store_is_back(
    place: Place, store: GameStore
) -> None:
    store.add("one", "first")
    with waiting(store, "one", 1, LONG) as thread:
        thread.join(0.2)
        with place.away():
            thread.join(0.2)
        with closing(place.open()) as other:
            assert other.replace("one", 1, "second")
        thread.join(5)
        assert not thread.is_alive()


def test_the_log_says_that_it_is_away_now_and_then(
    place: Place, store: GameStore, caplog: pytest.LogCaptureFixture
) -> None:
    store.add("one", "text")
    with place.away():
        for _ in range(5):
            with pytest.raises(StoreAway):
                store.read("one")
    (line,) = caplog.messages
    assert line.startswith("Games with friends cannot be reached: ")


codes = st.sampled_from(["one", "two", "three"])
texts = st.text(max_size=5).filter(lambda text: "\0" not in text)
versions = st.integers(1, 4)
seats = st.sampled_from("XO")
machines = st.integers(0, 1)


class Model(RuleBasedStateMachine):
    """Two stores at a place, and a dictionary."""

    place: Place

    def __init__(self) -> None:
        super().__init__()
        self.place.clear()
        self.stores = [self.place.open() for _ in range(2)]
        for store in self.stores:
            store.most = 2
        self.games: dict[str, Kept] = {}
        self.spare: set[str] = set()

    def teardown(self) -> None:
        """Leave the stores."""
        for store in self.stores:
            store.close()

    @rule(machine=machines, code=codes, text=texts)
    def add(self, machine: int, code: str, text: str) -> None:
        """Add a game. If there are too many, a spare one gives way."""
        is_full = code not in self.games and len(self.games) == 2
        if is_full and not self.spare:
            with pytest.raises(TooManyGames):
                self.stores[machine].add(code, text)
            return
        self.stores[machine].add(code, text)
        if is_full:
            (gone,) = (one for one in self.spare if not self.stores[machine].read(one))
            self.spare.remove(gone)
            del self.games[gone]
        if code not in self.games:
            self.games[code] = Kept(text, 1, NOBODY)
            self.spare.add(code)

    @rule(machine=machines, code=codes, version=versions, text=texts, spare=st.booleans())
    def replace(self, machine: int, code: str, version: int, text: str, *, spare: bool) -> None:
        """Change a game."""
        old = self.games.get(code)
        is_next = old is not None and old.version == version
        assert self.stores[machine].replace(code, version, text, spare=spare) == is_next
        if old and is_next:
            self.games[code] = Kept(text, version + 1, old.present)
            self.spare = self.spare | {code} if spare else self.spare - {code}

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
            self.stores[machine].wait(code, version, LONG)

    @invariant()
    def agrees(self) -> None:
        """Both stores have what the dictionary has."""
        for store in self.stores:
            assert store.count() == len(self.games)
            for code in ("one", "two", "three"):
                assert store.read(code) == self.games.get(code)


@pytest.mark.long
def test_a_store_is_a_dictionary(place: Place) -> None:
    class Here(Model):
        pass

    Here.place = place
    run_state_machine_as_test(Here)
