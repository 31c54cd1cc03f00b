"""A player at a page of Chromium: a page with what stands on it, and what one does and expects."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from flask import Flask
from playwright.sync_api import Locator, Page, Request, Route, expect

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import solution
from ai.rules.games import GAMES, Game
from ai.rules.position import Mark, Position
from ai.rules.record import parse_record
from tests.browser import SESSION, signed
from tests.page import read, shown
from tests.server import KEY
from tests.strategies import model_of
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.session import Session

HUMAN = "human"
# What is folded in the choices of a new match, the second in the first.
OTHER_WAYS = "Other ways to play"
BOTH_PLAYERS = OTHER_WAYS, "Choose both players"
REPLY_AFTER = 200  # milliseconds
UNREACHABLE = "Nothing is lost: try again."
SITE = Flask(__name__)  # signs as the served one does
SITE.secret_key = KEY
SITE.extensions["signers"] = {}

# Live regions announce added text; they ignore removed text and hidden text.
LISTEN = """() => {
  const heard = window.heard = [];
  const live = "[role=status], [role=alert], [aria-live]";
  const spoken = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : node.ariaHidden ? "" : [...node.childNodes].map(spoken).join("");
  new MutationObserver((changes) => {
    const regions = changes.map(({ target }) =>
      (target.closest ? target : target.parentElement)?.closest(live));
    for (const region of new Set(regions)) {
      const text = region?.isConnected && spoken(region).trim();
      if (text) heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""

# The boxes of the elements of each selector that can be seen, at the top of the page if so asked:
# scrolled and measured at once, for what opens scrolls into view a moment after the click.
BOXES = """([selectors, atTop]) => {
  if (atTop) scrollTo(0, 0);
  return selectors.flatMap(selector => [...document.querySelectorAll(selector)])
    .filter(one => one.checkVisibility())
    .map(one => one.getBoundingClientRect())
    .map(({ left, top, right, bottom }) => [left, top, right, bottom]);
}"""

# How far from the left the logo begins, and the status or the first heading of the page; the latter
# from the edge of the words beside a board, if it stands there.
EDGES = """() => {
  const left = (node) => {
    const words = document.createRange();
    words.selectNodeContents(node);
    return words.getBoundingClientRect().left;
  };
  const margin = document.querySelector(".bench > .margin");
  const edge = margin?.getBoundingClientRect().left;
  const begins = edge && edge + Number.parseFloat(getComputedStyle(margin).paddingLeft);
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth > 1;
  const logo = document.querySelector(".logo").getBoundingClientRect().left;
  const headings = [...document.querySelectorAll("main h2")].filter(isSeen);
  const first = document.querySelector("#status strong") ?? headings[0];
  return [logo, left(first) - (edge && first.closest(".bench") ? begins - logo : 0)];
}"""

# The boxes within the page that scroll, sideways or not.
SCROLLED = """() => [...document.querySelectorAll("main *")].filter(e => {
    const { overflowX, overflowY } = getComputedStyle(e);
    return [overflowX, overflowY].some(how => ["auto", "scroll"].includes(how)) &&
      (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1);
  }).map(e => e.id || e.className)"""


class Box(NamedTuple):
    """A rectangle in the window, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def is_within(self, width: float, height: float) -> bool:
        """Whether it lies in a window of this size."""
        return 0 <= self.left <= self.right <= width and 0 <= self.top <= self.bottom <= height

    def overlaps(self, other: "Box") -> bool:
        """Whether both share more than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class Player(Page):
    """A page, and somebody who plays at it."""

    def __init__(self, impl_obj: Any) -> None:
        """Name what stands on the page, to be looked for when it is needed."""
        super().__init__(impl_obj)
        self.board = self.locator("#board")
        self.empty_cells = self.board.get_by_role("button", name=re.compile(r": empty\b"))
        self.status = self.locator("#status")
        self.message = self.get_by_role("alert")
        self.moves = self.get_by_role("list", name="Moves").get_by_role("listitem")
        self.score = self.locator("#strip .score > .unseen")  # in words, once a game has ended
        self.why = self.locator("#why")  # the reason for the computer's last move
        self.figures = self.why.get_by_role("table")
        self.sketch = self.locator("#sketch > *")
        self.advice = self.locator("#advice")  # a hint, or the outcome of a tried move
        self.review = self.get_by_role("region", name="Review")
        # The moves that nobody played, and the way back to the game.
        self.variation = self.get_by_role("region", name="Variation")
        self.company = self.locator("#company")

    @classmethod
    def at(cls, page: Page) -> Self:
        """The player at *page*."""
        return cls(page._impl_obj)

    def new_tab(self) -> Self:
        return self.at(self.context.new_page())

    def resize(self, width: int, height: int) -> None:
        self.set_viewport_size({"width": width, "height": height})

    def cell(self, name: str) -> Locator:
        """The cell of that *name*, such as `b2`, whatever stands on it."""
        row, column = name[1:], "abcdefgh".index(name[0]) + 1
        return self.board.get_by_role("button", name=f"Row {row}, column {column}: ")

    def button(self, name: str) -> Locator:
        return self.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.get_by_role("link", name=name, exact=True)

    def players(self, mark: str) -> Locator:
        """The choice of who holds *mark* in the next game."""
        return self.get_by_role("combobox", name=f"Player {mark}", exact=True)

    @property
    def ply(self) -> int:
        """How many moves the board shows."""
        return int(self.board.get_attribute("data-ply") or "")

    @property
    def state(self) -> str | None:
        """Whether the game is `active`, `won` or `tied`."""
        return self.board.get_attribute("data-state")

    def choose(self, game: Game, x: str, o: str) -> None:
        """Fill in the form for a new game and send it; the players are `human` or keys."""
        self.open_set_up(*BOTH_PLAYERS)
        self.get_by_role("combobox", name="Game").select_option(game.key)
        self.players("X").select_option(x)
        self.players("O").select_option(o)
        self.button("Start").click()

    def choose_in(self, group: str, mark: str) -> None:
        """Choose a *mark* in the *group* of that name."""
        choices = self.get_by_role("group", name=group)
        choices.get_by_role("radio", name=re.compile(rf"^{mark}\b")).check()

    def open_set_up(self, *folds: str) -> None:
        """Open the choices of a new match, unless they are open, and the *folds* in them."""
        strip = self.locator("#setup > summary")
        if strip.is_visible() and not self.locator("#setup[open]").count():
            strip.click()
        for fold in folds:
            if not self.locator("#setup details[open] > summary", has_text=fold).count():
                self.locator("#setup summary", has_text=fold).click()

    def expect_one_left_edge(self, inset: int) -> None:
        """The logo, and the status or the first heading, begin *inset* pixels from the edge of the
        page; the latter may begin with the words beside the board.
        """
        edges = self.evaluate(EDGES)
        assert {*map(round, edges)} == {inset}, (self.url, edges)

    def send(self, path: str, form: dict[str, str]) -> None:
        """Send a form as another tab would: the page stays as it is."""
        answer = self.request.post(path, form={**form}, max_redirects=0)
        assert answer.status == 303, answer.text()

    def start(self, game: Game, x: str = HUMAN, o: str = HUMAN, **fields: str) -> None:
        """Start this match in another tab."""
        self.send("/matches", {"game": game.key, "x": x, "o": o, "first": "x", **fields})

    def begin(
        self,
        game: Game,
        x: str = HUMAN,
        o: str = HUMAN,
        *,
        played: str = "",
        first: str = "X",
        seed: int = 1,
    ) -> None:
        """Open the page with this match after the moves *played*. The computer makes its moves
        itself.
        """
        record = parse_record(game, played, Mark(first))
        match = Match(record, Players(x, o), seed).reply()
        cookie, site = signed(SITE, Session(match).cookie), self.request.get("/healthz").url
        self.context.add_cookies([{"name": SESSION, "value": cookie, "url": site}])
        self.goto("/")
        self.expect_ply(match.position.ply)

    def begin_in_still_time(self, game: Game, o: str) -> None:
        """Open the page with a match against *o*, with motion; there time stands still."""
        self.emulate_media(reduced_motion="no-preference")
        self.clock.install(time=0)
        self.begin(game, o=o)
        self.clock.pause_at(5000)

    def show_motion_slowly(self) -> None:
        """Show motion from now on, very little of it in the time of a test."""
        self.emulate_media(reduced_motion="no-preference")
        browser = self.context.new_cdp_session(self)
        browser.send("Animation.enable")
        browser.send("Animation.setPlaybackRate", {"playbackRate": 0.001})

    def bring_back(self) -> None:
        """Report what a browser does that had put the page aside: those under test put none."""
        report = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
        self.evaluate(report)

    def click_in_place(self, target: Locator) -> None:
        """Click *target* where it stands in the window; `Locator.click` may scroll the page, the
        more often the busier the machine.
        """
        expect(target).to_be_in_viewport(ratio=0.9)
        box = target.bounding_box()
        assert box
        self.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def play(self, names: str) -> None:
        """Click the cells of those *names* one after the other, as two people at one screen do."""
        for number, name in enumerate(names.split(), self.ply + 1):
            self.cell(name).click()
            self.expect_ply(number)

    def play_once(self) -> None:
        """Click an empty cell and wait for what comes of it."""
        before = self.ply
        self.empty_cells.first.click()
        expect(self.board).not_to_have_attribute("data-ply", str(before))

    def play_on(self) -> None:
        while self.state == "active":
            self.play_once()

    def solve(self, puzzle: Puzzle) -> None:
        """Click the moves of a solution; the page says that the puzzle is solved."""
        for step in solution(puzzle):
            self.cell(puzzle.game.cell_names[step.move.cell]).click()
            self.expect_ply(step.position.ply)
        self.expect_solved()

    def invite(self, game: Game, side: str = "X", first: str = "X") -> None:
        """Ask for a link for a friend, from the choices of a match on."""
        self.goto("/")
        self.open_set_up(OTHER_WAYS)
        self.link("A friend, elsewhere").click()
        self.get_by_role("radio", name=re.compile(rf"^{game.name}\b")).check()
        self.choose_in("Your mark", side)
        self.choose_in("Who starts", first)
        self.button("Get the link").click()
        expect(self.company).to_contain_text("Nobody has joined yet")

    def join(self, inviter: "Player") -> None:
        """Open the link that the inviter's page shows, and take the free seat."""
        (address,) = re.findall(r"http://\S+/with/\w{16}", inviter.company.inner_text())
        self.goto(address)
        self.button("Join").click()
        expect(self.get_by_role("button", name="Join")).to_have_count(0)

    def boxes(self, *selectors: str, at_top: bool = False) -> list[Box]:
        """The boxes of the elements in sight that each of *selectors* finds, now or with the page
        scrolled to its top.
        """
        return [Box(*box) for box in self.evaluate(BOXES, [selectors, at_top])]

    def boxes_on(
        self, screens: Iterable[tuple[int, int]], *selectors: str
    ) -> dict[tuple[int, int], list[Box]]:
        """These boxes at the top of the loaded page, in windows of each size."""
        self.wait_for_load_state()  # the board stands before the last style sheet is there
        found = {}
        for screen in screens:
            self.resize(*screen)
            found[screen] = self.boxes(*selectors, at_top=True)
        return found

    @property
    def scrolled(self) -> list[str]:
        """The ids or classes of boxes within the page that scroll."""
        found: list[str] = self.evaluate(SCROLLED)
        return found

    def listen(self) -> None:
        """Record from now on the output of live regions."""
        self.evaluate(LISTEN)

    def heard(self) -> list[str]:
        """The announcements since the last call."""
        said: list[str] = self.evaluate("() => window.heard.splice(0)")
        return said

    def log_requests(self) -> list[Request]:
        """The requests that the page sends from now on."""
        sent: list[Request] = []
        self.on("request", lambda request: sent.append(request))  # noqa: PLW0108 (no signature)
        return sent

    @contextmanager
    def held_back(self, what: str = "**/moves") -> Iterator[list[Route]]:
        """Hold back the moves that the page sends, or other requests, until the block ends."""
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        self.route(what, hold)
        yield held
        for route in held:
            route.continue_()
        self.unroute(what, hold)

    def expect_ply(self, number: int) -> None:
        expect(self.board).to_have_attribute("data-ply", str(number))

    def expect_pending(self, name: str, mark: str) -> None:
        """Only the cell *name* shows a mark in pending ink, and only this *mark*."""
        expect(self.locator("#board [data-pending]")).to_have_count(1)
        pending = self.cell(name)
        expect(pending).to_have_attribute("data-pending", mark)
        expect(pending).not_to_have_attribute("data-mark", re.compile(""))
        shapes = pending.locator(".mark > use")
        shown = shapes.evaluate_all("all => all.map(use => use.checkVisibility())")
        assert shown == [mark == "X", mark == "O"]

    def expect_at(self, number: int) -> None:
        """The replay comes to stand after that many moves."""
        self.expect_ply(number)
        expect(self.status).to_contain_text(f"Move {number} of ")
        expect(self).to_have_url(re.compile(rf"[?&]ply={number}(?!\d)|^(?!.*[?&]ply=)"))

    def expect_status(self, beginning: str) -> None:
        expect(self.status).to_have_text(re.compile(rf"^{re.escape(beginning)}\b"))

    def expect_solved(self) -> None:
        """The page comes to say that the puzzle is solved."""
        expect(self.get_by_role("region", name="Solved")).to_be_visible()
        expect(self.status).to_contain_text("Solved")

    def expect_true_page(self) -> Position:
        """Wait until the page shows the match that the server has; its position.

        The model and the reader of :mod:`tests.page` decide, as they do for any sequence of
        requests.
        """
        expect(self.board).to_be_attached()
        self.wait_for_load_state("domcontentloaded")  # the board may stand before what follows it
        match = self.match_on_the_server()
        model = model_of(match)
        names = []
        for number in match.position.game.cells:
            row, column = match.position.game.row_and_column(number)
            stands = match.position.mark_at(number) or "empty"
            names.append(rf"- 'button /^Row {row + 1}, column {column + 1}: {stands}\b/'")
        expect(self.board).to_match_aria_snapshot("\n".join(names))
        self.expect_status(model.status)
        expect(self.board).to_have_attribute("data-state", model.shown.state)
        expect(self.moves).to_have_text([re.compile(rf"^{move}\b") for move in model.shown.moves])
        found = shown(read(self.content()))
        assert found == replace(model.shown, score=found.score)
        return match.position

    def match_on_the_server(self) -> Match:
        """The match that the server has for this browser, from the address of its replay."""
        address = urlsplit(self.request.get("/replay", max_redirects=0).headers["location"])
        *_, key, text = unquote(address.path).split("/")
        query = dict(parse_qsl(address.query))
        record = parse_record(GAMES[key], text, Mark(query["first"].upper()))
        return Match(record, Players(query.get("x", HUMAN), query.get("o", HUMAN)), seed=0)
