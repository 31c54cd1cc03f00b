"""Games with a friend elsewhere at length: lost answers, and requests at once."""

import re
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.browser import browser_with, cookie_of
from tests.page import HTMX, read
from tests.visitors import Visitor, assert_up_to_date
from webapp.friend import seats

pytestmark = pytest.mark.usefixtures("no_waits")


class OnBadLine(Visitor):
    """The first answer to each post is lost, with its cookie, and the post is sent again."""

    def send(self, url: str, fields: dict[str, str], *, htmx: bool = False) -> TestResponse:
        lost = browser_with(self.client.application, cookie_of(self.client, "seat"), "seat")
        lost.post(url, data=fields, headers=HTMX if htmx else {})
        return super().send(url, fields, htmx=htmx)


Deed = tuple[int, str, dict[str, str]]
DEEDS: list[Deed] = [
    *((who, "join", {}) for who in range(3)),
    *((who, "moves", {"cell": cell}) for who in range(3) for cell in ("2", "7")),
    *((who, "leave", {}) for who in range(2)),
    *((who, "rematch", {}) for who in range(2)),
]
BEFORE = {"invited": (), "joined": ("a1",), "won": ("a1", "b1", "a2", "b2", "a3")}


@dataclass
class Line:
    """An inviter and two others at one game, whose browsers are of one *kind*."""

    app: Flask
    kind: type[Visitor]

    def __post_init__(self) -> None:
        inviter = self.kind(self.app.test_client())
        inviter.begin()
        others = [self.kind(self.app.test_client(), inviter.address) for _ in range(2)]
        for other in others:
            other.open()
        self.all = [inviter, *others]

    def begin(self, before: str) -> list[dict[str, str]]:
        """Come to that state; the fields of each page there."""
        inviter, friend, _watcher = self.all
        if before != "invited":
            friend.client.post(f"{inviter.address}/join")
        for ply, name in enumerate(BEFORE[before]):
            self.all[ply % 2].open()
            self.all[ply % 2].play(name)
        return [one.open().by_id("shown").fields for one in self.all]

    def kept(self) -> tuple[str, int]:
        """The game in the store, without what differs between any two games, and its version."""
        code = self.all[0].code
        kept = self.app.extensions["games"].read(code)
        own = {seats.holder_of(code, one.mark): f"{who}" for who, one in enumerate(self.all)}
        return re.sub('(?<="[xo]":")[^"]+', lambda it: own[it[0]], kept.thing), kept.version

    def sight(self) -> tuple[Any, ...]:
        """The game as it is kept and as it is seen, on pages as they are, and on new ones."""
        code = self.all[0].code
        seen = [one.main.text for one in self.all] + [one.open().text for one in self.all]
        seen += [read(one.client.get("/with").text).by_id("main").text for one in self.all]
        return self.kept(), [it.replace(code, "") for it in seen]


@pytest.mark.parametrize("before", BEFORE)
def test_a_post_whose_answer_is_lost_counts_once(app: Flask, before: str) -> None:
    """Deeds lead to the same games and pages on a good line and on a bad one."""
    commands: list[Deed] = [
        (who, "command", {"command": text})
        for who, text in ((0, "c3"), (1, "again"), (1, "leave"), (2, "join"), (1, "back"))
    ]
    for number, (who, name, fields) in enumerate([*DEEDS, *commands]):
        seen = []
        for line in (Line(app, Visitor), Line(app, OnBadLine)):
            line.begin(before)
            answer = line.all[who].post(name, htmx=number % 2 == 0, **fields)
            for one in line.all:
                assert_up_to_date(one)
            seen.append((answer.status_code, line.sight()))
        assert seen[0] == seen[1], (who, name, fields)


@pytest.mark.parametrize("before", BEFORE)
def test_of_two_requests_at_once_one_counts_after_the_other(
    app: Flask, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    """A second request comes in between the reading and the writing of a first one. Each that both
    change the game ends as if it had come before.
    """
    games, put = app.extensions["games"], app.extensions["games"].put

    def done(first: Deed, second: Deed, *, at_once: bool) -> tuple[Any, ...]:
        line, answers = Line(app, Visitor), dict[int, int]()
        shown = line.begin(before)

        def do(deed: Deed) -> None:
            who, name, fields = deed
            address = f"{line.all[who].address}/{name}"
            answers[who] = line.all[who].send(address, shown[who] | fields).status_code

        def put_late(*change: Any, **spare: Any) -> bool:
            monkeypatch.setattr(games, "put", put)
            do(second)
            return bool(put(*change, **spare))

        if at_once:
            monkeypatch.setattr(games, "put", put_late)
        do(first)
        monkeypatch.setattr(games, "put", put)
        if second[0] not in answers:
            do(second)
        return answers, line.kept()

    pairs = [(one, other) for one, other in product(DEEDS, repeat=2) if one[0] != other[0]]
    for first, second in Random(before).sample(pairs, 12):  # noqa: S311
        orders = (done(*order, at_once=False) for order in ((first, second), (second, first)))
        assert done(first, second, at_once=True) in orders, (first, second)
