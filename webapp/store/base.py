"""The store of what several people share. It keeps texts, and knows nothing of what they say.

`webapp/store/sqlite.py` keeps them in a file that all processes of a machine share, and
`webapp/store/redis.py` in a Redis or Valkey that several machines share. The settings choose, in
`webapp/store/storage.py`.
"""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, Generic, NamedTuple, TypeVar

from ai.messages import N_
from webapp.serving.errors import TryLater

T = TypeVar("T")

LIFETIME = 86_400.0  # seconds after its last change for which a game is kept
SPARE_LIFETIME = 7_200.0  # the same for a spare one
PRESENT = 20.0  # seconds after its last touch for which a seat counts as present

AGAIN = 1.0  # seconds until a store that was away is watched again
PAUSE = 10  # seconds between two lines of the log about a store that cannot be reached

log = logging.getLogger(__name__)

FULL = N_("Too many games with friends are going on. Try again %(time)s.")


class StoreAway(TryLater):
    """The store cannot be reached. Its games are not lost."""

    def __init__(self) -> None:
        super().__init__(
            N_("Games with friends can't be reached now. Nothing is lost: try again %(time)s."), 60
        )


class Kept(NamedTuple, Generic[T]):
    """A *thing* in the store, as its text or read.

    *version* is 1 at first, and one more after each change. *present* are the seats that were
    touched within :data:`PRESENT` seconds.
    """

    thing: T
    version: int
    present: frozenset[str]


class GameStore(ABC):
    """Games by their codes, at most *most* at once. A game is kept for *lifetime* seconds after its
    last change. A new game is *spare*: it is kept for *spare_lifetime*, and gives way if there are
    too many. Each change says whether it still is. A seat is present for so many seconds after it
    was touched.

    Threads and greenlets may share it. Processes that are forked before its first use share neither
    connections nor locks. Every method raises :class:`StoreAway` while the store cannot be reached.
    """

    errors: ClassVar[tuple[type[Exception], ...]]  # of a store that cannot be reached

    def __init__(self, most: int) -> None:
        self.most, self.present = most, PRESENT
        self.lifetime, self.spare_lifetime = LIFETIME, SPARE_LIFETIME
        self._silent_until = 0.0
        self._waits: dict[threading.Event, tuple[str, int]] = {}
        # Nobody waits for it, so it may be older than gevent's locks.
        self._watched = threading.Lock()

    @abstractmethod
    def read(self, code: str) -> Kept[str] | None:
        """The game; None if there is none, or it has expired."""

    @abstractmethod
    def put(self, code: str, version: int, text: str, *, spare: bool = False) -> bool:
        """Let *text* be the next version of the game if it is still at *version*, and whether it
        was; this prolongs its life. At version 0 there is none yet: if there are as many as there
        may be, the spare one that ends first gives way to the new one. If it raises, the game may
        have changed or not.

        :raises TryLater: if none gives way, with the seconds until the first game ends.
        """

    @abstractmethod
    def touch(self, code: str, seat: str) -> None:
        """Note that the player of *seat* is there; no such game is no error."""

    @abstractmethod
    def versions(self, codes: Collection[str]) -> dict[str, int]:
        """The versions of the games with *codes*, without those that are gone."""

    @abstractmethod
    def close(self) -> None:
        """Close the connections that nobody uses now. The next call opens others."""

    @abstractmethod
    def watch(self) -> None:
        """Wake those whose game has changed, and those whose game changes while anybody waits."""

    def wait(self, code: str, version: int, seconds: float) -> None:
        """Return once the game is not at *version*, or is gone, or after so many seconds. One
        thread of each process watches the store while somebody waits.
        """
        changed = threading.Event()
        self._waits[changed] = code, version
        try:
            if not self._watched.locked():
                threading.Thread(target=self._watch, daemon=True).start()
            if self.versions([code]).get(code) == version:
                changed.wait(seconds)
        finally:
            del self._waits[changed]

    def _watch(self) -> None:
        """Watch while somebody waits, unless another thread does. It looks once more after it has
        stopped: who came in between found it watching.
        """
        while self._waits and self._watched.acquire(blocking=False):
            try:
                self.watch()
            except StoreAway:
                time.sleep(AGAIN)
            finally:
                self._watched.release()

    def wake(self, versions: Mapping[str, int]) -> None:
        """Wake those who wait for games that are at other *versions* now, 0 for those gone."""
        for changed, (code, known) in self._waits.copy().items():
            if versions.get(code, known) != known:
                changed.set()

    def wake_changed(self) -> None:
        """Wake all whose game is not at the version that they know."""
        codes = {code for code, _ in self._waits.copy().values()}
        self.wake(dict.fromkeys(codes, 0) | self.versions(codes))

    @contextmanager
    def reached(self, *, in_silence: bool = False) -> Iterator[None]:
        """Raise StoreAway for one of the *errors*. The log says so at most every :data:`PAUSE`
        seconds, and not *in_silence*.
        """
        try:
            yield
        except self.errors as error:
            if not in_silence and time.monotonic() >= self._silent_until:
                self._silent_until = time.monotonic() + PAUSE
                log.warning("Games with friends cannot be reached: %s", error)
            raise StoreAway from error
