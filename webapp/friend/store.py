"""The store of games between friends. It keeps texts, and knows nothing of what they say.

`webapp/friend/sqlite.py` keeps them in a file that all processes of a machine share, and
`webapp/friend/redis.py` in a Redis or Valkey that several machines share.
"""

import logging
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple, TypeVar

from flask import Flask

from ai.messages import N_
from webapp.friend.waiting import Waiting
from webapp.serving.errors import TryLater
from webapp.serving.variables import MOST, OFF, SCHEMES, SQLITE

T = TypeVar("T")

LIFETIME = 86_400.0  # seconds after its last change for which a game is kept
SPARE_LIFETIME = 7_200.0  # the same for a spare one
PRESENT = 20.0  # seconds after its last touch for which a seat counts as present

AGAIN = 1.0  # seconds until a store that was away is watched again
PAUSE = 10  # seconds between two lines of the log about a store that cannot be reached

FILE = "games.sqlite"  # in the instance folder

log = logging.getLogger(__name__)


class StoreAway(TryLater):
    """The store cannot be reached. Its games are not lost."""

    def __init__(self) -> None:
        super().__init__(
            N_("Games with friends can't be reached now. Nothing is lost: try again %(time)s."), 60
        )


class TooManyGames(TryLater):
    """The store keeps as many games as it may, and the first ends after so many *seconds*."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            N_("Too many games with friends are going on. Try again %(time)s."), seconds
        )


class Kept(NamedTuple):
    """A game in the store.

    *version* is 1 at first, and one more after each change. *present* are the seats that were
    touched within :data:`PRESENT` seconds.
    """

    text: str
    version: int
    present: frozenset[str]


class GameStore(ABC):
    """Games by their codes, at most *most* at once. A game is kept for *lifetime* seconds after its
    last change. A new game is *spare*: it is kept for *spare_lifetime*, and gives way if there are
    too many. Each change says whether it still is. A seat is present for so many seconds after it
    was touched.

    Threads and greenlets may share it. It opens its file or connection when it is first used, so
    processes that are forked before share none. Every method raises :class:`StoreAway` while the
    store cannot be reached.
    """

    def __init__(self, most: int) -> None:
        self.most, self.present = most, PRESENT
        self.lifetime, self.spare_lifetime = LIFETIME, SPARE_LIFETIME
        self.silent_until = 0.0

    @abstractmethod
    def add(self, code: str, text: str) -> None:
        """Keep a new game, at version 1, unless there is one with this *code*. If there are as many
        as there may be, the spare one that ends first gives way.

        :raises TooManyGames: if none is spare.
        """

    @abstractmethod
    def read(self, code: str) -> Kept | None:
        """The game; None if there is none, or it has expired."""

    @abstractmethod
    def replace(self, code: str, version: int, text: str, *, spare: bool = False) -> bool:
        """Change the game to *text* if it is still at *version*, and whether it was. A change
        prolongs the game's life, and says whether it is *spare*.

        If it raises, the game may have changed or not.
        """

    @abstractmethod
    def touch(self, code: str, seat: str) -> None:
        """Note that the player of *seat* is there; no such game is no error."""

    @abstractmethod
    def count(self) -> int:
        """The number of games."""

    @abstractmethod
    def close(self) -> None:
        """Close the connections that nobody uses now. The next call opens others."""

    @abstractmethod
    def versions(self, codes: Collection[str]) -> dict[str, int]:
        """The versions of the games with *codes*, without those that are gone."""

    @abstractmethod
    def watch(self) -> None:
        """Wake at first whose game has changed already, and then all whose game changes, as long
        as somebody waits.
        """

    def wait(self, code: str, version: int, seconds: float) -> None:
        """Return once the game is not at *version*, or is gone, or after so many seconds. One
        thread of each process watches the store while somebody waits.
        """
        wait = self.waiting.add(code, version)
        try:
            self._begin_to_watch()
            if self.versions([code]).get(code) == version:
                wait.event.wait(seconds)
        finally:
            self.waiting.remove(wait)

    @property
    def waiting(self) -> Waiting:
        """Those who wait in this process."""
        return self.made_once("_waiting", Waiting)

    def wake_changed(self) -> None:
        """Wake all whose game is not at the version that they know."""
        codes = self.waiting.codes()
        self.waiting.wake(codes, self.versions(codes))

    def _begin_to_watch(self) -> None:
        with self.waiting.lock:
            begins, self.waiting.watched = not self.waiting.watched, True
        if begins:
            threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Watch for ever, but rest while nobody waits."""
        try:
            while self.waiting.somebody.wait():
                try:
                    self.watch()
                except StoreAway:
                    time.sleep(AGAIN)
        finally:
            self.waiting.watched = False  # after an error the next who waits begins anew

    def made_once(self, name: str, make: Callable[[], T]) -> T:
        """The attribute *name*, made when it is first needed: gevent has replaced locks, threads
        and sockets by then. The first one counts if two threads make one.
        """
        found: T | None = self.__dict__.get(name)
        return found or self.__dict__.setdefault(name, make())

    def away(self, error: Exception) -> StoreAway:
        """The refusal for this *error* of the store, logged at most every :data:`PAUSE` seconds."""
        if time.monotonic() >= self.silent_until:
            self.silent_until = time.monotonic() + PAUSE
            log.warning("Games with friends cannot be reached: %s", error)
        return StoreAway()


def store_at(uri: str, folder: Path, most: int = MOST) -> GameStore | None:
    """The store of at most *most* games at *uri*. None if that is `off`, or if its file cannot be
    written, which is logged.

    `sqlite` is the file :data:`FILE` in *folder*, and `sqlite:///path` one at an absolute path.
    `redis://…`, `rediss://…`, `valkey://…` and `valkeys://…` are a Redis or Valkey.

    The settings have checked *uri*.
    """
    scheme, _, rest = uri.partition(":")
    if uri == OFF:
        return None
    if scheme == SQLITE:
        from webapp.friend.sqlite import SQLiteStore  # noqa: PLC0415 - it imports this module

        path = folder / FILE if uri == SQLITE else Path(rest.removeprefix("//"))
        if can_write(path):
            return SQLiteStore(path, most)
        log.warning("Games with friends are off, because %s cannot be written.", path)
        return None
    from webapp.friend.redis import RedisStore  # noqa: PLC0415 - it imports this module

    return RedisStore(f"{SCHEMES[scheme]}:{rest}", most)


def can_write(path: Path) -> bool:
    """Whether this process may write the file at *path*, or make it and its folders."""
    if path.exists():
        return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    return folder.is_dir() and os.access(folder, os.W_OK)


def init_app(app: Flask) -> None:
    """Let `app.extensions["games"]` be the store of the settings, None if there is none."""
    log.parent = app.logger  # whose handler its first use makes
    app.extensions["games"] = store_at(
        str(app.config["GAMES_STORAGE"]), Path(app.instance_path), app.config["GAMES_MOST"]
    )
