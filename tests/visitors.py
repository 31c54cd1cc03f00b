"""Browsers at a game between friends, whose pages change as htmx changes them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.browser import cookie_of
from tests.conftest import NO_LIMITS
from tests.model import cell
from tests.page import HTMX, Element, differences, message, read, swap
from webapp import create_app
from webapp.friend import seats

NEW = {"game": "tic-tac-toe", "first": "x", "side": "x"}


def empty_app(folder: Path, **config: object) -> Flask:
    own = {"SECRET_KEY": "any", "GAMES_STORAGE": f"sqlite://{folder}/games.sqlite"}
    return create_app({"TESTING": True, **own, **NO_LIMITS, **config})


@dataclass
class Visitor:
    """A browser at a game, whose page is loaded where it is needed first. It changes as htmx
    changes it, or is loaded anew.
    """

    client: FlaskClient
    address: str = "/with"
    seen: Element | None = None

    @property
    def page(self) -> Element:
        return self.seen or self.open()

    def open(self) -> Element:
        response = self.client.get(self.address)
        assert response.status_code == 200
        self.seen = read(response.text)
        return self.seen

    def post(self, name: str, *, htmx: bool = True, **fields: Any) -> TestResponse:
        """Send the fields of the form on the page, and show what comes of it."""
        sent = self.page.by_id("shown").fields | {key: f"{it}" for key, it in fields.items()}
        response = self.send(f"{self.address}/{name}", sent, htmx=htmx)
        if htmx:
            swap(self.page, read(response.text))
        elif response.status_code == 303:
            self.open()
        else:
            self.seen = read(response.text)
        return response

    def send(self, url: str, fields: dict[str, str], *, htmx: bool = False) -> TestResponse:
        return self.client.post(url, data=fields, headers=HTMX if htmx else {})

    def begin(self, **fields: str) -> None:
        """Send the form of the way in, which leads to a game."""
        form = read(self.client.get("/with").text).by_id("main").fields
        response = self.send("/with", form | NEW | fields)
        assert response.status_code == 303
        self.address = response.headers["Location"]

    def play(self, name: str, *, htmx: bool = True) -> TestResponse:
        game = self.page.by_id("board")["data-game"]
        return self.post("moves", htmx=htmx, cell=cell(game, name))

    def ask_news(self, **options: Any) -> TestResponse:
        """The news of what the page shows. It does not show them yet."""
        sent = self.page.by_id("shown").fields
        return self.client.get(f"{self.address}/news", query_string=sent, **options)

    def news(self) -> int:
        """Ask for news, and show them; the status of the response."""
        response = self.ask_news()
        if response.status_code == 200:
            swap(self.page, read(response.text))
        return response.status_code

    @property
    def code(self) -> str:
        return self.address.rpartition("/")[2]

    @property
    def refusal(self) -> str:
        return message(self.page)

    @property
    def main(self) -> Element:
        return self.page.by_id("main")

    @property
    def mark(self) -> str:
        cookie = {"Cookie": f"seat={cookie_of(self.client, 'seat')}"}
        with self.client.application.test_request_context(headers=cookie):
            return seats.current_mark()

    @property
    def seat_pass(self) -> str:
        """The code that takes its seat along."""
        return read(self.client.get(f"{self.address}/seat").text).by_id("code").text

    def go_on(self, typed: str) -> TestResponse:
        """The answer once it has typed that code."""
        return self.send(f"{self.address}/here", {"seat": typed})


def invited(app: Flask, **fields: str) -> Visitor:
    inviter = Visitor(app.test_client())
    inviter.begin(**fields)
    return inviter


def visitor(app: Flask, inviter: Visitor) -> Visitor:
    """One who opens the link."""
    other = Visitor(app.test_client(), inviter.address)
    other.open()
    return other


def two(app: Flask, **fields: str) -> tuple[Visitor, Visitor]:
    inviter = invited(app, **fields)
    friend = Visitor(app.test_client(), inviter.address)
    friend.client.get("/with")
    assert friend.send(f"{friend.address}/join", {}).status_code == 303
    return inviter, friend


def assert_up_to_date(one: Visitor) -> None:
    """With its news a page shows what a new one does."""
    one.news()
    new = Visitor(one.client, one.address)
    new.open()
    # The page that waits has an element in its head without script.
    assert differences(one.main, new.main, but={"message", "answer", "shown"}) == []
