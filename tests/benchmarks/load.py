"""Requests of random games, and wrk that sends them to a server."""

import json
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

import click

from ai.rules.games import Game
from ai.rules.notation import game_text
from tests.browser import SESSION, signed
from tests.hosted import HOST, KEY
from tests.page import ENCODINGS
from tests.programs import program
from tests.views import match
from webapp import create_app

REPLAY = "/replay/{game}/{moves}?ply={ply}&values=on"
PREVIEW = "/preview/{game}.png?moves={moves}&ply={ply}"
CYCLE = Path(__file__).with_name("cycle.lua")
PAUSE = 0.2  # seconds in which a server ends what wrk left unanswered


class LoadError(click.ClickException):
    """The server failed under load; the message says how."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as a browser sends it: with its *form* a click that htmx posts, else a page; from
    *address*, as a proxy in front names it.
    """

    path: str
    cookie: str = ""
    form: str | None = None
    address: str = ""
    accepted: str = ENCODINGS

    def raw(self, port: int, address: str) -> bytes:
        """The request as it goes over the wire to a server on *port*, by default from *address*."""
        headers = {"Host": f"{HOST}:{port}", "Accept-Encoding": self.accepted}
        headers["X-Forwarded-For"] = self.address or address
        if self.cookie:
            headers["Cookie"] = self.cookie
        if self.form is not None:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": f"{len(self.form)}",
                "HX-Request": "true",
            }
        method = "GET" if self.form is None else "POST"
        lines = [f"{method} {self.path} HTTP/1.1", *map(": ".join, headers.items())]
        return "\r\n".join([*lines, "", self.form or ""]).encode()


def games(game: Game, lots: Random) -> Iterator[list[int]]:
    """The moves of whole random games, for ever."""
    while True:
        moves: list[int] = []
        for cell in lots.sample(game.cells, len(game.cells)):
            moves.append(cell)
            if any(cells <= {*moves[-1::-2]} for cells in game.winning_sets):
                break
        yield moves


def clicks(game: Game, opponent: str, lots: Random, count: int) -> Iterator[Request]:
    """A click of X in each of so many random games against *opponent*. A match lives in its cookie,
    so wrk can repeat a click for ever.
    """
    app = create_app({"SECRET_KEY": KEY, "GAMES_STORAGE": "off"})
    for moves in islice(games(game, lots), count):
        made = moves[: 2 * lots.randrange((len(moves) + 1) // 2)]
        session = match(game, game_text(game, made), o=opponent)
        form = urlencode({"cell": moves[len(made)], "ply": len(made)})
        yield Request("/moves", f"{SESSION}={signed(app, session.cookie)}", form)


def addresses(game: Game, lots: Random, count: int, pattern: str) -> Iterator[Request]:
    """Addresses by *pattern* of random games in their later half, where few are alike."""
    for moves in islice(games(game, lots), count):
        ply = lots.randint(len(moves) // 2, len(moves))
        yield Request(pattern.format(game=game.key, moves=game_text(game, moves), ply=ply))


class Sample(NamedTuple):
    """A round of wrk: requests a second, the 99th percentile in seconds, and how many requests
    were refused.
    """

    rate: float
    p99: float
    refused: int


def send(port: int, requests: Sequence[Request], seconds: int) -> Sample:
    """Let eight connections send *requests* in turn for some *seconds*, by default each from an
    address of its own: those of one heavy visitor would wait for their turn.

    :raises LoadError: if any answer is missing or late.
    """
    with tempfile.NamedTemporaryFile() as file:
        for number, request in enumerate(requests):
            file.write(request.raw(port, f"10.0.{number >> 8}.{number & 255}") + b"\0")
        file.flush()
        wrk = [program("wrk"), "-t1", "-c8", f"-d{seconds}s", "--timeout=30s", "-s", f"{CYCLE}"]
        command = [*wrk, f"http://{HOST}:{port}/", "--", file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    time.sleep(PAUSE)
    try:
        found = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError) as error:
        raise LoadError(f"wrk failed: {done.stdout}{done.stderr}") from error
    if found["broken"] or found["late"] or not found["requests"]:
        raise LoadError(f"{requests[0].path} and others: {found}")
    rate = found["requests"] / found["microseconds"] * 1e6
    return Sample(rate, found["p99"] / 1e6, found["refused"])


def measure(port: int, requests: Sequence[Request], seconds: int) -> Sample:
    """The sample of *requests* that all succeed.

    :raises LoadError: if any does not.
    """
    sample = send(port, requests, seconds)
    if sample.refused:
        raise LoadError(f"{requests[0].path} and others: {sample.refused} were refused.")
    return sample
