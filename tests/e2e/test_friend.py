"""Two people in two browsers, by one link: whole games, live, with script and without."""

import re
import time
from collections.abc import Callable
from threading import Event

import pytest
from flask import request
from playwright.sync_api import BrowserContext, Locator, Page, expect

from ai.rules.games import SQUARE, Game
from tests.chromium import LONGEST
from tests.e2e.player import (
    button,
    cell,
    expect_ply,
    expect_status,
    link,
    moves,
    open_set_up,
    requests_of,
    review,
    score,
    status,
)
from webapp.friend.page import Visit
from webapp.friend.responses import attend
from webapp.friend.views import NEWS_SECONDS

OpenContext = Callable[..., BrowserContext]

TIED = "a1 b1 c1 b2 a2 c2 b3 a3 c3"
TILTED = "b1 a1 d2 a2 c4 b2 a3"  # X wins

either_way = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


def invite(page: Page, game: Game, side: str = "X", first: str = "X") -> None:
    """Ask for a link, from the choices of a match on."""
    page.goto("/")
    open_set_up(page)
    link(page, "A friend, elsewhere").click()
    page.get_by_role("radio", name=game.name).check()
    page.get_by_role("group", name="Your mark").get_by_role("radio", name=side).check()
    page.get_by_role("group", name="Who starts").get_by_role("radio", name=first).check()
    button(page, "Get the link").click()
    expect(company(page)).to_contain_text("Nobody has joined yet")


def company(page: Page) -> Locator:
    """Who is there."""
    return page.locator("#company")


def join(page: Page, inviter: Page) -> None:
    """Open the link that the inviter's page shows, and take the free seat."""
    (address,) = re.findall(r"http://\S+/with/\w{16}", company(inviter).inner_text())
    page.goto(address)
    button(page, "Join").click()
    expect(page.get_by_role("button", name="Join")).to_have_count(0)


def see(page: Page, ply: int, *, script: bool) -> None:
    """The page comes to show that many moves: by itself with script, else when it looks again."""
    if not script:
        link(page, "Refresh").click()
    expect_ply(page, ply)


def meet(page: Page, second: Page, game: Game, *, side: str = "X", script: bool = True) -> None:
    """Invite from *page*, and join on the *second* one; both show the game."""
    invite(page, game, side)
    join(second, page)
    see(page, 0, script=script)


@pytest.fixture
def second(new_context: OpenContext, script: bool) -> Page:  # noqa: ARG001 - contexts are as it says
    """A page of somebody else, on another device."""
    return new_context().new_page()


@pytest.mark.usefixtures("script")
def test_a_whole_game_and_the_next_one(page: Page, second: Page) -> None:
    expect_whole_games(page, second, SQUARE, TILTED, script=True)


def expect_whole_games(page: Page, second: Page, game: Game, played: str, *, script: bool) -> None:
    """These moves lead to the same end on both pages, and to a rematch."""
    meet(page, second, game, script=script)
    expect(company(page)).to_contain_text("Your friend is here")
    for ply, name in enumerate(played.split()):
        mover, other = (second, page) if ply % 2 else (page, second)
        see(mover, ply, script=script)
        expect_status(mover, f"Your turn: {'XO'[ply % 2]}")
        cell(mover, name).click()
        expect_ply(mover, ply + 1)
        expect_status(
            mover, f"{'XO'[(ply + 1) % 2]} to move" if ply + 1 < len(played.split()) else ""
        )
        see(other, ply + 1, script=script)
    end = "X wins" if game is SQUARE else "Tie"
    for one in (page, second):
        expect_status(one, end)
        expect(review(one)).to_contain_text("Turning point")
        expect(moves(one)).to_have_count(len(played.split()))
    expect(score(page)).to_have_text(["1", "0", "0"] if game is SQUARE else ["0", "1", "0"])

    button(page, "Again, sides swapped").click()
    expect(review(page)).to_contain_text("your friend decides")
    if not script:
        link(second, "Refresh").click()
    expect(company(second)).to_contain_text("Your friend wants a rematch")
    button(second, "Again, sides swapped").click()
    expect_status(second, "Your turn: X")
    see(page, 0, script=script)
    expect_status(page, "X to move")
    expect(score(page)).to_have_text(["0", "0", "1"] if game is SQUARE else ["0", "1", "0"])


@pytest.mark.usefixtures("script")
def test_a_move_is_seen_within_a_second(page: Page, second: Page) -> None:
    meet(page, second, SQUARE)
    for ply, name in enumerate(TILTED.split()[:4]):
        mover, other = (second, page) if ply % 2 else (page, second)
        expect_status(mover, "Your turn")
        cell(mover, name).click()
        expect_ply(mover, ply + 1)
        began = time.monotonic()
        expect_ply(other, ply + 1)
        assert time.monotonic() - began < NEWS_SECONDS / 2  # not only at the end of a question
        expect(status(other)).to_contain_text(f"played {name}")


@pytest.mark.usefixtures("script")
def test_a_question_that_is_never_answered_is_given_up(
    page: Page, second: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(page, SQUARE)
    join(second, page)
    see(page, 0, script=True)
    answers = Event()

    def attend_late(code: str) -> Visit:
        if request.path.endswith("/news"):
            answers.wait(LONGEST)
        return attend(code)

    monkeypatch.setattr("webapp.friend.views.attend", attend_late)
    second.clock.install()
    with second.expect_request("**/news?*"):
        second.reload()
    asked = requests_of(second)
    cell(page, "b2").click()
    expect_ply(page, 1)
    second.clock.run_for(13_000)  # the server may take seven seconds
    assert not asked
    for _ in range(2):
        with second.expect_request("**/news?*"):
            second.clock.run_for(20_000)
    expect(company(second)).to_contain_text("No connection")
    monkeypatch.undo()
    answers.set()
    second.clock.run_for(60_000)
    expect_ply(second, 1)
    expect(company(second)).to_contain_text("Your friend is here")
