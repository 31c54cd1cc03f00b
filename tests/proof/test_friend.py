"""Games with a friend elsewhere at length: lost answers, floods from networks, and every page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from werkzeug.test import TestResponse

from ai.rules.games import GAMES
from tests.browser import browser_with, cookie_of
from tests.friend_laws import WON, assert_networks_are_bounded, assert_no_page_helps
from tests.page import HTMX, read, shown
from tests.reference import after, empty_board, moves, result
from tests.two_friends import TwoFriends
from tests.visitors import Visitor, assert_up_to_date, empty_app, told_chance
from webapp.friend import seats


@pytest.fixture(autouse=True)
def patch(request: pytest.FixtureRequest) -> Iterator[pytest.MonkeyPatch]:
    """Nothing is left to chance, and no test waits."""
    with told_chance(request.node.nodeid) as patch:
        yield patch


class OnBadLine(Visitor):
    """The first answer to each post is lost, with its cookie, and the post is sent again."""

    def send(self, url: str, fields: dict[str, str], *, htmx: bool = False) -> TestResponse:
        """The second answer."""
        lost = browser_with(self.client.application, cookie_of(self.client, "seat"), "seat")
        lost.post(url, data=fields, headers=HTMX if htmx else {})
        return super().send(url, fields, htmx=htmx)


TYPED = ("a1", "again", "new", "leave", "join", "back", "last")
deeds = st.sampled_from(["play", "play", "play", "rematch", "join", "leave", "along", *TYPED])
scripts = st.lists(st.tuples(deeds, st.integers(0, 2), st.integers(0, 8), st.booleans()))


@dataclass
class Line:
    """An inviter and two others at one game, whose browsers are of one *kind*."""

    app: Flask
    kind: type[Visitor]

    def __post_init__(self) -> None:
        """Invite, and open the link."""
        inviter = self.kind(self.app.test_client())
        inviter.begin()
        others = [self.kind(self.app.test_client(), inviter.address) for _ in range(2)]
        for other in others:
            other.open()
        self.all = [inviter, *others]

    def do(self, deed: str, who: int, lot: int, *, htmx: bool) -> int:
        """The status of the answer to a *deed* of the visitor *who*; a move is of one whose turn it
        is, if somebody sees it.
        """
        one = self.all[who]
        if deed == "play":
            one = next((each for each in self.all if shown(each.open()).playable), one)
            free = sorted(shown(one.page).playable) or [lot]
            return one.post("moves", htmx=htmx, cell=free[lot % len(free)]).status_code
        if deed == "along":
            if one.client.get(f"{one.address}/seat").status_code != 200:
                return 0
            return self.all[who - 1].go_on(one.seat_pass).status_code
        if deed in TYPED:
            return one.post("command", htmx=htmx, command=deed).status_code
        return one.post(deed, htmx=htmx).status_code

    def kept(self) -> tuple[str, int]:
        """The game in the store, without what differs between any two games, and its version."""
        code = self.all[0].code
        kept = self.app.extensions["games"].read(code)
        own = {seats.holder_of(code, one.mark): f"{who}" for who, one in enumerate(self.all)}
        return re.sub('(?<="[xo]":")[^"]+', lambda it: own[it[0]], kept.text), kept.version

    def sight(self) -> tuple[Any, ...]:
        """The game as it is kept and as it is seen, on pages as they are, and on new ones."""
        code = self.all[0].code
        seen = [one.main.text for one in self.all] + [one.open().text for one in self.all]
        seen += [read(one.client.get("/with").text).by_id("main").text for one in self.all]
        return self.kept(), [it.replace(code, "") for it in seen]


@settings(max_examples=20)
@given(scripts)
def test_a_post_whose_answer_is_lost_counts_once(
    app: Flask, script: list[tuple[str, int, int, bool]]
) -> None:
    """Deeds lead to the same games and pages on a good line and on a bad one."""
    lines = Line(app, Visitor), Line(app, OnBadLine)
    for deed, who, lot, htmx in [("join", 1, 0, False), *script]:
        good, bad = (line.do(deed, who, lot, htmx=htmx) for line in lines)
        assert good == bad, (deed, who, lot, htmx)
    good, bad = (line.sight() for line in lines)
    assert good == bad
    for one in lines[0].all:
        assert_up_to_date(one)


def test_the_game_of_two_friends_is_as_in_other_terms() -> None:
    run_state_machine_as_test(TwoFriends, settings=settings(max_examples=100))


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_game_helps_before_the_end(app: Flask, game: str) -> None:
    lots, board = Random(7), empty_board(game, "X")  # noqa: S311
    names = list[str]()
    while not result(board):
        cell = lots.choice(moves(board))
        names.append(GAMES[game].cell_names[cell])
        board = after(board, cell)
    assert_no_page_helps(app, GAMES[game], names, range(len(names)))


@pytest.mark.parametrize(
    ("network", "numbers", "factor"),
    [
        ("2001:db8:1:2::{:x}", range(12), 1),
        ("2001:db8:1:2{:02x}::1", range(12), 2),
        ("2001:db8:1:{:x}00::1", range(12), 3),
        ("2001:db8:{:x}::1", range(12), 10),
        ("203.0.113.{}", range(12), 2),
        ("203.0.{}.1", range(12), 10),
        ("::ffff:203.0.{}.1", range(12), 10),
    ],
)
def test_new_games_are_bounded_for_a_visitor_and_for_wider_networks(
    tmp_path: Path, network: str, numbers: range, factor: int
) -> None:
    assert_networks_are_bounded(
        empty_app(tmp_path, LIMIT_GAMES="1 per hour"), network, numbers, factor
    )


Deed = tuple[int, str, dict[str, str]]
DEEDS: list[Deed] = [
    *((who, "join", {}) for who in range(3)),
    *((who, "moves", {"cell": cell}) for who in range(3) for cell in ("2", "7")),
    *((who, "leave", {}) for who in range(2)),
    *((who, "rematch", {}) for who in range(2)),
]
BEFORE = {"invited": (), "joined": ("a1",), "won": WON}


@pytest.mark.parametrize("before", BEFORE)
def test_of_two_requests_at_once_one_counts_after_the_other(
    app: Flask, patch: pytest.MonkeyPatch, before: str
) -> None:
    """A second request comes in between the reading and the writing of a first one. Each that both
    change the game ends as if it had come before.
    """
    games, put = app.extensions["games"], app.extensions["games"].put

    def done(first: Deed, second: Deed, *, at_once: bool) -> tuple[Any, ...]:
        """The statuses of both answers, and the game after them."""
        line = Line(app, Visitor)
        inviter, friend, _watcher = line.all
        if before != "invited":
            friend.post("join")
        for ply, name in enumerate(BEFORE[before]):
            line.all[ply % 2].open()
            line.all[ply % 2].play(name)
        shown = [one.open().by_id("shown").fields for one in line.all]

        def do(deed: Deed) -> int:
            who, name, fields = deed
            return line.all[who].send(f"{inviter.address}/{name}", shown[who] | fields).status_code

        between = list[int]()

        def put_late(*change: Any, **spare: Any) -> bool:
            patch.setattr(games, "put", put)
            between.append(do(second))
            return bool(put(*change, **spare))

        if at_once:
            patch.setattr(games, "put", put_late)
            answer = do(first)
            patch.setattr(games, "put", put)
            answers = answer, (between or [do(second)])[0]
        else:
            later = do(second)
            answers = do(first), later
        return answers, line.kept()

    pairs = [(one, other) for one, other in product(DEEDS, repeat=2) if one[0] != other[0]]
    for first, second in Random(before).sample(pairs, 12):  # noqa: S311
        at_once = done(first, second, at_once=True)
        if at_once != done(first, second, at_once=False):
            answers, game = done(second, first, at_once=False)
            assert at_once == (answers[::-1], game), (first, second)
