"""Friends who play each other over HTTP, on machines of which some are killed.

`python -m tests.proof.friends` lets 1,000 pairs play at once, on one machine with a file of
SQLite; with `--machines=3` on three that share a Redis, each request on any of them. One of a pair
clicks, sometimes in two tabs at once, while the other waits for news. `--kill=1` kills a process, a
machine or the Redis every second. The store must hold each move that was answered, once and in its
place, and in the end every game, over by the rules.
`--idle=60` lets the pairs wait for a minute instead, and prints the cost.
"""

import json
import os
import re
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from ipaddress import IPv4Address
from itertools import count as numbers
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlencode, urlsplit

import click
from gevent import monkey
from redis import Redis

from tests.hosted import HOST, Fields, Hosted, free_port, hosted
from tests.hosting.fronts import redis
from tests.model import name
from tests.page import HTMX
from tests.proof import players
from tests.proof.players import PATIENCE, PAUSE, beside
from tests.proof.soak import LIMITS, memory
from tests.reference import Board, after, empty_board, moves, other, result
from webapp.store.base import GameStore, StoreAway
from webapp.store.storage import store_at

TABS = 0.1  # of all moves are clicked in two tabs at once
DOWN = 1.5  # seconds that a machine or the Redis is away
GAMES = ("tic-tac-toe", "square")
STATE = re.compile(r'name="(number|ply|version|present|me|once)" value="([\w-]*)"')
AT_ONCE = 100  # pairs that begin

addresses = (f"{IPv4Address('127.1.0.0') + number}" for number in numbers(1))


@dataclass
class Browser(players.Browser):
    """A browser of one player, with *state*, the hidden fields of its page."""

    state: dict[str, str] = field(default_factory=dict)

    def fetch(
        self, path: str, form: Fields | None = None, headers: Fields = HTMX
    ) -> tuple[int, str, str]:
        answer = super().fetch(path, form, headers)
        self.state |= dict(STATE.findall(answer[1]))
        return answer

    def hear(self, path: str) -> int:
        """The status of the news of what the page shows, which it shows then."""
        status, text, _ = self.fetch(f"{path}/news?{urlencode(self.state)}")
        assert status in {200, 204}, f"The news of {path} were answered {status}: {text}"
        return status


@dataclass
class Pair:
    """Two browsers at one game, and the cells of the moves that they *made*."""

    ports: Sequence[int]
    lots: Random
    store: GameStore
    counts: Counter[str]
    delays: list[float]
    think: float
    path: str = ""
    board: Board = field(init=False)
    browsers: dict[str, Browser] = field(init=False)
    made: list[int] = field(default_factory=list)

    def begin(self) -> None:
        self.board = empty_board(self.lots.choice(GAMES), self.lots.choice("XO"))
        side = self.lots.choice("XO")
        self.browsers = {
            mark: Browser(self.ports, self.lots, next(addresses), self.counts) for mark in "XO"
        }
        inviter, guest = self.browsers[side], self.browsers[other(side)]
        inviter.fetch("/with", headers={})
        form = {"game": self.board.game, "first": self.board.mover.lower(), "side": side.lower()}
        status, text, address = inviter.fetch("/with", form | inviter.state, {})
        assert status == 303, f"A start was answered {status}: {text}"
        self.path = urlsplit(address).path
        guest.fetch(self.path, headers={})
        status, text, _ = guest.fetch(f"{self.path}/join", {}, {})
        assert status == 303, f"A guest was answered {status}: {text}"
        for browser in self.browsers.values():
            browser.fetch(self.path, headers={})
        assert all(map(self.kept().get, "xo")), "A seat is lost."

    def play(self) -> None:
        """Play the game to its end; the pages show it, as the store has it."""
        while not result(self.board):
            self.move()
        for browser in self.browsers.values():
            status, _, _ = browser.fetch(self.path, headers={})
            assert (status, browser.state["ply"]) == (200, f"{len(self.made)}"), "Page behind."

    def move(self) -> None:
        mover, listener = (self.browsers[it] for it in (self.board.mover, other(self.board.mover)))
        possible, heard, answered = moves(self.board), list[float](), list[int]()
        tabs = 2 if self.lots.random() < TABS else 1
        cells = self.lots.sample(possible, min(tabs, len(possible)))
        form = {"ply": f"{len(self.made)}", "number": "1", "me": mover.state["me"]}

        def hear() -> None:
            end = time.monotonic() + PATIENCE
            while int(listener.state["ply"]) <= len(self.made):
                listener.hear(self.path)
                assert time.monotonic() < end, f"No news of {self.path} come."
            heard.append(time.monotonic())

        def click(cell: int) -> None:
            status, text, _ = mover.fetch(f"{self.path}/moves", form | {"cell": f"{cell}"})
            # Another tab may be faster.
            assert status in {200, 409}, f"A move was answered {status}: {text}"
            if status == 200:
                answered.append(cell)

        with beside(hear):
            time.sleep(self.lots.random() * self.think)
            clicked = time.monotonic()
            together([partial(click, cell) for cell in cells])
        self.delays.append(heard[0] - clicked)
        kept, before = self.kept()["moves"], "".join(name(self.board.game, it) for it in self.made)
        done = [cell for cell in cells if kept == before + name(self.board.game, cell)]
        assert len(done) == 1, f"{kept} is kept of {before} and one of {cells}"
        assert answered == done, f"{answered} was answered with success, {done} is kept."
        self.counts["moves"] += 1
        self.made += done
        self.board = after(self.board, *done)

    def kept(self) -> dict[str, str]:
        """The game in the store, which may be away for a while."""
        while True:
            with suppress(StoreAway):
                kept = self.store.read(self.path.rpartition("/")[2])
                assert kept, f"{self.path} is lost."
                found: dict[str, str] = json.loads(kept.thing)
                return found
            time.sleep(PAUSE)

    def wait(self, end: float) -> None:
        def wait(browser: Browser) -> None:
            while time.monotonic() < end:
                self.counts["news"] += 1
                if browser.hear(self.path) == 204:
                    time.sleep(self.think)

        together([partial(wait, browser) for browser in self.browsers.values()])


class Machines:
    """So many machines that share a Redis; if none, one alone with a file of SQLite."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        self.ports = [free_port() for _ in range(max(count, 1))]
        self.redis = free_port() if count else 0
        self.uri = f"redis://{HOST}:{self.redis}" if count else f"sqlite://{folder}/games.sqlite"
        self.stacks: dict[int, ExitStack] = {}
        self.servers: dict[int, Hosted] = {}
        self.complaints: list[str] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        try:
            for port in filter(None, (self.redis, *self.ports)):
                self.start(port)
            yield
        finally:
            for port in self.stacks:
                self.stop(port)

    def start(self, port: int) -> None:
        self.stacks[port] = stack = ExitStack()
        if port == self.redis:
            stack.enter_context(redis(self.folder, port))
            return
        variables = {**LIMITS, "FLASK_GAMES_STORAGE": self.uri, "FLASK_LIMIT_GAMES": ""}
        self.servers[port] = stack.enter_context(hosted(PORT=f"{port}", **variables))

    def stop(self, port: int) -> None:
        """Kill the machine or the Redis at *port*, and keep what its log complains of."""
        if port in self.servers:
            self.complaints += self.servers[port].complaints(expected="SIGKILL")
        self.stacks[port].close()

    def kill(self, lots: Random, counts: Counter[str]) -> None:
        """Kill a worker, or a machine or the Redis, which comes back soon."""
        kind = lots.choice(["workers", "workers", "machines", *(["Redis"] if self.redis else [])])
        port = self.redis if kind == "Redis" else lots.choice(self.ports)
        counts[f"{kind} killed"] += 1
        if kind == "workers":
            with suppress(ProcessLookupError, IndexError):
                os.kill(lots.choice(self.servers[port].workers), signal.SIGKILL)
            return
        self.stop(port)
        time.sleep(DOWN)
        self.start(port)

    def used(self) -> Mapping[str, float]:
        """The seconds of processor time that the servers and the Redis have used so far, and the
        kilobytes of the servers and the store.
        """
        used = defaultdict[str, float](float)
        for server in self.servers.values():
            used["servers"] += 1024 * memory(server)
            for pid in (server.process.pid, *server.workers):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                used["seconds"] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        used["store"] = sum(it.stat().st_size for it in self.folder.glob("games.sqlite*")) / 1000
        if self.redis:
            with Redis(port=self.redis) as client:
                took = client.info("cpu")
                used["seconds of Redis"] = took["used_cpu_sys"] + took["used_cpu_user"]
                used["store"] = client.info("memory")["used_memory_dataset"] / 1000
        return used


def together(works: Sequence[Callable[[], object]]) -> None:
    with ExitStack() as threads:
        for work in works:
            threads.enter_context(beside(work))


@contextmanager
def begun(
    machines: Machines, pairs: int, think: float, counts: Counter[str]
) -> Iterator[list[Pair]]:
    store, delays = store_at(machines.uri, machines.folder), list[float]()
    assert store
    games = [
        Pair(machines.ports, Random(number), store, counts, delays, think)  # noqa: S311
        for number in range(pairs)
    ]
    try:
        for some in range(0, pairs, AT_ONCE):
            together([pair.begin for pair in games[some : some + AT_ONCE]])
        yield games
    finally:
        for browser in (it for pair in games for it in pair.browsers.values()):
            browser.close()
        store.close()


def play(machines: Machines, pairs: int, think: float, pause: float | None = None) -> Counter[str]:
    """Let so many pairs play a game each, all at once, and count what happens. Something is killed
    after each *pause* in seconds, if there is one.

    :raises AssertionError: if a law is broken.
    """
    over, lots, counts = threading.Event(), Random(0), Counter[str]()  # noqa: S311

    def kill() -> None:
        while not over.wait(pause):
            machines.kill(lots, counts)

    with beside(kill) if pause else nullcontext():
        try:
            with begun(machines, pairs, think, counts) as games:
                used, began = 0 if pause else machines.used()["seconds"], time.monotonic()
                together([pair.play for pair in games])
                took = time.monotonic() - began
        finally:
            over.set()
    counts["moves a second"] = round(counts["moves"] / took)
    if not pause:  # else some processes have died
        counts["percent of a core"] = round(100 * (machines.used()["seconds"] - used) / took)
    delays = games[0].delays
    counts["milliseconds to the news, median"] = round(median(delays) * 1000)
    counts["milliseconds to the news, p99"] = round(quantiles(delays, n=100)[98] * 1000)
    return counts


def idle(machines: Machines, pairs: int, seconds: float) -> Mapping[str, float]:
    """The cost of so many pairs that wait for so many seconds, by the middle third of these."""
    counts, looks = Counter[str](), [machines.used()]

    def look() -> None:
        for _ in range(2):
            time.sleep(seconds / 3)
            looks.append(machines.used())

    with begun(machines, pairs, 0.5, counts) as games:
        counts.clear()
        with beside(look):
            together([partial(pair.wait, time.monotonic() + seconds) for pair in games])
    empty, first, last = looks
    return {
        "percent of a core": 300 * (last["seconds"] - first["seconds"]) / seconds,
        "percent of a core, of Redis": 300
        * (last["seconds of Redis"] - first["seconds of Redis"])
        / seconds,
        "requests of a pair a minute": 60 * counts.pop("news") / seconds / pairs,
        "requests that failed": counts.total(),
        "kilobytes of the servers for each pair": (last["servers"] - empty["servers"]) / pairs,
        "kilobytes of the store for each game": (last["store"] - empty["store"]) / pairs,
    }


@click.command
@click.option("--pairs", default=1000, show_default=True, help="Games at once.")
@click.option("--machines", "count", default=0, help="Machines with a Redis.")
@click.option("--think", default=5.0, show_default=True, help="Seconds before a click, at most.")
@click.option("--kill", "pause", type=float, help="Kill something after so many seconds each.")
@click.option("--idle", "seconds", type=float, help="Wait for so many seconds instead.")
def main(pairs: int, count: int, think: float, pause: float | None, seconds: float | None) -> None:
    """Let friends play, and print what happened."""
    with TemporaryDirectory() as folder:
        machines = Machines(Path(folder), count)
        try:
            with machines.running():
                found: Mapping[str, float] = (
                    idle(machines, pairs, seconds)
                    if seconds
                    else play(machines, pairs, think, pause)
                )
                click.echo("\n".join(f"{number:,.1f} {of}" for of, number in found.items()))
        finally:
            click.echo("\n".join(machines.complaints), err=True)


if __name__ == "__main__":
    monkey.patch_all()
    main()
