"""Requests that wait for the change of a game."""

import threading
from collections.abc import Collection, Mapping
from typing import NamedTuple


class Wait(NamedTuple):
    """A wait until the game of *code* is not at *version*; the *event* ends it."""

    code: str
    version: int
    event: threading.Event


class Waiting:
    """All waits in a process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waits = set[Wait]()
        self.somebody = threading.Event()
        self.watched = False

    def add(self, code: str, version: int) -> Wait:
        """A new wait."""
        wait = Wait(code, version, threading.Event())
        with self.lock:
            self.waits.add(wait)
            self.somebody.set()
        return wait

    def remove(self, wait: Wait) -> None:
        """End one that was added."""
        with self.lock:
            self.waits.remove(wait)
            if not self.waits:
                self.somebody.clear()

    def codes(self) -> set[str]:
        """The games that somebody waits for."""
        with self.lock:
            return {wait.code for wait in self.waits}

    def wake(self, codes: Collection[str], versions: Mapping[str, int]) -> None:
        """Wake those who wait for the games with *codes*, which are at these *versions*, or gone
        if missing there.
        """
        with self.lock:
            for wait in self.waits:
                if wait.code in codes and versions.get(wait.code) != wait.version:
                    wait.event.set()
