"""The cost of the start, beside a loop of twenty million additions in the same run.

`python -m tests.benchmarks.start` prints it: the processor time until modules are imported, until
the application is made, and until a server has answered `/`. It is no part of the tests.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median

import click

from tests.benchmarks.served import served
from tests.hosted import HOST, ROOT

LOOP = "x = 0\nfor i in range(20_000_000):\n    x += 1"
ROUNDS = 3
FLASK = f"exec {sys.executable} -m flask --app webapp run --host {HOST} --port $PORT"


def python(*arguments: str) -> Callable[[Path], float]:
    """Finds the seconds of processor time of a new process in a checkout."""

    def run(root: Path) -> float:
        kept = {k: it for k, it in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        command = [sys.executable, *arguments]
        process = subprocess.Popen(command, cwd=root, env=kept, stdout=subprocess.DEVNULL)  # noqa: S603
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise click.ClickException(f"{command} failed.")
        return usage.ru_utime + usage.ru_stime

    return run


def answered(root: Path, command: str | None = None) -> float:
    """The seconds of all processes of a server until it has answered `/`."""
    with served(command, root) as server:
        status, _cookie = server.ask("/")
        if status != 200:
            raise click.ClickException(f"/ was answered {status}.")
        return server.of_all


LOOPS = python("-c", LOOP)
ROWS: Mapping[str, Callable[[Path], float]] = {
    "`import flask`": python("-c", "import flask"),
    "`from webapp import create_app`": python("-c", "from webapp import create_app"),
    "`create_app()`": python("-c", "from webapp import create_app; create_app()"),
    "`python -m ai values square b2`": python("-m", "ai", "values", "square", "b2"),
    "`flask run` has answered `/`": partial(answered, command=FLASK),
    "the Procfile's server has": answered,
}


@click.command
@click.option("--before", type=Path, help="Another checkout, whose figures go before.")
def main(before: Path | None) -> None:
    """Print what the start costs, in loops, and half the range."""
    roots = [before, ROOT] if before else [ROOT]
    loops: list[float] = []
    found: dict[tuple[str, Path], list[float]] = {}
    for _ in range(ROUNDS):
        for root in roots:
            loops.append(LOOPS(root))
            for row, seconds in ROWS.items():
                found.setdefault((row, root), []).append(seconds(root) / loops[-1])
    click.echo("| until | loops |\n| --- | ---: |")
    for row in ROWS:
        cells = (found[row, root] for root in roots)
        told = (f"{median(it):.2f} ±{(max(it) - min(it)) / 2:.2f}" for it in cells)
        click.echo(f"| {row} | {' → '.join(told)} |")
    click.echo(f"A loop took {median(loops):.2f} s.")


if __name__ == "__main__":
    main()
