"""A slow answer to practise on: a browser whose cookie asks for it waits for its moves."""

from threading import BoundedSemaphore
from time import sleep

from flask import Response, request

COOKIE = "delay"
SECONDS = range(4)
LIFETIME = 600  # seconds, then the browser forgets it

# So many answers of a process are late at once: further ones come at their usual time, for a
# waiting request may hold a thread of the server.
ROOM = BoundedSemaphore(4)


def delay() -> None:
    """Wait, where the request is a move or the like and its browser asked for that."""
    if request.method != "POST" or request.blueprint != "match":
        return
    text = request.cookies.get(COOKIE, "")
    if text in {str(number) for number in SECONDS} and ROOM.acquire(blocking=False):
        try:
            sleep(int(text))
        finally:
            ROOM.release()


def ask_for(response: Response, seconds: int) -> None:
    """Let the browser that gets *response* ask for answers that are so late; for none, if 0."""
    response.set_cookie(
        COOKIE,
        str(seconds),
        max_age=LIFETIME if seconds else 0,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
