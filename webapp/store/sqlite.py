"""Games in a file of SQLite, which all processes of a machine share."""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from webapp.serving.errors import TryLater
from webapp.serving.variables import MOST
from webapp.store.base import FULL, GameStore, Kept

T = TypeVar("T")

LOOK = 0.1  # seconds between two looks for changes of other processes
SHORT_PATIENCE = 0.2  # seconds that a note of presence waits
RETRY = 0.002  # seconds between two attempts to change
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}  # while another process changes the file

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    code TEXT PRIMARY KEY, text TEXT, version INTEGER, expires REAL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS expiry ON games (expires);
CREATE TABLE IF NOT EXISTS seats (
    code TEXT REFERENCES games ON DELETE CASCADE, seat TEXT, at REAL, PRIMARY KEY (code, seat)
) WITHOUT ROWID;
"""

# A spare game has a row of `seats` with an empty seat, whose `at` is the game's version. So a game
# is no longer spare once an older release, which knows no such rows, has changed it.
EXPIRE = "DELETE FROM games WHERE expires <= :now"
COUNT = "SELECT count(*) FROM games WHERE expires > :now"
ADD = "INSERT OR IGNORE INTO games VALUES (:code, :text, 1, :expires)"
SPARE = "INSERT OR REPLACE INTO seats VALUES (:code, '', :version + 1)"
GIVE_WAY = """
DELETE FROM games WHERE code = (
    SELECT code FROM games
    WHERE version = (SELECT at FROM seats WHERE seats.code = games.code AND seat = '')
    ORDER BY expires LIMIT 1
)
"""
FIRST_END = "SELECT min(expires) - :now FROM games WHERE code != :code"
READ = """
SELECT text, version, (
    SELECT json_group_array(seat) FROM seats WHERE seats.code = games.code AND at > :since
) FROM games WHERE code = :code AND expires > :now
"""
REPLACE = """
UPDATE games SET text = :text, version = version + 1, expires = :expires
WHERE code = :code AND version = :version AND expires > :now
"""
TOUCH = """
INSERT INTO seats SELECT code, :seat, :now FROM games WHERE code = :code AND expires > :now
ON CONFLICT DO UPDATE SET at = excluded.at
"""
VERSIONS = """
SELECT code, version FROM games JOIN json_each(:codes) ON code = value WHERE expires > :now
"""


class SQLiteStore(GameStore):
    """Games in the file at *path*, for its owner alone. The first use makes it and its folder.

    A process has one connection, and one that watches: no call of SQLite lets other greenlets run.
    """

    errors = sqlite3.Error, OSError
    patience = 3.0  # seconds that a change waits for those of other processes

    def __init__(self, path: Path, most: int = MOST) -> None:
        super().__init__(most)
        self.path = path
        self._connection: sqlite3.Connection | None = None
        # No greenlet lets others run while it has this lock, so it may be older than gevent's.
        self._lock = threading.Lock()

    def read(self, code: str) -> Kept[str] | None:
        for text, version, present in self._rows(READ, code=code):
            return Kept(text, version, frozenset(json.loads(present)))
        return None

    def put(self, code: str, version: int, text: str, *, spare: bool = False) -> bool:
        def put(connection: sqlite3.Connection) -> bool:
            values = self._values(spare=spare, code=code, version=version, text=text)
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                if not version:
                    connection.execute(EXPIRE, values)
                if not connection.execute(REPLACE if version else ADD, values).rowcount:
                    return False
                if not version:
                    ((games,),) = connection.execute(COUNT, values)
                    if games > self.most and not connection.execute(GIVE_WAY).rowcount:
                        raise TryLater(FULL, *connection.execute(FIRST_END, values).fetchone())
                if spare:
                    connection.execute(SPARE, values)
            return True

        if kept := self._change(put, self.patience):
            self.wake({code: version + 1})
        return kept

    def touch(self, code: str, seat: str) -> None:
        def touch(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA synchronous = NORMAL")  # need not reach the disk at once
            try:
                connection.execute(TOUCH, self._values(code=code, seat=seat))
            finally:
                connection.execute("PRAGMA synchronous = FULL")

        self._change(touch, SHORT_PATIENCE)

    def versions(self, codes: Collection[str]) -> dict[str, int]:
        return dict(self._rows(VERSIONS, codes=json.dumps([*codes])))

    def watch(self) -> None:
        with self.reached(), closing(connected(self.path)) as connection:
            seen = None
            while self._waits:
                now = connection.execute("PRAGMA data_version").fetchone()
                if now != seen:
                    self.wake_changed()
                    seen = now
                time.sleep(LOOK)

    def close(self) -> None:
        with self._lock:
            if self._connection:
                self._connection.close()
            self._connection = None

    def _values(self, *, spare: bool = False, **values: Any) -> dict[str, Any]:
        """*values* and the times that statements need, in seconds since 1970."""
        now, lifetime = time.time(), self.spare_lifetime if spare else self.lifetime
        return {"now": now, "since": now - self.present, "expires": now + lifetime, **values}

    def _rows(self, query: str, **values: Any) -> list[Any]:
        with self.reached():
            return self._run(
                lambda it: it.execute(query, self._values(**values)).fetchall(), self.patience
            )

    @property
    def _turn(self) -> threading.Lock:
        """The turn to change the file, made by the first change: one of gevent's by then. Of two
        threads that make one the first counts.
        """
        turn: threading.Lock = self.__dict__.setdefault("turn", threading.Lock())
        return turn

    def _change(self, work: Callable[[sqlite3.Connection], T], patience: float) -> T:
        """The result of *work*, which changes the file. Changes of this process follow one another
        in the order of their requests: of many that try again, one would try for seconds. A note of
        presence, of short patience, is no reason for a line of the log.

        :raises StoreAway: if it takes longer than *patience* to get its turn, or then to change.
        """
        with self.reached(in_silence=patience == SHORT_PATIENCE):
            turn = self._turn
            if not turn.acquire(timeout=patience):
                raise TimeoutError("the changes before this one take too long")
            try:
                return self._run(work, patience)
            finally:
                turn.release()

    def _run(self, work: Callable[[sqlite3.Connection], T], patience: float) -> T:
        """The result of *work*, tried again while another process changes the file: in between
        other greenlets run, which SQLite's own waits would stop. The connection is opened first, or
        after an error anew.

        :raises sqlite3.Error, OSError: if the file cannot be read or written.
        """
        until = time.monotonic() + patience
        while True:
            try:
                with self._lock:
                    self._connection = self._connection or connected(self.path)
                    return work(self._connection)
            except self.errors as error:
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF
                if code not in BUSY or time.monotonic() > until:
                    self.close()
                    raise
            time.sleep(RETRY)


def connected(path: Path) -> sqlite3.Connection:
    """A connection to the file at *path*, which is made if there is none.

    :raises OSError: if the file cannot be written.
    :raises sqlite3.Error: likewise, or if it is no database.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    if not os.access(path, os.W_OK):
        raise PermissionError("it may not be written")
    connection = sqlite3.connect(
        path,
        timeout=0,
        isolation_level=None,  # statements begin no transaction by themselves
        check_same_thread=False,  # one thread at a time uses it
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")  # who reads never waits
        connection.executescript(SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection
