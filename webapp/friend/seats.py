"""The seats of a browser: one random mark in a signed cookie of its own, whatever it plays, and the
codes of its last games and classes, which lead back to them.

The first page gives the mark, so no answer to a post does: a post whose answer was lost may come
again from the same browser. The store learns only a hash of the mark, another one for each game.
"""

import hmac
import re
import time
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe

from flask import request

from ai.typed import plain
from webapp.friend.game import NoSeat
from webapp.serving.cookies import NOT_KEPT, Codec, Cookie, signed, signer

CODEC = Codec[list[str]](" ".join, str.split)  # the mark and the codes
COOKIE = Cookie("seat", signed("seat", CODEC), timedelta(days=30))
BYTES = 16  # of a mark
GAMES = 4  # and classes, whose codes are in the cookie
HASHED = 16  # bytes of a holder

SALT = "seat-pass"
LETTERS = 10  # of a pass, in base32: 50 bits
MINUTES = 10  # for which a pass is valid
MISREAD = str.maketrans("01", "ol")  # digits that base32 does not have


def current_mark() -> str:
    """The mark in the browser's cookie; empty if it is missing or unreadable."""
    return next(iter(COOKIE.value or []), "")


def last_codes() -> list[str]:
    """Codes of the last games in which the browser has a seat and classes it made, latest first."""
    return (COOKIE.value or [])[1:]


def holder_of(code: str, mark: str) -> str:
    """The text that stands for the browser with *mark* in the game of *code*; empty without one."""
    if not mark:
        return ""
    hashed = sha256(f"{code} {mark}".encode()).digest()[:HASHED]
    return urlsafe_b64encode(hashed).decode().rstrip("=")


def give_mark() -> None:
    """Give the browser a mark that nobody can guess, unless it has one. Its forms need it.

    :raises NoSeat: if a form comes without.
    """
    if not current_mark():
        COOKIE.save([token_urlsafe(BYTES)])
        if request.method == "POST":
            raise NoSeat(NOT_KEPT)


def keep_code(code: str) -> None:
    """Save the *code* of the browser's latest game or class."""
    others = [other for other in last_codes() if other != code]
    kept = [current_mark(), code, *others][: 1 + GAMES]
    if kept != COOKIE.value:
        COOKIE.save(kept)


def pass_for(claim: str) -> str:
    """The pass of ten small letters and digits that takes the seat of *claim* along to another
    browser. No address of a request has it, so no log does.
    """
    return next(_passes(claim, [_minute()]))


def claim_of(typed: str, claims: Iterable[str]) -> str:
    """That of the *claims* whose pass of the last minutes is *typed*, in capitals or not, with any
    spaces, or pasted in its link; empty if it is none.
    """
    own = plain(typed).rpartition("#")[2]
    given = "".join(re.findall("[a-z2-7]", own.translate(MISREAD)))
    now = _minute()  # of this machine; that of another may be ahead
    for claim in claims:
        for valid in _passes(claim, range(now - MINUTES, now + 2)):
            if hmac.compare_digest(given, valid):
                return claim
    return ""


def _passes(claim: str, minutes: Iterable[int]) -> Iterator[str]:
    """The passes of *claim* in these *minutes*, by the present key first."""
    for key in reversed(signer(SALT).secret_keys):
        for minute in minutes:
            signed = hmac.digest(key, f"{minute} {claim}".encode(), "sha256")
            yield b32encode(signed)[:LETTERS].decode().lower()


def _minute() -> int:
    return int(time.time() // 60)
