"""A browser and a running application for the end-to-end tests."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import (
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Error,
    WebError,
    expect,
)
from werkzeug.serving import make_server

from tests.e2e.browser import BrowserUnavailable, find_browser
from webapp import create_app

TIMEOUT = 10_000  # milliseconds: long for a loaded machine, short for a mistake

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
    browser_type: BrowserType,
    pytestconfig: pytest.Config,
) -> dict[str, Any]:
    """How to start a browser that works here; the command line's options win."""
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")
    try:
        with capture.global_and_fixture_disabled():  # installing takes minutes: say so at once
            found = find_browser(browser_type)
    except BrowserUnavailable as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    return {**found, **browser_type_launch_args}


@pytest.fixture(scope="session")
def base_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The address of the running application, or of another one given by ``--base-url``."""
    if elsewhere := pytestconfig.getoption("base_url"):
        yield elsewhere
        return
    app = create_app({"TESTING": True, "SECRET_KEY": "end-to-end tests"})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://{server.host}:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def script(request: pytest.FixtureRequest, browser_type_launch_args: dict[str, Any]) -> bool:
    """Whether pages may run scripts; a test that asks for it runs both ways."""
    enabled = bool(request.param)
    if not enabled and browser_type_launch_args.get("channel") == "moz-firefox":
        pytest.skip("Playwright cannot turn scripts off in a Firefox that is not its own")
    return enabled


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], request: pytest.FixtureRequest
) -> dict[str, Any]:
    """How to open a browser context: as *script* says, where the test asks for it."""
    if "script" not in request.fixturenames:
        return browser_context_args
    return {**browser_context_args, "java_script_enabled": request.getfixturevalue("script")}


@pytest.fixture
def page_errors() -> Iterator[list[str]]:
    """What went wrong in the pages of the test, which must be nothing.

    A test that provokes an error asserts it and clears the list.
    """
    errors: list[str] = []
    yield errors
    assert not errors, "\n".join(errors)


@pytest.fixture
def new_context(
    page_errors: list[str], new_context: Callable[..., BrowserContext]
) -> Iterator[Callable[..., BrowserContext]]:
    """Opens browser contexts, the default one among them, and watches their pages."""
    contexts: list[BrowserContext] = []

    def uncaught(error: WebError) -> None:
        page_errors.append(f"uncaught: {error.error}")

    def logged(message: ConsoleMessage) -> None:
        # The browser's own note on a 4xx answer; a test may well ask for one.
        refusal = message.text.startswith(
            "Failed to load resource: the server responded with a status of 4"
        )
        if message.type == "error" and not refusal:
            page_errors.append(f"console: {message.text}")

    def open_context(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(TIMEOUT)
        context.on("weberror", uncaught)
        context.on("console", logged)
        contexts.append(context)
        return context

    yield open_context
    for context in contexts:
        for page in context.pages:
            with suppress(Error):
                page.title()  # a round trip, so that what was reported has arrived
