"""Slow responses to practise on: a cookie delays the responses to a browser's moves."""

import time
from threading import BoundedSemaphore

from flask import Response, request

from webapp.serving.security import bound_to_host

COOKIE = "delay"
SECONDS = range(4)
LIFETIME = 600  # seconds, of the cookie

# How many requests of a process may wait at once; others get no delay. A waiting request may hold a
# thread of the server.
ROOM = BoundedSemaphore(4)


def delay() -> None:
    """Wait for the seconds in the cookie, before a POST to the match."""
    if request.method != "POST" or request.blueprint != "match":
        return
    text = request.cookies.get(bound_to_host(COOKIE), "")
    if text in {str(number) for number in SECONDS} and ROOM.acquire(blocking=False):
        try:
            time.sleep(int(text))  # by this name: gevent replaces it after this module is loaded
        finally:
            ROOM.release()


def ask_for(response: Response, seconds: int) -> None:
    """Set the cookie that delays responses by *seconds*, one of :data:`SECONDS`; 0 deletes it."""
    response.set_cookie(
        bound_to_host(COOKIE),
        str(seconds),
        max_age=LIFETIME if seconds else 0,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
