"""The cost of a click, beside a bare Flask page with a session, and beside its floor: that page
with the same bytes, compressed in the same way.

`python -m tests.benchmarks.click` prints the table; README.md says how to read it. It is no part of
the tests.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

import click

from tests.benchmarks.served import BARE, Served, served
from tests.hosted import ROOT

HERE = Path(__file__).parent / "subject"
ROUNDS = 3
BESIDE = 3  # times at least that the bare page is asked beside a request
CLICKS = "the same click again", "a move of tic-tac-toe", "a move of square", "with a friend"

Figures = Mapping[str, Sequence[float]]
"""Of each request of a row, by what is measured."""

Table = Mapping[str, Figures]


@dataclass(frozen=True)
class Subject:
    """A *process* that measures a checkout."""

    process: "subprocess.Popen[str]"

    def do(self, task: str) -> Any:
        """The result of a *task*.

        :raises ClickException: if it fails; its stderr says why.
        """
        assert self.process.stdin
        assert self.process.stdout
        print(task, file=self.process.stdin, flush=True)
        if not (line := self.process.stdout.readline()):
            raise click.ClickException(f"No {task}.")
        return json.loads(line)


@contextmanager
def subject(root: Path, module: str = "clicks", language: str = "en") -> Iterator[Subject]:
    """A process that measures the checkout at *root*, a site of that *language*, by a *module* of
    `subject/`.
    """
    path = os.pathsep.join(map(str, (root.resolve(), HERE)))
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-m", module],
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": path,
            "PYTHONHASHSEED": "0",
            "FLASK_LANGUAGE": language,
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Subject(process)
        assert process.stdin
        process.stdin.close()


def with_groups(table: Table) -> Table:
    """*table* with a row for all of each group, before those of its kinds, which follow a colon."""
    found: dict[str, dict[str, list[float]]] = {}
    for row, figures in table.items():
        group, colon, _kind = row.partition(":")
        for name in (group, row) if colon else (row,):
            for figure, values in figures.items():
                found.setdefault(name, {}).setdefault(figure, []).extend(values)
    return found


def ratio(tables: Sequence[Table], row: str, of: str, to: str) -> str:
    """The ratio of the requests of a *row*, each by its median, and half the range of that of
    single *tables*.
    """
    own, other = (
        sum(map(median, zip(*(table[row][name] for table in tables), strict=True)))
        for name in (of, to)
    )
    single = [sum(table[row][of]) / sum(table[row][to]) for table in tables]
    spread = (max(single) - min(single)) / 2
    return f"{own / other:.2f} ±{spread:.2f}" if len(tables) > 1 else f"{own / other:.2f}"


Column = Callable[[int, str], str]
"""The cell of a row for the subject of this number."""


def print_table(rows: Sequence[str], columns: Mapping[str, Column], subjects: int) -> None:
    """Print *rows* of cells, each with the figures of all *subjects*."""
    click.echo(f"| request | {' | '.join(columns)} |\n| --- |{' ---: |' * len(columns)}")
    for row in rows:
        group, _, kind = row.partition(":")
        cells = (" → ".join(cell(it, row) for it in range(subjects)) for cell in columns.values())
        click.echo(f"| {f'…{kind}' if kind else group} | {' | '.join(cells)} |")


def on_server(script: Sequence[Any], own: Served, bare: Served) -> Table:
    """The seconds of processor time of both workers for each request of *script*, sent in turn."""
    table: dict[str, dict[str, list[float]]] = {}
    _status, cookie = bare.ask("/")
    for row, times, path, form, headers, expected in script:
        sides = (
            ("own", own, path, headers, times),
            ("bare", bare, "/", {**headers, "Cookie": cookie}, max(times, BESIDE if row else 1)),
        )
        for name, server, there, sent, count in sides:
            before = server.of_worker
            for _ in range(count):
                status, _cookie = server.ask(there, form, sent)
            spent = (server.of_worker - before) / count
            table.setdefault(row, {}).setdefault(name, []).append(spent)
            if server is own and status != expected:
                raise click.ClickException(f"{path}, {form}: {status}")
    del table[""]
    return table


def print_served(roots: Sequence[Path], subjects: Sequence[Subject]) -> None:
    """Print the part of the bare page's throughput that each request has."""
    with ExitStack() as stack:
        bare = stack.enter_context(served(BARE))
        servers = [stack.enter_context(served(root=root)) for root in roots]
        scripts = [it.do("scripted") for it in subjects]
        pairs = zip(scripts, servers, strict=True)
        tables = [with_groups(on_server(script, server, bare)) for script, server in pairs]
    column: Column = lambda it, row: ratio(tables[it : it + 1], row, "bare", "own")  # noqa: E731
    print_table([*tables[-1]], {"of the bare page": column}, len(roots))


@click.command
@click.option(
    "--before", type=Path, help="Another checkout, measured in turn, whose figures go before."
)
@click.option("--language", help="Measure a site of that language after one in English.")
@click.option(
    "--calls", "exact", is_flag=True, help="Print calls and bytes alone, in some seconds."
)
@click.option("--served", "is_served", is_flag=True, help="Ask the server of the Procfile.")
def main(before: Path | None, language: str | None, exact: bool, is_served: bool) -> None:
    """Print what each request costs."""
    sites = [(before, "en")] if before else []
    sites += [(ROOT, "en"), (ROOT, language)] if language else [(ROOT, "en")]
    roots = [root for root, _language in sites]
    with ExitStack() as stack:
        subjects = [stack.enter_context(subject(root, language=tag)) for root, tag in sites]
        if is_served:
            print_served(roots, subjects)
            return
        counts = [with_groups(it.do("counted")) for it in subjects]
        rounds = [
            [with_groups(it.do("timed")) for it in subjects] for _ in range(0 if exact else ROUNDS)
        ]
    columns: dict[str, Column] = {
        "calls": lambda it, row: f"{fmean(counts[it][row]['calls']):,.0f}",
        "bytes": lambda it, row: f"{fmean(counts[it][row]['bytes']):,.0f}",
    }
    if times := [*zip(*rounds, strict=True)]:
        columns["bare pages"] = lambda it, row: ratio(times[it], row, "own", "bare")
        columns["floors"] = lambda it, row: ratio(times[it], row, "own", "floor")
    print_table([*counts[-1]], columns, len(roots))
    clicks = [
        [size for row in table if row in CLICKS for size in table[row]["bytes"]] for table in counts
    ]
    click.echo(f"{len(clicks[-1])} clicks: {' → '.join(f'{sum(it):,}' for it in clicks)} bytes")


if __name__ == "__main__":
    main()
