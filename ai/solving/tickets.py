"""The queue of games to solve: a small file that all processes of a machine read and change."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from ai.messages import N_

TOO_MUCH = N_("That was too much for me. Fewer ways, or a smaller board?")
NO_ROOM = N_("I have no room to keep it right now. Nothing of yours is lost: try again later.")
FAULT = N_("Something went wrong on our side. Nothing of yours is lost: try again.")

MOST_FAILED = 32  # that are remembered
PATIENCE = 3.0  # seconds that a change waits for those of other processes
RETRY = 0.005  # seconds between two attempts

# Windows's names for a low priority, and for a process that Ctrl+C does not end with the site.
FLAGS = ("IDLE_PRIORITY_CLASS", "CREATE_NEW_PROCESS_GROUP")

# This process stands between: it ends as soon as the solver runs, or has ended.
BETWEEN = """
import subprocess, sys
subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE).stdout.read(1)
"""

T = TypeVar("T")


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
            found = json.loads(_patiently(self._file.read_bytes))
            return {key: _ticket(it) for key, it in found.items()}
        except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return {}

    @contextmanager
    def change(self) -> Iterator[dict[str, Ticket]]:
        """Yields all tickets, and keeps them as they are then, unless an error is raised.

        :raises OSError: if the file cannot be written, or others write for too long.
        """
        unfinished = self._file.with_suffix(".new")
        with self.locked("queue", PATIENCE):
            yield (tickets := self.read())
            for key in [key for key, it in tickets.items() if it.failed][:-MOST_FAILED]:
                del tickets[key]
            try:
                text = json.dumps({key: asdict(it) for key, it in tickets.items()})
                unfinished.write_text(text, "ascii")
                _patiently(lambda: unfinished.replace(self._file))
            finally:
                unfinished.unlink(missing_ok=True)

    @contextmanager
    def locked(self, name: str, patience: float = 0) -> Iterator[None]:
        """Nobody else has the lock of that *name* meanwhile; a process that ends leaves it.

        :raises TimeoutError: if somebody has it for longer than *patience*, in seconds.
        """
        from filelock import lock_descriptor  # noqa: PLC0415 - most processes lock nothing

        self.folder.mkdir(parents=True, exist_ok=True)
        until = time.monotonic() + patience
        with (self.folder / f"{name}.lock").open("a+b") as file:
            while not lock_descriptor(file.fileno(), blocking=False):
                if time.monotonic() > until:
                    raise TimeoutError
                time.sleep(RETRY)  # other greenlets run
            yield

    def start(self, most: int) -> None:
        """Start the process that solves, unless it runs: on a shelf of at most so many bytes.

        :raises OSError: if it cannot be started, or could not write the queue.
        """
        with suppress(TimeoutError), self.locked("start"):
            with self.locked("solver"), self.change():
                pass
            solver = [sys.executable, "-m", "ai.solving", f"{self.folder.absolute()}", f"{most}"]
            subprocess.run(  # noqa: S603
                [sys.executable, "-I", "-S", "-c", BETWEEN, *solver],
                check=False,
                cwd=Path(__file__).parent.parent.parent,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                creationflags=sum(getattr(subprocess, flag, 0) for flag in FLAGS),
            )


def _patiently(work: Callable[[], T]) -> T:
    """The result of *work*, tried again for a moment: Windows refuses it while another process has
    the file open.
    """
    for _ in range(9):
        with suppress(PermissionError):
            return work()
        time.sleep(RETRY)
    return work()


def _ticket(data: dict[str, Any]) -> Ticket:
    """The ticket that :func:`asdict` made *data* of; raises TypeError for anything else."""
    found = Ticket(**data | {"found": tuple(data["found"])})
    numbers = found.after, found.tries, found.valued, *found.found
    if {*map(type, numbers)} != {int} or {type(found.visitor), type(found.failed)} != {str}:
        raise TypeError(data)
    return found


def waiting(tickets: dict[str, Ticket]) -> list[str]:
    """The keys of the games to solve, the next first."""
    keys = [key for key, it in tickets.items() if not it.failed]
    return sorted(keys, key=lambda key: tickets[key].after)
