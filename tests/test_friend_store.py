"""The store of games between friends, as a file. `tests/hosting` has the same laws for Redis."""

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
from webapp.friend import sqlite
from webapp.friend.redis import RedisStore
from webapp.friend.sqlite import SQLiteStore
from webapp.friend.store import LIFETIME, Kept, StoreAway, store_at


class File(Place):
    """A file, which the first game makes."""

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
    def away(self) -> Iterator[None]:
        """There is no such folder, and none can be made.

        Nothing else lies at the file's path: a connection that began to open it, and found the
        journal of the true one, would cut off what SQLite shares among its connections, which
        ends the process.
        """
        folder, elsewhere = self.path.parent, self.path.parent.with_name("elsewhere")
        folder.rename(elsewhere)
        folder.touch()
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


def test_the_first_game_makes_the_file(place: File) -> None:
    with closing(place.open()) as store:
        assert store.count() == 0
        store.touch("one", "X")
        assert not store.replace("one", 1, "text")
        store.wait("one", 1, 5)
        assert not place.path.parent.exists()
        store.add("one", "text")
        assert {path.name for path in place.path.parent.iterdir()} == {
            place.path.name + suffix for suffix in ("", "-shm", "-wal")
        }
        assert {stat.S_IMODE(path.stat().st_mode) for path in place.path.parent.iterdir()} == {
            0o600
        }


def test_a_file_that_is_deleted_is_made_anew(place: File) -> None:
    with closing(place.open()) as store, closing(place.open()) as other:
        for text in ("first", "second"):
            store.add("one", text)
            assert other.read("one") == Kept(text, 1, frozenset())
            place.clear()
            assert store.count() == other.count() == 0


def test_a_file_that_is_no_database_is_refused(place: File) -> None:
    place.path.parent.mkdir()
    place.path.write_text("This is no database, although it is as long as the head of one." * 9)
    with closing(place.open()) as store:
        for ask in (lambda: store.add("one", "text"), lambda: store.read("one"), store.count):
            with pytest.raises(StoreAway):
                ask()


def test_what_has_expired_leaves_the_file_with_the_next_game(place: File) -> None:
    with closing(place.open()) as store:
        store.spare_lifetime = 0.01
        store.add("one", "text")
        store.touch("one", "X")
        store.wait("one", 1, 0.05)
        store.add("two", "text")
    with closing(sqlite3.connect(place.path)) as connection:
        assert connection.execute("SELECT code FROM games").fetchall() == [("two",)]
        assert connection.execute("SELECT code, seat FROM seats").fetchall() == [("two", "")]


def test_a_change_waits_for_another_one_but_not_for_ever(
    place: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
    with closing(place.open()) as store:
        store.add("one", "first")
        with closing(sqlite3.connect(place.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert store.read("one") == Kept("first", 1, frozenset())
            with pytest.raises(StoreAway):
                store.replace("one", 1, "second")
            other.execute("ROLLBACK")
        assert store.replace("one", 1, "second")


def test_a_note_of_presence_is_given_up_soon_and_in_silence(
    place: File, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(place.open()) as store:
        store.add("one", "text")
        with closing(sqlite3.connect(place.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            with pytest.raises(StoreAway):
                store.touch("one", "X")
            assert time.monotonic() - began < sqlite.PATIENCE / 2
            other.execute("ROLLBACK")
        assert not caplog.messages, "Games can be reached."
        store.touch("one", "X")
        assert store.read("one") == Kept("text", 1, frozenset("X"))


def test_changes_of_a_process_take_turns(place: File) -> None:
    done: list[str] = []
    names = [f"{number}" for number in range(8)]

    def add(store: SQLiteStore, name: str) -> None:
        store.add(name, "text")
        done.append(name)

    with closing(place.open()) as store:
        store.add("first", "text")
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


@pytest.mark.parametrize(
    ("uri", "kind"),
    [
        ("sqlite", SQLiteStore),
        ("sqlite:///var/lib/games.sqlite", SQLiteStore),
        ("redis://:password@host:1234/5", RedisStore),
        ("rediss://host", RedisStore),
        ("valkey://host", RedisStore),
        ("valkeys://host", RedisStore),
        ("off", type(None)),
    ],
)
def test_the_address_says_which_store(tmp_path: Path, uri: str, kind: type[object]) -> None:
    assert type(store_at(uri, tmp_path)) is kind
    assert [*tmp_path.iterdir()] == []


def test_games_are_off_where_nothing_can_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "instance").touch()
    assert store_at("sqlite", tmp_path / "instance") is None
    (line,) = caplog.messages
    assert line.startswith("Games with friends are off, because ")


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
