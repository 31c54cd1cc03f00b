"""The worker of gunicorn: its connections, their ends, and bodies that arrive whole."""

import os
from collections import Counter
from collections.abc import Iterable
from errno import ECONNRESET
from functools import partial
from io import BytesIO
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from gevent import Timeout, sleep
from gevent.pool import Pool
from gevent.server import StreamServer
from greenlet import settrace
from gunicorn.workers import ggevent

from webapp.serving import variables
from webapp.serving.limits import network, note_switch
from webapp.serving.params import LONGEST_BODY

VALUES: dict[str, Any] = variables.read(variables.SERVER)

# The time in which the body of a request must arrive and its response be taken.
REQUEST_SECONDS = VALUES["REQUEST_SECONDS"]

# The most connections of a visitor without a proxy, for each worker.
OF_A_VISITOR = VALUES["CONNECTIONS_OF_A_VISITOR"]


class Worker(ggevent.GeventWorker):  # type: ignore[misc]
    """A worker that drops stalled requests, and finishes all others before it ends."""

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        self.visitors = Counter[str]()

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
        """Serve a connection, or close it if the visitor has too many; a proxy in front may have
        all. *client* replaces the listener, which may be closed.
        """
        visitor = network(address[0])
        self.visitors[visitor] += 1
        try:
            with client:
                if self.wsgi.config["PROXY_HOPS"] or self.visitors[visitor] <= OF_A_VISITOR:
                    super().handle(client, client, address)
        finally:
            self.visitors[visitor] -= 1
            if not self.visitors[visitor]:
                del self.visitors[visitor]

    def timeout_ctx(self) -> Timeout:
        """The timeout for the next request of a connection; 1 second once the worker ends."""
        return Timeout(self.cfg.keepalive if self.alive else 1, False)

    def handle_request(self, *request: Any) -> None:
        """Answer a request within :data:`REQUEST_SECONDS`, or close its connection."""
        with Timeout(REQUEST_SECONDS, False):
            super().handle_request(*request)
            return
        raise StopIteration


def with_whole_body(application: WSGIApplication) -> WSGIApplication:
    """*application*, called only after the whole body, at most :data:`LONGEST_BODY` bytes, has
    arrived: until then a request costs no processor time, and holds no turn.

    It raises ConnectionResetError if the visitor leaves.
    """

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        announced = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(LONGEST_BODY + 1)
        if len(body) < min(announced, LONGEST_BODY + 1):
            raise ConnectionResetError(ECONNRESET, "The visitor left.")
        environ["wsgi.input"] = BytesIO(body)
        # The body may have come in chunks. Its length is known now: else Werkzeug would look for
        # more, and refuse the longest form.
        environ["CONTENT_LENGTH"] = str(max(announced, len(body)))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ.pop("wsgi.input_terminated", None)
        return application(environ, start_response)

    return respond
