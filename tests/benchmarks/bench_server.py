"""Speed of the served application beside a bare Flask page on the same server, as ratios.

`python -m tests.benchmarks.bench_server` starts both servers and lets wrk ask them in turn, so
other load on the machine slows both. Each ratio is the median over the rounds. It is no part of
the tests.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median

import click

from ai.rules.games import GAMES, Game
from tests.benchmarks.load import PREVIEW, REPLAY, Request, addresses, clicks, measure, send
from tests.hosted import HOST, Visitor, hosted

SERVE = "-m gunicorn --worker-class gevent --no-control-socket --log-level warning"
FREE = {f"FLASK_LIMIT_{name}": "1000000000 per second" for name in ("REQUESTS", "MILLISECONDS")}
ROUNDS, SECONDS = 3, 1
WARM = 3  # seconds until its threads and templates are there
CLICKS = 400
NEW = 4000  # more than are answered in a round

ROWS: dict[str, Callable[[Game, Random], Iterator[Request]]] = {
    "move/{}/hard": lambda game, lots: clicks(game, "hard", lots, CLICKS),
    "page/{}": lambda game, lots: (
        Request("/", click.cookie) for click in clicks(game, "hard", lots, CLICKS)
    ),
    "replay/{}/new": lambda game, lots: addresses(game, lots, NEW, REPLAY),
    "preview/{}/new": lambda game, lots: addresses(game, lots, NEW, PREVIEW),
}


@contextmanager
def served(application: str) -> Iterator[int]:
    """Serve *application*; the port on which it answers."""
    command = f"exec {sys.executable} {SERVE} '{application}' --bind {HOST}:$PORT"
    with hosted(command, FLASK_PROXY_HOPS="1", **FREE) as server:
        yield server.port


def ratio(value: float) -> str:
    """A ratio to two digits."""
    return f"{value:.2f}" if value >= 0.1 else f"{value:#.2g}"


@click.command
def main() -> None:
    """Print the speed of the served application beside a bare Flask page, as ratios."""
    click.echo("| request | throughput | p99 |\n| --- | ---: | ---: |")
    with served("tests.benchmarks.bare:app") as bare, served("webapp:create_app()") as ours:
        cookie = Visitor(bare).ask("/").headers["Set-Cookie"].partition(";")[0]
        counted = [Request("/", cookie)]
        send(ours, [Request("/")], WARM)
        for name, requests in ROWS.items():
            for game in GAMES.values():
                pairs = [
                    (
                        measure(bare, counted, SECONDS),
                        measure(ours, [*requests(game, Random(seed))], SECONDS),  # noqa: S311
                    )
                    for seed in range(ROUNDS)
                ]
                rate = median(own.rate / bare.rate for bare, own in pairs)
                p99 = median(own.p99 / bare.p99 for bare, own in pairs)
                click.echo(f"| `{name.format(game.key)}` | {ratio(rate)} | {ratio(p99)} |")


if __name__ == "__main__":
    main()
