"""How gunicorn serves the application: `gunicorn --config python:webapp.server`.

The names below are gunicorn's settings, some with a variable of the environment. Each connection is
a greenlet, so that one that stalls costs a few kilobytes and no thread. The first process loads the
application once; workers are copies of it, which share its memory and start within milliseconds.
"""

import gc
import os
import resource
import signal
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from errno import ECONNRESET
from io import BytesIO
from typing import TYPE_CHECKING, Any

from flask import Flask, request
from gevent import Timeout, sleep, spawn
from gevent.event import Event
from gevent.server import StreamServer
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http import wsgi
from gunicorn.workers import ggevent

from ai.games import GAMES
from ai.tablebase import load
from webapp import ROOT, create_app
from webapp.logs import JSONLines
from webapp.static_files import compress

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def variable(name: str, default: int) -> int:
    """The whole number in the variable *name* of the environment, if it is set."""
    return int(os.environ.get(name) or default)


# For the body of a request, of at most 4 kB, to arrive, and for its response to be taken.
REQUEST_SECONDS = variable("REQUEST_SECONDS", 10)

FEW = 16  # connections


class Turns:
    """Visitors take turns, whatever the number of requests that each has in line: a flood from one
    address is a flood for itself alone. With few *connections* nobody waits for long anyway.
    """

    def __init__(self, connections: int = 0) -> None:
        self.connections = connections
        self.lines: dict[str, deque[Event]] = {}  # the first is next

    def wait(self, visitor: str) -> None:
        """Wait for the turn of *visitor*."""
        if self.connections <= FEW and not self.lines:
            return
        turn = Event()
        if not self.lines:
            spawn(self.call)
        self.lines.setdefault(visitor, deque()).append(turn)
        turn.wait()

    def call(self) -> None:
        """Call one visitor after the other; those who come meanwhile line up."""
        while self.lines:
            visitor, line = next(iter(self.lines.items()))
            line[0].set()
            sleep(0)
            line.popleft()
            del self.lines[visitor]
            if line:
                self.lines[visitor] = line


TURNS = Turns()


class Worker(ggevent.GeventWorker):  # type: ignore[misc]
    """A worker that lets go of requests that stall, and finishes all others before it ends."""

    def handle(self, _listener: Any, client: Any, address: Any) -> None:
        """Serve a connection. Its own socket tells its address even when the listener is closed."""
        TURNS.connections += 1
        try:
            super().handle(client, client, address)
        finally:
            TURNS.connections -= 1

    def timeout_ctx(self) -> Timeout:
        """How long to wait for a request on a connection."""
        return Timeout(self.cfg.keepalive if self.alive else 1, False)

    def run(self) -> None:
        """Serve until the host says stop."""
        super().run()
        self.log.info("Worker exiting (pid: %s)", self.pid)
        os._exit(0)  # else gevent would go before logging, which still needs its locks

    def handle_request(self, *request: Any) -> None:
        """Answer a request in time, or close its connection."""
        with Timeout(REQUEST_SECONDS, False):
            super().handle_request(*request)
            return
        raise StopIteration


class Response(wsgi.Response):  # type: ignore[misc]
    """A response that does not say which server sends it."""

    def default_headers(self) -> list[str]:
        """What gunicorn adds to the headers of the application."""
        return [line for line in super().default_headers() if not line.startswith("Server:")]


class Log(Logger):  # type: ignore[misc]
    """What gunicorn has to say, in lines like those of the application."""

    def setup(self, cfg: Any) -> None:
        """Open the log."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JSONLines())


class Listener(StreamServer):  # type: ignore[misc]
    """Takes in many new visitors at a time, lest they wait for all requests of those who flood it:
    gunicorn takes in one.
    """

    def start(self) -> None:
        """Begin to take them in."""
        self.max_accept = StreamServer.max_accept
        super().start()


def with_whole_body(application: "WSGIApplication", limit: int) -> "WSGIApplication":
    """*application*, called once all of a body of at most *limit* bytes is there: it costs nothing
    that a visitor never ends a request, or leaves before.

    It raises ConnectionResetError for one who leaves.
    """

    def respond(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        announced = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(limit + 1)
        if len(body) < min(announced, limit + 1):
            raise ConnectionResetError(ECONNRESET, "The visitor left.")
        environ["wsgi.input"] = BytesIO(body)
        # It may have come in chunks.
        environ["CONTENT_LENGTH"] = str(max(announced, len(body)))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return application(environ, start_response)

    return respond


def application() -> Flask:
    """The application, all that it needs compressed, loaded and compiled beforehand."""
    with suppress(OSError):  # a file system that is read only
        compress(ROOT)
    for game in GAMES.values():
        load(game)
    os.environ.setdefault("FLASK_ACCESS_LOG", "true")
    app = create_app()
    for template in app.jinja_env.list_templates(["html", "xml"]):
        app.jinja_env.get_template(template)
    app.before_request(lambda: TURNS.wait(request.remote_addr or ""))
    limit = app.config["MAX_CONTENT_LENGTH"]
    app.wsgi_app = with_whole_body(app.wsgi_app, limit)  # type: ignore[assignment,method-assign]
    return app


def on_starting(_server: Arbiter) -> None:
    """Prepare the first process, before the others are copied from it."""
    wsgi.Response, ggevent.StreamServer = Response, Listener
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # a connection is an open file
    gc.collect()
    gc.freeze()  # what is collected no more is not written to, and so stays shared


def post_fork(_server: Arbiter, _worker: Worker) -> None:
    """Let a worker that does not serve yet end when the host says stop, which it would miss."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


wsgi_app = "webapp.server:application()"
bind = f"0.0.0.0:{variable('PORT', 8000)}"
workers = variable("WEB_CONCURRENCY", 2)
worker_class = Worker
worker_connections = variable("CONNECTIONS", 4096)  # of each worker; others wait in the queue
keepalive = variable("KEEP_ALIVE_SECONDS", 5)  # for the next request to begin and its head to end
graceful_timeout = variable("GRACEFUL_SECONDS", 8)  # for requests to end once the host says stop
preload_app = True
logger_class = Log
control_socket_disable = True
