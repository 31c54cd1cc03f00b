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
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from secrets import randbelow
from urllib.parse import urlencode

ROOT = Path(__file__).parent.parent
HOST = "127.0.0.1"
VISITOR = "127.0.0.2"
KEY = "a key of the tests"
NOTHING: Mapping[str, str] = {}
WORKERS = 2  # of the Procfile's server, unless a variable says otherwise
START_LIMIT = 60  # seconds until a server answers
END_LIMIT = 30
FIRST_PORT, CLIENTS_PORTS = 10_000, 32_768  # the latter as Linux has it

# Stalled requests: one stops within its body, the other within its headers.
STALLED_UPLOAD = (
    b"POST /moves HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\ncell="
)
SLOW_HEADERS = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-"


Answer = tuple[HTTPResponse, bytes]


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

    def ask(
        self, path: str, headers: Mapping[str, str] = NOTHING, form: Mapping[str, str] = NOTHING
    ) -> Answer:
        """The answer over a new connection, with its body.

        :raises OSError, HTTPException: if there is none.
        """
        source = self.address, 0
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        sent |= {"Host": self.name} if self.name else {}
        with closing(HTTPConnection(HOST, self.port, START_LIMIT, source_address=source)) as http:
            http.connect()
            if self.trust:
                http.sock = self.trust.wrap_socket(http.sock, server_hostname=self.name)
            http.request("POST" if form else "GET", path, urlencode(form), {**sent, **headers})
            response = http.getresponse()
            data = response.read()
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response, data


@dataclass(frozen=True, slots=True)
class Hosted:
    """A running server: its *port*, its first *process*, and the files that it writes to."""

    port: int
    process: subprocess.Popen[bytes]
    stdout: Path
    stderr: Path

    def get(self, path: str, headers: Mapping[str, str] = NOTHING) -> Answer:
        """The answer to a new visitor with an address of its own."""
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
            wait(server)
            if command is None:  # gunicorn starts its workers one after the other
                count = int(variables.get("WEB_CONCURRENCY") or WORKERS)
                until(lambda: len(server.workers) == count)
            yield server
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def wait(server: Hosted) -> None:
    """Return once *server* answers.

    :raises RuntimeError: if it ends before, or takes too long.
    """
    deadline = time.monotonic() + START_LIMIT
    while server.process.poll() is None and time.monotonic() < deadline:
        with suppress(OSError, HTTPException):
            server.get("/healthz")
            return
        time.sleep(0.02)
    raise RuntimeError(f"The server does not answer.\n{server.stderr.read_text()}")


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
