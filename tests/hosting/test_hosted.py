"""The application as its host serves it bears stalled visitors and killed processes."""

import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPResponse
from select import select

import pytest

from tests.hosted import (
    HEAD_OF_A_MOVE,
    HOST,
    KEY,
    SLOW_HEADERS,
    STALLED_UPLOAD,
    Hosted,
    Visitor,
    besieged,
    hosted,
    until,
)

MOVE = b"cell=4&ply=0"
PATIENCE = 60  # seconds
WAITING = 400  # connections


@pytest.fixture(scope="module")
def server() -> Iterator[Hosted]:
    """A server with little patience."""
    with hosted(REQUEST_SECONDS="3", KEEP_ALIVE_SECONDS="1", FLASK_PROXY_HOPS="0") as server:
        yield server


def connect(server: Hosted) -> socket.socket:
    """A new connection."""
    return socket.create_connection((HOST, server.port), PATIENCE)


def status(connection: socket.socket) -> int:
    """The status of the answer that comes over *connection*."""
    with closing(HTTPResponse(connection)) as response:
        response.begin()
        return response.status


def is_closed(server: Hosted) -> bool:
    """Whether *server* accepts no new connection."""
    with suppress(ConnectionError):
        connect(server).close()
        return False
    return True


def lines(server: Hosted) -> list[dict[str, object]]:
    """The lines of *server* on stderr."""
    return [json.loads(line) for line in server.stderr.read_text().splitlines()]


@pytest.mark.parametrize("sent", [STALLED_UPLOAD, SLOW_HEADERS], ids=["uploads", "headers"])
def test_visitors_who_stall_keep_nobody_waiting(server: Hosted, sent: bytes) -> None:
    server.get("/")
    before = server.stdout.read_text()
    with besieged(server.port, 300, sent) as visitors:
        answers = [server.get("/") for _ in range(5)]
        # And their time ends: the connection is closed, without a word.
        visitors[-1].settimeout(PATIENCE)
        with suppress(ConnectionResetError):
            assert visitors[-1].recv(1) == b""
    assert {answer.status for answer in answers} == {200}
    assert "/moves" not in server.stdout.read_text().removeprefix(before), "none was answered"


@pytest.mark.parametrize(("hops", "kept"), [("0", 20), ("1", 30)], ids=["alone", "behind a proxy"])
def test_a_visitor_has_so_many_connections_and_keeps_nobody_out(hops: str, kept: int) -> None:
    limits = {"CONNECTIONS_OF_A_VISITOR": "20", "REQUEST_SECONDS": "30", "KEEP_ALIVE_SECONDS": "30"}
    with hosted(WEB_CONCURRENCY="1", FLASK_PROXY_HOPS=hops, **limits) as server:
        with besieged(server.port, 30, SLOW_HEADERS) as visitors:
            assert server.get("/healthz").status == 200
            until(lambda: len(select(visitors, [], [], 0)[0]) == 30 - kept)
        until(Visitor(server.port).is_answered)  # once more
        assert Visitor(server.port).ask("/healthz").status == 200


def test_a_body_of_any_kind_is_answered(server: Hosted) -> None:
    for rest, answered in (
        (b"Content-Length: 12\r\n\r\n" + MOVE, 303),
        (b"Transfer-Encoding: chunked\r\n\r\nc\r\n" + MOVE + b"\r\n0\r\n\r\n", 303),
        (b"Content-Length: 0\r\n\r\n", 400),
        (b"Content-Length: 4097\r\n\r\n" + b"a" * 4097, 413),
        (b"Content-Length: 999999\r\n\r\n" + b"a" * 4097, 413),
        (b"Transfer-Encoding: chunked\r\n\r\n1001\r\n" + b"a" * 4097, 413),
        (b"Content-Length: twelve\r\n\r\n" + MOVE, 400),
    ):
        with connect(server) as connection:
            connection.sendall(HEAD_OF_A_MOVE + rest)
            assert status(connection) == answered, rest[:60]


def test_a_slow_answer_keeps_nobody_waiting(server: Hosted) -> None:
    head = HEAD_OF_A_MOVE + b"Cookie: delay=2\r\nContent-Length: 12\r\n\r\n"
    with besieged(server.port, 6, head + MOVE) as visitors:
        for _ in range(10):
            assert server.get("/healthz").status == 200
        assert not select(visitors[:], [], [], 0)[0][2:], "Those who wait were answered first"
        assert {status(visitor) for visitor in visitors} == {303}


def test_a_request_that_has_begun_ends_before_the_server_does() -> None:
    with hosted(FLASK_PROXY_HOPS="0") as server, connect(server) as connection:
        connection.sendall(HEAD_OF_A_MOVE + b"Content-Length: 12\r\n\r\n" + MOVE[:5])
        server.get("/")
        server.process.terminate()
        until(lambda: is_closed(server))
        connection.sendall(MOVE[5:])
        assert status(connection) == 303
        assert server.process.wait(PATIENCE) == 0
        assert {line["level"] for line in lines(server)} == {"info"}


def test_who_waits_in_the_queue_is_served_before_the_server_ends() -> None:
    """More than a process takes in at a time, while it is too busy to look for what the host says,
    which it does every second.
    """
    with hosted(WEB_CONCURRENCY="1", GRACEFUL_SECONDS="60") as server, ExitStack() as stack:
        (worker,) = server.workers
        os.kill(worker, signal.SIGSTOP)
        looks = time.monotonic() + 1
        waiting = [stack.enter_context(connect(server)) for _ in range(WAITING)]
        for connection in waiting:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        server.process.terminate()
        until(lambda: "signal: term" in server.stderr.read_text() and time.monotonic() > looks)
        os.kill(worker, signal.SIGCONT)
        assert [status(connection) for connection in waiting] == [200] * WAITING
        assert server.process.wait(PATIENCE) == 0


def test_headers_of_proxies_count_for_nothing_without_one(server: Hosted) -> None:
    plain = server.get("/settings")
    for name, text in (
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Ssl", "on"),
        ("SCRIPT_NAME", "/learn"),
        ("PATH_INFO", "/learn"),
    ):
        answer = server.get("/settings", {name: text})
        assert (answer.status, answer.body) == (200, plain.body), name
        assert "Strict-Transport-Security" not in answer.headers


def test_the_logs_tell_what_happened_and_no_secrets(server: Hosted) -> None:
    headers = {"Cookie": "tic-tac-why=forged", "X-Request-Id": "mine"}
    for _ in range(20):  # some for each process
        assert server.get("/position?a=%0Ab", headers).headers["X-Request-Id"] == "mine"
    access, said = server.stdout.read_text(), server.stderr.read_text()
    assert len(re.findall(r" GET /position\?a=%0Ab 200 .* mine\n", access)) == 20
    warned = [line["process"] for line in lines(server) if "cookie" in f"{line['message']}"]
    assert len(warned) == len({*warned}) > 0
    assert not [text for text in (access, said) if "forged" in text or KEY in text]
