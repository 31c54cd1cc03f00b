"""The seats of a browser: one random mark in a signed cookie of its own, whatever it plays, and the
codes of its last games, which lead back to them.

The store learns only a hash of the mark, another one for each game.
"""

from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe

from flask import Response, current_app, request
from itsdangerous import BadData, URLSafeTimedSerializer

from webapp.serving.security import MatchCookie, bound_to_host

COOKIE = "seat"
LINK = "seat-link"
LIFETIME = timedelta(days=30)
LINK_LIFETIME = timedelta(days=1)
BYTES = 16  # of a mark
GAMES = 4  # whose codes are in the cookie
HASHED = 16  # bytes of a holder


def current_mark() -> str:
    """The mark in the browser's cookie; empty if it is missing or unreadable."""
    return next(iter(_in_cookie()), "")


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


def new_mark() -> str:
    """A mark that nobody can guess."""
    return token_urlsafe(BYTES)


def holder_of(code: str, mark: str) -> str:
    """The text that stands for the browser with *mark* in the game of *code*; empty without one."""
    if not mark:
        return ""
    hashed = sha256(f"{code} {mark}".encode()).digest()[:HASHED]
    return urlsafe_b64encode(hashed).decode().rstrip("=")


def save(mark: str, code: str, response: Response) -> None:
    """Let *response* save *mark* and the *code* of the latest game in the cookie, unless the
    browser has them.
    """
    others = [other for other in last_codes() if other != code]
    kept = [mark, code, *others][: 1 + GAMES]
    if kept != _in_cookie():
        response.set_cookie(
            bound_to_host(COOKIE),
            _signer(COOKIE).dumps(" ".join(kept)),
            max_age=LIFETIME,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )


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
