"""A file of SQLite as a place of games between friends."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.store_laws import Place
from webapp.friend import sqlite
from webapp.friend.sqlite import SQLiteStore
from webapp.friend.store import GameStore

PATIENCE = 60.0  # seconds


class File(Place):
    """A file, whose stores have a clock of their own."""

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

    def let_pass(self, seconds: float) -> None:
        self.ahead += seconds
