"""Every state that a browser can be in: the views, and what somebody does there with script."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urljoin

from flask import Flask
from playwright.sync_api import BrowserContext, expect
from werkzeug.test import TestResponse

from tests.browser import signed
from tests.e2e.player import Player
from tests.views import VIEWS, ClassView, FriendView, Post, QueueView, View
from webapp.puzzles.lesson_sets import LessonSet


def refuse(page: Player) -> None:
    """Click a cell that is taken."""
    page.cell("b2").click(force=True)
    expect(page.message).not_to_have_text("")


def choose(page: Player) -> None:
    """Open the choices of another match."""
    page.open_set_up()


def choose_any(page: Player) -> None:
    """Open the choice of any two players too."""
    page.open_set_up("Choose both players")


def list_keys(page: Player) -> None:
    """Ask for the list of keys."""
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def look_through_a_cell(page: Player) -> None:
    """Point at an empty cell, which shows the squares through it."""
    page.board.locator("button:not([data-mark])").first.hover()


def point_at_a_move(page: Player) -> None:
    """Point at the first row of the moves from here, which shows its cells on the board."""
    page.locator("[data-cells]").first.hover()


def unfold(page: Player) -> None:
    """Open all that is folded in the text."""
    page.locator("#main details").evaluate_all("all => all.forEach(one => { one.open = true; })")


def unfold_a_lesson(page: Player) -> None:
    """Open the lesson of one opponent."""
    page.locator("summary", has_text="How it thinks: Hard").click()


def solve_a_lesson(page: Player) -> None:
    """Solve puzzles of the first lesson, each by its one move, and see the path."""
    puzzles = LessonSet("lines").puzzles[:2]
    for puzzle in puzzles:
        path = f"/puzzles/{puzzle.game.key}/{puzzle.number}?lesson=lines"
        page.goto(urljoin(page.url, path))
        page.cell(puzzle.game.cell_names[puzzle.right[0]]).click()
        expect(page.get_by_role("status").first).to_contain_text("Solved")
    page.goto(urljoin(page.url, "/learn"))


def rush(page: Player) -> None:
    """Begin a rush, by the clock."""
    page.locator("#timed").click()
    expect(page.board).to_be_visible()


def lose_a_rush(page: Player) -> None:
    """Let a rush end by mistakes."""
    page.goto(urljoin(page.url, "/puzzles/rush"))
    rush(page)
    place = page.locator("[name=place]")
    while page.locator("#board").count():
        before = place.input_value()
        page.locator("#board [name=cell]:not([aria-disabled])").last.click()
        expect(page.locator(f"[name=place][value='{before}']")).to_have_count(0)


@dataclass(frozen=True)
class State:
    """A page that shows *view*, after something was done there."""

    view: View
    do: Callable[[Player], None] = lambda page: page.mouse.move(0, 0)

    def show(self, page: Player, app: Flask, site: str) -> None:
        """Bring *page* to it, on *site*, whose cookies are signed as *app* signs them."""
        cookie = signed(app, self.view.session.cookie)
        page.context.add_cookies([{"name": "tic-tac-why", "value": cookie, "url": site}])
        if isinstance(self.view, QueueView):
            self.answer(page, self.view.visit(app), f"{site}{self.view.path}")
        page.goto(f"{site}{self.path(page, site)}")
        self.do(page)

    def answer(self, page: Player, response: TestResponse, address: str) -> None:
        """Let *page* get the *response* at its *address*, as often as it asks."""
        headers, body = dict(response.headers), response.get_data()
        page.route(
            lambda url: url == address,
            lambda route: route.fulfill(status=response.status_code, headers=headers, body=body),
        )

    def path(self, page: Player, site: str) -> str:
        """The path of the view. A game with a friend is played up to it, by browsers of their own
        for everybody but *page*.
        """
        view, browser = self.view, page.context.browser
        if not isinstance(view, FriendView | ClassView):
            return view.path
        assert browser
        is_class = isinstance(view, ClassView)
        names = {"teacher", "otter", "other"} if is_class else {"inviter", "friend"}
        others = {name: browser.new_context() for name in names - {view.seen_by}}

        def post_of(context: BrowserContext) -> Post:
            context.request.get(urljoin(site, "/with"))  # gives the mark of a seat

            def post(path: str, form: Mapping[str, str]) -> str:
                to = urljoin(site, path)
                answer = context.request.post(to, form={**form}, max_redirects=0)
                return answer.headers["location"]

            return post

        path = view.begin(
            {name: post_of(it) for name, it in {**others, view.seen_by: page.context}.items()}
        )
        for context in others.values():
            context.close()
        return path


STATES: Mapping[str, State] = {
    **{
        name: State(view)
        for name, view in VIEWS.items()
        if not (view.form or view.solved or view.rush)
    },
    "rush-run": State(VIEWS["rush"], rush),
    "rush-lost": State(VIEWS["rush"], lose_a_rush),
    "refused": State(VIEWS["middle"], refuse),
    "set-up": State(VIEWS["middle"], choose),
    "set-up-any": State(VIEWS["first"], choose_any),
    "set-up-left": State(VIEWS["set-up-position"], choose_any),
    "keys": State(VIEWS["middle"], list_keys),
    "lens": State(VIEWS["middle"], look_through_a_cell),
    "replay-unfolded": State(VIEWS["replay-turning-point"], unfold),
    "replay-long-unfolded": State(VIEWS["replay-long"], unfold),
    "replay-moves-unfolded": State(VIEWS["replay-moves"], unfold),
    "replay-moves-pointed-at": State(VIEWS["replay-moves-sorted"], point_at_a_move),
    "replay-programs-unfolded": State(VIEWS["replay-programs"], unfold),
    "openings-unfolded": State(VIEWS["openings"], unfold),
    "api-unfolded": State(VIEWS["api"], unfold),
    "search-unfolded": State(VIEWS["search-medium"], unfold),
    "learn-begun": State(VIEWS["learn"], solve_a_lesson),
    "lesson": State(VIEWS["opponents"], unfold_a_lesson),
    "lessons": State(VIEWS["opponents"], unfold),
}
