"""The queue of games to solve: a small file that all processes of a machine read and change."""

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import BufferedRandom
from pathlib import Path
from typing import Any

from ai.messages import N_

TOO_MUCH = N_("That was too much for me. Fewer ways, or a smaller board?")
NO_ROOM = N_("I have no room to keep it right now. Nothing of yours is lost: try again later.")
FAULT = N_("Something went wrong on our side. Nothing of yours is lost: try again.")

MOST_FAILED = 32  # that are remembered
PATIENCE = 3.0  # seconds that a change waits for those of other processes
RETRY = 0.005  # seconds between two attempts

DETACHED = """
import os, runpy
if os.fork():
    os._exit(0)
os.nice(19)
runpy.run_module("ai.solving", run_name="__main__")
"""


@dataclass
class Ticket:
    """The state of a game in the queue.

    *visitor* is a hash of the address that asked for it; *after* counts the games of that address
    before it. Its solving began *tries* times. The last time it *found* so many positions in each
    layer, the empty board first, and *valued* so many layers, the full board first. *failed* says
    why it cannot be solved; it is empty otherwise.
    """

    visitor: str
    after: int = 0
    tries: int = 0
    failed: str = ""
    found: tuple[int, ...] = ()
    valued: int = 0


class Tickets:
    """The tickets in *folder* by the keys of their games, in the order of asking. Those of games
    that failed stay for a while.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self._file = folder, folder / "queue.json"

    def read(self) -> dict[str, Ticket]:
        """All tickets; none if there is no file that can be read."""
        try:
            return {key: _ticket(it) for key, it in json.loads(self._file.read_bytes()).items()}
        except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return {}

    @contextmanager
    def change(self) -> Iterator[dict[str, Ticket]]:
        """Yields all tickets, and keeps them as they are then, unless an error is raised.

        :raises OSError: if the file cannot be written, or others write for too long.
        """
        until, unfinished = time.monotonic() + PATIENCE, self._file.with_suffix(".new")
        while not (lock := self._lock("queue.lock")):
            if time.monotonic() > until:
                raise TimeoutError
            time.sleep(RETRY)  # other greenlets run
        with lock:
            yield (tickets := self.read())
            for key in [key for key, it in tickets.items() if it.failed][:-MOST_FAILED]:
                del tickets[key]
            try:
                unfinished.write_text(json.dumps({key: asdict(it) for key, it in tickets.items()}))
                unfinished.replace(self._file)
            finally:
                unfinished.unlink(missing_ok=True)

    def _lock(self, name: str) -> BufferedRandom | None:
        """The file *name*, locked until it and its copies are closed; None if another process has
        locked it.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        file = (self.folder / name).open("a+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        return file

    def start(self, most: int) -> None:
        """Start the process that solves, unless it runs: on a shelf of at most so many bytes.

        :raises OSError: if it cannot be started, or could not write the queue.
        """
        if not (lock := self._lock("solver.lock")):
            return
        with lock:
            with self.change():
                pass
            subprocess.run(  # noqa: S603
                [sys.executable, "-c", DETACHED, self.folder.absolute(), f"{most}"],
                check=False,
                cwd=Path(__file__).parent.parent.parent,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
                stdin=subprocess.DEVNULL,
                pass_fds=[lock.fileno()],  # which keeps it locked
                start_new_session=True,
            )


def _ticket(data: dict[str, Any]) -> Ticket:
    """The ticket that :func:`asdict` made *data* of; raises TypeError for anything else."""
    found = Ticket(**data | {"found": tuple(data["found"])})
    numbers, texts = (
        (found.after, found.tries, found.valued, *found.found),
        (found.visitor, found.failed),
    )
    if {*map(type, numbers)} != {int} or {*map(type, texts)} != {str}:
        raise TypeError(data)
    return found


def waiting(tickets: dict[str, Ticket]) -> list[str]:
    """The keys of the games to solve, the next first."""
    keys = [key for key, it in tickets.items() if not it.failed]
    return sorted(keys, key=lambda key: tickets[key].after)
