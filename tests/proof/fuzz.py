"""Hostile requests: none may break a server, or lead to a match that the rules forbid.

`python -m tests.proof.fuzz` sends them. Most go to the application in this process, configured in
several ways. Every eighth goes over the wire to the server of the Procfile, and most of those are
malformed. The rules of :mod:`tests.reference` judge the pages.
"""

import json
import logging
import re
import secrets
import socket
import sys
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

import click
from flask import Flask
from werkzeug.test import run_wsgi_app

from tests.browser import signed
from tests.conftest import NO_LIMITS
from tests.hosted import HOST, KEY, Hosted, hosted
from tests.model import replay
from tests.page import Element, message, read, shown
from tests.proof.hostile import Request, Stranger, in_chunks, mangled
from tests.replays import start_of
from tests.strategies import model_of
from webapp import create_app
from webapp.game import session as sessions
from webapp.game.session import CODEC

WIRE = 8  # of so many requests one goes over the wire
PATIENCE = 20  # seconds until an answer is missing
ENOUGH = 10  # failures

SESSION = re.compile(r"(?:__Host-)?tic-tac-why=([^;]*)")
STATUS = re.compile(rb"^HTTP/1\.[01] (\d{3})", re.MULTILINE)

# Visitors are counted, and not refused.
FREE = dict.fromkeys(NO_LIMITS, "1000000000 per second")

# One application is as most are; the others are asked less often.
CONFIGURATIONS: Sequence[Mapping[str, object]] = (
    NO_LIMITS,
    {"PROXY_HOPS": 1, "HTTPS_ONLY": True, "TRUSTED_HOSTS": ["localhost"], **FREE},
    {"LIMIT_REQUESTS": "3 per second", "LIMIT_MILLISECONDS": "1 per second"},
)
WEIGHTS = (6, 1, 1)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def kept(self) -> tuple[str, dict[str, Any]] | None:
        """The session that was set, as its cookie has it and what it keeps; None if none was."""
        for header, value in self.headers:
            if header.lower() == "set-cookie" and (found := SESSION.match(value)) and found[1]:
                return found[1], payload(found[1])
        return None


def payload(cookie: str) -> dict[str, Any]:
    text = cookie.partition(".")[0]
    found: dict[str, Any] = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return found


def check_match(page: Element, kept: Mapping[str, Any]) -> None:
    """Check that *page* shows the match of a session, to which the rules lead from its start."""
    session = CODEC.load(kept)
    match, found = session.match, shown(page)
    assert found == replace(model_of(match).shown, score=found.score)
    start = start_of(match.record)
    if lines := start.completed:  # before the last mark nobody had won: it is in all of them
        assert frozenset.intersection(*lines), f"{start.marks} was won before."
        assert start.winner != start.to_move, f"{start.marks} was won before."
    assert replay(start, match.record.moves), f"{kept} has moves that nobody may make."


def check(request: Request, answer: Answer) -> None:
    # RFC 9112, 6.1: of a transfer coding that it does not understand a server says 501.
    unknown = answer.status == 501 and b"transfer-encoding" in request.raw.lower()
    assert 100 <= answer.status < 500 or unknown, f"It is answered {answer.status}."
    for header, value in answer.headers:
        assert not set("\r\n\0") & set(header + value), f"A header breaks: {header}: {value!r}"
    length = dict(answer.headers).get("Content-Length")
    if length is not None and request.method != "HEAD" and answer.status != 304:
        assert int(length) == len(answer.body), f"{length} bytes are {len(answer.body)}."
    if answer.status >= 400 and answer.kept:
        # A refused request saves a new match, or the match as it was.
        before = ""
        if sent := SESSION.search(request.headers.get("Cookie", "")):
            with suppress(ValueError, LookupError, TypeError):
                before = payload(sent[1])["moves"]
        assert answer.kept[1]["moves"] in ("", before), "A refused request changed the match."


@dataclass
class Fuzzer:
    """Sends requests drawn from *seed*, and counts what comes back."""

    seed: int
    statuses: Counter[int] = field(default_factory=Counter)
    endpoints: Counter[str] = field(default_factory=Counter)
    sessions: int = 0

    def __post_init__(self) -> None:
        self.apps = [create_app({"SECRET_KEY": KEY, **config}) for config in CONFIGURATIONS]
        self.app = self.apps[0]
        self.here = self.stranger("here")

    def stranger(self, where: str) -> Stranger:
        """One who asks at random, always the same with the same seed."""
        lots = Random(f"{self.seed} {where}")  # noqa: S311
        rules = [*self.app.url_map.iter_rules()]
        return Stranger(lots, rules, lambda kept: signed(self.app, kept))

    def ask(self) -> None:
        stranger, request = self.here, self.here.request()
        (number,) = stranger.lots.choices(range(len(self.apps)), WEIGHTS)
        try:
            answer = respond(self.apps[number], request)
            self.statuses[answer.status] += 1
            self.endpoints[request.endpoint] += 1
            check(request, answer)
            if answer.kept:
                self.sessions += 1
                stranger.seen = [*stranger.seen[-99:], answer.kept]
                self.show(*answer.kept)
        except Exception as error:
            asked = f"With {CONFIGURATIONS[number]} it was asked\n{request}"
            raise AssertionError(f"{error!r}\n{asked}") from error

    def show(self, cookie: str, kept: Mapping[str, Any]) -> None:
        """Check the page of a *cookie* that an answer has set, and what it has *kept*."""
        headers = {"Host": "localhost", "Cookie": f"tic-tac-why={cookie}"}
        answer = respond(self.app, Request("GET", "/", headers))
        assert (answer.status, answer.kept) == (200, None), "The page does not know its own cookie."
        page = read(answer.body.decode())
        assert not message(page), message(page)
        check_match(page, kept)

    def send(self, server: Hosted, stranger: Stranger) -> None:
        """Send a request, or what is hardly one, to *server*."""
        request = stranger.request()
        if stranger.likely(0.2):
            request = in_chunks(request, stranger.lots)
        raw = request.raw if stranger.likely(0.4) else mangled(request.raw, stranger.lots)
        try:
            received = exchange(server, raw)
            statuses = [*map(int, STATUS.findall(received))]
            for status in statuses:
                unknown = status == 501 and re.search(rb"transfer.encoding", raw, re.IGNORECASE)
                assert status < 500 or unknown, f"It is answered {status}."
            assert not received or received.startswith(b"HTTP/1."), f"It is answered {received!r}."
            self.statuses.update(statuses)
        except (AssertionError, OSError) as error:
            raise AssertionError(f"{error!r}\nThe server was sent\n{raw!r}") from error


def respond(app: Flask, request: Request) -> Answer:
    """The answer of *app*, and an error that it logged as one."""
    with patch.object(logging.getLogger(), "handlers", [Raising(logging.ERROR)]):
        body, status, headers = run_wsgi_app(app.wsgi_app, request.environ, buffered=True)
    return Answer(int(status[:3]), (*headers,), b"".join(body))


class Raising(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(self.format(record))


def exchange(server: Hosted, raw: bytes) -> bytes:
    """The answer of *server* to *raw*, the whole of what the visitor sends.

    :raises TimeoutError: if it does not end.
    """
    received = b""
    with socket.create_connection((HOST, server.port), PATIENCE) as connection:
        with suppress(OSError):  # it may have heard enough, and be gone
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while data := connection.recv(65536):
                received += data
    return received


def fuzz(fuzzer: Fuzzer, requests: int, server: Hosted) -> Iterator[str]:
    """Send that many *requests*; what is wrong with their answers, and with *server* at last."""
    stranger, workers = fuzzer.stranger("over the wire"), server.workers
    for number in range(requests):
        try:
            if number % WIRE:
                fuzzer.ask()
            else:
                fuzzer.send(server, stranger)
        except AssertionError as error:
            yield f"Request {number + 1}: {error}"
    if server.workers != workers or server.get("/readyz").status != 200:
        yield "A process of the server died, or is not ready any more."
    yield from server.complaints()


def without_limits() -> dict[str, str]:
    return {f"FLASK_{name}": limit for name, limit in FREE.items()}


@click.command
@click.option("--requests", default=100_000, show_default=True, help="How many are sent.")
@click.option("--seed", type=int, help="Draw the same requests as a run that printed this seed.")
def main(requests: int, seed: int | None) -> None:
    """Send hostile requests, and print those that are answered as they may not be."""
    fuzzer = Fuzzer(secrets.randbelow(2**32) if seed is None else seed)
    click.echo(f"Seed: {fuzzer.seed}")
    with (
        hosted(**without_limits()) as server,
        patch.object(sessions, "randbelow", fuzzer.here.lots.randrange),
    ):
        failures = [*islice(fuzz(fuzzer, requests, server), ENOUGH)]
    click.echo("\n".join(failures))
    click.echo(f"Statuses: {dict(fuzzer.statuses)}. Sessions set: {fuzzer.sessions}.")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
