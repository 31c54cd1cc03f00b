"""The seats of a browser: one random mark in a signed cookie of its own, whatever it plays, and the
codes of its last games, which lead back to them.

The first page gives the mark, so no answer to a post does: a post whose answer was lost may come
again from the same browser. The store learns only a hash of the mark, another one for each game.
"""

from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe

from flask import Response, current_app, request
from itsdangerous import BadData, URLSafeTimedSerializer

from ai.language import N_
from webapp.friend.game import NoSeat
from webapp.serving.security import MatchCookie, bound_to_host

COOKIE = "seat"
LINK = "seat-link"
LIFETIME = timedelta(days=30)
LINK_LIFETIME = timedelta(days=1)
BYTES = 16  # of a mark
GAMES = 4  # whose codes are in the cookie
HASHED = 16  # bytes of a holder

NO_COOKIE = N_("Your browser sent no cookie. One of this site keeps your seat: allow it.")


def current_mark() -> str:
    """The mark in the browser's cookie; empty if it is missing or unreadable."""
    return next(iter(_in_cookie()), "")


def require_mark() -> str:
    """The same.

    :raises NoSeat: if it is missing or unreadable.
    """
    if mark := current_mark():
        return mark
    raise NoSeat(NO_COOKIE)


def last_codes() -> list[str]:
    """The codes of the last games in which the browser got a seat, the latest first."""
    return _in_cookie()[1:]


def _in_cookie() -> list[str]:
    """The mark and the codes; empty if the cookie is missing or unreadable."""
    text = request.cookies.get(bound_to_host(COOKIE), "")
    try:
        kept = _signer(COOKIE).loads(text) if text else ""
    except BadData:
        return []
    return kept.split() if isinstance(kept, str) else []


def holder_of(code: str, mark: str) -> str:
    """The text that stands for the browser with *mark* in the game of *code*; empty without one."""
    if not mark:
        return ""
    hashed = sha256(f"{code} {mark}".encode()).digest()[:HASHED]
    return urlsafe_b64encode(hashed).decode().rstrip("=")


def keep_mark(response: Response) -> Response:
    """*response*, which gives the browser a mark that nobody can guess, unless it has one."""
    return response if current_mark() else _save([token_urlsafe(BYTES)], response)


def keep_code(code: str, response: Response) -> Response:
    """*response*, which saves the *code* of the latest game in which the browser has a seat."""
    others = [other for other in last_codes() if other != code]
    return _save([require_mark(), code, *others][: 1 + GAMES], response)


def _save(kept: list[str], response: Response) -> Response:
    """*response*, which saves what is to be *kept*, unless the cookie has it already."""
    if kept != _in_cookie():
        response.set_cookie(
            bound_to_host(COOKIE),
            _signer(COOKIE).dumps(" ".join(kept)),
            max_age=LIFETIME,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response


def token_for(claim: str) -> str:
    """The end of the link that takes the seat of *claim* along to another browser."""
    return str(_signer(LINK).dumps(claim))


def claim_in(token: str) -> str:
    """The claim in a *token* of the last day; empty if it is unreadable."""
    try:
        claim = _signer(LINK).loads(token, max_age=int(LINK_LIFETIME.total_seconds()))
    except BadData:
        return ""
    return claim if isinstance(claim, str) else ""


def _signer(salt: str) -> URLSafeTimedSerializer:
    cookies = current_app.session_interface
    assert isinstance(cookies, MatchCookie)
    return cookies.signer_for(current_app, salt)
