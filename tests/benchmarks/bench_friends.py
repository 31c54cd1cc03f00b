"""The cost of games with a friend elsewhere: moves, news, latency, and pairs who only wait.

`python -m tests.benchmarks.bench_friends` starts the command in the Procfile, without limits, once
with games in SQLite and once in Redis. Browsers are greenlets of this process. Ratios are to the
bare page, which the same workers serve. Only the workers' processor time is counted, which other
load on the machine changes little. It is no part of the tests.
"""

import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import urlencode

import click
import gevent
from gevent.pool import Pool
from redis import Redis

from ai.rules.games import GAMES
from tests.benchmarks.bench_server import LIMITS, NATURAL, BenchmarkError, ratio
from tests.benchmarks.pairs import Browser, Game, Pair, Player
from tests.hosted import WORKERS, Hosted, free_port, hosted, procfile, until
from tests.hosting.fronts import redis
from tests.page import board_shown, read
from tests.reference import Board

STORES = "sqlite", "redis"
WITHOUT_LIMITS = {**LIMITS, "FLASK_LIMIT_GAMES": ""}
STAY_OPEN = {"REQUEST_SECONDS": "600"}  # for responses that stay open
APPLICATION = "tests.benchmarks.channels:app"
BARE = "/bare"

AT_ONCE = 8  # connections
SETTLE = 8.0  # seconds until all who wait have asked, and until the answers to those who left
TICKS = os.sysconf("SC_CLK_TCK")
NEWS = 7.0  # seconds between two questions of a page
PROBE = 0.05  # seconds between two bare pages while games are played
LONGEST = 150  # seconds for all games
WAYS = {"a question each second": "now", "long polls": "news", "events": "events"}


@dataclass
class Server:
    """A running server with an empty store, and perhaps the *redis* that has it."""

    hosted: Hosted
    redis: Redis | None

    @property
    def port(self) -> int:
        """Its port."""
        return self.hosted.port

    @property
    def processor(self) -> float:
        """The processor time that all workers have used, in seconds."""
        return sum(map(processor_time, self.hosted.workers))

    @property
    def of_redis(self) -> float:
        """The processor time that Redis has used, in seconds."""
        if not self.redis:
            return 0
        used: dict[str, float] = self.redis.info("cpu")  # type: ignore[assignment]
        return used["used_cpu_sys"] + used["used_cpu_user"]

    @property
    def memory(self) -> int:
        """The memory of all workers in bytes; what they share is divided among them."""
        return sum(map(proportional_memory, self.hosted.workers))

    @property
    def files(self) -> int:
        """The open files of all workers, connections among them."""
        return sum(len([*Path(f"/proc/{pid}/fd").iterdir()]) for pid in self.hosted.workers)


def processor_time(pid: int) -> float:
    """The processor time of a process, in seconds."""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / TICKS


def proportional_memory(pid: int) -> int:
    """The memory of a process in bytes; each shared page counts in part."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise BenchmarkError(f"No memory of process {pid}.")


@contextmanager
def served(store: str, **variables: str) -> Iterator[Server]:
    """A server with its games in a fresh *store*, with these environment *variables*."""
    with ExitStack() as stack:
        folder, client = Path(stack.enter_context(tempfile.TemporaryDirectory())), None
        uri = f"sqlite://{folder / 'games.sqlite'}"
        if store == "redis":
            uri = stack.enter_context(redis(folder, free_port()))
            client = stack.enter_context(Redis.from_url(uri))
        command = f"{procfile()} {APPLICATION}"
        variables = {**WITHOUT_LIMITS, "FLASK_GAMES_STORAGE": uri, **variables}
        server = stack.enter_context(hosted(command, **variables))
        until(lambda: len(server.workers) == WORKERS)
        yield Server(server, client)


def met(server: Server, count: int, games: Sequence[str] = (*GAMES,)) -> list[Pair]:
    """*count* pairs who have just met, at *games* in turn."""
    pool = Pool(AT_ONCE)
    found = pool.map(partial(Pair.met, server.port), islice(cycle(games), count))
    return list(found)


# Speed.


class Load(NamedTuple):
    """The speed of a load: requests a second, the 99th percentile of their seconds, and the seconds
    of processor time of one.
    """

    rate: float
    p99: float
    processor: float


def measured(server: Server, jobs: Sequence[Callable[[], list[float]]]) -> Load:
    """Do *jobs* at eight connections; each returns the seconds of its requests."""
    used, began = server.processor, time.perf_counter()
    seconds = [one for found in Pool(AT_ONCE).imap_unordered(call, jobs) for one in found]
    took = time.perf_counter() - began
    return Load(
        len(seconds) / took, percentile_99(seconds), (server.processor - used) / len(seconds)
    )


def call(job: Callable[[], list[float]]) -> list[float]:
    """The result of *job*."""
    return job()


def percentile_99(values: Sequence[float]) -> float:
    """The 99th percentile."""
    return quantiles(values, n=100)[98]


def bare_pages(server: Server, count: int) -> list[Callable[[], list[float]]]:
    """So many bare pages."""
    return [partial(asked, Browser(server.port), BARE, count // AT_ONCE) for _ in range(AT_ONCE)]


def asked(browser: Browser, path: str, times: int, status: int = HTTPStatus.OK) -> list[float]:
    """The seconds of each answer to the same request.

    :raises BenchmarkError: if one has another *status*.
    """
    answers = [browser.ask(path) for _ in range(times)]
    if wrong := {answer.status for answer in answers} - {status}:
        raise BenchmarkError(f"{path} was answered {wrong}.")
    browser.close()
    return [answer.seconds for answer in answers]


def whole_game(pair: Pair, seed: int) -> list[float]:
    """The seconds of each move of a random game, asked one after the other."""
    lots, seconds = Random(seed), []  # noqa: S311
    while not pair.is_over:
        mover, ply = pair.mover, len(pair.boards) - 1
        mover.shown |= {"ply": f"{ply}"}
        seconds.append(mover.play(pair.move(lots)).seconds)
    pair.close()
    return seconds


def at_once(pairs: Sequence[Pair], kind: str, times: int) -> list[Callable[[], list[float]]]:
    """Questions for news that are answered at once: `now` without any, `news` with a move."""
    jobs: list[Callable[[], list[float]]] = []
    for pair in pairs[:AT_ONCE]:
        player = pair.players[1]
        status = HTTPStatus.OK if kind == "news" else HTTPStatus.NO_CONTENT
        path = f"{player.path}/{kind}?{urlencode(player.shown)}"
        jobs.append(partial(asked, player.listener, path, times, status))
    return jobs


def begun(server: Server, lots: Random) -> list[Pair]:
    """Pairs in the middle of a game of Square. The second player's page lacks the last move."""
    pairs = met(server, AT_ONCE, ["square"])
    for pair in pairs:
        for ply in range(3):
            mover = pair.mover
            mover.shown |= {"ply": f"{ply}"}
            mover.play(pair.move(lots))
    return pairs


def speed(server: Server, rounds: int, count: int) -> str:
    """The table of single requests, as ratios to the bare page in the same round."""
    found: dict[str, list[tuple[float, float, float]]] = {}
    lots = Random(1)  # noqa: S311
    for number in range(rounds):
        loads = {}
        pairs = met(server, count // 8)
        games = [partial(whole_game, pair, number * count + at) for at, pair in enumerate(pairs)]
        bare = measured(server, bare_pages(server, count))
        loads["move"] = measured(server, games)
        pairs = begun(server, lots)
        loads["news of a move"] = measured(server, at_once(pairs, "news", count // AT_ONCE))
        for pair in pairs:
            player = pair.players[1]
            player.shown = player.browser.ask(player.path).shown
        loads["no news, without a wait"] = measured(server, at_once(pairs, "now", count // AT_ONCE))
        for name, load in loads.items():
            found.setdefault(name, []).append(
                (load.rate / bare.rate, load.p99 / bare.p99, load.processor / bare.processor)
            )
        for pair in pairs:
            pair.close()
    lines = ["| request | throughput | p99 | processor time |", "| --- | ---: | ---: | ---: |"]
    for name, ratios in found.items():
        cells = (ratio(median(values)) for values in zip(*ratios, strict=True))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


# Whole games.


def probe(server: Server, seconds: list[float]) -> None:
    """Ask for bare pages for ever, and note the *seconds* of each."""
    browser = Browser(server.port)
    while True:
        seconds.append(browser.ask(BARE).seconds)
        gevent.sleep(PROBE)


def played(server: Server, pairs: int, think: float) -> str:
    """The table of the waits in whole games that *pairs* play at the same time."""
    lots = Random(2)  # noqa: S311
    games = [Game(pair, lots, think) for pair in met(server, pairs)]
    pages: list[float] = []
    used, began = server.processor, time.perf_counter()
    probing = gevent.spawn(probe, server, pages)
    players = [gevent.spawn(game.play) for game in games]
    done = gevent.joinall(players, timeout=LONGEST, raise_error=True)
    if len(done) < len(games):
        gevent.killall(players)
        raise BenchmarkError(f"{len(done)} of {len(games)} games ended within {LONGEST} s.")
    took = time.perf_counter() - began
    used = server.processor - used
    probing.kill()
    for game in games:
        check(game)
    news = [wait for game in games for wait in game.waits]
    lines = ["| in milliseconds | median | p99 |", "| --- | ---: | ---: |"]
    for name, waits in (("from a move to the friend's page", news), ("bare page beside it", pages)):
        p99 = percentile_99(waits)
        lines.append(f"| {name} | {median(waits) * 1000:,.1f} | {p99 * 1000:,.1f} |")
    return "\n".join(lines) + (
        f"\n\n{pairs} games, all legal, complete and the same on both pages: {len(news):,} moves in"
        f" {took:.0f} s, {len(news) / took:,.0f} a second; the workers had {used / took:.2f} of"
        f" a core, and failed to answer {sum(game.failed for game in games)} requests."
    )


def check(game: Game) -> None:
    """Check that both players see the game that was played, and heard of every move.

    :raises BenchmarkError: if not.
    """
    pair = game.pair
    if len(game.waits) != len(pair.boards) - 1:
        raise BenchmarkError(f"{len(game.waits)} of {len(pair.boards) - 1} moves were heard of.")
    for player in pair.players:
        page = read(player.browser.ask(player.path).text)
        seen = board_shown(page)
        listed = len(page.by_id("moves-list").all("li"))
        ended = Board(seen.game, seen.marks, pair.board.mover) == pair.board and pair.is_over
        if not ended or seen.state == "active" or listed != len(pair.boards) - 1:
            raise BenchmarkError(f"{seen} is not {pair.board}.")
    pair.close()


# Pairs who wait.


class Idle(NamedTuple):
    """The cost of *pairs* who only wait, for some *seconds*.

    Some requests are *refused*, for want of room, or *failed*. Processor time, of the
    workers and *of_redis*, is in seconds, memory in bytes.
    """

    pairs: int
    seconds: float
    requests: int
    refused: int
    failed: int
    processor: float
    of_redis: float
    memory: int

    def a_pair(self, amount: float) -> float:
        """An amount for each pair and second."""
        return amount / self.pairs / self.seconds


def keep_asking(player: Player, kind: str, wait: float, asked: Counter[str]) -> None:
    """Do as the page does: listen for ever, with pauses where the server wants them."""
    gevent.sleep(wait)
    shown = player.shown
    while True:
        answer = player.listen(kind)
        asked["requests"] += 1
        if answer.status == HTTPStatus.OK:
            shown = answer.shown
        player.shown = shown
        failed = answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        asked["failed"] += failed
        asked["refused"] += not failed and "retry-after" in answer.headers
        pause = float(answer.headers.get("retry-after", failed or kind == "now"))
        gevent.sleep(pause)


def stay_open(player: Player, wait: float, heard: Counter[str]) -> None:
    """Hold one response open, and read what comes."""
    gevent.sleep(wait)
    player.listener.send(f"{player.path}/events?{urlencode(player.shown)}")
    assert player.listener.connection
    player.listener.connection.settimeout(None)
    while part := player.listener.connection.recv(65_536):
        heard["bytes"] += len(part)
    raise BenchmarkError("The server ended a response that was to stay open.")


def waited(server: Server, pairs: int, seconds: float, way: str) -> Idle:
    """Let so many pairs wait."""
    lots, asked = Random(3), Counter[str]()  # noqa: S311
    for pair in met(server, AT_ONCE):
        pair.close()
    players = [player for pair in met(server, pairs) for player in pair.players]
    for player in players:
        player.browser.close()
    gevent.sleep(1)
    before = server.memory
    spread = 1 if way == "now" else NEWS
    pages = [
        gevent.spawn(stay_open, player, lots.uniform(0, spread), asked)
        if way == "events"
        else gevent.spawn(keep_asking, player, way, lots.uniform(0, spread), asked)
        for player in players
    ]
    gevent.sleep(SETTLE)
    asked.clear()
    used, of_redis, began = server.processor, server.of_redis, time.perf_counter()
    gevent.joinall(pages, timeout=seconds, raise_error=True)
    took = time.perf_counter() - began
    found = Idle(
        pairs,
        took,
        asked["requests"],
        asked["refused"],
        asked["failed"],
        server.processor - used,
        server.of_redis - of_redis,
        server.memory - before,
    )
    gevent.killall(pages)
    for player in players:
        player.close()
    return found


def left(server: Server, files: int, seconds: float) -> str:
    """The work and the open files that are left once everybody has gone."""
    gevent.sleep(SETTLE)
    used, began = server.processor, time.perf_counter()
    gevent.sleep(seconds)
    rest = (server.processor - used) / (time.perf_counter() - began)
    return (
        f"After all have left, the workers have {server.files - files:+} open files, and use"
        f" {rest * 60:.2f} s of processor time a minute."
    )


def idle(server: Server, pairs: int, seconds: float) -> str:
    """The cost of many pairs who wait by long polls."""
    gevent.sleep(SETTLE)
    files = server.files
    found = waited(server, pairs, seconds, "news")
    return (
        f"{pairs:,} pairs wait: {found.memory / pairs:,.0f} bytes of memory a pair;"
        f" {found.processor / found.seconds * 60:.1f} s of processor time of the workers a minute,"
        f" {found.of_redis / found.seconds * 60:.1f} s of Redis;"
        f" {found.a_pair(found.requests):.2f} requests a second and pair;"
        f" {found.refused:,} of {found.requests:,} found no room,"
        f" {found.failed:,} failed.\n{left(server, files, 5)}"
    )


def compared(server: Server, pairs: int, seconds: float) -> str:
    """The table of three ways to hear of a friend's move."""
    lines = [
        "| way | requests of a pair a minute | processor time of a pair a minute | memory |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, way in WAYS.items():
        found = waited(server, pairs, seconds, way)
        processor = (found.processor + found.of_redis) / found.seconds * 60 / pairs
        asked, memory = found.a_pair(found.requests) * 60, found.memory / pairs / 1000
        lines.append(f"| {name} | {asked:.0f} | {processor * 1000:.0f} ms | {memory:.0f} kB |")
    return "\n".join(lines)


PARTS: dict[str, str] = {
    "speed": "Single requests, in units of the bare page",
    "games": "Whole games",
    "idle": "Pairs who wait",
    "ways": "Three ways to wait",
}


@click.command
@click.option("--store", "stores", type=click.Choice(STORES), multiple=True, default=STORES)
@click.option("--only", type=click.Choice([*PARTS]), multiple=True, default=[*PARTS])
@click.option("--rounds", type=NATURAL, default=3, show_default=True, help="Of single requests.")
@click.option("--count", type=NATURAL, default=800, show_default=True, help="Requests of a round.")
@click.option("--pairs", type=NATURAL, default=500, show_default=True, help="Who play.")
@click.option("--think", default=12.0, show_default=True, help="Most seconds before a move.")
@click.option("--waiting", type=NATURAL, default=1000, show_default=True, help="Pairs who wait.")
@click.option("--few", type=NATURAL, default=100, show_default=True, help="To compare three ways.")
@click.option("--seconds", default=20.0, show_default=True, help="To measure those who wait.")
def main(
    stores: Sequence[str],
    only: Sequence[str],
    rounds: int,
    count: int,
    pairs: int,
    think: float,
    waiting: int,
    few: int,
    seconds: float,
) -> None:
    """Print the cost of games with a friend elsewhere."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # a connection is an open file
    work = {
        "speed": partial(speed, rounds=rounds, count=count),
        "games": partial(played, pairs=pairs, think=think),
        "idle": partial(idle, pairs=waiting, seconds=seconds),
        "ways": partial(compared, pairs=few, seconds=seconds),
    }
    steps = [(store, part) for store in stores for part in PARTS if part in only]
    found = []
    with click.progressbar(steps, item_show_func=str, file=sys.stderr) as shown:
        for store, part in shown:
            with served(store, **(STAY_OPEN if part == "ways" else {})) as server:
                found.append(f"## {PARTS[part]}: {store}\n\n{work[part](server)}\n")
    click.echo("\n".join(found))


if __name__ == "__main__":
    main()
