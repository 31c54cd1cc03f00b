"""Friends who play each other over HTTP, on machines of which some are killed.

`python -m tests.proof.friends` lets 1,000 pairs play at once, on one machine with a file of
SQLite. With `--machines=3` they play on three that share a Redis, behind HAProxy with the
configuration of the guide. One of a pair clicks, sometimes in two tabs at once, while the other
waits for news. `--kill=1` kills a process, a machine or the Redis every second, and `--cut=0.1`
loses a tenth of the answers to posts, which are sent again. The store must hold each game that was
begun, once, with both who joined; each move that was answered, once and in its place; and in the
end every game, over by the rules.
`--idle=60` lets the pairs wait for a minute instead, and prints the cost.
"""

import json
import os
import re
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import (
    AbstractContextManager,
    ExitStack,
    closing,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address
from itertools import count as numbers
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

import click
from gevent import monkey
from redis import Redis
from redis.exceptions import RedisError

from tests.hosted import HOST, Hosted, free_port, hosted
from tests.hosting.fronts import EXAMPLES, adapted, redis, running
from tests.model import name
from tests.page import HTMX
from tests.programs import program
from tests.proof.players import beside
from tests.proof.soak import LIMITS, memory
from tests.reference import Board, after, empty_board, moves, other, result
from webapp.friend.redis import GAMES as CODES
from webapp.friend.storage import store_at
from webapp.friend.store import GameStore, StoreAway

T = TypeVar("T")

PATIENCE = 300.0  # seconds; killed so often, a machine answers now and then
PAUSE = 0.2  # seconds until it is asked again
TABS = 0.1  # of all moves are clicked in two tabs at once
LOST = 0.1  # seconds, at most, until a connection is cut whose answer is lost
DOWN = 1.5  # seconds that a machine or the Redis is away
GAMES = ("tic-tac-toe", "square")

STATE = re.compile(r'name="(number|ply|version|present|me|once)" value="([\w-]*)"')
AWAY = {429, 502, 503, 504}  # a page asks again after any of them
AT_ONCE = 100  # pairs that begin

HAPROXY = EXAMPLES / "haproxy.cfg"

addresses = (f"{IPv4Address('127.1.0.0') + number}" for number in numbers(1))


@dataclass
class Browser:
    """A browser of one player, with *state*, the hidden fields of its page."""

    port: int
    address: str
    counts: Counter[str]
    lots: Random = field(default_factory=Random)
    cut: float = 0  # of all answers to posts are lost
    cookies: dict[str, str] = field(default_factory=dict)
    state: dict[str, str] = field(default_factory=dict)
    idle: list[HTTPConnection] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)  # seconds until each answer

    @property
    def cookie(self) -> str:
        """Its cookies as it sends them."""
        return "; ".join(f"{name}={it}" for name, it in self.cookies.items())

    def ask(
        self, path: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] = HTMX
    ) -> tuple[int, str, str]:
        """The status, text and location of the answer. A request without one is repeated.

        :raises AssertionError: if there is none in time.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            kept = bool(self.idle)
            connection = self.idle.pop() if kept else self.connection()
            try:
                began = time.monotonic()
                sent = {"Cookie": self.cookie, "X-Forwarded-For": self.address, **headers}
                if form is not None:
                    sent["Content-Type"] = "application/x-www-form-urlencoded"
                body = None if form is None else urlencode(form)
                connection.request("GET" if form is None else "POST", path, body, sent)
                if form is not None and self.lots.random() < self.cut:
                    self.counts["answers lost"] += 1
                    time.sleep(self.lots.random() * LOST)
                    raise ConnectionAbortedError
                response = connection.getresponse()
                text = response.read().decode()
            except (OSError, HTTPException):
                connection.close()
                if kept:  # as a browser does, for the server may have closed it meanwhile
                    continue
                self.counts["cut connections"] += 1
            else:
                self.idle.append(connection)
                self.delays.append(time.monotonic() - began)
                if response.status not in AWAY:
                    for cookie in response.headers.get_all("Set-Cookie", []):
                        key, _, value = cookie.partition(";")[0].partition("=")
                        self.cookies[key] = value
                    self.state |= dict(STATE.findall(text))
                    return response.status, text, response.headers["Location"] or ""
                self.counts["answers 429 or 5xx"] += 1
            time.sleep(PAUSE)
        raise AssertionError(f"{path} was not answered in {PATIENCE:.0f} s.")

    def connection(self) -> HTTPConnection:
        """A new connection, from an address of its own: the limits are those of one visitor."""
        return HTTPConnection(HOST, self.port, timeout=20, source_address=(self.address, 0))

    def begin(self, game: str, first: str, side: str) -> str:
        """Start a game; its path."""
        self.ask("/with", headers={})
        form = {"game": game, "first": first.lower(), "side": side.lower()}
        status, text, address = self.ask("/with", form | self.state, {})
        assert status == 303, f"A start was answered {status}: {text}"
        return urlsplit(address).path

    def hear(self, path: str, ply: int) -> None:
        """Wait for news until the page shows so many moves.

        :raises AssertionError: if they do not come in time.
        """
        end = time.monotonic() + PATIENCE
        while int(self.state["ply"]) < ply:
            status, _, _ = self.ask(f"{path}/news?{urlencode(self.state)}")
            if status not in {200, 204} or time.monotonic() > end:
                raise AssertionError(f"The news of {path} were answered {status}.")

    def leave(self) -> None:
        """Close all connections."""
        while self.idle:
            self.idle.pop().close()


@dataclass
class Pair:
    """Two browsers at one game: the cells that its *moves* may have, one unless a second tab was
    open, and whether one was *answered* with success.
    """

    port: int
    lots: Random
    store: GameStore
    counts: Counter[str]
    delays: list[float]
    think: float
    cut: float = 0
    path: str = ""
    board: Board = field(init=False)
    browsers: dict[str, Browser] = field(default_factory=dict)
    made: list[int] = field(default_factory=list)

    def begin(self) -> None:
        """Start a game, and join it."""
        self.board = empty_board(self.lots.choice(GAMES), self.lots.choice("XO"))
        side = self.lots.choice("XO")
        self.browsers = {
            mark: Browser(self.port, next(addresses), self.counts, self.lots, self.cut)
            for mark in "XO"
        }
        host, guest = self.browsers[side], self.browsers[other(side)]
        self.path = host.begin(self.board.game, self.board.mover, side)
        guest.ask(self.path, headers={})
        status, text, _ = guest.ask(f"{self.path}/join", {}, {})
        assert status == 303, f"A guest was answered {status}: {text}"
        for browser in self.browsers.values():
            browser.ask(self.path, headers={})

    def leave(self) -> None:
        """Close all connections."""
        for browser in self.browsers.values():
            browser.leave()

    @property
    def code(self) -> str:
        """The code of the game."""
        return self.path.rpartition("/")[2]

    def play(self) -> None:
        """Play the game to its end, and compare with what the store has."""
        while not result(self.board):
            self.move()
        kept = self.kept()
        assert kept["moves"] == self.text, f"{kept['moves']} is kept of {self.text}"
        for browser in self.browsers.values():
            status, _, _ = browser.ask(self.path, headers={})
            assert (status, browser.state["ply"]) == (200, f"{len(self.made)}"), "Page behind."

    def move(self) -> None:
        """Let the one click, and the other hear of it."""
        ply, mover = len(self.made), self.browsers[self.board.mover]
        listener = self.browsers[other(self.board.mover)]
        heard = list[float]()
        tabs = 2 if self.lots.random() < TABS else 1
        cells = self.lots.sample(moves(self.board), min(tabs, len(moves(self.board))))

        def hear() -> None:
            listener.hear(self.path, ply + 1)
            heard.append(time.monotonic())

        answered = list[int]()
        with ExitStack() as threads:
            threads.enter_context(beside(hear))
            time.sleep(self.lots.random() * self.think)
            clicked = time.monotonic()
            for cell in cells[1:]:
                threads.enter_context(beside(lambda: self.click(mover, cell, ply, answered)))  # noqa: B023
            self.click(mover, cells[0], ply, answered)
        self.delays.append(heard[0] - clicked)
        kept = self.kept()["moves"]
        done = [cell for cell in cells if kept == self.text + name(self.board.game, cell)]
        assert len(done) == 1, f"{kept} is kept of {self.text} and one of {cells}"
        assert answered == done, f"{answered} was answered with success, {done} is kept."
        self.counts["moves"] += 1
        self.made += done
        self.board = after(self.board, *done)

    def click(self, mover: Browser, cell: int, ply: int, answered: list[int]) -> None:
        """Click *cell*; it is *answered* if it is answered with success."""
        form = {"cell": f"{cell}", "ply": f"{ply}", "number": "1", "me": mover.state["me"]}
        status, text, _ = mover.ask(f"{self.path}/moves", form)
        if status == 200:
            answered.append(cell)
        else:
            # Another tab was faster.
            assert status == 409, f"A move was answered {status}: {text}"

    @property
    def text(self) -> str:
        """The moves so far."""
        return "".join(name(self.board.game, cell) for cell in self.made)

    def kept(self) -> dict[str, str]:
        """What the store has."""
        kept = reached(lambda: self.store.read(self.code))
        assert kept is not None, f"{self.code} is lost."
        assert kept
        found: dict[str, str] = json.loads(kept.text)
        return found

    def wait(self, end: float) -> None:
        """Let both wait for news, as their pages do."""

        def wait(browser: Browser) -> None:
            while time.monotonic() < end:
                status, _, _ = browser.ask(f"{self.path}/news?{urlencode(browser.state)}")
                self.counts[f"news {status}"] += 1
                if status == 204:
                    time.sleep(self.think)

        together([partial(wait, browser) for browser in self.browsers.values()])


def reached(ask: Callable[[], T]) -> T:
    """The answer of a store, which may be away for a while."""
    while True:
        with suppress(StoreAway, RedisError):
            return ask()
        time.sleep(PAUSE)


class Machines:
    """So many machines behind HAProxy that share a Redis; if none, one alone with a file of SQLite.

    *port* is where browsers come.
    """

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        self.ports = [free_port() for _ in range(max(count, 1))]
        self.redis = free_port() if count else 0
        self.uri = f"redis://{HOST}:{self.redis}" if count else f"sqlite://{folder}/games.sqlite"
        self.port = free_port() if count else self.ports[0]
        self.stacks: dict[int, ExitStack] = {}
        self.servers: dict[int, Hosted] = {}
        self.complaints: list[str] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let all run."""
        try:
            for port in filter(None, (self.redis, *self.ports)):
                self.start(port)
            with ExitStack() as stack:
                if self.redis:
                    stack.enter_context(self.haproxy())
                yield
        finally:
            for port in self.stacks:
                self.stop(port)

    def start(self, port: int) -> None:
        """Start the machine or the Redis at *port*."""
        self.stacks[port] = stack = ExitStack()
        if port == self.redis:
            stack.enter_context(redis(self.folder, port, lasting=True))
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
        kinds = (
            ["workers", "machines"] if not self.redis else ["workers"] * 2 + ["machines", "Redis"]
        )
        kind = lots.choice(kinds)
        port = self.redis if kind == "Redis" else lots.choice(self.ports)
        counts[f"{kind} killed"] += 1
        if kind == "workers":
            with suppress(ProcessLookupError, IndexError):
                os.kill(lots.choice(self.servers[port].workers), signal.SIGKILL)
            return
        self.stop(port)
        time.sleep(DOWN)
        self.start(port)

    def haproxy(self) -> AbstractContextManager[None]:
        """HAProxy as in the guide, but by plain HTTP."""
        replacements = {
            "    chroot /var/lib/haproxy\n    user haproxy\n    group haproxy\n": "",
            "    bind :80\n": f"    bind {HOST}:{self.port}\n",
            "    bind :443 ssl crt /etc/haproxy/certs/ alpn h2,http/1.1\n": "",
            "    http-request redirect scheme https code 308 unless { ssl_fc } || challenge\n": "",
            "    option httplog\n": "    option dontlog-normal\n",
            "    log stdout format short local0\n": "",
        }
        servers = "".join(re.findall(r"    server \w+ 10\..*\n", HAPROXY.read_text()))
        replacements[servers] = "".join(f"    server m{p} {HOST}:{p}\n" for p in self.ports)
        text = adapted(HAPROXY.name, replacements)
        configuration = self.folder / "haproxy.cfg"
        configuration.write_text(text)
        return running([program("haproxy"), "-q", "-db", "-f", str(configuration)], self.port)

    def count(self) -> int:
        """The number of games in the store."""
        if self.redis:
            with Redis(port=self.redis) as client:
                return int(client.zcard(CODES))
        with closing(sqlite3.connect(self.folder / "games.sqlite")) as file:
            ((count,),) = file.execute("SELECT count(*) FROM games")
            return int(count)

    def used(self) -> dict[str, float]:
        """What all have used so far: processor time of the servers and the Redis, megabytes of the
        servers, and kilobytes of the store.
        """
        servers = self.servers.values()
        pids = [pid for server in servers for pid in (server.process.pid, *server.workers)]
        used = {
            "seconds": sum(map(processor_time, pids)),
            "seconds of Redis": 0.0,
            "megabytes": sum(map(memory, servers)),
            "kilobytes": sum(it.stat().st_size for it in self.folder.glob("games.sqlite*")) / 1000,
        }
        if self.redis:
            with Redis(port=self.redis) as client:
                took = client.info("cpu")
                used["seconds of Redis"] = took["used_cpu_sys"] + took["used_cpu_user"]
                used["kilobytes"] = client.info("memory")["used_memory_dataset"] / 1000
        return used


def processor_time(pid: int) -> float:
    """The seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def together(works: Sequence[Callable[[], object]]) -> None:
    """Do all of them at once."""
    with ExitStack() as threads:
        for work in works:
            threads.enter_context(beside(work))


@contextmanager
def begun(
    machines: Machines, pairs: int, think: float, seed: int, counts: Counter[str], cut: float = 0
) -> Iterator[list[Pair]]:
    """So many games, in which both players are there."""
    store = store_at(machines.uri, machines.folder)
    assert store
    delays = list[float]()
    games = [
        Pair(machines.port, Random(f"{seed} {n}"), store, counts, delays, think, cut)  # noqa: S311
        for n in range(pairs)
    ]
    try:
        for some in range(0, pairs, AT_ONCE):
            together([pair.begin for pair in games[some : some + AT_ONCE]])
        count, kept = reached(machines.count), [pair.kept() for pair in games]
        assert count == pairs, f"{count} games of {pairs} are kept."
        assert all(game["x"] and game["o"] for game in kept), "A seat is lost."
        yield games
    finally:
        for pair in games:
            pair.leave()
        store.close()


def play(
    machines: Machines,
    pairs: int,
    think: float,
    *,
    pause: float | None = None,
    cut: float = 0,
    seed: int = 0,
) -> Counter[str]:
    """Let so many pairs play a game each, all at once, and count what happens. Something is killed
    after each *pause* in seconds, if there is one, and the part *cut* of the answers is lost.

    :raises AssertionError: if a law is broken.
    """
    over = threading.Event()
    lots = Random(seed)  # noqa: S311

    def kill() -> None:
        while not over.wait(pause):
            machines.kill(lots, counts)

    counts = Counter[str]()
    with beside(kill) if pause else nullcontext():
        try:
            with begun(machines, pairs, think, seed, counts, cut) as games:
                used, began = 0 if pause else machines.used()["seconds"], time.monotonic()
                together([pair.play for pair in games])
                took = time.monotonic() - began
        finally:
            over.set()
    counts["games"] = pairs
    counts["moves a second"] = round(counts["moves"] / took)
    if not pause:  # else some processes have died
        counts["percent of a core"] = round(100 * (machines.used()["seconds"] - used) / took)
    delays = games[0].delays
    counts["milliseconds to the news, median"] = round(median(delays) * 1000)
    counts["milliseconds to the news, p99"] = round(quantiles(delays, n=100)[98] * 1000)
    return counts


def idle(machines: Machines, pairs: int, seconds: float) -> dict[str, float]:
    """The cost of so many pairs that wait for so many seconds."""
    looks = [(0.0, machines.used())]

    def look() -> None:
        for _ in range(2):
            time.sleep(seconds / 3)
            looks.append((time.monotonic(), machines.used()))

    with begun(machines, pairs, 0.5, 0, Counter()) as games, beside(look):
        end = time.monotonic() + seconds
        together([partial(pair.wait, end) for pair in games])
        asked = games[0].counts
    (_, empty), (began, first), (ended, last) = looks
    share = {name: 100 * (last[name] - first[name]) / (ended - began) for name in first}
    return {
        "percent of a core": share["seconds"],
        "percent of a core, of Redis": share["seconds of Redis"],
        "requests of a pair a minute": 60 * asked.total() / seconds / pairs,
        "requests that failed": asked["cut connections"] + asked["answers 429 or 5xx"],
        "kilobytes of the servers for each pair": (last["megabytes"] - empty["megabytes"])
        * 1024
        / pairs,
        "kilobytes of the store for each game": (last["kilobytes"] - empty["kilobytes"]) / pairs,
    }


@click.command
@click.option("--pairs", default=1000, show_default=True, help="Games at once.")
@click.option("--machines", "count", default=0, help="Machines with a Redis, behind HAProxy.")
@click.option("--think", default=5.0, show_default=True, help="Seconds before a click, at most.")
@click.option("--kill", "pause", type=float, help="Kill something after so many seconds each.")
@click.option("--cut", default=0.0, help="Lose this part of the answers to posts.")
@click.option("--idle", "seconds", type=float, help="Wait for so many seconds instead.")
def main(
    pairs: int, count: int, think: float, pause: float | None, cut: float, seconds: float | None
) -> None:
    """Let friends play, and print what happened."""
    with TemporaryDirectory() as folder:
        machines = Machines(Path(folder), count)
        try:
            with machines.running():
                found: Mapping[str, float]
                if seconds:
                    found = idle(machines, pairs, seconds)
                else:
                    found = play(machines, pairs, think, pause=pause, cut=cut)
                click.echo("\n".join(f"{number:,.1f} {of}" for of, number in found.items()))
        finally:
            click.echo("\n".join(machines.complaints), err=True)


if __name__ == "__main__":
    monkey.patch_all()
    main()
