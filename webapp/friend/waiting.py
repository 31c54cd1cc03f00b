"""Requests that wait for the change of a game, and the thread of each process that wakes them."""

import threading
import time
from abc import abstractmethod
from collections.abc import Collection, Mapping

from webapp.friend.store import GameStore, StoreAway

AGAIN = 1.0  # seconds until a store that was away is watched again


class Waiting:
    """Those who wait, each for another version of a game than it knows."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.events: dict[str, list[tuple[int, threading.Event]]] = {}
        self.somebody = threading.Event()
        self.watched = False

    def add(self, code: str, version: int) -> threading.Event:
        """The event of a new one who waits until the game is not at *version*."""
        event = threading.Event()
        with self.lock:
            self.events.setdefault(code, []).append((version, event))
            self.somebody.set()
        return event

    def remove(self, code: str, version: int, event: threading.Event) -> None:
        """End the wait of one who was added."""
        with self.lock:
            events = self.events[code]
            events.remove((version, event))
            if not events:
                del self.events[code]
            if not self.events:
                self.somebody.clear()

    def codes(self) -> list[str]:
        """The games that somebody waits for."""
        with self.lock:
            return [*self.events]

    def wake(self, codes: Collection[str], versions: Mapping[str, int]) -> None:
        """Wake those who wait for the games with *codes*, which are at these *versions*, or gone
        if missing there.
        """
        with self.lock:
            for code in codes:
                for version, event in self.events.get(code, ()):
                    if versions.get(code) != version:
                        event.set()


class WatchedStore(GameStore):
    """A store that one thread of each process watches while somebody waits."""

    def wait(self, code: str, version: int, seconds: float) -> None:
        """Return once the game is not at *version*, or is gone, or after so many seconds."""
        waiting = self.waiting
        event = waiting.add(code, version)
        try:
            self._begin_to_watch(waiting)
            if self.versions([code]).get(code) == version:
                event.wait(seconds)
        finally:
            waiting.remove(code, version, event)

    @property
    def waiting(self) -> Waiting:
        """Those who wait in this process."""
        return self.made_once("_waiting", Waiting)

    @abstractmethod
    def versions(self, codes: Collection[str]) -> dict[str, int]:
        """The versions of the games with *codes*, without those that are gone."""

    @abstractmethod
    def watch(self) -> None:
        """Wake at first whose game has changed already, and then all whose game changes, as long
        as somebody waits.
        """

    def wake_changed(self) -> None:
        """Wake all whose game is not at the version that they know."""
        codes = self.waiting.codes()
        self.waiting.wake(codes, self.versions(codes))

    def _begin_to_watch(self, waiting: Waiting) -> None:
        with waiting.lock:
            begins, waiting.watched = not waiting.watched, True
        if begins:
            threading.Thread(target=self._watch, args=[waiting], daemon=True).start()

    def _watch(self, waiting: Waiting) -> None:
        """Watch for ever, but rest while nobody waits."""
        try:
            while waiting.somebody.wait():
                try:
                    self.watch()
                except StoreAway:
                    time.sleep(AGAIN)
        finally:
            waiting.watched = False  # after an error the next who waits begins anew
