"""The probes of a host: is the process alive, and is it ready for traffic?"""

from flask import Flask
from flask.typing import ResponseReturnValue

from ai.exact.tablebase import load
from ai.rules.games import GAMES
from webapp.serving.cookies import signer

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
    """`ready`: the tables of all games load, and a cookie signed here can be read.

    The error handler says with status 503 that it is not.
    """
    for game in GAMES.values():
        load(game)
    kept = signer(READY)
    kept.loads(kept.dumps({}))
    return "ready\n", PLAIN


PROBES = {ALIVE: alive, READY: ready}
