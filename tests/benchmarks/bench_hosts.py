"""Servers side by side: their speed, and the waits of visitors under attack.

`python -m tests.benchmarks.bench_hosts` starts each with two processes (waitress has only one). It
measures throughput and p99 over eight connections by wrk, as ratios to the first server in the
table. A wait is the time of one page over a new connection while others attack. It needs wrk and
the packages of requirements-bench.txt, and is no part of the tests.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from http.client import HTTPException
from statistics import median

import click

from tests.benchmarks.bench_server import NATURAL, Request, Sample, measure, ratio
from tests.hosted import HOST, SLOW_HEADERS, STALLED_UPLOAD, Hosted, besieged, hosted, procfile
from tests.programs import program

GUNICORN = "exec python -m gunicorn --log-level warning --bind 127.0.0.1:$PORT --workers 2"
SERVERS = {
    "Procfile": procfile(),
    "gunicorn gevent": f"{GUNICORN} --worker-class gevent 'webapp:create_app()'",
    "gunicorn gthread": f"{GUNICORN} --threads 64 'webapp:create_app()'",
    "granian": "exec python -m granian --interface wsgi --port $PORT --workers 2"
    " --blocking-threads 64 --log-level warning --factory webapp:create_app",
    "waitress": "exec python -m waitress --listen 127.0.0.1:$PORT --threads 64"
    " --call webapp:create_app",
}

ASKED = 20  # pages during an attack
PATIENCE = 5.0  # seconds until a visitor goes away
ATTACKERS = 1000
WARM_UP = 50
FLOOD = 256  # connections of one address
KILLS = 6


@contextmanager
def flooded(port: int, connections: int) -> Iterator[None]:
    """One address asks for pages, as fast as it can, over that many *connections*."""
    wrk = ["wrk", "-t1", f"-c{connections}", "-d60s", f"http://{HOST}:{port}/"]
    with subprocess.Popen(wrk, stdout=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            time.sleep(1)
            yield
        finally:
            process.terminate()


def waits(server: Hosted, attack: AbstractContextManager[object]) -> str:
    """The median and the longest wait for a page during *attack*, in milliseconds."""
    with attack:
        found = []
        for _ in range(ASKED):
            try:
                found.append(server.get("/", limit=PATIENCE).seconds)
            except (OSError, HTTPException):
                return f"over {PATIENCE:.0f} s"
    return f"{median(found) * 1000:,.0f}, {max(found) * 1000:,.0f} ms"


def killed(server: Hosted) -> str:
    """The number of missing pages while a worker is killed every second."""
    if not server.workers:
        return "–"
    asked = missing = 0
    for _ in range(KILLS):
        with suppress(ProcessLookupError, FileNotFoundError):
            os.kill(server.workers[0], signal.SIGKILL)
        until = time.monotonic() + 1
        while time.monotonic() < until:
            asked += 1
            try:
                server.get("/", limit=PATIENCE)
            except (OSError, HTTPException):
                missing += 1
            time.sleep(0.01)
        if server.process.poll() is not None:
            return "it ends"
    return f"{missing} of {asked}"


@click.command
@click.option("--seconds", type=NATURAL, default=3, show_default=True, help="Of each load.")
@click.argument("names", nargs=-1, type=click.Choice([*SERVERS]), metavar="[SERVER]...")
def main(seconds: int, names: tuple[str, ...]) -> None:
    """Compare each SERVER, all by default: its speed, and how it bears attacks."""
    program("wrk")
    first: list[Sample] = []
    click.echo(
        "| server | `/healthz`: throughput, p99 | page: throughput, p99 | 1,000 stalled uploads |"
        " 1,000 slow headers | flood | pages missing, workers killed |"
    )
    click.echo("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in names or SERVERS:
        with hosted(SERVERS[name]) as server:
            port = server.port
            for _ in range(WARM_UP):
                server.get("/")
            load = [measure(port, [Request(path)], seconds) for path in ("/healthz", "/")]
            first = first or load
            cells = [
                f"{ratio(one.rate / base.rate)}, {ratio(one.p99 / base.p99)}"
                for one, base in zip(load, first, strict=True)
            ]
            attacks: tuple[Callable[[], AbstractContextManager[object]], ...] = (
                partial(besieged, port, ATTACKERS, STALLED_UPLOAD),
                partial(besieged, port, ATTACKERS, SLOW_HEADERS),
                partial(flooded, port, FLOOD),
            )
            cells += [waits(server, attack()) for attack in attacks]
            click.echo(f"| {name} | {' | '.join([*cells, killed(server)])} |")
    rates = " and ".join(f"{sample.rate:,.0f}" for sample in first)
    click.echo(f"\nThe first server answered {rates} requests a second.")


if __name__ == "__main__":
    main()
