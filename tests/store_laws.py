"""The laws of a store of games between friends, for every kind of store.

A module of tests imports all of them, and has a fixture `place`.
"""

import math
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from webapp.serving.errors import TryLater
from webapp.store import sqlite
from webapp.store.base import GameStore, Kept, StoreAway
from webapp.store.sqlite import SQLiteStore

NOBODY = frozenset[str]()
AT_ONCE = math.inf  # seconds; a wait that begins at all raises OverflowError
PATIENCE = 60.0  # seconds


class Place(Protocol):
    """A place in which stores of one kind keep their games."""

    life: float = 1.0  # seconds of its clock, of which a busy machine does not lose half
    walks: float = 1.0  # of those that Hypothesis has, by law

    @property
    def uri(self) -> str:
        """Its address, as in the settings."""

    def open(self) -> GameStore:
        """A store of its own, as another process would have."""

    def away(self, store: GameStore) -> AbstractContextManager[None]:
        """Nobody can reach it meanwhile; *store* has no connection to it."""

    def clear(self) -> None:
        """Forget all games."""

    def let_pass(self, seconds: float) -> None:
        """Let so much time pass by its clock."""


class File(Place):
    """A file of SQLite, whose stores have a clock of their own."""

    def __init__(self, path: Path, patch: pytest.MonkeyPatch) -> None:
        self.path, self.ahead = path, 0.0
        clock = SimpleNamespace(**{name: getattr(time, name) for name in ("sleep", "monotonic")})
        patch.setattr(sqlite, "time", clock)
        # Threads that still watch for an earlier wait may hold the file on a busy machine.
        patch.setattr(sqlite, "SHORT_PATIENCE", PATIENCE)
        patch.setattr(SQLiteStore, "patience", PATIENCE)
        clock.time = lambda: time.time() + self.ahead

    @property
    def uri(self) -> str:
        return f"sqlite://{self.path}"

    def open(self) -> SQLiteStore:
        return SQLiteStore(self.path)

    def other(self) -> closing[sqlite3.Connection]:
        """A connection of another process."""
        return closing(sqlite3.connect(self.path, isolation_level=None))

    @contextmanager
    def away(self, store: GameStore) -> Iterator[None]:
        """There is no such folder, and none can be made.

        Nothing else lies at the file's path: a connection that began to open it, and found the
        journal of the true one, would cut off what SQLite shares among its connections, which
        ends the process. In the end a link takes its place in one step: a thread that still
        watches would make a folder where there is nothing.
        """
        folder, elsewhere = self.path.parent, self.path.parent.with_suffix(".elsewhere")
        store.read("one")
        folder.rename(elsewhere)
        folder.touch()
        store.close()
        yield
        link = folder.with_suffix(".link")
        link.symlink_to(elsewhere)
        link.replace(folder)

    def clear(self) -> None:
        for path in self.path.parent.glob("*"):
            path.unlink()

    def let_pass(self, seconds: float) -> None:
        self.ahead += seconds


@pytest.fixture
def store(place: Place) -> Iterator[GameStore]:
    with closing(place.open()) as opened:
        yield opened


@pytest.mark.parametrize("spare", [False, True])
def test_a_game_expires_after_its_last_change(place: Place, store: GameStore, spare: bool) -> None:
    """A spare one sooner than others."""
    for code in ("one", "other"):
        store.put(code, 0, "first", spare=True)
    setattr(store, "spare_lifetime" if spare else "lifetime", place.life)
    assert store.put("other", 1, "second", spare=not spare)
    assert store.put("one", 1, "second", spare=spare)
    place.let_pass(0.6 * place.life)
    assert store.put("one", 2, "third", spare=spare)
    place.let_pass(0.6 * place.life)
    assert store.read("one") == Kept("third", 3, NOBODY)
    store.touch("one", "X")  # prolongs nothing
    place.let_pass(0.6 * place.life)
    assert store.read("one") is None
    assert store.read("other")
    assert not store.put("one", 3, "late")
    store.touch("one", "X")
    store.wait("one", 3, AT_ONCE)
    assert store.read("one") is None
    store.put("one", 0, "anew", spare=True)
    assert store.read("one") == Kept("anew", 1, NOBODY)


def test_a_store_that_is_full_says_when_there_is_room(place: Place, store: GameStore) -> None:
    store.most, store.lifetime = 1, place.life
    store.put("one", 0, "text", spare=True)
    assert store.put("one", 1, "It goes on.")
    with pytest.raises(TryLater, match="Too many games") as refusal:
        store.put("two", 0, "text", spare=True)
    assert 0 < refusal.value.seconds <= place.life
    place.let_pass(1.1 * place.life)
    assert store.put("two", 0, "text", spare=True)


def test_a_seat_is_present_for_a_while(place: Place, store: GameStore) -> None:
    with closing(place.open()) as other:
        store.present = other.present = place.life
        store.put("one", 0, "text", spare=True)
        other.touch("one", "O")
        store.touch("one", "X")
        assert other.read("one") == Kept("text", 1, frozenset("XO"))
        assert store.put("one", 1, "second")
        assert store.read("one") == Kept("second", 2, frozenset("XO"))
        place.let_pass(1.1 * place.life)
        assert store.read("one") == Kept("second", 2, NOBODY)


def test_nothing_is_lost_while_the_store_is_away(
    place: Place, store: GameStore, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says so now and then."""
    store.put("one", 0, "first", spare=True)
    store.touch("one", "X")
    with place.away(store):
        for ask in (
            lambda: store.put("two", 0, "text", spare=True),
            lambda: store.read("one"),
            lambda: store.put("one", 1, "second"),
            lambda: store.touch("one", "O"),
            lambda: store.wait("one", 1, AT_ONCE),
        ) * 2:
            with pytest.raises(StoreAway):
                ask()
    assert store.read("one") == Kept("first", 1, frozenset("X"))
    assert store.read("two") is None
    here = [it.getMessage() for it in caplog.records if it.threadName == "MainThread"]
    assert [line.partition(": ")[0] for line in here] == ["Games with friends cannot be reached"]


codes = st.sampled_from(["one", "two", "three"])
texts = st.sampled_from(["", "text", "\n'\"é\N{FACE WITH TEARS OF JOY}"])
versions = st.integers(1, 4)
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
        self.games: dict[str, Kept[str]] = {}
        self.spare: list[str] = []

    def teardown(self) -> None:
        for store in self.stores:
            store.close()

    def keep(self, code: str, kept: Kept[str], *, spare: bool) -> None:
        self.games[code] = kept
        self.spare = [other for other in self.spare if other != code] + [code] * spare
        self.place.let_pass(0.002)  # the times of Redis are milliseconds

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
        old = self.games.get(code)
        is_next = old is not None and old.version == version
        assert self.stores[machine].put(code, version, text, spare=spare) == is_next
        if old and is_next:
            self.keep(code, Kept(text, version + 1, old.present), spare=spare)

    @rule(machine=machines, code=codes, seat=st.sampled_from("XO"))
    def touch(self, machine: int, code: str, seat: str) -> None:
        self.stores[machine].touch(code, seat)
        if old := self.games.get(code):
            self.games[code] = old._replace(present=old.present | {seat})

    @rule(machine=machines, code=codes, version=versions)
    def wait(self, machine: int, code: str, version: int) -> None:
        """Wait for what has happened already."""
        if code not in self.games or self.games[code].version != version:
            self.stores[machine].wait(code, version, AT_ONCE)

    @invariant()
    def agrees(self) -> None:
        """Both stores have what the dictionary has."""
        for store in self.stores:
            for code in ("one", "two", "three"):
                assert store.read(code) == self.games.get(code)


def test_a_store_is_a_dictionary(place: Place) -> None:
    class Here(Model):
        pass

    Here.place = place
    walks = round(settings().max_examples * place.walks)
    run_state_machine_as_test(Here, settings=settings(max_examples=walks, stateful_step_count=25))
