"""Every state that a browser can be in: the views, and what somebody does there with script."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from urllib.parse import urljoin

import pytest
from flask import Flask, request
from playwright.sync_api import expect

from tests.e2e.player import BOTH_PLAYERS, Player
from tests.views import MOVING, RARE, VIEWS, QueueView, View


def refuse(page: Player) -> None:
    """Click a cell that is taken."""
    page.cell("b2").click(force=True)
    expect(page.message).not_to_have_text("")


def choose_any(page: Player) -> None:
    """Open the choices of another match, and of any two players."""
    page.open_set_up(*BOTH_PLAYERS)


def list_keys(page: Player) -> None:
    """Ask for the list of keys."""
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def unfold(page: Player) -> None:
    """Open all that is folded in the text."""
    page.locator("#main details").evaluate_all("all => all.forEach(one => { one.open = true; })")


def rush(page: Player) -> None:
    """Begin a rush, by the clock, through puzzles that are the same each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("webapp.puzzles.rush.randbelow", lambda _count: 7)
        page.locator("#timed").click()
        expect(page.board).to_be_visible()


@dataclass(frozen=True)
class State:
    """A page that shows *view*, after something was done there."""

    view: View
    do: Callable[[Player], None] = lambda page: page.mouse.move(0, 0)

    def show(self, page: Player, app: Flask, site: str) -> None:
        """Bring *page* to it, with the cookies of the view alone, on the *site* that *app* serves.

        Clients of *app* come to the view; all that is random is the same each time. The page is
        left first: one that waits for news would bring its cookies back.
        """
        page.goto("about:blank")
        page.context.clear_cookies()
        lots = Random(repr(self.view))  # noqa: S311
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_bytes", lambda count=32: lots.randbytes(count or 32))
            browser, path = self.view.opened(app)
        with browser:
            browser.get("/healthz")
            cookies = request.cookies.items()
        page.context.add_cookies([{"name": it, "value": text, "url": site} for it, text in cookies])
        address = urljoin(site, path)
        if isinstance(self.view, QueueView):  # its answer would be another one later
            answer = self.view.visit(app)
            status, headers, body = answer.status_code, dict(answer.headers), answer.get_data()
            page.route(
                lambda url: url == address,
                lambda route: route.fulfill(status=status, headers=headers, body=body),
            )
        page.goto(address)
        self.do(page)


Show = Callable[[State], None]
"""Brings the page of a test to a state."""

FOLDED = (
    *("replay-turning-point", "replay-long", "replay-moves", "replay-programs", "openings", "api"),
    *("search-medium", "opponents"),
)
STATES: Mapping[str, State] = {
    **{name: State(view) for name, view in VIEWS.items() if not view.form},
    "rush-run": State(VIEWS["rush"], rush),
    "refused": State(VIEWS["middle"], refuse),
    "set-up": State(VIEWS["middle"], Player.open_set_up),
    "set-up-any": State(VIEWS["first"], choose_any),
    "set-up-left": State(VIEWS["set-up-position"], choose_any),
    "keys": State(VIEWS["middle"], list_keys),
    # The squares through an empty cell, and the cells of a move.
    "lens": State(VIEWS["middle"], lambda page: page.empty_cells.first.hover()),
    "replay-moves-pointed-at": State(
        VIEWS["replay-moves-sorted"], lambda page: page.locator("[data-cells]").first.hover()
    ),
    **{f"{name}-unfolded": State(VIEWS[name], unfold) for name in FOLDED},
    "components": State(RARE["components"]),
    **{name: State(RARE[name]) for name in ("level-held", "honours-earned")},
    **{name: State(view) for name, view in MOVING.items()},
    **{name: State(RARE[name]) for name in ("share", "shared", "shared-lost", "shared-drawn")},
}
