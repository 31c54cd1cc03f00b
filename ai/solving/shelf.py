"""A folder of solved games: one file each, mapped into memory by every process that reads it."""

import os
import sys
import time
import zlib
from array import array
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

from ai.exact.tablebase import Tablebase, TablebaseError, Unsolved
from ai.rules import Game

MAGIC = f"tic-tac-why shelf 1 {sys.byteorder}"
LONGEST_HEAD = 500  # bytes
MOST_OPEN = 8  # tables that a process holds
USED = 5  # seconds after which the use of a table is noted again
MAPPED = sys.platform != "win32"  # where nobody can drop a file that is mapped


class Shelf:
    """The tables in *folder*, of at most *most* bytes: those used least of late are dropped. One
    process at a time may put tables there.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self._held: dict[Game, tuple[Tablebase, float]] = {}  # used last, last

    def __call__(self, game: Game) -> Tablebase:
        """The table of *game*.

        :raises Unsolved: if it is not there, cannot be read, or is damaged, which removes it.
        """
        now, path = time.monotonic(), self.folder / game.key
        table, noted = self._held.pop(game, (None, now))
        if not table or now - noted > USED:
            try:
                path.stat()
                table, noted = table or read(game, path), now
            except OSError as error:  # such as too many open files: the table stays
                raise Unsolved(game) from error
            except (ValueError, TablebaseError) as error:
                with suppress(OSError):
                    path.unlink()
                raise Unsolved(game) from error
            with suppress(OSError):  # the disk may be read-only
                os.utime(path)
        self._held[game] = table, noted
        if len(self._held) > MOST_OPEN:
            with suppress(KeyError, StopIteration, RuntimeError):  # another thread was faster
                del self._held[next(iter(self._held))]
        return table

    def put(self, table: Tablebase) -> None:
        """Keep *table* in a file of its own, whole or not at all.

        :raises OverflowError: if it takes more bytes than all may.
        :raises OSError: if it cannot be written.
        """
        whole, unfinished = packed(table), self.folder / "unfinished"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._make_room(len(whole))
        try:
            with unfinished.open("wb") as file:
                file.write(whole)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.folder / table.game.key)
        finally:
            unfinished.unlink(missing_ok=True)

    def _make_room(self, size: int) -> None:
        """Drop tables until so many bytes have room."""
        if size > self.most:
            raise OverflowError
        files = [(path.stat(), path) for path in self.folder.glob("[0-9]*")]
        taken = sum(found.st_size for found, _ in files)
        for found, path in sorted(files, key=lambda it: it[0].st_mtime_ns):
            if taken + size > self.most:
                path.unlink(missing_ok=True)
                taken -= found.st_size


def packed(table: Tablebase) -> bytes:
    """The file of *table*: a line with its game, sizes and a sum over all; the numbers in the
    machine's order; and the puzzles.
    """
    numbers: Any = table.codes
    codes, draws = memoryview(numbers), array("d", table.difficulties).tobytes()
    body = draws + codes.tobytes() + (table.puzzles or "").encode()
    head = f"{MAGIC} {table.game.key} {codes.format} {len(codes)} {len(draws)} "
    return f"{head}{zlib.crc32(body, zlib.crc32(head.encode()))}\n".encode() + body


def read(game: Game, path: Path) -> Tablebase:
    """The table of *game* in the file at *path*.

    :raises OSError: if it cannot be read.
    :raises ValueError, TablebaseError: if it is damaged, or of another game or release.
    """
    with path.open("rb") as file:
        whole = mmap(file.fileno(), 0, access=ACCESS_READ) if MAPPED else file.read()
    stored = memoryview(whole)
    line = bytes(stored[:LONGEST_HEAD]).partition(b"\n")[0].decode()
    head, total = line[: line.rfind(" ") + 1], line[line.rfind(" ") + 1 :]
    body = stored[len(line) + 1 :]
    is_whole = f"{zlib.crc32(body, zlib.crc32(head.encode()))}" == total
    if not is_whole or not head.startswith(f"{MAGIC} {game.key} "):
        raise ValueError
    kind, slots, draws = head.split()[-3:]
    end = int(draws) + int(slots) * array(kind).itemsize
    codes: Any = body[int(draws) : end].cast(kind)  # type: ignore[call-overload]
    table = Tablebase(game, codes, body[: int(draws)].cast("d"))
    table.puzzles = bytes(body[end:]).decode()
    return table
