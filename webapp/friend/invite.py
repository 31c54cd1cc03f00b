"""The link of a game, its QR code, and the code in both."""

import re
from base64 import b32encode
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

import segno

from webapp.board.parts import absolute, address

BYTES = 10  # of a code: 80 bits
CODE = re.compile("[a-z2-7]{16}")
QUIET_ZONE = 4  # modules of white round a QR code, as its standard wants


def code_of(*texts: str) -> str:
    """A code of 16 small letters and digits, which nobody can guess without the *texts*."""
    hashed = sha256(" ".join(texts).encode()).digest()
    return b32encode(hashed[:BYTES]).decode().lower()


def link(code: str) -> str:
    """The link of the game with that *code*."""
    return absolute(address("friend.show", code=code))


class QRCode(NamedTuple):
    """The QR code of a text as the *path* of an SVG; *size* is its width with white round it."""

    path: str
    size: int


@lru_cache(maxsize=256)
def qr_code(text: str) -> QRCode:
    """The QR code of *text*.

    >>> qr_code("why").size
    29
    """
    matrix = segno.make(text, error="m", micro=False, boost_error=False).matrix
    path = "".join(
        f"M{start} {row}h{length}v1h-{length}z"
        for row, modules in enumerate(matrix, QUIET_ZONE)
        for start, length in _runs(modules)
    )
    return QRCode(path, len(matrix) + 2 * QUIET_ZONE)


def _runs(modules: "bytearray | tuple[int, ...]") -> list[tuple[int, int]]:
    """The start and the length of each run of dark *modules* in a row."""
    runs, at = [], QUIET_ZONE
    for dark, run in groupby(modules):
        length = len([*run])
        if dark:
            runs.append((at, length))
        at += length
    return runs
