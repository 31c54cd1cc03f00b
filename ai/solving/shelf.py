"""A folder of solved games: one file each, mapped into memory by every process that reads it."""

import os
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

from ai.exact.tablebase import Tablebase, Unsolved
from ai.rules import Game

MAGIC = f"tic-tac-why shelf 1 {sys.byteorder}"
LONGEST_HEAD = 500  # bytes
MOST_OPEN = 8  # tables that a process holds
USED = 60  # seconds after which the use of a table is noted again


class Shelf:
    """The tables in *folder*, of at most *most* bytes: those used least of late are dropped. One
    process at a time may put tables there.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self._held: dict[Game, tuple[Tablebase, float]] = {}  # used last, last

    def __call__(self, game: Game) -> Tablebase:
        """The table of *game*.

        :raises Unsolved: if it is not there, or damaged, which removes it.
        """
        now, path = time.monotonic(), self.folder / game.key
        table, noted = self._held.pop(game, (None, now))
        try:
            if not table or now - noted > USED:
                table, noted = table or read(game, path), now
                _note_use(path)
        except FileNotFoundError:
            raise Unsolved(game) from None
        except (OSError, ValueError) as error:
            with suppress(OSError):
                path.unlink()
            raise Unsolved(game) from error
        self._held[game] = table, noted
        while len(self._held) > MOST_OPEN:
            with suppress(KeyError, StopIteration, RuntimeError):  # another thread was faster
                del self._held[next(iter(self._held))]
        return table

    def put(self, table: Tablebase) -> None:
        """Keep *table* in a file of its own, whole or not at all.

        :raises OverflowError: if it takes more bytes than all may.
        :raises OSError: if it cannot be written.
        """
        whole = [*_file(table)]
        size = sum(len(part) for part in whole)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.keep(self.most - size)
        unfinished = self.folder / f".{os.getpid()}"
        try:
            with unfinished.open("wb") as file:
                for part in whole:
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.folder / table.game.key)
        finally:
            unfinished.unlink(missing_ok=True)

    def keep(self, most: int) -> None:
        """Drop tables until the rest has at most so many bytes, and what a killed process left.

        :raises OverflowError: if *most* is negative.
        """
        if most < 0:
            raise OverflowError
        for unfinished in self.folder.glob(".[0-9]*"):
            unfinished.unlink(missing_ok=True)
        files = [(path.stat(), path) for path in self.folder.glob("[0-9]*")]
        left = sum(found.st_size for found, _ in files)
        for found, path in sorted(files, key=lambda it: it[0].st_mtime_ns):
            if left > most:
                path.unlink(missing_ok=True)
                left -= found.st_size


def _note_use(path: Path) -> None:
    """Let the time of the file say that it is used.

    :raises FileNotFoundError: if it was dropped.
    """
    try:
        os.utime(path)
    except FileNotFoundError:
        raise
    except OSError:  # the disk may be read-only
        return


def _file(table: Tablebase) -> Iterator[bytes]:
    """The file of *table*: a line with its game, its sizes and a sum over all, then the numbers in
    the machine's order and the puzzles.
    """
    numbers: Any = table.taken, table.codes, table.difficulties
    views: list[memoryview[Any]] = [memoryview(it) for it in numbers]
    taken, codes, draws = views
    head = f"{MAGIC} {table.game.key} {codes.format} {len(taken)} {len(codes)} {len(draws)} "
    parts = [draws.tobytes(), taken.tobytes(), codes.tobytes(), (table.puzzles or "").encode()]
    yield f"{head}{_sum(head, *parts)}\n".encode()
    yield from parts


def _sum(head: str, *parts: bytes | memoryview) -> int:
    total = zlib.crc32(head.encode())
    for part in parts:
        total = zlib.crc32(part, total)
    return total


def read(game: Game, path: Path) -> Tablebase:
    """The table of *game* in the file at *path*.

    :raises OSError: if it cannot be read.
    :raises ValueError: if it is damaged, or of another game or release.
    """
    with path.open("rb") as file:
        stored = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
    line = bytes(stored[:LONGEST_HEAD]).partition(b"\n")[0].decode()
    rest = stored[len(line) + 1 :]
    head, _, total = line.rpartition(" ")
    if not head.startswith(f"{MAGIC} {game.key} ") or f"{_sum(f'{head} ', rest)}" != total:
        raise ValueError
    kind, *sizes = head.split(" ")[-4:]
    runs, slots, draws = map(int, sizes)
    parts = []
    for form, count in (("d", draws), ("H", runs), (kind, slots)):
        size = count * memoryview(bytes(8)).cast(form).itemsize  # type: ignore[call-overload]
        parts.append(rest[:size].cast(form))  # type: ignore[call-overload]
        rest = rest[size:]
    difficulties, taken, codes = parts
    return Tablebase(game, taken, codes, difficulties, bytes(rest).decode())
