"""The process that solves: `python -m ai.solving FOLDER BYTES`, as :class:`Tickets` starts it.

It solves all games of the queue, one after the other, and ends. It holds a lock from its start to
its end, so there is one on a machine; a killed one leaves its ticket, and another tries again.
"""

import json
import os
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import NoReturn

from ai.exact import tablebase
from ai.messages import Refusal
from ai.puzzles import finding, store
from ai.rules import Game, game_for
from ai.solving.shelf import Shelf
from ai.solving.tickets import FAULT, NO_ROOM, TOO_MUCH, Tickets, waiting

TRIES = 3
SECONDS = 30  # of processor time for a game
BYTES = 400_000_000  # of memory
FAILURES: dict[type[Exception], str] = {
    InterruptedError: "",  # nobody asks any more, or somebody anew
    MemoryError: TOO_MUCH,
    OverflowError: TOO_MUCH,
    OSError: NO_ROOM,
    Refusal: FAULT,
    tablebase.TablebaseError: FAULT,
}


def main(folder: Path, most: int) -> None:
    """Solve all games of the queue in *folder*, on a shelf of at most so many bytes.

    :raises OSError: if the queue cannot be written.
    """
    shelf, tickets = Shelf(folder, most), Tickets(folder)
    while key := _next(tickets):
        began, cause, words = process_time(), "done", ""
        try:
            _end_after(SECONDS)
            solve(game_for(key), shelf, tickets)
        except (*FAILURES,) as error:
            words = next(told for kind, told in FAILURES.items() if isinstance(error, kind))
            cause = repr(error)
        _end_after(0)
        with tickets.change() as left:
            if cause == "done":
                left.pop(key, None)
            elif words and key in left:
                left[key].failed = words
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        told = f"Solving {key}: {cause}, {process_time() - began:.1f} seconds."
        line = {"time": now, "level": "info", "process": os.getpid(), "message": told}
        print(json.dumps(line), file=sys.stderr, flush=True)  # noqa: T201


def _end_after(seconds: float) -> None:
    """Raise OverflowError after so many *seconds* of processor time, 0 for never, where the system
    tells: Windows does not.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _end)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _end(_signal: int, _frame: object) -> NoReturn:
    raise OverflowError


def _next(tickets: Tickets) -> str | None:
    """The key of the next game to solve, whose try is counted."""
    with tickets.change() as found:
        for key in waiting(found):
            if found[key].tries < TRIES:
                found[key].tries += 1
                found[key].after = 0  # so it stays the first
                return key
            found[key].failed = TOO_MUCH if found[key].found else FAULT
    return None


def solve(game: Game, shelf: Shelf, tickets: Tickets) -> None:
    """Solve *game*, find puzzles in it, and put both on the *shelf*.

    :raises InterruptedError: if nobody asks for it any more.
    """

    def progress(found: tuple[int, ...], valued: int) -> None:
        with tickets.change() as left:
            if game.key not in left:
                raise InterruptedError
            left[game.key].found, left[game.key].valued = found, valued

    with suppress(tablebase.Unsolved):
        shelf(game)
        return
    from ai.exact import retrograde  # noqa: PLC0415 - which needs numpy

    table, before = retrograde.solve(game, progress), tablebase.shelf
    tablebase.shelf = lambda _game: table
    try:
        table.puzzles = store.text(finding.sample(game))
    finally:
        tablebase.shelf = before
    if game.key not in tickets.read():
        raise InterruptedError
    shelf.put(table)


def _take_little() -> None:
    """Yield to other processes, and take little memory, where the system has such bounds."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        os.nice(19)
        import resource  # noqa: PLC0415 - which Windows lacks

        resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
        Path("/proc/self/oom_score_adj").write_text("1000")  # rather this process than another


if __name__ == "__main__":
    place = Path(sys.argv[1])
    with suppress(TimeoutError), Tickets(place).locked("solver"):
        print(flush=True)  # noqa: T201 - the process that starts it waits for it
        _take_little()
        main(place, int(sys.argv[2]))
