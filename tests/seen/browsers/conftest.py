"""Firefox and WebKit, and a running application for them."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from selenium import webdriver
from selenium.common import InvalidSessionIdException
from selenium.webdriver.common.bidi.log import ConsoleLogEntry, JavascriptLogEntry
from selenium.webdriver.common.webdriver import LocalWebDriver

from tests.chromium import time_limit  # noqa: F401 (pytest finds it here)
from tests.programs import MissingProgram
from tests.seen.browsers.engines import ENGINES, start
from tests.seen.browsers.player import TIMEOUT, Player
from tests.server import served
from webapp.serving.security import HEADERS


@pytest.fixture(scope="session")
def base_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The address of the running application, or of another one given by ``--base-url``.

    Its pages may be put into frames of its own, to be measured there.
    """
    policy = HEADERS["Content-Security-Policy"]
    framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HEADERS, "Content-Security-Policy", framed)
        with served(pytestconfig.getoption("base_url")) as address:
            yield address


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of each browser engine."""
    return str(request.param)


class Browser:
    """A browser of *engine* that tests take turns with, and the errors *reported* in its pages."""

    def __init__(self, engine: str, *, script: bool) -> None:
        self.engine = engine
        self.script = script
        self.reported: list[str] = []
        self.stack = ExitStack()
        self.driver: LocalWebDriver | None = None

    def opened(self) -> LocalWebDriver:
        """Its driver, of a browser opened anew if the last one has crashed; or a failure that says
        why none starts.
        """
        if self.driver:
            with suppress(InvalidSessionIdException):
                assert self.driver.current_url
                return self.driver
            self.close()
        try:
            opened = ENGINES[self.engine](self.script, not self.script)
            driver = start(self.engine, opened, self.stack, "audits")
        except MissingProgram as error:
            raise pytest.fail.Exception(str(error), pytrace=False) from None
        driver.set_script_timeout(TIMEOUT)
        if self.script and isinstance(driver, webdriver.Firefox):  # no other reports errors
            driver.script.add_javascript_error_handler(self.uncaught)
            driver.script.add_console_message_handler(self.logged)
        self.driver = driver
        return driver

    def close(self) -> None:
        """End the browser."""
        with suppress(InvalidSessionIdException):
            self.stack.close()

    def uncaught(self, error: JavascriptLogEntry) -> None:
        self.reported.append(f"uncaught: {error.text}")

    def logged(self, message: ConsoleLogEntry) -> None:
        if message.level == "error":
            self.reported.append(f"console: {message.text}")


@pytest.fixture(scope="session")
def browsers(engine: str) -> Iterator[dict[bool, Browser]]:
    """A browser that runs scripts, and one that does not."""
    both = {script: Browser(engine, script=script) for script in (True, False)}
    yield both
    for browser in both.values():
        browser.close()


@pytest.fixture
def player(browsers: dict[bool, Browser], base_url: str) -> Iterator[Player]:
    """A first visitor. Nothing may go wrong in the pages that they see."""
    browser = browsers[True]
    driver = browser.opened()
    browser.reported.clear()
    player = Player(driver, base_url)
    player.forget()
    yield player
    if isinstance(driver, webdriver.Firefox):
        driver.browsing_context.get_tree()  # what was reported has arrived after it
    assert not browser.reported


@pytest.fixture
def player_without_script(browsers: dict[bool, Browser], base_url: str) -> Player:
    """A first visitor whose browser runs no scripts, and whose system wishes for dark colours."""
    player = Player(browsers[False].opened(), base_url)
    player.forget()
    return player
