"""The queue of games to solve: a small file that all processes of a machine read and change."""

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from ai.messages import N_

ROOT = Path(__file__).parent.parent.parent

TOO_MUCH = N_("That was too much for me. Fewer ways, or a smaller board?")
NO_ROOM = N_("I have no room to keep it right now. Nothing of yours is lost: try again later.")
FAULT = N_("Something went wrong on our side. Nothing of yours is lost: try again.")

DETACHED = """
import os, runpy
if os.fork():
    os._exit(0)
os.nice(19)
runpy.run_module("ai.solving", run_name="__main__")
"""

MOST_FAILED = 32  # that are remembered
PATIENCE = 3.0  # seconds that a change waits for those of other processes
RETRY = 0.005  # seconds between two attempts


@dataclass
class Ticket:
    """A game that *visitors* ask for, by names that tell nobody who they are; it was begun so many
    times. A *failed* one waits no longer; the text says why.
    """

    visitors: list[str]
    tries: int = 0
    failed: str = ""


class Tickets:
    """The tickets in *folder* by the keys of their games, those of the failed too, in order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file, self._progress = folder / "queue.json", folder / "progress.json"

    def read(self) -> dict[str, Ticket]:
        """All tickets; none if there is no file that can be read."""
        try:
            return {key: Ticket(**it) for key, it in json.loads(self._file.read_bytes()).items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    @contextmanager
    def change(self) -> Iterator[dict[str, Ticket]]:
        """Yields all tickets, and keeps them as they are then, unless an error is raised.

        :raises OSError: if the file cannot be written, or others write for too long.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        until = time.monotonic() + PATIENCE
        while (lock := self.lock("queue.lock")) is None:
            if time.monotonic() > until:
                raise TimeoutError
            time.sleep(RETRY)  # other greenlets run
        try:
            tickets = self.read()
            yield tickets
            failed = [key for key, it in tickets.items() if it.failed]
            for key in failed[:-MOST_FAILED]:
                del tickets[key]
            self._write(self._file, {key: asdict(it) for key, it in tickets.items()})
        finally:
            os.close(lock)

    def lock(self, name: str) -> int | None:
        """A descriptor of the file *name*, locked until it and its copies are closed; None if
        another process has locked it.

        :raises OSError: if it cannot be written.
        """
        descriptor = os.open(self.folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        return descriptor

    def start(self, most: int) -> None:
        """Start the process that solves, unless it runs: on a shelf of at most so many bytes.

        :raises OSError: if it cannot be started, or could not write the queue.
        """
        if (lock := self.lock("solver.lock")) is None:
            return
        try:
            with self.change():
                pass
            subprocess.run(  # noqa: S603
                [sys.executable, "-c", DETACHED, self.folder.absolute(), f"{most}"],
                check=True,
                cwd=ROOT,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
                stdin=subprocess.DEVNULL,
                pass_fds=[lock],  # which keeps it locked
                start_new_session=True,
            )
        except subprocess.SubprocessError as error:
            raise OSError("the solver does not start") from error
        finally:
            os.close(lock)

    def tell(self, key: str, found: tuple[int, ...], valued: int) -> None:
        """Note the progress of the game that is solved, if the disk has room."""
        with suppress(OSError):
            self._write(self._progress, [key, found, valued])

    def progress(self, key: str) -> tuple[tuple[int, ...], int]:
        """What :meth:`tell` has noted last of the game of that *key*."""
        try:
            of, found, valued = json.loads(self._progress.read_bytes())
            return (tuple(found), int(valued)) if of == key else ((), 0)
        except (OSError, ValueError, TypeError):
            return (), 0

    @staticmethod
    def _write(path: Path, data: object) -> None:
        unfinished = path.with_suffix(f".{os.getpid()}")
        try:
            unfinished.write_text(json.dumps(data))
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)


def waiting(tickets: dict[str, Ticket]) -> list[str]:
    """The keys of those that have not failed, the one to be solved first."""
    return [key for key, it in tickets.items() if not it.failed]
