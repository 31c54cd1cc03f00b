"""Games of one's own on a server as a host has it: `.venv/bin/python -m tests.hosting.solves`.

`players` prints how long other players wait with and without a solve beside them. `hostile` asks
for random games while solvers are killed, and prints what was answered and what is kept. `boards`
prints the time and memory of a solve by kind of board.
"""

import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPException
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import process_time
from urllib.parse import quote, urlencode

import click

from ai.exact.retrograde import solve
from ai.rules import SQUARE, game_for
from tests.hosted import Answer, Hosted, ask, hosted, solvers
from tests.proof.hostile import game_text

NO_LIMITS = {f"FLASK_LIMIT_{name}": "" for name in ("SOLVES", "REQUESTS", "MILLISECONDS", "GAMES")}
FORM = "application/x-www-form-urlencoded"
DEAR = "4x4-a1b1c1d1-!a1b2c3d{}-!a2b2c{}"  # which takes longest: no symmetry

KINDS = {
    "Square": SQUARE.key,
    "4×4, all symmetries": "4x4-a1b1c1a2",
    "4×4, half of them": "4x4-a1b1c1-!a1d4",
    "8×2": "8x2-a1b1c1d1",
    "5×3": "5x3-a1b1c1b2",
    "7×2": "7x2-a1b1c1",
    "4×3": "4x3-a1b1c1",
    "4×4, no symmetry": "4x4-!a1b1c1d1-!a1b2c3d4-!a2b2c2",
    "4×4, no symmetry, many draws": "4x4-a1b1a2b2-a1c1a3c3-b1a2c2b3-!a1b1c1d2-!a3a4b4d1",
}


def visitor(server: Hosted, path: str, number: int, form: dict[str, str] | None = None) -> Answer:
    """The answer to the visitor of that *number*."""
    headers = {"Origin": f"http://127.0.0.1:{server.port}"}
    if form is not None:
        headers["Content-Type"] = FORM
    body = None if form is None else urlencode(form)
    address = f"127.0.{number // 200}.{number % 200 + 10}"
    return ask(server.port, path, headers, body, address=address)


def waits(server: Hosted, seconds: float, players: int, seed: int) -> list[float]:
    """How many milliseconds each answer took, of so many *players* who open games and replays."""
    lots = Random(seed)  # noqa: S311
    until = time.monotonic() + seconds

    def play(number: int) -> list[float]:
        taken = []
        while time.monotonic() < until:
            cells = lots.sample([f"{column}{row}" for column in "abcd" for row in "1234"], 3)
            for path in ("/", f"/replay/square/{''.join(cells)}", f"/api/values/square/{cells[0]}"):
                answer = visitor(server, path, number)
                assert answer.status == 200, f"{path} was answered {answer.status}."
                taken.append(1000 * answer.seconds)
            time.sleep(lots.random() / 10)
        return taken

    with ThreadPoolExecutor(players) as pool:
        return [it for found in pool.map(play, range(players)) for it in found]


def is_solved(server: Hosted, text: str) -> bool:
    """Whether the page of a game no longer refreshes by itself."""
    page = visitor(server, f"/games/{quote(text)}", 900).body
    return b'http-equiv="refresh"' not in page


@contextmanager
def solving(server: Hosted) -> Iterator[None]:
    """Let one dear game after the other be solved meanwhile."""
    texts = (
        game_for(DEAR.format(a, b)).key for a in "1234" for b in "1234" if (a, b) != ("4", "2")
    )
    ends = [False]

    def keep() -> None:
        for number, text in enumerate(texts):
            assert visitor(server, "/games", 300 + number, {"game": text}).status == 303
            while not ends[0] and not is_solved(server, text):
                time.sleep(0.5)
            if ends[0]:
                return

    with ThreadPoolExecutor(1) as pool:
        kept = pool.submit(keep)
        try:
            yield
        finally:
            ends[0] = True
            kept.result()


def compare(seconds: float, players: int) -> dict[str, tuple[float, float]]:
    """Median and p99 in milliseconds without and with a solve, in turns."""
    taken: dict[str, list[float]] = {"without": [], "with": []}
    with TemporaryDirectory() as folder:
        variables = {**NO_LIMITS, "FLASK_SOLVED_FOLDER": f"{folder}/games"}
        with hosted(**variables) as server:
            waits(server, 2, players, 0)
            for seed in range(1, 4):
                taken["without"] += waits(server, seconds / 3, players, seed)
                with solving(server):
                    taken["with"] += waits(server, seconds / 3, players, seed)
            assert not server.complaints(), server.complaints()[:3]
        assert [*Path(folder, "games").glob("[0-9]*")], "none was solved"
    return {name: (median(it), quantiles(it, n=100)[-1]) for name, it in taken.items()}


def memory(server: Hosted) -> float:
    """The most megabytes that a worker holds of its own and of shared ones."""
    sizes = []
    for worker in server.workers:
        rows = Path(f"/proc/{worker}/status").read_text().splitlines()
        sizes += [int(row.split()[1]) / 1024 for row in rows if row.startswith("VmRSS")]
    return max(sizes)


def besiege(requests: int, kills: int) -> dict[str, float]:
    """The counts of the answers to so many random requests, and of all that is kept then."""
    counts, lots = Counter[str](), Random(1)  # noqa: S311
    most = 30_000_000
    with TemporaryDirectory() as folder:
        place = f"{folder}/games"
        variables = {"FLASK_SOLVED_FOLDER": place, "FLASK_SOLVED_BYTES": f"{most}"}
        with hosted(**NO_LIMITS, **variables) as server:

            def strike(number: int) -> None:
                mine = Random(number)  # noqa: S311
                key = game_text(mine)
                path = quote(key, safe="!")
                moves = mine.choice(["", "a1", "a1b1", "z9", "a1a1"])
                below = [f"games/{path}", f"replay/{path}/{moves}", f"api/values/{path}/{moves}"]
                below += [f"preview/{path}.png", f"puzzles/{path}/1", f"search/{path}"]
                asked: list[tuple[str, dict[str, str] | None]] = [(f"/{it}", None) for it in below]
                asked += [("/games", {"game": key}), ("/matches", {"game": key, "x": "human"})]
                target, form = mine.choice([*asked, asked[-2], (f"/games/{path}/stop", {})])
                try:
                    answer = visitor(server, target, number % 2000, form)
                except (OSError, HTTPException):
                    counts["cut"] += 1
                    return
                counts[f"{answer.status}"] += 1

            first, largest = memory(server), 0
            with ThreadPoolExecutor(6) as pool:
                part = max(1, requests // kills)
                for start in range(0, requests, part):
                    [*pool.map(strike, range(start, min(requests, start + part)))]
                    for process in solvers(place)[: lots.randrange(2)]:
                        with suppress(ProcessLookupError):
                            os.kill(process, signal.SIGKILL)
                            counts["killed"] += 1
                    with suppress(FileNotFoundError):
                        files = [path.stat().st_size for path in Path(place).iterdir()]
                        largest = max(largest, sum(files))
            end = time.monotonic() + 120
            while solvers(place) and time.monotonic() < end:
                time.sleep(0.2)
            counts["5xx"] = sum(n for key, n in counts.items() if key[0] == "5" and key != "503")
            assert not counts["5xx"], server.complaints()[:3]
            assert largest < most * 1.7, largest  # one more while it is written, and the queue
            counts["files MB at most"] = round(largest / 1e6)
            counts["MB of a worker more"] = round(memory(server) - first)
            counts["solved"] = len([*Path(place).glob("[0-9]*")])
    return dict(sorted(counts.items()))


def measured(text: str) -> tuple[float, float, int]:
    """Seconds of processor time, megabytes and slots of a solve, in a process of its own."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_measured, (text,))


def _measured(text: str) -> tuple[float, float, int]:
    game = game_for(text)
    began = process_time()
    table = solve(game)
    seconds = process_time() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return seconds, most, len(table.codes)


@click.group()
def main() -> None:
    """Solve games of one's own on a server."""


@main.command("players")
@click.option("--seconds", default=30.0, show_default=True, help="With, and without.")
@click.option("--players", default=6, show_default=True, help="Who play at once.")
def print_players(seconds: float, players: int) -> None:
    """Print how long other players wait."""
    found = compare(seconds, players)
    for name, (middle, p99) in found.items():
        click.echo(f"{name} a solve: median {middle:.1f} ms, p99 {p99:.1f} ms")
    factors = [b / a for a, b in zip(found["without"], found["with"], strict=True)]
    click.echo(f"times: {factors[0]:.2f} and {factors[1]:.2f}")


@main.command("hostile")
@click.option("--requests", default=20_000, show_default=True)
@click.option("--kills", default=60, show_default=True, help="At most.")
def print_hostile(requests: int, kills: int) -> None:
    """Print what random requests were answered."""
    for name, count in besiege(requests, kills).items():
        click.echo(f"{name}: {count}")


@main.command("boards")
def print_boards() -> None:
    """Print a table of the time and memory of a solve."""
    click.echo("| board | such as | processor time | memory | table |")
    click.echo("| --- | --- | ---: | ---: | ---: |")
    for name, text in KINDS.items():
        seconds, most, slots = measured(text)
        size = f"{2 * slots / 1e6:.1f} MB"
        click.echo(f"| {name} | `{text}` | {seconds:.1f} s | {most:.0f} MB | {size} |")


if __name__ == "__main__":
    main()
