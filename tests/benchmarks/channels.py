"""The application with the bare page beside it, and with two other ways to hear of a friend's move.

bench_friends.py compares them with the long polls of the application.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from flask import Response, request, stream_with_context
from flask.typing import ResponseReturnValue

from tests.benchmarks import bare
from webapp.friend.page import Shown
from webapp.friend.responses import games, look, news
from webapp.friend.views import NEWS_SECONDS
from webapp.serving.server import application

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BARE = "/bare"

app = application()
bare.app.secret_key = app.secret_key
friends = app.wsgi_app


@app.get("/with/<code>/now")
def now(code: str) -> ResponseReturnValue:
    """News as the application sends them, but without a wait."""
    visit = look(code)
    return str(news(visit, request.args)) if visit.shown != Shown.read(request.args) else ("", 204)


@app.get("/with/<code>/events")
def events(code: str) -> ResponseReturnValue:
    """News over one response that stays open."""
    shown, fields = Shown.read(request.args), request.args

    def changes() -> Iterator[str]:
        nonlocal shown
        while True:
            visit = look(code)  # which says as often as a long poll that the player is there
            if visit.shown != shown:
                shown = visit.shown
                lines = str(news(visit, fields)).splitlines()
                yield "".join(f"data: {line}\n" for line in lines) + "\n"
            else:
                yield ":\n\n"
            games().wait(code, visit.version, NEWS_SECONDS)

    return Response(stream_with_context(changes()), mimetype="text/event-stream")


def respond(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """The bare page at :data:`BARE`, in the same processes."""
    if environ["PATH_INFO"] == BARE:
        return bare.app.wsgi_app({**environ, "PATH_INFO": "/"}, start_response)
    return friends(environ, start_response)


app.wsgi_app = respond  # type: ignore[method-assign]
