"""The process that solves: `python -m ai.solving FOLDER BYTES`, as :class:`Tickets` starts it.

It solves all games of the queue, one after the other, and ends. It holds a lock from its start to
its end, so there is one on a machine; a killed one leaves its ticket, and another tries again.
"""

import json
import os
import resource
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import NoReturn

from ai.exact import tablebase
from ai.exact.tablebase import TablebaseError
from ai.messages import Refusal
from ai.puzzles import finding, store
from ai.rules import Game, game_for
from ai.solving.shelf import Shelf
from ai.solving.tickets import FAULT, NO_ROOM, TOO_MUCH, Tickets, waiting

TRIES = 3
SECONDS = 30  # of processor time for a game
LONGEST = 600  # seconds on a busy machine
BYTES = 400_000_000  # of memory


def main(folder: Path, most: int) -> None:
    """Solve all games of the queue in *folder*, on a shelf of at most so many bytes.

    :raises OSError: if the queue cannot be written.
    """
    shelf, tickets = Shelf(folder, most), Tickets(folder)
    while key := _next(tickets):
        began = process_time()
        try:
            failed = _attempt(key, shelf, tickets)
        except InterruptedError:
            failed = "Stopped."
        else:
            with tickets.change() as left:
                if failed and key in left:
                    left[key].failed = failed
                else:
                    left.pop(key, None)
        _log(f"Solving {key}: {failed or 'done.'} {process_time() - began:.1f} seconds.")


def _attempt(key: str, shelf: Shelf, tickets: Tickets) -> str:
    """Solve the game of that *key*; why it failed, empty if it did not.

    :raises InterruptedError: if nobody asks for it any more.
    """
    try:
        _limit(SECONDS, LONGEST)
        solve(game_for(key), shelf, tickets)
    except InterruptedError:
        raise
    except (MemoryError, OverflowError, TimeoutError):
        return TOO_MUCH
    except OSError:
        return NO_ROOM
    except (Refusal, TablebaseError):
        return FAULT
    finally:
        _limit(0, 0)
    return ""


def _next(tickets: Tickets) -> str | None:
    """The key of the next game to solve, whose try is counted."""
    with tickets.change() as found:
        for key in waiting(found):
            if found[key].tries < TRIES:
                found[key].tries += 1
                return key
            found[key].failed = TOO_MUCH
    return None


def solve(game: Game, shelf: Shelf, tickets: Tickets) -> None:
    """Solve *game*, find puzzles in it, and put both on the *shelf*.

    :raises InterruptedError: if nobody asks for it any more.
    """

    def progress(found: tuple[int, ...], valued: int) -> None:
        if game.key not in tickets.read():
            raise InterruptedError
        tickets.tell(game.key, found, valued)

    with suppress(tablebase.Unsolved):
        shelf(game)
        return
    with tablebase.needing_numpy():
        from ai.exact import retrograde  # noqa: PLC0415
    table = retrograde.solve(game, progress)
    before, tablebase.shelf = tablebase.shelf, lambda _game: table
    try:
        table.puzzles = store.text(finding.sample(game))
    finally:
        tablebase.shelf = before
    shelf.put(table)


def _limit(seconds: float, longest: float) -> None:
    """Raise TimeoutError after so many *seconds* of processor time, or of the clock at the
    *longest*; 0 is no limit.
    """

    def end(_signal: int, _frame: object) -> NoReturn:
        raise TimeoutError

    for timer, number, after in (
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, longest),
    ):
        signal.signal(number, end)
        signal.setitimer(timer, after)


def _log(message: str) -> None:
    """Write a line of the log, as the site does."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"time": now, "level": "info", "process": os.getpid(), "message": message}
    print(json.dumps(line), file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
        Path("/proc/self/oom_score_adj").write_text("1000")  # rather this process than another
    with suppress(BrokenPipeError):
        main(Path(sys.argv[1]), int(sys.argv[2]))
