"""A server under full load for long, or with processes that are killed.

`python -m tests.proof.soak` serves the application as the Procfile says. wrk requests moves, pages,
replays and pictures, most of them new, and odd addresses and codings, from thousands of addresses.
Meanwhile players play real games and compare each page with a model. The memory of all processes is
summed, shared pages counted once. `--kill` kills a process every second, without wrk.
"""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, sleep

import click

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES
from tests.benchmarks.load import PREVIEW, REPLAY, Request, addresses, clicks, measure
from tests.hosted import Hosted, hosted
from tests.proof.players import playing

# As many as are counted by default, but for longer than anybody lasts.
LIMITS = dict.fromkeys(
    ("FLASK_LIMIT_REQUESTS", "FLASK_LIMIT_MILLISECONDS"), "10000000 per 10 seconds"
)

SLICE = 30  # seconds between two looks at the memory
GROWTH = 1.1  # of the memory from one half to the other is too much
PLAYERS = 8
EACH = 100  # requests of each kind, in each slice
ALWAYS = (
    *("/", "/learn/terms", "/learn/opponents", "/puzzles", "/puzzles/square/500?moves=a1"),
    *("/api/review/tic-tac-toe/a1b2c3a3c2c1?o=hard", "/settings", "/position"),
    *("/theme.css", "/readyz"),
)


def mixture(lots: Random) -> list[Request]:
    asked = [Request(path) for path in ALWAYS * 50]
    for game in GAMES.values():
        for key in (key for key, opponent in OPPONENTS.items() if opponent.plays(game)):
            asked += (moves := [*clicks(game, key, lots, EACH)])
            asked += [Request("/", move.cookie) for move in moves]
        for pattern in (REPLAY, PREVIEW):
            asked += addresses(game, lots, EACH, pattern)
    for number in range(EACH):
        # One page, whatever its address says besides.
        page = lots.choice(("/robots.txt", "/manifest.webmanifest", "/learn/games"))
        path = f"{page}?{number}-{'x' * lots.randrange(1800)}"
        codings = [f"{it};q=0.{lots.randrange(10)}" for it in ("gzip", "br", "zstd", "*")]
        asked.append(Request(path, accepted=", ".join([*codings, "y" * lots.randrange(7000)])))
    lots.shuffle(asked)
    return [replace(one, address=".".join(map(str, [10, *lots.randbytes(3)]))) for one in asked]


def memory(server: Hosted) -> float:
    """The megabytes of all processes of *server*, what they share counted once."""
    files = [Path(f"/proc/{it}/smaps_rollup") for it in (server.process.pid, *server.workers)]
    return sum(int(re.findall(r"\nPss: +(\d+)", it.read_text())[0]) for it in files) / 1024


def kill(server: Hosted, seconds: float) -> Iterator[int]:
    """Kill a process of *server* every second, each in its turn; the process."""
    end = monotonic() + seconds
    while monotonic() < end:
        sleep(1)
        with suppress(ProcessLookupError, ValueError):
            process = min(server.workers)  # the oldest
            os.kill(process, signal.SIGKILL)
            yield process


def be_soaked(server: Hosted, seconds: float) -> None:
    """Let *server* have much to do, and print how it does."""
    began, used, workers, lots = monotonic(), list[float](), server.workers, Random(0)  # noqa: S311
    click.echo("| minutes | requests a second | memory |\n| ---: | ---: | ---: |")
    while (passed := monotonic() - began) < seconds:
        sample = measure(server.port, mixture(lots), SLICE)
        used.append(memory(server))
        click.echo(f"| {passed / 60:.1f} | {sample.rate:,.0f} | {used[-1]:.1f} MB |")
    if server.workers != workers:
        raise click.ClickException("A process died.")
    half = len(used) // 2
    if half and median(used[-half:]) > GROWTH * median(used[:half]):
        raise click.ClickException("Its memory grows.")


@click.command
@click.option("--minutes", type=float, help="For how long; by default 10, and 2 with --kill.")
@click.option("--kill", "killing", is_flag=True, help="Kill a process every second.")
def main(minutes: float | None, killing: bool) -> None:
    """Let a server have as much to do as it can, and print how it bears that."""
    seconds = 60 * (minutes or (2 if killing else 10))
    with hosted(**LIMITS) as server:
        with playing([server.port], PLAYERS) as players:
            if killing:
                click.echo(f"{len([*kill(server, seconds)])} processes killed, no game lost.")
            else:
                be_soaked(server, seconds)
        games, clicks = (sum(map(attrgetter(it), players)) for it in ("games", "clicks"))
        cut = players[0].counts.total()
        click.echo(f"{games:,} games, {clicks:,} clicks, {cut:,} connections cut.")
        if said := server.complaints(expected="SIGKILL" if killing else ""):
            raise click.ClickException("\n".join(said))


if __name__ == "__main__":
    main()
