"""Pairs of friends who play over the network, each browser a greenlet; for bench_friends.py."""

import gzip
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

import brotli
import gevent
from backports import zstd
from gevent.socket import create_connection, socket

from tests.benchmarks.bench_server import Refused
from tests.hosted import HOST
from tests.page import ENCODINGS
from tests.reference import Board, after, empty_board, moves, result

SHOWN = re.compile(r'id="shown".*?</span>', re.DOTALL)
FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')
DECODERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "zstd": zstd.decompress,
}

PATIENCE = 30.0  # seconds for an answer
OPEN = 4.0  # seconds for which an unused connection stays open, less than KEEP_ALIVE_SECONDS
AGAIN = 1.0  # seconds until a page asks again after a failure
BUFFER = 65_536


class Answer(NamedTuple):
    """The answer to a request, and the *seconds* until all of it was there."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        """The body as a browser reads it."""
        return DECODERS[self.headers.get("content-encoding", "")](self.body).decode()

    @property
    def shown(self) -> dict[str, str]:
        """The state of the page after it, to be sent with the next request."""
        (found,) = SHOWN.findall(self.text)
        return dict(FIELD.findall(found))


@dataclass
class Browser:
    """A browser at *port* with its cookies, and one connection that it keeps."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    connection: socket | None = None
    used: float = 0

    def beside(self) -> "Browser":
        """Another connection of this browser."""
        return Browser(self.port, self.cookies)

    def ask(self, path: str, form: Mapping[str, str] | None = None) -> Answer:
        """The answer, of whatever status but 4xx; a *form* is posted as htmx does.

        :raises Refused: if the server found fault with the request.
        :raises OSError: if there is none.
        """
        began = time.perf_counter()
        kept = self.connection is not None
        try:
            return self._ask(path, form, began)
        except ConnectionError:
            self.close()
            if not kept:
                raise
        # As browsers do when the server has closed a kept connection in between.
        return self._ask(path, form, began)

    def _ask(self, path: str, form: Mapping[str, str] | None, began: float) -> Answer:
        self.send(path, form)
        head, _, body = self._receive(b"\r\n\r\n").partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                cookie, _, text = value.partition(";")[0].partition("=")
                self.cookies[cookie] = text
        missing = int(headers.get("content-length", 0)) - len(body)
        body += self._receive(size=missing) if missing else b""
        self.used = time.perf_counter()
        if headers.get("connection") == "close":
            self.close()
        code = int(status.split()[1])
        if HTTPStatus.BAD_REQUEST <= code < HTTPStatus.INTERNAL_SERVER_ERROR:
            raise Refused(f"{path} was answered {code}.")
        return Answer(code, headers, body, self.used - began)

    def send(self, path: str, form: Mapping[str, str] | None = None) -> None:
        """Send a request."""
        if self.connection and time.perf_counter() > self.used + OPEN:
            self.close()
        if not self.connection:
            self.connection = create_connection((HOST, self.port), PATIENCE)
        headers = {"Host": f"{HOST}:{self.port}", "Accept-Encoding": ENCODINGS}
        if self.cookies:
            headers["Cookie"] = "; ".join(map("=".join, self.cookies.items()))
        text = ""
        if form is not None:
            text = urlencode(form)
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(text)),
                "HX-Request": "true",
                "Sec-Fetch-Site": "same-origin",
            }
        line = f"{'GET' if form is None else 'POST'} {path} HTTP/1.1"
        lines = [line, *map(": ".join, headers.items()), "", text]
        self.connection.sendall("\r\n".join(lines).encode())

    def _receive(self, until: bytes = b"", size: int = 0) -> bytes:
        """The bytes up to *until*, or *size* of them."""
        assert self.connection
        found = b""
        while (until not in found) if until else len(found) < size:
            part = self.connection.recv(BUFFER)
            if not part:
                raise ConnectionError("The server closed the connection.")
            found += part
        return found

    def close(self) -> None:
        """Close the connection."""
        if self.connection:
            self.connection.close()
            self.connection = None


@dataclass
class Player:
    """A player with the *mark*, at the page of the game at *path*, which shows *shown*."""

    browser: Browser
    path: str
    mark: str
    shown: dict[str, str]

    def __post_init__(self) -> None:
        self.listener = self.browser.beside()

    def play(self, cell: int) -> Answer:
        """The answer to a move on *cell*."""
        answer = self.browser.ask(f"{self.path}/moves", {"cell": f"{cell}", **self.shown})
        if answer.status == HTTPStatus.OK:
            self.shown = answer.shown
        return answer

    def listen(self, kind: str = "news") -> Answer:
        """The answer to the question for news."""
        return self.listener.ask(f"{self.path}/{kind}?{urlencode(self.shown)}")

    def close(self) -> None:
        """Leave the page."""
        self.browser.close()
        self.listener.close()


@dataclass
class Pair:
    """Two players of a game; *boards* are those after each move that was sent."""

    players: tuple[Player, Player]
    boards: list[Board]

    @classmethod
    def met(cls, port: int, game: str) -> "Pair":
        """Two who have just met at the game on *port*."""
        x, o = Browser(port), Browser(port)
        path = x.ask("/with", {"game": game, "side": "x", "first": "x"}).headers["location"]
        joined = o.ask(f"{path}/join", {}).shown
        players = Player(x, path, "X", x.ask(path).shown), Player(o, path, "O", joined)
        return cls(players, [empty_board(game, "X")])

    @property
    def board(self) -> Board:
        """The board after the last move."""
        return self.boards[-1]

    @property
    def mover(self) -> Player:
        """The player whose turn it is."""
        return self.players["XO".index(self.board.mover)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return result(self.board) is not None

    def move(self, lots: Random) -> int:
        """A random legal move, which counts as sent."""
        cell = lots.choice(moves(self.board))
        self.boards.append(after(self.board, cell))
        return cell

    def close(self) -> None:
        """Both leave."""
        for player in self.players:
            player.close()


@dataclass
class Game:
    """A whole random game by long polls. Each move takes up to *think* seconds.

    *waits* are the seconds from a move to the news of it at the other player's page, and *failed*
    counts the requests that the server failed to answer.
    """

    pair: Pair
    lots: Random
    think: float
    sent: dict[int, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    failed: int = 0

    def play(self) -> None:
        """Play it to the end, as both see it, some seconds after the others."""
        gevent.sleep(self.lots.uniform(0, self.think))
        pages = [gevent.spawn(self.watch, player) for player in self.pair.players]
        gevent.joinall(pages, raise_error=True)

    def watch(self, player: Player) -> None:
        """Listen for news until the end, and move when it is this player's turn."""
        listened = dict(player.shown)
        hand = None
        moved = -1
        while True:
            ply = int(listened["ply"])
            known = ply == len(self.pair.boards) - 1
            if known and self.pair.is_over:
                break
            moves_now = known and ply > moved and player is self.pair.mover
            if hand and (moves_now or hand.ready()):
                hand.get()  # one move after the other, and no error is lost
            if moves_now:
                moved = ply
                hand = gevent.spawn_later(self.lots.uniform(0, self.think), self.click, player)
            path = f"{player.path}/news?{urlencode(listened)}"
            answer = self.answered(partial(player.listener.ask, path))
            heard = time.perf_counter()
            if answer.status != HTTPStatus.OK:
                continue
            shown = answer.shown
            if int(shown["version"]) >= int(listened["version"]):
                listened = shown
            for other in range(ply + 1, int(listened["ply"]) + 1):
                if (other - 1) % 2 != "XO".index(player.mark):
                    self.waits.append(heard - self.sent[other])
        if hand:
            hand.get()

    def click(self, player: Player) -> None:
        """Make a move."""
        ply = len(self.pair.boards) - 1
        player.shown |= {"ply": f"{ply}"}
        cell = self.pair.move(self.lots)
        self.sent[ply + 1] = time.perf_counter()
        try:
            self.answered(partial(player.play, cell))
        except Refused:
            if not self.failed:  # else the move had counted although its answer failed
                raise

    def answered(self, ask: Callable[[], Answer]) -> Answer:
        """The answer once it is no failure; each is counted."""
        while True:
            with suppress(OSError):
                if (answer := ask()).status < HTTPStatus.INTERNAL_SERVER_ERROR:
                    return answer
            self.failed += 1
            gevent.sleep(AGAIN)
