"""Waits of other visitors while one visitor sends as many requests as the limits allow.

`python -m tests.benchmarks.bench_floods` serves the application by the command in the Procfile, and
an earlier revision with --against. A visitor requests the page of a match twenty times a second,
each time over a new connection. This runs first alone, then while another address sends a flood.
Waits during the flood are ratios to the median wait alone. It is no part of the tests.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import count
from random import Random
from shlex import quote
from statistics import median, quantiles
from typing import NamedTuple

import click

from ai.rules.games import SQUARE
from ai.rules.notation import game_text
from tests.benchmarks.bench_server import NATURAL, BenchmarkError, checked_out, random_moves, ratio
from tests.hosted import HOST, Hosted, hosted, procfile

SECONDS = 10  # the span of the limits
EVERY = 0.05  # seconds between two visitors who wait
VISITORS = 200  # who may wait at once
PATIENCE = 30.0  # seconds
ATTACKER = "127.0.0.3"

SWITCHES = "x=unbeatable&o=hard&values=on&ideas=on&programs=on&table=on"


class Flood(NamedTuple):
    """A number of *requests* at once over a number of *connections*: fresh replays with all
    switches on if *replays*, else pages of a match.
    """

    requests: int
    connections: int
    replays: bool

    def __str__(self) -> str:
        kind = "new replays" if self.replays else "pages"
        return f"{self.requests:,} {kind}, {self.connections} connections"

    def paths(self, seed: str) -> Iterator[str]:
        """The paths; each *seed* gives different ones."""
        lots = Random(seed)  # noqa: S311
        for _ in range(self.requests):
            moves = random_moves(SQUARE, lots)
            replay = f"/replay/square/{game_text(SQUARE, moves)}?ply={len(moves) // 2}&{SWITCHES}"
            yield replay if self.replays else "/"

    def send(self, port: int, seed: str) -> int:
        """Send it to the server on *port*; the number of requests that are not refused."""
        with ThreadPoolExecutor(self.connections) as pool:
            asked = [pool.submit(ask, port, path, ATTACKER) for path in self.paths(seed)]
        return sum(visit.result().status == HTTPStatus.OK for visit in asked)


FLOODS = [Flood(200, 16, True), Flood(200, 64, True), Flood(1000, 64, False)]


class Visit(NamedTuple):
    """The *status* of an answer, 0 without one, and the *seconds* until it came."""

    status: int
    seconds: float


def ask(port: int, path: str, address: str) -> Visit:
    """Request *path* from *address*, over a new connection: requests spread over processes."""
    status, began = 0, time.monotonic()
    connection = HTTPConnection(HOST, port, timeout=PATIENCE, source_address=(address, 0))
    with closing(connection), suppress(OSError, HTTPException):
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        status = response.status
    return Visit(status, time.monotonic() - began)


def waits(server: Hosted, seconds: float, until: Future[int] | None = None) -> list[float]:
    """The waits, in seconds, of visitors who come at even intervals, each for one page. Visitors
    come for *seconds*, or until *until* is done.

    :raises BenchmarkError: if one of them gets no page.
    """
    visits, began = list[Future[Visit]](), time.monotonic()
    with ThreadPoolExecutor(VISITORS) as pool:
        while time.monotonic() - began < seconds and not (until and until.done()):
            address = f"127.0.1.{len(visits) % VISITORS + 1}"
            visits.append(pool.submit(ask, server.port, "/", address))
            time.sleep(EVERY)
    if wrong := {visit.result().status for visit in visits} - {HTTPStatus.OK}:
        raise BenchmarkError(f"Visitors were answered {wrong}.")
    return [visit.result().seconds for visit in visits]


def measured(server: Hosted, flood: Flood, rounds: int, seed: Iterator[int]) -> str:
    """The cells of a table: the median and the 99th percentile of the waits during *flood*, in
    units of the median alone; the length of the flood in seconds, and its answers of status 200.
    """
    alone, during, lasted, answered = [], [], [], []
    with ProcessPoolExecutor(1) as attacker:
        for _ in range(rounds):
            alone += waits(server, SECONDS / 5)
            began, sent = (
                time.monotonic(),
                attacker.submit(flood.send, server.port, f"{next(seed)}"),
            )
            during += waits(server, PATIENCE, sent)
            answered.append(sent.result())
            lasted.append(time.monotonic() - began)
            waits(server, SECONDS)  # until the limits count anew
    unit, p99 = median(alone), quantiles(during, n=100)[-1]
    return (
        f"{ratio(median(during) / unit)}, {ratio(p99 / unit)}"
        f" ({median(lasted):.1f} s, {median(answered):.0f})"
    )


@click.command
@click.option("--rounds", type=NATURAL, default=2, show_default=True, help="For each flood.")
@click.option("--against", metavar="REV", help="Also measure that git revision.")
def main(rounds: int, against: str | None) -> None:
    """Print the waits of others while one visitor floods a server within its limits."""
    seed = count()
    with ExitStack() as stack:
        commands = {"here": procfile()}
        if against:
            folder = stack.enter_context(checked_out(against))
            commands[against] = f"cd {quote(str(folder))} && {procfile(folder)}"
        servers = [
            stack.enter_context(hosted(command, FLASK_PROXY_HOPS="0"))
            for command in commands.values()
        ]
        click.echo(f"| flood: median, p99 (length, answered) | {' | '.join(commands)} |")
        click.echo(f"| --- | {' | '.join('---:' for _ in commands)} |")
        for flood in FLOODS:
            cells = [measured(server, flood, rounds, seed) for server in servers]
            click.echo(f"| {flood} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
