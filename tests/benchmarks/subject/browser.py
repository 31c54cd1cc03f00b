"""A browser whose requests are noted, to be sent again."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from random import Random
from time import process_time
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

WARM = ""  # the row of requests that only warm up, or lead to others

HEADERS = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Accept": "text/html",
    "Accept-Language": f"{os.environ.get('FLASK_LANGUAGE', 'en')},en;q=0.5",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Sec-Fetch-Site": "same-origin",
}

# Of the page contract: hidden fields, cells, the version.
FIELDS = "match|ply|explained|number|version|present|me|once"
SHOWN = re.compile(rf'<input type="hidden" name="({FIELDS})" value="([^"]*)"')
CELL = re.compile(r'<button id="cell-(\d+)"(?![^>]* data-mark=)[^>]*>')
VERSION = re.compile(r'data-version="([^"]*)"')

addresses = (f"10.{it >> 16 & 255}.{it >> 8 & 255}.{it & 255}" for it in count())


class Sent(NamedTuple):
    """A request: a post if it has a *form*."""

    path: str
    form: Mapping[str, str] | None
    headers: Mapping[str, str]


class Answer(NamedTuple):
    """A response; its body as it was sent."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Step(NamedTuple):
    """A request of a script, and its answer without compression. It counts in *row*, and is sent so
    many *times*.
    """

    row: str
    times: int
    sent: Sent
    answer: Answer

    @property
    def type(self) -> str:
        """The Content-Type of the answer."""
        return dict(self.answer.headers).get("Content-Type", "text/html")

    def expect(self, status: int) -> None:
        """Check that the answer has the same *status* as it had in the script.

        :raises RuntimeError: if it has another.
        """
        if status != self.answer.status:
            raise RuntimeError(f"{self.sent.path}, {self.sent.form}: {status}")


def ask(app: Flask, sent: Sent, **environ: object) -> tuple[Answer, float]:
    """The answer of *app* to a request from an address of its own, and the seconds of processor
    time that it took.
    """
    path, _, query = sent.path.partition("?")
    asked = EnvironBuilder(
        path,
        query_string=query,
        method="GET" if sent.form is None else "POST",
        data=sent.form and {**sent.form},
        headers=HEADERS | sent.headers,
        environ_overrides={"REMOTE_ADDR": next(addresses), **environ},
    ).get_environ()
    began = process_time()
    parts, status, headers = run_wsgi_app(app, asked, buffered=True)
    seconds = process_time() - began
    return Answer(int(status[:3]), [*headers], b"".join(parts)), seconds


def lots(*seeds: object) -> Random:
    """Chances that are the same in every run."""
    return Random(str(seeds))  # noqa: S311


@dataclass
class Browser:
    """A browser at *app*. It adds to *script* all that it sends, but not pages that it looks at."""

    app: Flask
    script: list[Step]
    cookies: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)  # hidden fields of the page
    htmx: dict[str, str] = field(default_factory=lambda: {"HX-Request": "true"})
    empty: list[str] = field(default_factory=list)  # cells to click
    location: str = ""  # where the last answer leads

    @property
    def cookie(self) -> str:
        """The header of its cookies."""
        return "; ".join(map("=".join, self.cookies.items()))

    def look(self, path: str) -> None:
        """Load the page at *path*."""
        self._ask(Sent(path, None, self._headers()))

    def load(self, path: str, row: str = WARM, times: int = 1) -> None:
        """Load the page at *path*, in the script."""
        self._send(Sent(path, None, self._headers()), row, times)

    def submit(self, path: str, row: str = WARM, times: int = 1, **fields: str) -> None:
        """Send a form of *fields*, without script."""
        self._send(Sent(path, fields, self._headers(own=True)), row, times)

    def click(self, path: str, row: str = WARM, times: int = 1, **fields: str) -> None:
        """Send *fields* beside those that the page shows, as htmx does."""
        headers = self._headers(own=True) | self.htmx
        self._send(Sent(path, self.shown | fields, headers), row, times)

    def ask(self, path: str, row: str = WARM, times: int = 1, **fields: str) -> None:
        """The same in an address."""
        query = urlencode(self.shown | fields)
        self._send(Sent(f"{path}?{query}", None, self._headers() | self.htmx), row, times)

    def _headers(self, *, own: bool = False) -> dict[str, str]:
        origin = {"Origin": "http://localhost"} if own else {}
        return origin | ({"Cookie": self.cookie} if self.cookies else {})

    def _send(self, sent: Sent, row: str, times: int) -> None:
        before = {**self.cookies}, {**self.shown}, self.empty
        self.script.append(Step(row, times, sent, self._ask(sent)))
        if times > 1:  # it goes on from where it was
            self.cookies, self.shown, self.empty = before

    def _ask(self, sent: Sent) -> Answer:
        plain = {**sent.headers, "Accept-Encoding": "identity"}
        answer, _seconds = ask(self.app, sent._replace(headers=plain))
        if answer.status >= 400:
            raise RuntimeError(f"{sent.path}, {sent.form}: {answer.status}")
        for name, value in answer.headers:
            if name == "Set-Cookie":
                key, _, text = value.partition(";")[0].partition("=")
                self.cookies[key] = text
        text = answer.body.decode(errors="replace")
        self.shown |= {name: unescape(it) for name, it in SHOWN.findall(text)}
        if version := VERSION.search(text):
            self.htmx["Page-Version"] = version[1]
        self.empty = [it[1] for it in CELL.finditer(text) if "aria-disabled" not in it[0]]
        self.location = dict(answer.headers).get("Location", "")
        return answer

    def start(self, game: str, o: str, *, x: str = "human", seed: int = 1) -> None:
        """Start a match, and look at it."""
        self.click("/matches", game=game, x=x, o=o, first="x", seed=f"{seed}")
        self.look("/")

    def play(self, lots: Random, row: str = WARM, most: int = 16) -> None:
        """Click by lot, at *most* so often, or to the end."""
        while self.empty and most:
            self.click("/moves", row, cell=lots.choice(self.empty))
            self.look("/")
            most -= 1
