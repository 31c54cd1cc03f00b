"""Speed of the served application beside a bare Flask page on the same server, as ratios.

`python -m tests.benchmarks.bench_server` starts both servers, records the clicks of whole games,
and lets wrk repeat these clicks. A match lives in its cookie, so wrk can repeat a click with its
cookie for ever. Rounds on the servers alternate, so other load on the machine slows both. Each
ratio is the median over the rounds. It is no part of the tests.
"""

import json
import secrets
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from http import HTTPStatus
from http.client import HTTPException
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

import click

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, SQUARE, Game
from ai.rules.notation import game_text
from tests.hosted import HOST, ask, hosted
from tests.page import ENCODINGS, Element, read
from tests.programs import program

CYCLE = Path(__file__).with_name("cycle.lua")
NATURAL = click.IntRange(1)

SERVE = "-m gunicorn --worker-class gevent --no-control-socket --log-level warning"
BARE = "tests.benchmarks.bare:app"
APPLICATION = "tests.benchmarks.floor:app"

# Requests are counted as ever, and not refused.
LIMITS = {
    "FLASK_LIMIT_REQUESTS": "1000000000 per second",
    "FLASK_LIMIT_MILLISECONDS": "1000000000 per second",
    "FLASK_PROXY_HOPS": "1",
}

PAUSE = 0.2  # seconds in which a server ends what wrk left unanswered
CLICKS = 400  # recorded for each game and opponent, then to the end of that game
SOME = 20  # requests whose answers are weighed, where none are recorded

REPLAYS = {
    "tic-tac-toe": "/replay/tic-tac-toe/a1b1b2c3a3?first=x&x=human&o=hard",
    "square": "/replay/square/b2c3c2a1d4b3a2d1c1d2?first=o&x=unbeatable&o=human",
}
PREVIEW = "/preview/square.png?moves=b2c3c2a1d4b3a2d1&ply=7"


class BenchmarkError(click.ClickException):
    """The measured server failed; the message says why."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as a browser sends it: with its *form* a click that htmx posts, else a page; from
    *address*, as a proxy in front names it.
    """

    path: str
    cookie: str = ""
    form: str | None = None
    address: str = ""

    @property
    def method(self) -> str:
        """POST with a form, else GET."""
        return "GET" if self.form is None else "POST"

    @property
    def headers(self) -> dict[str, str]:
        """The headers that may change what the answer costs, `Host` apart."""
        headers = {"Accept-Encoding": ENCODINGS}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if self.address:
            headers["X-Forwarded-For"] = self.address
        if self.form is not None:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(self.form)),
                "HX-Request": "true",
                "Sec-Fetch-Site": "same-origin",
            }
        return headers

    def raw(self, port: int) -> bytes:
        """The request as it goes over the wire to a server on *port*."""
        headers = {"Host": f"{HOST}:{port}", **self.headers}
        lines = [f"{self.method} {self.path} HTTP/1.1", *map(": ".join, headers.items())]
        return "\r\n".join([*lines, "", self.form or ""]).encode()


@dataclass
class Visitor:
    """A browser with one cookie, on the server at *port*."""

    port: int
    cookie: str = ""

    def send(self, request: Request, *, compressed: bool = True) -> bytes:
        """The body of the answer, as received.

        :raises BenchmarkError: if there is no answer, or it is anything but 200.
        """
        headers = request.headers
        if not compressed:
            del headers["Accept-Encoding"]
        try:
            answer = ask(self.port, request.path, headers, request.form)
        except (OSError, HTTPException) as error:
            raise BenchmarkError(f"No answer to {request.method} {request.path}.") from error
        if answer.status != HTTPStatus.OK:
            raise BenchmarkError(f"{request.method} {request.path} was answered {answer.status}.")
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer.body

    def click(self, path: str, fields: Mapping[str, str]) -> Request:
        """The click that posts *fields* with the present cookie."""
        return Request(path, self.cookie, urlencode(fields))

    def page(self) -> Element:
        """The page of the match."""
        return read(self.send(Request("/", self.cookie), compressed=False).decode())


@dataclass(frozen=True, slots=True)
class Move:
    """A recorded move: the click, the *size* of its answer, and whether it *ended* the game."""

    click: Request
    size: int
    ended: bool


def play(visitor: Visitor, game: Game, opponent: str, lots: Random) -> Iterator[Move]:
    """Play a game of random moves against *opponent*."""
    mark, first = lots.choice("xo"), lots.choice("xo")
    players = {"x": opponent, "o": opponent} | {mark: "human"}
    seed = str(lots.randrange(2**32))
    start = {"game": game.key, **players, "first": first, "seed": seed}
    visitor.send(visitor.click("/matches", start))
    page = visitor.page()
    while cells := playable(page):
        fields = {"cell": lots.choice(cells), **page.by_id("shown").fields}
        move = visitor.click("/moves", fields)
        size = len(visitor.send(move))
        page = visitor.page()
        yield Move(move, size, ended=not playable(page))


def playable(page: Element) -> list[str]:
    """The cells that a person may mark."""
    board = page.by_id("board")
    if board["data-state"] != "active":
        return []
    cells = [cell for cell in board.all("button") if cell["id"].startswith("cell-")]
    return [cell["value"] for cell in cells if "aria-disabled" not in cell.attributes]


@dataclass
class Site:
    """The application on *port*, and the games recorded there."""

    port: int
    recorded: dict[tuple[str, str], list[Move]] = field(default_factory=dict)

    def moves(self, game: Game, opponent: str) -> list[Move]:
        """The moves of many whole games, in their order."""
        if (game.key, opponent) not in self.recorded:
            visitor, lots = Visitor(self.port), Random(f"{game.key} {opponent}")  # noqa: S311
            moves: list[Move] = []
            while len(moves) < CLICKS:
                moves += play(visitor, game, opponent, lots)
            self.recorded[game.key, opponent] = moves
        return self.recorded[game.key, opponent]


# Makes the requests to a site in a round; fresh ones number *count* and differ for each *name*.
Requests = Callable[..., Sequence[Request]]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table, and the recorded *moves* if it is of moves."""

    name: str
    requests: Requests
    moves: Callable[[Site], Sequence[Move]] | None = None


def rows() -> Iterator[Row]:
    """All that is measured."""
    for game in GAMES.values():
        for key in opponents(game):
            moves = partial(Site.moves, game=game, opponent=key)
            yield Row(f"move/{game.key}/{key}", partial(clicks, moves), moves)
    yield Row("move/floor", partial(floor, partial(Site.moves, game=SQUARE, opponent="medium")))
    for game in GAMES.values():
        yield Row(f"page/{game.key}", partial(pages, game))
    for key, address in REPLAYS.items():
        yield Row(f"replay/{key}", same(*steps(address)))
        yield Row(f"replay/{key}/values", same(*steps(f"{address}&values=on")))
    for game in GAMES.values():
        yield Row(f"replay/{game.key}/new", partial(new, replay_address, game))
    for game in GAMES.values():
        yield Row(f"preview/{game.key}/new", partial(new, preview_address, game))
    yield Row("preview/square/same", same(PREVIEW))
    yield Row("learn/opponents", same("/learn/opponents"))


def opponents(game: Game) -> list[str]:
    """The keys of the opponents that play *game*."""
    return [key for key, opponent in OPPONENTS.items() if opponent.plays(game)]


def clicks(moves: Callable[[Site], Sequence[Move]], site: Site, **_: object) -> list[Request]:
    """The recorded clicks."""
    return [move.click for move in moves(site)]


def floor(moves: Callable[[Site], Sequence[Move]], site: Site, **_: object) -> list[Request]:
    """The recorded clicks, to be answered without being played."""
    return [replace(click, path="/floor") for click in clicks(moves, site)]


def pages(game: Game, site: Site, **_: object) -> list[Request]:
    """The page of every match as it stood before a recorded click."""
    recorded = chain.from_iterable(site.moves(game, key) for key in opponents(game))
    return [Request("/", move.click.cookie) for move in recorded]


def same(*addresses: str) -> Requests:
    """These addresses again and again."""
    requests = [Request(address) for address in addresses]
    return lambda _site, **_: requests


def steps(address: str) -> list[str]:
    """The game at *address* at every ply."""
    moves = address.partition("?")[0].rpartition("/")[2]
    return [f"{address}&ply={ply}" for ply in range(len(moves) // 2 + 1)]


def new(
    address: Callable[[Game, Sequence[int], int], str],
    game: Game,
    _site: Site,
    *,
    name: str,
    count: int,
) -> list[Request]:
    """Addresses of random games in their later half, where few are alike; each round's *name* gives
    different ones.
    """
    lots = Random(f"{game.key} {name}")  # noqa: S311
    games = (random_moves(game, lots) for _ in range(count))
    return [
        Request(address(game, moves, lots.randint(len(moves) // 2, len(moves)))) for moves in games
    ]


def replay_address(game: Game, moves: Sequence[int], ply: int) -> str:
    """A page with values."""
    return f"/replay/{game.key}/{game_text(game, moves)}?ply={ply}&values=on"


def preview_address(game: Game, moves: Sequence[int], ply: int) -> str:
    """A picture."""
    return f"/preview/{game.key}.png?moves={game_text(game, moves)}&ply={ply}"


def random_moves(game: Game, lots: Random) -> list[int]:
    """The moves of a whole random game."""
    moves: list[int] = []
    for cell in lots.sample(game.cells, len(game.cells)):
        moves.append(cell)
        marks = {*moves[-1::-2]}
        if any(cells <= marks for cells in game.winning_sets):
            break
    return moves


class Sample(NamedTuple):
    """A round of wrk: requests a second, and the 99th percentile in seconds."""

    rate: float
    p99: float


def measure(port: int, requests: Sequence[Request], seconds: int) -> Sample:
    """Let eight connections send *requests* in turn for some *seconds*, each from an address of its
    own: those of one heavy visitor would wait for their turn.

    :raises BenchmarkError: if any answer is missing, late or no success.
    """
    with tempfile.NamedTemporaryFile() as file:
        for number, request in enumerate(requests):
            address = request.address or f"10.0.{number >> 8}.{number & 255}"
            file.write(replace(request, address=address).raw(port) + b"\0")
        file.flush()
        wrk = ["wrk", "-t1", "-c8", f"-d{seconds}s", "--timeout=30s", f"--script={CYCLE}"]
        command = [*wrk, f"http://{HOST}:{port}/", "--", file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    time.sleep(PAUSE)
    try:
        found = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError) as error:
        raise BenchmarkError(f"wrk failed: {done.stdout}{done.stderr}") from error
    if wrong := [f"{found[name]} {name}" for name in ("refused", "broken", "late") if found[name]]:
        path = requests[0].path
        raise BenchmarkError(f"Of {found['requests']} answers to {path}: {', '.join(wrong)}.")
    if not found["requests"]:
        raise BenchmarkError(f"No answer to {requests[0].path} within {seconds} s.")
    return Sample(found["requests"] / found["microseconds"] * 1e6, found["p99"] / 1e6)


@dataclass
class Result:
    """The results of a row: for every round a sample of the bare page and of this application;
    sizes in bytes.
    """

    row: Row
    sizes: list[int]
    ending: list[int]
    bare: list[Sample] = field(default_factory=list)
    ours: list[Sample] = field(default_factory=list)

    @property
    def cells(self) -> list[str]:
        """The cells of the table: of throughput and of p99 the medians of their ratios, round by
        round.
        """
        pairs = list(zip(self.ours, self.bare, strict=True))
        rate = median(ours.rate / bare.rate for ours, bare in pairs)
        p99 = median(ours.p99 / bare.p99 for ours, bare in pairs)
        sizes = [extent(self.sizes), extent(self.ending)]
        return [f"`{self.row.name}`", ratio(rate), ratio(p99), *sizes]


def ratio(value: float) -> str:
    """A ratio to two digits."""
    return f"{value:.2f}" if value >= 0.1 else f"{value:#.2g}"


def extent(sizes: Sequence[int]) -> str:
    """The median and the greatest of *sizes*."""
    return f"{median(sizes):,.0f}, {max(sizes):,}" if sizes else ""


def table(results: Sequence[Result]) -> str:
    """The results in Markdown."""
    head = ["request", "throughput", "p99", "bytes", "bytes, game over"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *(result.cells for result in results)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def notes(results: Sequence[Result], seconds: int, rounds: int) -> str:
    """The note below the table."""
    rates, p99s = zip(*(sample for result in results for sample in result.bare), strict=True)
    return (
        f"Throughput and p99 are in units of those of the bare page: {median(rates):,.0f} requests"
        f" a second ({min(rates):,.0f} to {max(rates):,.0f}) and {median(p99s) * 1000:.1f} ms"
        f" ({min(p99s) * 1000:.1f} to {max(p99s) * 1000:.1f}). Bytes are those of the body as sent"
        f" to a browser of today: median, maximum. Rounds: {rounds} of {seconds} s."
    )


@contextmanager
def served(application: str, key: str) -> Iterator[int]:
    """Serve *application*; the port on which it answers.

    :raises RuntimeError: if it does not answer.
    """
    command = [sys.executable, *SERVE.split(), application]
    with hosted(
        f"exec {shlex.join(command)} --bind {HOST}:$PORT", FLASK_SECRET_KEY=key, **LIMITS
    ) as server:
        yield server.port


def run(
    chosen: Sequence[Row], seconds: int, rounds: int, tell: Callable[[str], None]
) -> Iterator[Result]:
    """Start the servers and measure row by row; *tell* hears of each round before it starts.

    :raises BenchmarkError: if anything does not work.
    """
    key = secrets.token_hex()
    with served(BARE, key) as bare, served(APPLICATION, key) as port:
        ours, visitor = Site(port), Visitor(bare)
        visitor.send(Request("/"))
        counted = [Request("/", visitor.cookie)]
        measure(bare, counted, 1)  # until its threads have started
        measure(port, [Request("/")], 1)
        for row in chosen:
            tell(f"{row.name}, recording")
            result = Result(row, *weighed(row, ours))
            for number in range(1, rounds + 1):
                tell(f"{row.name}, round {number}")
                result.bare.append(measure(bare, counted, seconds))
                # As many new ones as could be answered, for nothing is faster than the bare page.
                count = round(result.bare[-1].rate * seconds)
                requests = row.requests(ours, name=f"{number}", count=count)
                result.ours.append(measure(port, requests, seconds))
            yield result


def weighed(row: Row, site: Site) -> tuple[list[int], list[int]]:
    """The sizes of the answers in bytes; apart from them, of the answers that end the game.

    :raises BenchmarkError: if an answer is anything but 200.
    """
    if row.moves:
        moves = row.moves(site)
        sizes, ending = (
            [move.size for move in moves if move.ended is end] for end in (False, True)
        )
        return sizes, ending
    requests = row.requests(site, name="sizes", count=SOME)
    some = requests[:: len(requests) // SOME or 1]
    return [len(Visitor(site.port).send(request)) for request in some], []


@click.command
@click.option("--seconds", type=NATURAL, default=3, show_default=True, help="Of a round.")
@click.option("--rounds", type=NATURAL, default=3, show_default=True, help="For each row.")
@click.option("--only", metavar="GLOB", default="*", help="The rows so named: 'move/square/*'.")
def main(seconds: int, rounds: int, only: str) -> None:
    """Print the speed of the served application beside a bare Flask page, as ratios."""
    chosen = [row for row in rows() if fnmatchcase(row.name, only)]
    if not chosen:
        names = "\n".join(row.name for row in rows())
        raise click.UsageError(f"No row is called {only}; there are\n{names}")
    program("wrk")
    with click.progressbar(
        length=len(chosen) * (rounds + 1),
        label="Measuring",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        item_show_func=lambda item: item,
    ) as bar:
        results = [*run(chosen, seconds, rounds, partial(bar.update, 1))]
    click.echo(table(results))
    click.echo(f"\n{notes(results, seconds, rounds)}")


if __name__ == "__main__":
    main()
