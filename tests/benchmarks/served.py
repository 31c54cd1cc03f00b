"""Servers of one worker, which tell how much processor time they take."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.benchmarks.subject.browser import addresses
from tests.hosted import FORM, HOST, ROOT, START_LIMIT, Hosted, hosted, procfile

GUNICORN = "-m gunicorn --worker-class gevent --no-control-socket --log-level warning"
BARE = (
    f"exec {sys.executable} {GUNICORN} 'tests.benchmarks.subject.bare:bare()' --bind {HOST}:$PORT"
)
TICKS = os.sysconf("SC_CLK_TCK")  # a second, by which the system tells the time of a process


@dataclass(frozen=True)
class Served:
    """A running server, and a connection to it."""

    server: Hosted
    connection: HTTPConnection

    def ask(
        self,
        path: str,
        form: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, str]:
        """The status of the answer to a visitor with an address of its own, and its cookie."""
        sent = {**FORM, **(headers or {}), "X-Forwarded-For": next(addresses)}
        method, body = ("GET", None) if form is None else ("POST", urlencode(form))
        self.connection.request(method, path, body, sent)
        response = self.connection.getresponse()
        response.read()
        return response.status, response.headers.get("Set-Cookie", "")

    @property
    def of_worker(self) -> float:
        """The seconds of processor time that the worker has had: exact while it rests."""
        (worker,) = self.server.workers
        return int(Path(f"/proc/{worker}/schedstat").read_text().split()[0]) / 1e9

    @property
    def of_all(self) -> float:
        """The same of all processes from their start, to 10 ms."""
        return sum(map(_spent, (self.server.process.pid, *self.server.workers)))


def _spent(process: int) -> float:
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]
    return sum(map(int, times)) / TICKS


@contextmanager
def served(command: str | None = None, root: Path = ROOT, **variables: str) -> Iterator[Served]:
    """Serve the checkout at *root* by *command*, by default its Procfile's, with *variables*."""
    there = f"cd '{root.resolve()}' && {command or procfile(root)}"
    with (
        hosted(there, WEB_CONCURRENCY="1", FLASK_PROXY_HOPS="1", **variables) as server,
        closing(HTTPConnection(HOST, server.port, START_LIMIT)) as connection,
    ):
        yield Served(server, connection)
