"""Waits for `/healthz` while three visitors ask for news of a game with a friend, many at once.

`python -m tests.benchmarks.bench_waits` serves the application by the command in the Procfile. Each
visitor is a player of a game of their own, and sends all requests at the same moment, over a
connection each, and anew each three seconds. It is no part of the tests.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import click

from tests.hosted import KEY, Hosted, besieged, hosted
from tests.test_friend import invited
from webapp import create_app

VISITORS = [f"127.0.0.{number}" for number in range(3, 6)]
SECONDS = 15
EVERY = 0.1  # seconds between two probes
AGAIN = 3  # seconds until all requests are sent anew


def question(storage: str) -> bytes:
    """A request of a player for news of a new game."""
    player = invited(create_app({"SECRET_KEY": KEY, "GAMES_STORAGE": storage}))
    cookie = player.client.get_cookie("seat")
    assert cookie
    fields = urlencode(player.page.by_id("shown").fields)
    head = f"GET {player.address}/news?{fields} HTTP/1.1\r\nHost: localhost\r\n"
    return f"{head}Cookie: {cookie.key}={cookie.value}\r\n\r\n".encode()


def probe(server: Hosted) -> list[float]:
    """The seconds until `/healthz` answered, each time."""
    answers, began = list[float](), time.monotonic()
    while time.monotonic() < began + SECONDS:
        answers.append(server.get("/healthz").seconds)
        time.sleep(EVERY)
    return answers


@click.command
def main() -> None:
    """Print how long a host's probe waits beside requests that wait for news."""
    with TemporaryDirectory() as folder:
        storage = f"sqlite://{Path(folder) / 'games.sqlite'}"
        with hosted(FLASK_GAMES_STORAGE=storage, FLASK_PROXY_HOPS="0") as server:
            questions = [question(storage) for _ in VISITORS]
            click.echo("| requests at once | median | longest | workers that ended |")
            click.echo("| --- | ---: | ---: | ---: |")
            for count in (0, 500, 1500):
                workers = server.workers
                with ExitStack() as stack, ThreadPoolExecutor(1) as pool:
                    probing = pool.submit(probe, server)
                    while not probing.done():
                        for visitor, sent in zip(VISITORS, questions, strict=True):
                            stack.enter_context(besieged(server.port, count, sent, visitor))
                        time.sleep(AGAIN)
                        stack.close()
                waits = probing.result()
                ended = len({*workers} - {*server.workers})
                click.echo(
                    f"| {len(VISITORS)} × {count:,} | {median(waits) * 1000:.0f} ms"
                    f" | {max(waits) * 1000:.0f} ms | {ended} |"
                )


if __name__ == "__main__":
    main()
