"""The store of games between friends, as a file. `tests/seen` has the same laws for Redis."""

import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.friend_races import *  # noqa: F403
from tests.store_laws import *  # noqa: F403 (pytest finds tests here)
from tests.store_laws import Place
from webapp import create_app
from webapp.friend.redis import RedisStore
from webapp.friend.sqlite import SQLiteStore
from webapp.friend.storage import FILE, store_at
from webapp.friend.store import LIFETIME, GameStore, Kept, StoreAway

SCHEMA_BEFORE = """
CREATE TABLE games (code TEXT PRIMARY KEY, text TEXT, version INTEGER, expires REAL) WITHOUT ROWID;
CREATE INDEX expiry ON games (expires);
CREATE TABLE seats (
    code TEXT REFERENCES games ON DELETE CASCADE, seat TEXT, at REAL, PRIMARY KEY (code, seat)
) WITHOUT ROWID;
"""


class File(Place):
    """A file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def uri(self) -> str:
        return f"sqlite://{self.path}"

    def open(self) -> SQLiteStore:
        return SQLiteStore(self.path)

    def replace_as_before(self, code: str, text: str) -> None:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute(
                "UPDATE games SET text = ?, version = version + 1, expires = ? WHERE code = ?",
                (text, time.time() + LIFETIME, code),
            )

    @contextmanager
    def away(self, store: GameStore) -> Iterator[None]:
        """There is no such folder, and none can be made.

        Nothing else lies at the file's path: a connection that began to open it, and found the
        journal of the true one, would cut off what SQLite shares among its connections, which
        ends the process.
        """
        folder, elsewhere = self.path.parent, self.path.parent.with_name("elsewhere")
        store.read("one")
        folder.rename(elsewhere)
        folder.touch()
        store.close()
        yield
        folder.unlink()
        elsewhere.rename(folder)

    def clear(self) -> None:
        for path in self.path.parent.glob("*"):
            path.unlink()


@pytest.fixture
def place(tmp_path: Path) -> File:
    """A folder, which does not exist yet."""
    return File(tmp_path / "a folder?" / "games#1.sqlite")


def test_the_first_use_makes_the_file_for_its_owner_alone(place: File) -> None:
    """Not the start: a command may run as another user than the site."""
    with closing(place.open()) as store:
        assert not place.path.parent.exists()
        assert store.read("one") is None
        store.put("one", 0, "text", spare=True)
        files = {
            path.name: stat.S_IMODE(path.stat().st_mode) for path in place.path.parent.iterdir()
        }
    assert files == {f"{place.path.name}{suffix}": 0o600 for suffix in ("", "-shm", "-wal")}


def test_a_file_that_is_no_database_is_refused(place: File) -> None:
    with closing(place.open()) as store:
        place.path.parent.mkdir()
        place.path.write_text("This is no database, although it is as long as its head is." * 9)
        with pytest.raises(StoreAway):
            store.put("one", 0, "text", spare=True)
        with pytest.raises(StoreAway):
            store.read("one")


def test_a_file_of_the_release_before_is_read(place: File) -> None:
    """It was made in WAL mode too, with this schema."""
    place.path.parent.mkdir()
    with closing(sqlite3.connect(place.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(SCHEMA_BEFORE)
        values = "one", "text", 3, time.time() + LIFETIME
        connection.execute("INSERT INTO games VALUES (?, ?, ?, ?)", values)
        connection.execute("INSERT INTO seats VALUES ('one', 'X', ?)", (time.time(),))
        with closing(place.open()) as store:
            assert store.read("one") == Kept("text", 3, frozenset("X"))


def test_what_has_expired_leaves_the_file_with_the_next_game(place: File) -> None:
    with closing(place.open()) as store:
        store.spare_lifetime = 0.01
        store.put("one", 0, "text", spare=True)
        store.touch("one", "X")
        store.wait("one", 1, 0.05)
        store.put("two", 0, "text", spare=True)
    with closing(sqlite3.connect(place.path)) as connection:
        assert connection.execute("SELECT code FROM games").fetchall() == [("two",)]
        assert connection.execute("SELECT code, seat FROM seats").fetchall() == [("two", "")]


def test_a_change_waits_for_another_one_but_not_for_ever(place: File) -> None:
    with closing(place.open()) as store:
        store.patience = 0.2
        store.put("one", 0, "first", spare=True)
        with closing(sqlite3.connect(place.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert store.read("one") == Kept("first", 1, frozenset())
            with pytest.raises(StoreAway):
                store.put("one", 1, "second")
            other.execute("ROLLBACK")
        assert store.put("one", 1, "second")


def test_a_note_of_presence_is_given_up_soon_and_in_silence(
    place: File, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(place.open()) as store:
        store.put("one", 0, "text", spare=True)
        with closing(sqlite3.connect(place.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            with pytest.raises(StoreAway):
                store.touch("one", "X")
            assert time.monotonic() - began < store.patience / 2
            other.execute("ROLLBACK")
        assert not caplog.messages, "Games can be reached."
        store.touch("one", "X")
        assert store.read("one") == Kept("text", 1, frozenset("X"))


def test_changes_of_a_process_take_turns(place: File) -> None:
    done: list[str] = []
    names = [f"{number}" for number in range(8)]

    def add(store: SQLiteStore, name: str) -> None:
        store.put(name, 0, "text", spare=True)
        done.append(name)

    with closing(place.open()) as store:
        store.put("first", 0, "text", spare=True)
        threads = [threading.Thread(target=add, args=[store, name]) for name in names]
        with closing(sqlite3.connect(place.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for thread in threads:
                thread.start()
                thread.join(0.01)
            other.execute("ROLLBACK")
        for thread in threads:
            thread.join()
    assert done == names


@pytest.mark.parametrize("scheme", ["redis", "rediss", "valkey", "valkeys"])
def test_the_address_says_which_store(tmp_path: Path, scheme: str) -> None:
    assert isinstance(store_at(f"{scheme}://:password@host:1234/5", tmp_path), RedisStore)
    assert store_at("off", tmp_path) is None
    assert [*tmp_path.iterdir()] == []
    for uri, path in (
        ("sqlite", tmp_path / FILE),
        (f"sqlite://{tmp_path}/my.db", tmp_path / "my.db"),
    ):
        store = store_at(uri, tmp_path)
        assert isinstance(store, SQLiteStore)
        assert store.path == path
    assert [*tmp_path.iterdir()] == []


def test_games_are_off_where_nothing_can_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even by root, for whom every folder can be written."""
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
    assert create_app({"GAMES_STORAGE": "off"}).extensions["games"] is None


def test_a_host_asks_whether_an_application_without_its_store_is_ready(
    checkout: Path,  # noqa: ARG001 - has no settings
) -> None:
    config = {"GAMES_STORAGE": "redis://127.0.0.1:1", "SECRET_KEY": "tests"}
    assert create_app(config).test_client().get("/readyz").status_code == 200
