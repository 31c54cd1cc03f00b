"""Programs that stand in front of the application, and visitors who come through them."""

import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

from tests.hosted import HOST, ROOT, until
from tests.programs import program

EXAMPLES = ROOT / ".github" / "hosting"  # of the hosting guide
LIMIT = 60  # seconds until somebody answers, who may start anew meanwhile

# The temporary folders of nginx.
NGINX_WRITES = """
    client_body_temp_path {folder}/body;
    fastcgi_temp_path {folder}/fastcgi;
    proxy_temp_path {folder}/proxy;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
"""
LASTING = {"--appendonly": "yes", "--appendfsync": "always"}  # options of Redis
NOTHING: Mapping[str, str] = {}

Answer = tuple[HTTPResponse, bytes]


def adapted(example: str, replacements: Mapping[str, str]) -> str:
    """The text of an *example*, with these *replacements*; all of them must stand there."""
    text = (EXAMPLES / example).read_text()
    for old, new in replacements.items():
        assert old in text, f"{old!r} is not in {example}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(
    command: Sequence[str],
    port: int,
    environment: Mapping[str, str] | None = None,
    end: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    """A program that listens on *port*, once it does; it gets the signal *end* at last."""
    with subprocess.Popen(command, env=environment) as process:  # noqa: S603
        try:
            until(lambda: listens(port, process))
            yield
        finally:
            process.send_signal(end)


@contextmanager
def redis(folder: Path, port: int, *, lasting: bool = False) -> Iterator[str]:
    """The address of a Redis on *port*. A *lasting* one writes each change into *folder* before it
    answers, has what was written there, and is killed at the end; another has nothing.
    """
    options = {"--port": f"{port}", "--bind": HOST, "--save": "", "--dir": f"{folder}"}
    if lasting:
        options |= LASTING
    words = [word for option in options.items() for word in option]
    end = signal.SIGKILL if lasting else signal.SIGTERM
    with running([program("redis-server"), *words], port, end=end):
        yield f"redis://{HOST}:{port}"


def listens(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Whether *process*, which must run, listens on *port*."""
    assert process.poll() is None, f"{process.args!r} ended"
    with suppress(OSError):
        socket.create_connection((HOST, port)).close()
        return True
    return False


class Visitor:
    """A browser without a cache, at an *address* of this machine. It asks the site of that *name*,
    by HTTPS if it has certificates to *trust*.
    """

    def __init__(
        self,
        port: int,
        *,
        address: str = "127.0.0.1",
        name: str = "",
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self.port, self.address, self.name, self.trust = port, address, name, trust
        self.cookies: dict[str, str] = {}

    def ask(
        self, path: str, headers: Mapping[str, str] = NOTHING, form: Mapping[str, str] = NOTHING
    ) -> Answer:
        """The answer, with its body.

        :raises OSError, HTTPException: if there is none.
        """
        connection = HTTPConnection(
            "127.0.0.1", self.port, timeout=LIMIT, source_address=(self.address, 0)
        )
        connection.connect()
        if self.trust:
            connection.sock = self.trust.wrap_socket(connection.sock, server_hostname=self.name)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        sent |= {"Host": self.name} if self.name else {}
        try:
            connection.request(
                "POST" if form else "GET", path, urlencode(form), {**sent, **headers}
            )
            response = connection.getresponse()
            data = response.read()
        finally:
            connection.close()
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response, data
