"""Slow responses to practise on: a cookie delays the responses to a browser's moves."""

import time
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any

from webapp.game.views import bp
from webapp.serving.cookies import Codec, Cookie
from webapp.serving.params import request_here

SECONDS = range(4)
CODEC = Codec[int](str, [f"{seconds}" for seconds in SECONDS].index)
COOKIE = Cookie("delay", CODEC, timedelta(minutes=10))

# How many requests of a process may wait at once; others get no delay. A waiting request may hold a
# thread of the server.
ROOM = BoundedSemaphore(4)


@bp.url_value_preprocessor
def delay(_endpoint: str | None, _path: dict[str, Any] | None) -> None:
    """Wait for the seconds in the cookie, before a POST to the match. It comes before all hooks of
    the application: the limits measure a request that does not wait.
    """
    seconds = COOKIE.value if request_here().method == "POST" else None
    if seconds and ROOM.acquire(blocking=False):
        try:
            time.sleep(seconds)  # by this name: gevent replaces it after this module is loaded
        finally:
            ROOM.release()
