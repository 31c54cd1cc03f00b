"""A server under full load for long, or with processes that are killed.

`python -m tests.proof.soak` serves the application as the Procfile says. It lets wrk request
moves of recorded games, pages, replays and pictures, most of them new, from thousands of addresses.
Meanwhile players play real games and compare each page with a model. The memory of all processes is
summed, shared pages counted once.

`--kill` kills a process every second, without wrk. `--odd` requests a few pages by many different
addresses.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, sleep

import click

from ai.rules.games import GAMES
from tests.benchmarks.bench_server import (
    BenchmarkError,
    Request,
    Site,
    Visitor,
    measure,
    new,
    opponents,
    play,
    preview_address,
    replay_address,
)
from tests.hosted import END_LIMIT, HOST, Hosted, hosted
from tests.programs import program
from tests.proof.players import Player, playing

# As many as are counted by default, but for longer than anybody lasts.
LIMITS = dict.fromkeys(
    ("FLASK_LIMIT_REQUESTS", "FLASK_LIMIT_MILLISECONDS"), "10000000 per 10 seconds"
)

SLICE = 30  # seconds between two looks at the memory
GROWTH = 1.1  # of the memory from one half to the other is too much
SOME, MANY = 4, 8  # players
RECORDED = 4  # games against each opponent
MOVES, PAGES = 3000, 1000  # requests in each slice
NEW = 100  # addresses of each kind, in each slice
SOME_ODD = 100  # addresses, enough for all pages
LOOKS = 10  # at the memory, while odd addresses are asked for
ALWAYS = (
    "/",
    "/learn/terms",
    "/learn/opponents",
    "/puzzles",
    "/puzzles/square/500?moves=a1",
    "/api/review/tic-tac-toe/a1b2c3a3c2c1?o=hard",
    "/settings",
    "/position",
    "/theme.css",
    "/readyz",
)

# Pages of which there is one, whatever their address says besides.
ALIKE = ("/robots.txt", "/manifest.webmanifest", "/api/values/tic-tac-toe/b2")


@dataclass(frozen=True, slots=True)
class Look:
    """How a server does after so many *seconds*: the *requests* since the last look, and *memory*
    in megabytes.
    """

    seconds: float
    requests: int
    memory: float


def recorded(server: Hosted, lots: Random, games: int) -> list[Request]:
    """Clicks of so many whole games against every opponent."""
    visitor, found = Visitor(server.port), list[Request]()
    for game in GAMES.values():
        for opponent in opponents(game):
            for _ in range(games):
                found += [move.click for move in play(visitor, game, opponent, lots)]
    return found


def mixture(server: Hosted, moves: Sequence[Request], lots: Random) -> list[Request]:
    """Requests of all kinds, in any order."""
    site, name = Site(server.port), f"{lots.random()}"
    fresh = chain.from_iterable(
        new(address, game, site, name=name, count=NEW)
        for game in GAMES.values()
        for address in (replay_address, preview_address)
    )
    pages = [Request("/", move.cookie) for move in lots.choices(moves, k=PAGES)]
    asked = [*lots.choices(moves, k=MOVES), *pages, *fresh, *map(Request, ALWAYS * 50)]
    lots.shuffle(asked)
    return [replace(one, address=".".join(map(str, [10, *lots.randbytes(3)]))) for one in asked]


def memory(server: Hosted) -> float:
    """The megabytes of all processes of *server*, what they share counted once."""
    kilobytes = 0
    for process in (server.process.pid, *server.workers):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                kilobytes += int(line.split()[1])
    return kilobytes / 1024


def soak(
    server: Hosted, seconds: float, each: int, lots: Random, games: int = RECORDED
) -> Iterator[Look]:
    """Ask *server* for as much as it answers, and look at it after *each* so many seconds; the
    moves are those of so many *games* against each opponent.

    :raises BenchmarkError: if a request fails.
    """
    moves, began = recorded(server, lots, games), monotonic()
    while (passed := monotonic() - began) < seconds:
        sample = measure(server.port, mixture(server, moves, lots), each)
        yield Look(passed + each, round(sample.rate * each), memory(server))


def ask_odd_requests(server: Hosted, count: int, lots: Random) -> None:
    """Ask *server* over one connection for a few pages, by so many addresses and codings of their
    answers that all differ.

    :raises BenchmarkError: if a request fails.
    """
    codings = ["gzip", "br", "zstd", "identity", "*", "x"]
    with closing(HTTPConnection(HOST, server.port, timeout=END_LIMIT)) as connection:
        for number in range(count):
            path = f"{lots.choice(ALIKE)}?{number}-{'x' * lots.randrange(1800)}"
            accepted = ", ".join(f"{coding};q=0.{lots.randrange(10)}" for coding in codings)
            headers = {"Accept-Encoding": f"{accepted}, {'y' * lots.randrange(7000)}"}
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            response.read()
            if response.status != HTTPStatus.OK:
                raise BenchmarkError(f"{path} was answered {response.status}.")


def kill(server: Hosted, seconds: float) -> Iterator[int]:
    """Kill a process of *server* every second, each in its turn; the process."""
    end = monotonic() + seconds
    while monotonic() < end:
        sleep(1)
        with suppress(ProcessLookupError, ValueError):
            process = min(server.workers)  # the oldest
            os.kill(process, signal.SIGKILL)
            yield process


def growth(looks: Sequence[Look]) -> float:
    """How much more memory there is in the second half than in the first."""
    half = len(looks) // 2
    first, second = looks[:half], looks[len(looks) - half :]
    return median(look.memory for look in second) / median(look.memory for look in first)


def told(players: Sequence[Player]) -> str:
    """What *players* did."""
    clicks, games, cut = (
        sum(getattr(player, name) for player in players) for name in ("clicks", "games", "cut")
    )
    return f"{len(players)} players: {games:,} games, {clicks:,} clicks, {cut:,} connections cut."


@click.command
@click.option("--minutes", type=float, help="For how long; by default 10, and 2 with --kill.")
@click.option("--kill", "killing", is_flag=True, help="Kill a process every second.")
@click.option("--odd", type=int, help="Ask so many odd addresses for a few pages instead.")
def main(minutes: float | None, killing: bool, odd: int | None) -> None:
    """Let a server have as much to do as it can, and print how it bears that."""
    seconds = 60 * (minutes or (2 if killing else 10))
    program("wrk")
    if odd:
        be_asked_oddly(odd)
        return
    with hosted(**LIMITS) as server:
        (be_killed if killing else be_soaked)(server, seconds)
        if said := server.complaints(expected="SIGKILL" if killing else ""):
            raise click.ClickException("\n".join(said))


def be_soaked(server: Hosted, seconds: float) -> None:
    """Let *server* have much to do, and print how it does."""
    looks, workers = list[Look](), server.workers
    click.echo("| minutes | requests a second | memory |\n| ---: | ---: | ---: |")
    with playing([server.port], SOME) as players:
        for look in soak(server, seconds, SLICE, Random(0)):  # noqa: S311
            looks.append(look)
            rate = look.requests / SLICE
            click.echo(f"| {look.seconds / 60:.1f} | {rate:,.0f} | {look.memory:.1f} MB |")
    total = sum(look.requests for look in looks)
    click.echo(f"\n{total:,} requests, none failed. {told(players)}")
    if server.workers != workers:
        raise click.ClickException("A process died.")
    if len(looks) > 1:
        click.echo(f"Memory of the second half, in units of the first: {growth(looks):.3f}")
        if growth(looks) > GROWTH:
            raise click.ClickException("It grows.")


def be_asked_oddly(count: int) -> None:
    """Ask a server of one process for so many odd addresses, and print its memory on the way."""
    with hosted(WEB_CONCURRENCY="1", **LIMITS) as server:
        click.echo("| odd addresses | memory |\n| ---: | ---: |")
        for part in range(LOOKS + 1):
            ask_odd_requests(server, count // LOOKS if part else SOME_ODD, Random(part))  # noqa: S311
            click.echo(f"| {count * part // LOOKS:,} | {memory(server):.1f} MB |")


def be_killed(server: Hosted, seconds: float) -> None:
    """Kill processes of *server*, and print what players notice."""
    with (
        playing([server.port], MANY) as players,
        click.progressbar(
            kill(server, seconds), length=round(seconds), label="Killing", file=sys.stderr
        ) as killed,
    ):
        dead = [*killed]
    click.echo(f"{len(dead)} processes killed, no game lost. {told(players)}")


if __name__ == "__main__":
    main()
