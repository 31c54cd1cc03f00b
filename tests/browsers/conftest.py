"""Firefox and WebKit, and a running application for them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.common.bidi.log import ConsoleLogEntry, JavascriptLogEntry
from selenium.webdriver.common.webdriver import LocalWebDriver

from tests.browsers.engines import ENGINES, Engine, start
from tests.browsers.player import TIMEOUT, Player
from tests.programs import MissingProgram
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


@pytest.fixture(scope="session", params=ENGINES.values(), ids=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each browser engine."""
    found: Engine = request.param
    return found


@pytest.fixture(scope="session")
def with_script(engine: Engine) -> Iterator[LocalWebDriver]:
    """A browser that tests take turns with."""
    with opened(engine) as driver:
        yield driver


@pytest.fixture(scope="session")
def without_script(engine: Engine) -> Iterator[LocalWebDriver]:
    """Another one, which runs no scripts, in a system that wishes for dark colours."""
    with opened(engine, script=False) as driver:
        yield driver


@contextmanager
def opened(engine: Engine, *, script: bool = True) -> Iterator[LocalWebDriver]:
    """A browser, or a failure that says why it does not start."""
    with ExitStack() as stack:
        try:
            driver = start(engine, stack, script=script, dark=not script)
        except MissingProgram as error:
            raise pytest.fail.Exception(str(error), pytrace=False) from None
        driver.set_script_timeout(TIMEOUT)
        yield driver


@pytest.fixture(scope="session")
def reported(with_script: LocalWebDriver) -> list[str]:
    """Errors in pages, reported by Firefox; WebKit's driver cannot report them."""
    errors: list[str] = []
    if isinstance(with_script, webdriver.Firefox):

        def uncaught(error: JavascriptLogEntry) -> None:
            errors.append(f"uncaught: {error.text}")

        def logged(message: ConsoleLogEntry) -> None:
            if message.level == "error":
                errors.append(f"console: {message.text}")

        with_script.script.add_javascript_error_handler(uncaught)
        with_script.script.add_console_message_handler(logged)
    return errors


@pytest.fixture
def player(with_script: LocalWebDriver, reported: list[str], base_url: str) -> Iterator[Player]:
    """A first visitor. Nothing may go wrong in the pages that they see."""
    reported.clear()
    player = Player(with_script, base_url)
    player.forget()
    yield player
    if isinstance(with_script, webdriver.Firefox):
        with_script.browsing_context.get_tree()  # what was reported has arrived after it
    assert not reported


@pytest.fixture
def player_without_script(without_script: LocalWebDriver, base_url: str) -> Player:
    """A first visitor whose browser runs no scripts, and whose system wishes for dark colours."""
    player = Player(without_script, base_url)
    player.forget()
    return player
