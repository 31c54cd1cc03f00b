"""Waits of other visitors while some addresses send as many requests as the limits allow, or more
that wait for news of a game with a friend. The attackers' processes are nice: an attacker has
machines of their own.

`python -m tests.benchmarks.bench_floods` serves the application by the command in the Procfile.
Others request the page of a match, or the probe of the host during waits, thirty times a second,
each time over a new connection: visitors with addresses of their own, or a class behind one
address. This runs first alone, then during a flood. Waits are ratios to the same percentile of the
waits alone. It is no part of the tests.
"""

import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http import HTTPStatus
from http.client import HTTPException
from itertools import count, cycle, product
from random import Random
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import urlencode

import click

from ai.rules.games import SQUARE
from ai.rules.notation import game_text
from tests.benchmarks.bench_server import NATURAL, BenchmarkError, random_moves, ratio
from tests.hosted import HOST, Answer, Hosted, ask, besieged, hosted
from tests.proof.friends import Browser

SECONDS = 10  # the span of the limits
EVERY = 1 / 30  # seconds between two visitors who wait
VISITORS = 200  # who may wait at once
PATIENCE = 30.0  # seconds
LOWEST = 19  # priority of a process
WAITS, AGAIN = 5, 3  # rounds of waits for news, and the seconds of each
ATTACKERS = [f"127.0.0.{number}" for number in range(3, 7)]
OTHERS = {
    "visitors": [f"127.0.1.{number}" for number in range(1, VISITORS + 1)],
    "a class": ["127.0.2.1"],
}

SWITCHES = "x=unbeatable&o=hard&values=on&ideas=on&programs=on"


class Flood(NamedTuple):
    """A number of *requests* at once over a number of *connections*, from so many *addresses* in
    turn: fresh replays with all switches on if *replays*, else pages of a match.
    """

    requests: int
    connections: int
    addresses: int
    replays: bool
    watched = "/"

    def __str__(self) -> str:
        kind = "new replays" if self.replays else "pages"
        return f"{self.requests:,} {kind}, {self.connections} connections, from {self.addresses}"

    def paths(self, seed: str) -> Iterator[str]:
        """The paths; each *seed* gives different ones."""
        lots = Random(seed)  # noqa: S311
        for _ in range(self.requests):
            moves = random_moves(SQUARE, lots)
            replay = f"/replay/square/{game_text(SQUARE, moves)}?ply={len(moves) // 2}&{SWITCHES}"
            yield replay if self.replays else "/"

    def send(self, port: int, seed: str) -> int:
        """Send it to the server on *port*; the number of requests that are not refused.

        :raises BenchmarkError: if all are: it was no flood.
        """
        addresses = cycle(ATTACKERS[: self.addresses])
        with ThreadPoolExecutor(self.connections) as pool:
            asked = [
                pool.submit(is_served, port, *one)
                for one in zip(self.paths(seed), addresses, strict=False)
            ]
        answered = sum(visit.result() for visit in asked)
        if not answered:
            raise BenchmarkError(f"None of {self} was answered.")
        return answered


class Wait(NamedTuple):
    """So many *requests* at once for news of a game with a friend, from each of so many
    *addresses*, and anew each few seconds.
    """

    requests: int
    addresses: int
    watched = "/healthz"

    def __str__(self) -> str:
        return f"{self.requests:,} waits for news from each of {self.addresses}"

    def send(self, port: int, _seed: str) -> int:
        """Send it to the server on *port*; none of the requests stays for its answer."""
        questions = {address: question(port, address) for address in ATTACKERS[: self.addresses]}
        for _ in range(WAITS):
            with ExitStack() as stack:
                for address, sent in questions.items():
                    stack.enter_context(besieged(port, self.requests, sent, address))
                time.sleep(AGAIN)
        return 0


def question(port: int, address: str) -> bytes:
    """A request of a player at *address* for news of a new game."""
    player = Browser(port, address, Counter())
    game = player.begin(SQUARE.key, "x", "x")
    player.ask(game, headers={})
    player.leave()
    news = f"GET {game}/news?{urlencode(player.state)} HTTP/1.1"
    return f"{news}\r\nHost: {HOST}\r\nCookie: {player.cookie}\r\n\r\n".encode()


FLOODS = [
    Flood(200, 16, 1, True),
    Flood(200, 64, 1, True),
    Flood(1000, 64, 1, False),
    Flood(800, 64, 4, True),
    Flood(4000, 64, 4, False),
    Wait(500, 3),
    Wait(1500, 3),
]


def is_served(port: int, path: str, address: str) -> bool:
    """Whether a request from *address* is answered, and not refused."""
    with suppress(OSError, HTTPException):
        return ask(port, path, address=address, limit=PATIENCE).status == HTTPStatus.OK
    return False


def waits(
    server: Hosted,
    path: str,
    others: Sequence[str],
    seconds: float,
    until: Future[int] | None = None,
) -> list[float]:
    """The waits, in seconds, of *others* who come at even intervals, each for *path*. They come for
    *seconds*, or until *until* is done.

    :raises BenchmarkError, OSError, HTTPException: if one of them is not answered.
    """
    visits, began = list[Future[Answer]](), time.monotonic()
    with ThreadPoolExecutor(VISITORS) as pool:
        while time.monotonic() - began < seconds and not (until and until.done()):
            address = others[len(visits) % len(others)]
            visits.append(pool.submit(ask, server.port, path, address=address, limit=PATIENCE))
            time.sleep(EVERY)
    if wrong := {visit.result().status for visit in visits} - {HTTPStatus.OK}:
        raise BenchmarkError(f"Visitors were answered {wrong}.")
    return [visit.result().seconds for visit in visits]


def measured(
    server: Hosted, flood: Flood | Wait, others: Sequence[str], rounds: int, seed: Iterator[int]
) -> str:
    """A cell of the table: the median and the 99th percentile of the waits of *others* during
    *flood*, as ratios to those alone, and the longest; the flood's seconds, and its answers of
    status 200.

    :raises BenchmarkError: if a process of the server ends.
    """
    alone, during, lasted, answered = [], [], [], []
    workers = server.workers
    with ProcessPoolExecutor(1, initializer=os.nice, initargs=[LOWEST]) as attacker:
        for _ in range(rounds):
            alone += waits(server, flood.watched, others, SECONDS / 2)
            began = time.monotonic()
            sent = attacker.submit(flood.send, server.port, f"{next(seed)}")
            during += waits(server, flood.watched, others, PATIENCE, sent)
            answered.append(sent.result())
            lasted.append(time.monotonic() - began)
            time.sleep(SECONDS)  # until the limits count anew
    if server.workers != workers:
        raise BenchmarkError(f"{flood} ended a process.")
    worse = median(during) / median(alone)
    worst = quantiles(during, n=100)[-1] / quantiles(alone, n=100)[-1]
    waited = f"{ratio(worse)}, {ratio(worst)}, {max(during) * 1000:.0f} ms"
    return f"{waited} ({median(lasted):.1f} s, {median(answered):.0f})"


@click.command
@click.option("--rounds", type=NATURAL, default=2, show_default=True, help="For each flood.")
def main(rounds: int) -> None:
    """Print the waits of others during floods within the limits."""
    seed = count()
    with hosted(FLASK_PROXY_HOPS="0") as server:
        click.echo("| flood | beside | median, p99, longest (length, answered) |")
        click.echo("| --- | --- | ---: |")
        for flood, (name, others) in product(FLOODS, OTHERS.items()):
            cell = measured(server, flood, others, rounds, seed)
            click.echo(f"| {flood} | {name} | {cell} |")


if __name__ == "__main__":
    main()
