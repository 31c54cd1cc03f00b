"""A player under a screen reader: each act, with the speech after it."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium import webdriver
from selenium.webdriver.chrome.service import Service as ChromeService
from selenium.webdriver.common.webdriver import LocalWebDriver
from selenium.webdriver.firefox.service import Service as FirefoxService

from ai.language import ENGLISH, speak, speaking
from tests.heard.desk import Desk, desk, orcas
from tests.programs import program
from tests.seen.browsers.engines import geckodriver, start
from tests.seen.browsers.player import TIMEOUT, YOUR_TURN, Player, standing
from tests.server import application, serving

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
LOADED = "^Finished loading"  # which Orca says in English of a page that is opened, and more


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

    desk: Desk
    heard: list[Heard] = field(default_factory=list)

    def hear(self, done: str, wanted: str = "", *, alone: bool = True) -> None:
        """Listen until Orca is silent, and write down its speech since the last time."""
        wanted = " ".join(wanted.split())  # no space that does not break is heard
        alone = alone and not wanted.startswith(LOADED)
        self.heard.append(Heard(done, tuple(self.desk.heard(wanted)), wanted, alone))

    def visit(self, path: str) -> None:
        """Open a page of the application and hear its beginning."""
        super().visit(path)
        loaded = orcas("Finished loading %s.") % ".*"
        self.hear(f"open {path}", f"^{loaded}$", alone=False)

    def focus(self, control: str | int, wanted: str = "") -> str:
        """Move the focus to the first *control* in sight whose name begins so, to the element of
        that id, or to the cell of that number, which is to be called by both its names. Returns
        what to call it.
        """
        called = f"{control}"
        if isinstance(control, int):
            called = self.game.cell_names[control]
            wanted = rf"^{self.place(control)}.*\b{called}\b"
            control = f"cell-{control}"
        name = " ".join(control.split())  # without spaces that do not break
        if self.driver.execute_script(FOCUS, name):
            self.hear(f"go to {called}", wanted, alone=False)
        return called

    def strike(self, key: str, wanted: str = "", *, alone: bool = False) -> None:
        """Press *key* where the focus is."""
        self.desk.press(key)
        self.hear(f"press {key}", wanted, alone=alone)

    def press(self, control: str | int, wanted: str = "", *, alone: bool = True) -> None:
        """Press Enter on that *control*."""
        called = self.focus(control)
        self.desk.press("Return")
        self.hear(f"press {called}", wanted, alone=alone)

    def command(self, typed: str, answer: str) -> None:
        """Give the command *typed* in the field for it; the *answer* should be said, alone unless
        it is a refusal: the text is then selected, and said to be.
        """
        self.focus("command")
        self.type(typed)  # by the browser: xdotool lacks letters with accents
        self.hear(f"type {typed}")
        self.strike("Return", answer, alone=typed != "zz")

    def move(
        self, done: str, key: str = "Return", *, turn: str, own: str = "", alone: bool = True
    ) -> None:
        """Press *key*, which leads to another position. The status should be said, *alone*, with
        the *own* move: whose turn it is, or how the game ended, by the rules and the marks on the
        board, and the cell of the last move.
        """
        with self.a_move():
            self.desk.press(key)
        position = self.expect_true_page(turn)
        last = [self.game.cell_names[cell] for cell in self.marked("data-last")]
        stands = rf"{standing(position, turn)}\b" + "".join(rf".*\b{name}\b" for name in last)
        self.hear(f"press {done}", f"^{own}{stands}", alone=alone)

    def play(self, *cells: int, turn: str = YOUR_TURN, alone: bool = True) -> None:
        """Play each of *cells*; the status should be said with the moves of both sides, *alone*."""
        for cell in cells:
            name = self.focus(cell)
            own = rf"(?=.*\b{self.position.to_move} {name}\b)"
            self.move(name, turn=turn, own=own, alone=alone)


# Focus the element of this id, or else the first control in sight whose name begins so. The answer
# is whether the focus moved.
FOCUS = """const [name] = arguments;
const called = (one) => (one.ariaLabel ?? one.textContent).replace(/\\s+/g, " ").trim();
const controls = [...document.querySelectorAll("button, a[href], summary, input")];
const found = document.getElementById(name) ??
  controls.find((one) => one.checkVisibility() && called(one).startsWith(name));
if (!found) throw new Error(`no control is called ${name}`);
const moved = document.activeElement !== found;
found.focus();
return moved;"""


@contextmanager
def firefox(environment: Mapping[str, str]) -> Iterator[LocalWebDriver]:
    """A Firefox whose windows are where *environment* says, and which asks for its language."""
    options = webdriver.FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or program("firefox")
    options.set_preference("accessibility.force_disabled", -1)
    options.set_preference("intl.accept_languages", environment["LANGUAGE"])
    with webdriver.Firefox(options, FirefoxService(geckodriver(), env=environment)) as driver:
        yield driver


@contextmanager
def chromium(environment: Mapping[str, str]) -> Iterator[LocalWebDriver]:
    """A Chromium whose windows are there, and which asks for the same language."""
    options = webdriver.ChromeOptions()
    options.binary_location = next(filter(None, map(shutil.which, CHROMIUM)), CHROMIUM[0])
    for argument in ("--force-renderer-accessibility", "--no-sandbox", "--no-first-run"):
        options.add_argument(argument)
    languages = {"intl.accept_languages": environment["LANGUAGE"]}
    options.add_experimental_option("prefs", languages)
    service = ChromeService(program("chromedriver"), env=environment)
    with webdriver.Chrome(options, service) as driver:
        yield driver


BROWSERS = {"firefox": firefox, "chromium": chromium}


@contextmanager
def listening(
    browser: str, language: str = ENGLISH, *, reading: bool = False
) -> Iterator[Listener]:
    """A listener with a window of *browser*, a key of :data:`BROWSERS`, at an application of its
    own. All of them speak the *language*, and so do the tests. Orca reads whole pages if *reading*,
    else keys go to them.

    :raises MissingProgram: if *browser*, Orca or what Orca needs does not start.
    """
    with ExitStack() as stack:
        app = application(Path(stack.enter_context(TemporaryDirectory())))
        site = stack.enter_context(serving(app))
        stack.callback(speaking.reset, speak(language))
        own = stack.enter_context(desk(language, reading=reading))
        driver = start(browser, BROWSERS[browser](own.environment), stack, "hearing")
        driver.set_script_timeout(TIMEOUT)
        driver.get(f"{site}/healthz")
        own.heard("^ok")  # what is on that page
        yield Listener(driver, app, site, own)
