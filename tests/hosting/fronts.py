"""Programs that stand in front of the application."""

import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.hosted import HOST, ROOT, until
from tests.programs import program

EXAMPLES = ROOT / ".github" / "hosting"  # of the hosting guide

# The temporary folders of nginx.
NGINX_WRITES = """
    client_body_temp_path {folder}/body;
    fastcgi_temp_path {folder}/fastcgi;
    proxy_temp_path {folder}/proxy;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
"""
LASTING = {"--appendonly": "yes", "--appendfsync": "always"}  # options of Redis


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
def redis(folder: Path, port: int) -> Iterator[str]:
    """The address of a Redis on *port*. It writes each change into *folder* before it answers, has
    what was written there, and is killed at the end.
    """
    options = {"--port": f"{port}", "--bind": HOST, "--save": "", "--dir": f"{folder}", **LASTING}
    words = [word for option in options.items() for word in option]
    with running([program("redis-server"), *words], port, end=signal.SIGKILL):
        yield f"redis://{HOST}:{port}"


def listens(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Whether *process*, which must run, listens on *port*."""
    assert process.poll() is None, f"{process.args!r} ended"
    with suppress(OSError):
        socket.create_connection((HOST, port)).close()
        return True
    return False
