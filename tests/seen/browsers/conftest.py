"""Firefox and WebKit at the application."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from flask import Flask
from selenium import webdriver
from selenium.common import InvalidSessionIdException
from selenium.webdriver.common.bidi.log import ConsoleLogEntry, JavascriptLogEntry
from selenium.webdriver.common.webdriver import LocalWebDriver

from tests.seen.browsers.engines import ENGINES, start
from tests.seen.browsers.player import TIMEOUT, Player
from tests.server import application, serving
from webapp.serving.security import HEADERS


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application. Its pages may be put into frames of its own, to be measured there."""
    policy = HEADERS["Content-Security-Policy"]
    framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(HEADERS, "Content-Security-Policy", framed)
        return application(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="session")
def base_url(app: Flask) -> Iterator[str]:
    """The address at which it runs."""
    with serving(app) as address:
        yield address


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of each browser engine."""
    return str(request.param)


class Browser:
    """A browser of *engine* that tests take turns with, and the errors *reported* in its pages."""

    def __init__(self, engine: str, *, script: bool) -> None:
        self.engine, self.script = engine, script
        self.reported: list[str] = []
        self.stack = ExitStack()
        self.driver: LocalWebDriver | None = None

    def opened(self) -> LocalWebDriver:
        """Its driver, of a browser opened anew if the last one has crashed.

        :raises MissingProgram: if none starts.
        """
        if self.driver:
            with suppress(InvalidSessionIdException):
                assert self.driver.current_url
                return self.driver
            self.close()
        opened = ENGINES[self.engine](self.script, not self.script)
        driver = start(self.engine, opened, self.stack, "seen")
        driver.set_script_timeout(TIMEOUT)
        if self.script and isinstance(driver, webdriver.Firefox):  # no other reports errors
            driver.script.add_javascript_error_handler(self.report)
            driver.script.add_console_message_handler(self.report)
        self.driver = driver
        return driver

    def close(self) -> None:
        """End the browser."""
        with suppress(InvalidSessionIdException):
            self.stack.close()

    def report(self, entry: ConsoleLogEntry | JavascriptLogEntry) -> None:
        if entry.level == "error":
            self.reported.append(f"{entry.text}")

    def player(self, app: Flask, site: str) -> Player:
        """A first visitor."""
        player = Player(self.opened(), app, site)
        player.forget()
        self.reported.clear()
        return player


@pytest.fixture(scope="session")
def browsers(engine: str) -> Iterator[dict[bool, Browser]]:
    """A browser that runs scripts, and one that does not."""
    both = {script: Browser(engine, script=script) for script in (True, False)}
    yield both
    for browser in both.values():
        browser.close()


@pytest.fixture
def player(browsers: dict[bool, Browser], app: Flask, base_url: str) -> Iterator[Player]:
    """A first visitor. Nothing may go wrong in the pages that they see."""
    player = browsers[True].player(app, base_url)
    yield player
    if isinstance(player.driver, webdriver.Firefox):
        player.driver.browsing_context.get_tree()  # what was reported has arrived after it
    assert not browsers[True].reported


@pytest.fixture
def player_without_script(browsers: dict[bool, Browser], app: Flask, base_url: str) -> Player:
    """A first visitor whose browser runs no scripts, and whose system wishes for dark colours."""
    return browsers[False].player(app, base_url)
