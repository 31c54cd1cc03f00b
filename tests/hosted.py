"""The application as a host serves it, by the command in the Procfile."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from secrets import randbelow
from urllib.parse import urlencode

ROOT = Path(__file__).parent.parent
HOST = "127.0.0.1"
VISITOR = "127.0.0.2"
KEY = "a key of the tests"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
WORKERS = 2  # of the Procfile's server, unless a variable says otherwise
START_LIMIT = 60  # seconds until a server answers, which may start anew meanwhile
END_LIMIT = 30
FIRST_PORT, CLIENTS_PORTS = 10_000, 32_768  # the latter as Linux has it

# Stalled requests: one stops within its body, the other within its headers.
HEAD_OF_A_MOVE = (
    b"POST /moves HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n"
)
STALLED_UPLOAD = HEAD_OF_A_MOVE + b"Content-Length: 12\r\n\r\ncell="
SLOW_HEADERS = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-"


Fields = Mapping[str, str]
NOTHING: Fields = {}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Visitor:
    """A browser without a cache, at an *address* of this machine. It asks the site of that *name*,
    by HTTPS if it has certificates to *trust*.
    """

    port: int
    address: str = HOST
    name: str = ""
    trust: ssl.SSLContext | None = None
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, headers: Fields = NOTHING, form: Fields | None = None) -> Answer:
        """The answer to a request over a new connection.

        :raises OSError, HTTPException: if there is none.
        """
        with closing(connect(self.port, self.address)) as connection:
            if self.trust:
                connection.connect()
                connection.sock = self.trust.wrap_socket(connection.sock, server_hostname=self.name)
            host = {"Host": self.name} if self.name else {}
            return ask(connection, self.cookies, path, {**host, **headers}, form)

    def is_answered(self) -> bool:
        """Whether the site gives any answer, of whatever status."""
        with suppress(OSError, HTTPException):
            self.ask("/healthz")
            return True
        return False


def connect(port: int, address: str) -> HTTPConnection:
    """A connection from *address* to *port* that opens when it is needed."""
    return HTTPConnection(HOST, port, START_LIMIT, source_address=(address, 0))


def ask(
    connection: HTTPConnection,
    cookies: dict[str, str],
    path: str,
    headers: Fields,
    form: Fields | None,
) -> Answer:
    """The answer over *connection* to a browser that keeps *cookies*.

    :raises OSError, HTTPException: if there is none.
    """
    sent = {"Cookie": "; ".join(map("=".join, cookies.items())), **FORM, **headers}
    method, body = ("GET", None) if form is None else ("POST", urlencode(form))
    connection.request(method, path, body, sent)
    response = connection.getresponse()
    answer = Answer(response.status, response.headers, response.read())
    for cookie in answer.headers.get_all("Set-Cookie", []):
        name, _, value = cookie.partition(";")[0].partition("=")
        cookies[name] = value
    return answer


@dataclass(frozen=True, slots=True)
class Hosted:
    """A running server: its *port*, its first *process*, and the files that it writes to."""

    port: int
    process: subprocess.Popen[bytes]
    stdout: Path
    stderr: Path

    def get(self, path: str, headers: Fields = NOTHING) -> Answer:
        """The answer to a new visitor with an address of its own.

        :raises OSError, HTTPException: if there is none.
        """
        return Visitor(self.port, VISITOR).ask(path, headers)

    @property
    def workers(self) -> list[int]:
        """The ids of the processes that the first one started."""
        pid = self.process.pid
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def complaints(self, *, expected: str = "") -> list[str]:
        """The errors in its log, except those with the *expected* words."""
        found = []
        for line in self.stderr.read_text(errors="backslashreplace").splitlines():
            try:
                said = json.loads(line)
                is_expected = expected and expected in said["message"]
                if said["level"] in {"error", "critical"} and not is_expected:
                    found.append(line)
            except (ValueError, LookupError, TypeError):
                found.append(line)
        return found

    def stop(self) -> int:
        """Stop the server as a host does; its exit status."""
        self.process.terminate()
        return self.process.wait(END_LIMIT)


def free_port() -> int:
    """A free port below the system's ports for clients, so no client takes it before the server
    starts.
    """
    while True:
        port = FIRST_PORT + randbelow(CLIENTS_PORTS - FIRST_PORT)
        with suppress(OSError), socket.create_server((HOST, port)):
            return port


def procfile(root: Path = ROOT) -> str:
    """The command by which a host serves the application from the checkout at *root*."""
    return (root / "Procfile").read_text().removeprefix("web: ").strip()


@contextmanager
def hosted(command: str | None = None, **variables: str) -> Iterator[Hosted]:
    """A server started by *command*, by default the Procfile's with all its workers, with these
    environment *variables*; `PORT` defaults to a free port, and games between friends are kept in
    a file of its own.
    """
    port = int(variables.get("PORT") or free_port())
    inherited = {
        name: os.environ[name] for name in ("HOME", "PATH", "TMPDIR") if name in os.environ
    }
    path = f"{Path(sys.executable).parent}{os.pathsep}{inherited.get('PATH', '')}"
    environment = {**inherited, "PATH": path, "FLASK_SECRET_KEY": KEY, **variables}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stdout, stderr = folder / "stdout", folder / "stderr"
        environment.setdefault("FLASK_GAMES_STORAGE", f"sqlite://{folder}/games.sqlite")
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603
                ["/bin/sh", "-c", command or procfile()],
                cwd=ROOT,
                env={**environment, "PORT": f"{port}"},
                stdout=stack.enter_context(stdout.open("wb")),
                stderr=stack.enter_context(stderr.open("wb")),
                start_new_session=True,
            )
        )
        try:
            server = Hosted(port, process, stdout, stderr)
            with suppress(TimeoutError):
                until(lambda: process.poll() is not None or Visitor(port, VISITOR).is_answered())
            if process.poll() is not None or not Visitor(port, VISITOR).is_answered():
                raise RuntimeError(f"The server does not answer.\n{stderr.read_text()}")
            if command is None:  # gunicorn starts its workers one after the other
                count = int(variables.get("WEB_CONCURRENCY") or WORKERS)
                until(lambda: len(server.workers) == count)
            yield server
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def until(holds: Callable[[], bool]) -> None:
    """Return once something *holds*.

    :raises TimeoutError: if it takes too long.
    """
    deadline = time.monotonic() + START_LIMIT
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"Not within {START_LIMIT} s.")
        time.sleep(0.01)


@contextmanager
def besieged(
    port: int, count: int, sent: bytes, address: str = HOST
) -> Iterator[list[socket.socket]]:
    """Connections from *address* to *port* that have *sent* part of a request, and then stall. The
    server may have closed some of them.
    """
    with ExitStack() as stack:
        visitors = []
        for _ in range(count):
            connection = socket.create_connection((HOST, port), START_LIMIT, (address, 0))
            visitor = stack.enter_context(connection)
            with suppress(ConnectionError):
                visitor.sendall(sent)
            visitors.append(visitor)
        yield visitors


GUIDE = ROOT / ".github" / "HOSTING.md"


def guided(heading: str) -> str:
    """The commands that the guide has below a *heading*."""
    _, _, rest = GUIDE.read_text().partition(f"\n## {heading}\n")
    section, _, _ = rest.partition("\n## ")
    return "".join(re.findall(r"```sh\n(.*?)```", section, re.DOTALL))
