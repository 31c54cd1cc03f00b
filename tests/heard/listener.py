"""A player under a screen reader: each act, with the speech after it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie

from selenium import webdriver
from selenium.webdriver.chrome.service import Service as ChromeService
from selenium.webdriver.common.webdriver import LocalWebDriver
from selenium.webdriver.firefox.service import Service as FirefoxService

from ai.rules.games import Game
from tests.heard.desk import Desk
from tests.programs import program
from tests.seen.browsers.engines import geckodriver, start
from tests.seen.browsers.player import TIMEOUT, Player, post

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--force-renderer-accessibility", "--no-sandbox", "--no-first-run")


@dataclass(frozen=True)
class Heard:
    """An act, and the speech that followed, one string an utterance.

    One of them should match the pattern *wanted*, if it is not empty. If *alone*, it should be the
    only one.
    """

    done: str
    said: tuple[str, ...]
    wanted: str = ""
    alone: bool = True


@dataclass
class Listener(Player):
    """Somebody who plays by keys and hears what Orca says."""

    driver: LocalWebDriver
    site: str
    desk: Desk
    heard: list[Heard] = field(default_factory=list)

    def open(self, path: str) -> None:
        """Open a page of the application and hear its beginning."""
        self.visit(path)
        self.note(f"open {path}", "^Finished loading", alone=False)

    def start(self, game: Game, x: str, o: str, **fields: str) -> None:
        """Open the page with a new match."""
        form = {"game": game.key, "x": x, "o": o, "first": "x", **fields}
        cookie = post(self.site, "/matches", form, SimpleCookie())
        self.visit("/healthz")
        self.desk.heard()
        for name, morsel in cookie.items():
            self.driver.add_cookie({"name": name, "value": morsel.value, "path": "/"})
        self.open("/")

    def note(self, done: str, wanted: str = "", *, alone: bool = True) -> None:
        """Listen until Orca is silent, and write down its speech since the last time."""
        self.heard.append(Heard(done, tuple(self.desk.heard(wanted)), wanted, alone))

    def focus(self, name: str) -> None:
        """Move the focus to the first control in sight whose name begins with *name*."""
        if self.driver.execute_script(FOCUS, "", name):
            self.note(f"go to {name}")

    def focus_cell(self, cell: int) -> None:
        """Move the focus to *cell*, which is to be called by both its names."""
        row, column = self.game.row_and_column(cell)
        name = self.game.cell_names[cell]
        if self.driver.execute_script(FOCUS, f"cell-{cell}", name):
            called = rf"^Row {row + 1}, column {column + 1}: (empty|X|O)\b.*\b{name}\b"
            self.note(f"go to {name}", called, alone=False)

    def press(
        self, name: str, awaited: Callable[[], bool], wanted: str = "", *, alone: bool = True
    ) -> None:
        """Press Enter on the control whose name begins with *name*; *awaited* comes to hold."""
        self.focus(name)
        self.strike("Return", awaited)
        self.note(f"press {name}", wanted, alone=alone)

    def press_cell(self, cell: int, awaited: Callable[[], bool]) -> str:
        """Press Enter on *cell*; *awaited* comes to hold. Returns the act, to be noted."""
        self.focus_cell(cell)
        self.strike("Return", awaited)
        return f"press {self.game.cell_names[cell]}"

    def command(self, typed: str, answer: str, *, alone: bool) -> None:
        """Give the command *typed* in the field for it; the *answer* should be said, *alone*."""
        self.driver.execute_script(FOCUS, "command", "")
        self.desk.write(typed)
        self.note(f"type {typed}", alone=False)
        empty = "return !document.getElementById('command').value"
        refusal = self.element("message").text
        self.strike(
            "Return",
            lambda: self.driver.execute_script(empty) or self.element("message").text != refusal,
        )
        self.note("press Return", answer, alone=alone)

    def strike(self, key: str, awaited: Callable[[], bool]) -> None:
        """Press *key* where the focus is; *awaited* comes to hold."""
        self.desk.press(key)
        self.expect(awaited, True)

    def play(self, *cells: int, turn: str = "Your turn: {}", alone: bool = True) -> None:
        """Play each of *cells*; the status should be said with the moves of both sides, *alone*."""
        for cell in cells:
            own = rf"\b{self.position.to_move} {self.game.cell_names[cell]}\b"
            done = self.press_cell(cell, self.move_made())
            self.note(done, f"^(?=.*{own}){self.stands(turn)}", alone=alone)

    def stands(self, turn: str) -> str:
        """A pattern of the sentence on the position: whose turn it is or how it ended, by the rules
        and the marks on the board, and the cell of the last move.
        """
        position = self.expect_true_page(turn)
        outcome = position.outcome
        if not outcome:
            first = turn.format(position.to_move)
        else:
            first = f"{outcome.winner} wins" if outcome.winner else "Tie"
        last = [self.game.cell_names[cell] for cell in self.marked("data-last")]
        return rf"{first}\b" + "".join(rf".*\b{name}\b" for name in last)

    def move_made(self) -> Callable[[], bool]:
        """Whether the board shows another number of moves than now."""
        before = self.board("ply")
        return lambda: self.board("ply") not in {"", before}

    def at(self, ply: int) -> Callable[[], bool]:
        """Whether the board shows that many moves."""
        return lambda: self.board("ply") == str(ply)

    def tried(self, cell: int) -> Callable[[], bool]:
        """Whether *cell* is marked as a move that was tried."""
        return lambda: cell in self.marked("data-tried")

    def values(self, shown: bool) -> Callable[[], bool]:
        """Whether values are *shown* on the board, or whether none are."""
        return lambda: bool(self.marked("data-value")) is shown


# Focus the element of this id, or else the first control in sight whose name begins with this text.
# The answer is whether the focus moved.
FOCUS = """const [id, name] = arguments;
const called = (one) => (one.ariaLabel ?? one.textContent).replace(/\\s+/g, " ").trim();
const controls = [...document.querySelectorAll("button, a[href], summary, input")];
const found = document.getElementById(id) ??
  controls.find((one) => one.checkVisibility() && called(one).startsWith(name));
if (!found) throw new Error(`no control is called ${name}`);
const moved = document.activeElement !== found;
found.focus();
return moved;"""


@contextmanager
def firefox(desk: Desk) -> Iterator[LocalWebDriver]:
    """A Firefox whose windows are at *desk*."""
    options = webdriver.FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or program("firefox")
    options.set_preference("accessibility.force_disabled", -1)
    service = FirefoxService(geckodriver(), env={**desk.environment})
    with webdriver.Firefox(options, service) as driver:
        yield driver


@contextmanager
def chromium(desk: Desk) -> Iterator[LocalWebDriver]:
    """A Chromium whose windows are at *desk*."""
    options = webdriver.ChromeOptions()
    options.binary_location = next(filter(None, map(shutil.which, CHROMIUM)), CHROMIUM[0])
    for argument in ARGUMENTS:
        options.add_argument(argument)
    service = ChromeService(program("chromedriver"), env={**desk.environment})
    with webdriver.Chrome(options, service) as driver:
        yield driver


BROWSERS = {"firefox": firefox, "chromium": chromium}


@contextmanager
def listening(browser: str, desk: Desk, site: str) -> Iterator[Listener]:
    """A listener with a window of *browser*, a key of :data:`BROWSERS`.

    :raises MissingProgram: if it does not start.
    """
    with ExitStack() as stack:
        driver = start(browser, BROWSERS[browser](desk), stack, "hearing")
        driver.set_script_timeout(TIMEOUT)
        driver.get(f"{site}/healthz")
        desk.heard()
        yield Listener(driver, site, desk)
