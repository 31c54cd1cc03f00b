"""The configuration of gunicorn, which `python -m webapp` starts.

The names below are gunicorn's settings, some of them set by environment variables. Each connection
is a greenlet: a stalled one costs a few kilobytes and no thread. The first process loads the
application once; workers are copies of it, share its memory, and start within milliseconds.
"""

import gc
import os
import resource
import signal
from contextlib import suppress
from typing import Any

from flask import Flask
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http import wsgi

from webapp import ROOT, create_app
from webapp.serving.logs import JSONLines
from webapp.serving.security import HEADERS
from webapp.serving.static_files import compress
from webapp.worker import VALUES, Worker, with_whole_body


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log, as lines of JSON like the application's."""

    def setup(self, cfg: Any) -> None:
        """Open the log."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JSONLines())


def application() -> Flask:
    """The application, with static files compressed. All else that takes long waits for the first
    visitor, unless `prepare` has made it.
    """
    with suppress(OSError):  # the file system may be read-only
        compress(ROOT)
    os.environ.setdefault("FLASK_ACCESS_LOG", "true")
    app = create_app({"PROCESSES": workers})
    app.wsgi_app = with_whole_body(app.wsgi_app)  # type: ignore[assignment,method-assign]
    return app


def on_starting(_server: Arbiter) -> None:
    """Prepare the first process, before workers are copied from it."""
    wsgi.SERVER = HEADERS["Server"]  # gunicorn ignores the application's
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # a connection is an open file
    gc.freeze()  # the collector no longer writes to these objects, so they stay shared
    # To look at all that the caches of a worker hold stalls it, and finds next to nothing: what
    # requests leave is no cycle, or is young.
    gc.set_threshold(700, 10, 1000)


def post_fork(_server: Arbiter, _worker: Worker) -> None:
    """Let SIGTERM end a worker that does not serve yet: it would miss the signal."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


wsgi_app = "webapp.server:application()"
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
