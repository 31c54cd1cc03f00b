"""How the cost of a click and the memory grow: with the games that a browser keeps, the games of
friends in the store, and the friends who wait; and the memory of a worker by its parts.

`python -m tests.benchmarks.growth` prints it, in some minutes. It is no part of the tests.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from select import select
from statistics import fmean
from time import sleep
from typing import Any
from urllib.parse import urlencode

import click

from tests.benchmarks.click import Column, print_table, ratio, subject
from tests.benchmarks.served import Served, addresses, served
from tests.hosted import HOST, ROOT, Visitor, connect
from tests.page import HTMX
from tests.proof.soak import memory

WAITING = 500
STATE = re.compile(r'name="(number|ply|version|present|me|once)" value="([\w-]*)"')
SETTLED, AT_REST = 1, 2  # seconds; all are over before the first hears that there is no news
FREE = {f"FLASK_LIMIT_{name}": "" for name in ("GAMES", "REQUESTS", "MILLISECONDS")}


@contextmanager
def waiting(port: int) -> Iterator[None]:
    """So many as :data:`WAITING` players who wait for news, each of a game of their own."""
    with ExitStack() as stack:
        asked = []
        for number, address in enumerate(islice(addresses, WAITING)):
            player, headers = Visitor(port), {"X-Forwarded-For": address}
            player.ask("/with", headers)
            form = {"game": "square", "first": "x", "side": "x", "once": f"{number}"}
            there = player.ask("/with", headers, form).headers["Location"]
            state = dict(STATE.findall(player.ask(there, headers).text))
            cookie = "; ".join(map("=".join, player.cookies.items()))
            asked.append((f"{there}/news?{urlencode(state)}", headers | HTMX | {"Cookie": cookie}))
        connections = [stack.enter_context(closing(connect(port, HOST))) for _ in asked]
        for connection, (path, headers) in zip(connections, asked, strict=True):
            connection.request("GET", path, headers=headers)
        sleep(SETTLED)
        yield
        heard, _, _ = select([it.sock for it in connections], [], [], 0)
        if heard:
            raise click.ClickException(f"{len(heard)} did not wait.")


def cost(server: Served, script: list[Any]) -> list[float]:
    """The part of a core that the worker takes at rest, the milliseconds of a click, and the
    megabytes of all processes.
    """
    server.connection.close()  # it opens again
    before = server.of_worker
    sleep(AT_REST)
    rest = (server.of_worker - before) / AT_REST
    before, clicks = server.of_worker, 0
    for row, times, path, form, headers, _status in script:
        for _ in range(times if row.startswith("the same click") else 0):
            server.ask(path, form, headers)
            clicks += 1
    return [rest, (server.of_worker - before) / clicks * 1000, memory(server.server)]


def waited(root: Path, script: list[Any]) -> dict[str, list[float]]:
    """The :func:`cost` while nobody waits, and while many do."""
    with served(root=root, **FREE) as server:
        cost(server, script)
        found = {"nobody waits": cost(server, script)}
        with waiting(server.server.port):
            found[f"{WAITING} wait"] = cost(server, script)
    return found


@click.command
@click.option("--before", type=Path, help="Another checkout, whose figures go before.")
def main(before: Path | None) -> None:
    """Print how costs grow."""
    roots = [before, ROOT] if before else [ROOT]
    with ExitStack() as stack:
        subjects = [stack.enter_context(subject(root, "grown")) for root in roots]
        for task, figure in (("kept", "cookies"), ("stored", "files")):
            tables = [it.do(task) for it in subjects]
            columns: dict[str, Column] = {
                "bare pages": lambda it, row, of=tables: ratio(of[it : it + 1], row, "own", "bare"),
                f"bytes of {figure}": lambda it, row, of=tables, name=figure: (
                    f"{fmean(of[it][row][name]):,.0f}"
                ),
            }
            print_table([*tables[-1]], columns, len(roots))
    with ExitStack() as stack:
        subjects = [stack.enter_context(subject(root)) for root in roots]
        scripts = [it.do("scripted") for it in subjects]
    found = [waited(root, script) for root, script in zip(roots, scripts, strict=True)]
    figures = ("of a core at rest", 2), ("ms a click", 2), ("MB of all processes", 1)
    columns = {
        name: lambda it, row, at=at, digits=digits: f"{found[it][row][at]:.{digits}f}"
        for at, (name, digits) in enumerate(figures)
    }
    print_table([*found[-1]], columns, len(roots))
    for root in roots:
        with subject(root, "memory") as it:
            stages, caches = it.do("")
        click.echo("| memory | MB | entries | of | hits | misses |\n| --- |" + " ---: |" * 5)
        for stage, size in stages.items():
            click.echo(f"| {stage} | {size:.1f} | | | | |")
        for name, (freed, *info) in sorted(caches.items(), key=lambda it: -it[1][0]):
            told = " | ".join("any" if it is None else f"{it:,}" for it in info)
            click.echo(f"| `{name}` | {freed:.1f} | {told} |")


if __name__ == "__main__":
    main()
