"""What a host asks to learn whether the application runs, and whether it can do its work."""

from flask import Flask, current_app
from flask.typing import ResponseReturnValue

from ai.games import GAMES
from ai.tablebase import load
from webapp.security import MatchCookie

ALIVE, READY = "/healthz", "/readyz"

PLAIN = {"Content-Type": "text/plain; charset=utf-8"}


def init_app(app: Flask) -> None:
    """Answer a host's probes."""
    for address, probe in PROBES.items():
        app.add_url_rule(address, view_func=probe)


def alive() -> ResponseReturnValue:
    """`ok`: the process answers."""
    return "ok\n", PLAIN


def ready() -> ResponseReturnValue:
    """`ready`: the tables of all games load, and a cookie that is signed here can be read again.

    Any error on the way there becomes :func:`not_ready`.
    """
    for game in GAMES.values():
        load(game)
    sessions = current_app.session_interface
    assert isinstance(sessions, MatchCookie)
    signer = sessions.get_signing_serializer(current_app)
    signer.loads(signer.dumps({}))
    return "ready\n", PLAIN


def not_ready() -> ResponseReturnValue:
    """What a host is told while visitors had better be led elsewhere."""
    return "Not ready: the log says why.\n", 503, PLAIN


PROBES = {ALIVE: alive, READY: ready}
