"""Games in a file of SQLite, which all processes of a machine share."""

import json
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.parse import quote

from webapp.friend.store import GameStore, Kept, StoreAway, TooManyGames
from webapp.serving.variables import MOST

T = TypeVar("T")

LOOK = 0.1  # seconds between two looks for changes of other processes
PATIENCE = 3.0  # seconds that a change waits for those of other processes
SHORT_PATIENCE = 0.2  # seconds that a note of presence waits
IDLE = 8  # connections that stay open
RETRY = 0.002  # seconds between two attempts to change

SCHEMA = """
CREATE TABLE games (code TEXT PRIMARY KEY, text TEXT, version INTEGER, expires REAL) WITHOUT ROWID;
CREATE INDEX expiry ON games (expires);
CREATE TABLE seats (
    code TEXT REFERENCES games ON DELETE CASCADE, seat TEXT, at REAL, PRIMARY KEY (code, seat)
) WITHOUT ROWID;
"""

# A spare game has a row of `seats` with an empty seat, whose `at` is the game's version. So a game
# is no longer spare once an older release, which knows no such rows, has changed it.
EXPIRE = "DELETE FROM games WHERE expires <= :now"
COUNT = "SELECT count(*) FROM games WHERE expires > :now"
ADD = "INSERT OR IGNORE INTO games VALUES (:code, :text, 1, :expires)"
SPARE = "INSERT OR REPLACE INTO seats VALUES (:code, '', :version)"
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

MISSING = 0, 0


class SQLiteStore(GameStore):
    """Games in the file at *path*, for its owner alone. The first game makes it.

    There are as many connections as threads that use one at the same time: under gevent one, and
    one that watches, because no call of SQLite lets other greenlets run.
    """

    def __init__(self, path: Path, most: int = MOST) -> None:
        super().__init__(most)
        self.path = path
        self.idle = deque[tuple[tuple[int, int], sqlite3.Connection]]()

    def add(self, code: str, text: str) -> None:
        def add(connection: sqlite3.Connection) -> None:
            values = self._times(spare=True) | {"code": code, "version": 1, "text": text}
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(EXPIRE, values)
            if connection.execute(ADD, values).rowcount:
                (games,) = connection.execute(COUNT, values).fetchone()
                if games > self.most and not connection.execute(GIVE_WAY).rowcount:
                    raise TooManyGames(*connection.execute(FIRST_END, values).fetchone())
                connection.execute(SPARE, values)
            connection.execute("COMMIT")

        try:
            make(self.path)
        except (sqlite3.Error, OSError) as error:
            raise self.away(error) from error
        self._change(add)

    def read(self, code: str) -> Kept | None:
        for text, version, present in self._rows(READ, code=code):
            return Kept(text, version, frozenset(json.loads(present)))
        return None

    def replace(self, code: str, version: int, text: str, *, spare: bool = False) -> bool:
        def replace(connection: sqlite3.Connection) -> bool:
            values = self._times(spare=spare) | {"code": code, "version": version, "text": text}
            connection.execute("BEGIN IMMEDIATE")
            replaced = connection.execute(REPLACE, values).rowcount == 1
            if replaced and spare:
                connection.execute(SPARE, values | {"version": version + 1})
            connection.execute("COMMIT")
            return replaced

        if replaced := self._change(replace):
            self.waiting.wake([code], {code: version + 1})
        return replaced

    def touch(self, code: str, seat: str) -> None:
        def touch(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA synchronous = NORMAL")  # need not reach the disk at once
            connection.execute(TOUCH, self._times() | {"code": code, "seat": seat})
            connection.execute("PRAGMA synchronous = FULL")

        self._change(touch, SHORT_PATIENCE)

    def count(self) -> int:
        ((count,),) = self._rows(COUNT)
        return int(count)

    def versions(self, codes: Collection[str]) -> dict[str, int]:
        return dict(self._rows(VERSIONS, codes=json.dumps([*codes])))

    def watch(self) -> None:
        def watch(connection: sqlite3.Connection) -> None:
            seen, inode = None, self._inode()
            while self.waiting.somebody.is_set() and self._inode() == inode:
                (now,) = connection.execute("PRAGMA data_version").fetchone()
                if now != seen:
                    self.wake_changed()
                    seen = now
                time.sleep(LOOK)

        self._run(watch)

    def close(self) -> None:
        """Close the connections that nobody uses now."""
        while self.idle:
            self.idle.pop()[1].close()

    def _times(self, *, spare: bool = False) -> dict[str, Any]:
        """The times that statements need, in seconds since 1970."""
        now, lifetime = time.time(), self.spare_lifetime if spare else self.lifetime
        return {"now": now, "since": now - self.present, "expires": now + lifetime}

    def _rows(self, query: str, **values: object) -> list[Any]:
        return self._run(
            lambda connection: connection.execute(query, self._times() | values).fetchall()
        )

    def _change(self, work: Callable[[sqlite3.Connection], T], patience: float = PATIENCE) -> T:
        """The result of *work*, which changes the file. Changes of this process follow one another
        in the order of their requests: of many that try again, one would try for seconds.

        :raises StoreAway: if it takes longer than *patience* to get its turn, or then to change.
        """
        if not self._turn.acquire(timeout=patience):
            late = TimeoutError("the changes before this one take too long")
            raise self._given_up(late, patience)
        try:
            return self._run(work, patience)
        finally:
            self._turn.release()

    @property
    def _turn(self) -> threading.Lock:
        """The turn to change the file."""
        return self.made_once("_kept_turn", threading.Lock)

    def _run(self, work: Callable[[sqlite3.Connection], T], patience: float = PATIENCE) -> T:
        """The result of *work*, tried again while another process changes the file: in between
        other greenlets run, which SQLite's own waits would stop.

        :raises StoreAway: if the file cannot be read or written.
        """
        until = time.monotonic() + patience
        try:
            with self._connection() as connection:
                while True:
                    try:
                        return work(connection)
                    except sqlite3.OperationalError as error:
                        if not is_busy(error) or time.monotonic() > until:
                            raise
                    time.sleep(RETRY)
        except (sqlite3.Error, OSError) as error:
            raise self._given_up(error, patience) from error

    def _given_up(self, error: Exception, patience: float) -> StoreAway:
        """The refusal for this *error*. A note of presence is no reason for a line of the log."""
        return StoreAway() if patience == SHORT_PATIENCE else self.away(error)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A connection of its own, which is closed after an error."""
        inode, connection = self._inode(), None
        while connection is None:
            try:
                opened, idle = self.idle.pop()
            except IndexError:
                connection = connected(self.path if inode != MISSING else None)
            else:
                if opened == inode:
                    connection = idle
                else:
                    idle.close()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if len(self.idle) < IDLE:
            self.idle.append((inode, connection))
        else:
            connection.close()

    def _inode(self) -> tuple[int, int]:
        """The file's device and number: others if it was replaced, :data:`MISSING` if missing."""
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            return MISSING
        return stat.st_dev, stat.st_ino


def make(path: Path) -> None:
    """Make the file without a game, if there is none. Of several processes the first makes it.

    :raises OSError: if it cannot be written.
    :raises sqlite3.Error: likewise.
    """
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent) as folder:
        made = Path(folder) / path.name
        made.touch(mode=0o600)
        with closing(sqlite3.connect(made)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")  # who reads never waits
            connection.executescript(SCHEMA)
        with suppress(FileExistsError):
            os.link(made, path)


def connected(path: Path | None) -> sqlite3.Connection:
    """A connection to the file at *path*; without one, to a store without games.

    :raises sqlite3.Error: if there is no such file, or it is no database.
    """
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?mode=rw" if path else ":memory:",
        timeout=0,
        isolation_level=None,  # statements begin no transaction by themselves
        check_same_thread=False,  # one thread at a time uses it
        uri=True,
    )
    if path:
        connection.execute("PRAGMA foreign_keys = ON")
    else:
        connection.executescript(SCHEMA)
    return connection


def is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether another process changes the file at this moment."""
    return error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
