"""The store of games between friends, as a file. `tests/proof` has the same laws for Redis."""

import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.store_laws import *  # noqa: F403 (pytest finds tests here)
from tests.store_laws import File
from webapp import create_app
from webapp.serving.errors import TryLater
from webapp.store import sqlite
from webapp.store.base import LIFETIME, GameStore, Kept, StoreAway
from webapp.store.redis import RedisStore
from webapp.store.sqlite import SQLiteStore
from webapp.store.storage import FILE, store_at

SCHEMA_BEFORE = """
CREATE TABLE games (code TEXT PRIMARY KEY, text TEXT, version INTEGER, expires REAL) WITHOUT ROWID;
CREATE INDEX expiry ON games (expires);
CREATE TABLE seats (
    code TEXT REFERENCES games ON DELETE CASCADE, seat TEXT, at REAL, PRIMARY KEY (code, seat)
) WITHOUT ROWID;
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> File:
    """A folder, which does not exist yet."""
    monkeypatch.setattr(File, "walks", 0.5)  # the proof tier has all
    return File(tmp_path / "a folder?" / "games#1.sqlite", monkeypatch)


def test_the_first_use_makes_the_file_for_its_owner_alone(place: File) -> None:
    """Not the start: a command may run as another user than the site."""
    folder = place.path.parent
    with closing(place.open()) as store:
        assert not folder.exists()
        assert store.read("one") is None
        store.put("one", 0, "text", spare=True)
        files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert files == {f"{place.path.name}{suffix}": 0o600 for suffix in ("", "-shm", "-wal")}


def test_a_file_that_is_no_database_is_refused(place: File, store: GameStore) -> None:
    place.path.parent.mkdir()
    place.path.write_text("This is no database, although it is as long as its head is." * 9)
    for ask in (lambda: store.put("one", 0, "text", spare=True), lambda: store.read("one")):
        with pytest.raises(StoreAway):
            ask()


def test_a_file_of_the_release_before_is_read(place: File, store: GameStore) -> None:
    """It was made in WAL mode too, with this schema."""
    place.path.parent.mkdir()
    with place.other() as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(SCHEMA_BEFORE)
        values = "one", "text", 3, time.time() + LIFETIME
        connection.execute("INSERT INTO games VALUES (?, ?, ?, ?)", values)
        connection.execute("INSERT INTO seats VALUES ('one', 'X', ?)", (time.time(),))
    store.most = 2
    assert store.read("one") == Kept("text", 3, frozenset("X"))
    store.put("two", 0, "text", spare=True)
    with place.other() as connection:  # as that release does, which knows nothing of spare ones
        connection.execute("UPDATE games SET version = version + 1 WHERE code = 'two'")
    with pytest.raises(TryLater, match="Too many games"):
        store.put("three", 0, "text", spare=True)


def test_what_has_expired_leaves_the_file_with_the_next_game(place: File, store: GameStore) -> None:
    store.put("one", 0, "text", spare=True)
    store.touch("one", "X")
    place.let_pass(store.spare_lifetime + 1)
    store.put("two", 0, "text", spare=True)
    with place.other() as connection:
        assert connection.execute("SELECT code FROM games").fetchall() == [("two",)]
        assert connection.execute("SELECT code, seat FROM seats").fetchall() == [("two", "")]


def test_a_change_waits_for_another_one_but_not_for_ever(
    place: File, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note of presence is given up in silence."""
    with closing(place.open()) as store:
        store.put("one", 0, "first", spare=True)
        with place.other() as other:
            other.execute("BEGIN IMMEDIATE")
            assert store.read("one") == Kept("first", 1, frozenset())
            monkeypatch.setattr(sqlite, "SHORT_PATIENCE", 0)
            with pytest.raises(StoreAway):
                store.touch("one", "X")
            assert not caplog.messages, "Games can be reached."
            store.patience = 0.01
            with pytest.raises(StoreAway):
                store.put("one", 1, "second")
            assert caplog.messages
            other.execute("ROLLBACK")
        assert store.put("one", 1, "second")
        store.touch("one", "X")
        assert store.read("one") == Kept("second", 2, frozenset("X"))


def test_the_address_says_which_store_if_it_can_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even root can write where a file is in place of the folder."""
    for scheme in ("redis", "rediss", "valkey", "valkeys"):
        assert isinstance(store_at(f"{scheme}://:password@host:1234/5", tmp_path), RedisStore)
    assert store_at("off", tmp_path) is None
    own = tmp_path / "my.db"
    for uri, path in (("sqlite", tmp_path / FILE), (f"sqlite://{own}", own)):
        store = store_at(uri, tmp_path)
        assert isinstance(store, SQLiteStore)
        assert store.path == path
    assert [*tmp_path.iterdir()] == []
    folder = tmp_path / "instance"
    folder.touch()
    assert store_at("sqlite", folder) is None
    (line,) = caplog.messages
    assert line == f"Games with friends are off, because {folder / FILE} cannot be written."


def test_an_application_has_its_store(checkout: Path) -> None:
    store = create_app({"GAMES_MOST": 7}).extensions["games"]
    assert isinstance(store, SQLiteStore)
    assert store.path == checkout / "instance" / "games.sqlite"
    assert store.most == 7
