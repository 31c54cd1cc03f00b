"""The link of a game, its QR code, and the code in both."""

import re
from base64 import b32encode
from functools import lru_cache
from hashlib import sha256
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
        f"M{run.start() + QUIET_ZONE} {row}h{len(run[0])}v1h-{len(run[0])}z"
        for row, modules in enumerate(matrix, QUIET_ZONE)
        for run in re.finditer(b"\x01+", bytes(modules))
    )
    return QRCode(path, len(matrix) + 2 * QUIET_ZONE)
