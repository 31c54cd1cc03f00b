"""The configuration of gunicorn, which `python -m webapp` starts.

The names below are gunicorn's settings, some of them set by environment variables. Each connection
is a greenlet: a stalled one costs a few kilobytes and no thread. The first process loads the
application once; workers are copies of it, share its memory, and start within milliseconds.
"""

import gc
import os
import resource
import signal
from collections.abc import Iterable
from contextlib import suppress
from errno import ECONNRESET
from functools import partial
from io import BytesIO
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from gevent import Timeout, sleep
from gevent.pool import Pool
from gevent.server import StreamServer
from greenlet import settrace
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http import wsgi
from gunicorn.workers import ggevent

from ai.exact import tablebase
from ai.puzzles import store
from ai.rules.games import GAMES
from webapp import ROOT, create_app
from webapp.board.parts import render
from webapp.learn import path
from webapp.learn.views import PAGES
from webapp.search import walk
from webapp.serving import variables
from webapp.serving.limits import note_switch
from webapp.serving.logs import JSONLines
from webapp.serving.security import HEADERS
from webapp.serving.static_files import compress

VALUES: dict[str, Any] = variables.read(variables.SERVER)

# The time in which the body of a request, at most 4 kB, must arrive and its response be taken.
REQUEST_SECONDS = VALUES["REQUEST_SECONDS"]


class Worker(ggevent.GeventWorker):  # type: ignore[misc]
    """A worker that drops stalled requests, and finishes all others before it ends."""

    def run(self) -> None:
        """Serve until the host says stop, then finish the open connections.

        Unlike gunicorn's own it accepts connections in batches, so that a flood does not keep new
        visitors waiting.
        """
        settrace(note_switch)
        handle = partial(self.handle, None)
        listeners = [
            StreamServer(socket, handle, spawn=Pool(self.worker_connections))
            for socket in self.sockets
        ]
        for listener in listeners:
            listener.start()
        while self.alive:
            self.notify()
            sleep(1)
        for listener in listeners:
            while visitor := listener.do_read():
                listener.do_handle(*visitor)
            listener.close()
        with Timeout(self.cfg.graceful_timeout, False):
            for listener in listeners:
                listener.pool.join()
        self.log.info("Worker exiting (pid: %s)", self.pid)
        os._exit(0)  # a normal exit would end gevent before logging, which needs its locks

    def handle(self, _listener: Any, client: Any, address: Any) -> None:
        """Serve a connection. *client* replaces the listener, which may be closed."""
        super().handle(client, client, address)

    def timeout_ctx(self) -> Timeout:
        """The timeout for the next request of a connection; 1 second once the worker ends."""
        return Timeout(self.cfg.keepalive if self.alive else 1, False)

    def handle_request(self, *request: Any) -> None:
        """Answer a request within :data:`REQUEST_SECONDS`, or close its connection."""
        with Timeout(REQUEST_SECONDS, False):
            super().handle_request(*request)
            return
        raise StopIteration


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log, as lines of JSON like the application's."""

    def setup(self, cfg: Any) -> None:
        """Open the log."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JSONLines())


def with_whole_body(application: WSGIApplication, limit: int) -> WSGIApplication:
    """*application*, called only after the whole body, at most *limit* bytes, has arrived: until
    then a request costs no processor time, and holds no turn.

    It raises ConnectionResetError if the visitor leaves.
    """

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        announced = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(limit + 1)
        if len(body) < min(announced, limit + 1):
            raise ConnectionResetError(ECONNRESET, "The visitor left.")
        environ["wsgi.input"] = BytesIO(body)
        # The body may have come in chunks.
        environ["CONTENT_LENGTH"] = str(max(announced, len(body)))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return application(environ, start_response)

    return respond


def application() -> Flask:
    """The application, with static files compressed, tables and puzzles loaded, templates compiled,
    the largest search made, and the pages that teach rendered.
    """
    with suppress(OSError):  # the file system may be read-only
        compress(ROOT)
    os.environ.setdefault("FLASK_ACCESS_LOG", "true")
    app = create_app({"PROCESSES": workers})
    for game in GAMES.values():
        store.load(game)
        try:
            tablebase.load(game)
        except tablebase.TablebaseError as error:  # the other game can be served
            app.logger.error("A table is missing: %s", error)
    walk.prepare()
    for template in app.jinja_env.list_templates(["html", "xml"]):
        app.jinja_env.get_template(template)
    host, *_others = app.config["TRUSTED_HOSTS"] or ["localhost"]
    with app.test_request_context(base_url=f"http://{host.lstrip('.')}"):
        for page in PAGES:
            with suppress(tablebase.TablebaseError):
                render(page)
        with suppress(tablebase.TablebaseError):
            path.prepare()
    limit = app.config["MAX_CONTENT_LENGTH"]
    app.wsgi_app = with_whole_body(app.wsgi_app, limit)  # type: ignore[assignment,method-assign]
    return app


def on_starting(_server: Arbiter) -> None:
    """Prepare the first process, before workers are copied from it."""
    wsgi.SERVER = HEADERS["Server"]  # gunicorn ignores the application's
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # a connection is an open file
    gc.collect()
    gc.freeze()  # the collector no longer writes to these objects, so they stay shared


def post_fork(_server: Arbiter, _worker: Worker) -> None:
    """Let SIGTERM end a worker that does not serve yet: it would miss the signal."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


wsgi_app = "webapp.serving.server:application()"
bind = f"0.0.0.0:{VALUES['PORT']}"
workers = VALUES["WEB_CONCURRENCY"]
worker_class = Worker
worker_connections = VALUES["CONNECTIONS"]  # of each worker; others wait in the queue
keepalive = VALUES["KEEP_ALIVE_SECONDS"]  # until the head of the next request has arrived
graceful_timeout = VALUES["GRACEFUL_SECONDS"]  # for requests to end once the host says stop
preload_app = True
forwarded_allow_ips = ""  # FLASK_PROXY_HOPS alone says which headers of a proxy count
logger_class = Log
control_socket_disable = True
