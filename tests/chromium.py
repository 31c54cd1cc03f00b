"""Fixtures for tests in Chromium: a browser, a running application, a shared page."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, Literal

import pytest
from flask import Flask
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    expect,
)

from tests.e2e.browser import open_browser
from tests.e2e.player import Player
from tests.server import application, serving

TIMEOUT = 30_000  # milliseconds: a machine with thirty other things to do took 15 for a page
VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
MOTION: Literal["reduce"] = "reduce"

LONGEST = 300  # seconds of a test in a browser
AGAIN = 10  # seconds after which its fixtures are ended too

LOST = re.compile("Playwright connection closed|Connection closed while reading from the driver")

expect.set_options(timeout=TIMEOUT)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """End the block with an error after so many *seconds*, and again while what follows hangs."""

    def end(_signal: int, _frame: object) -> None:
        raise Error(f"This takes longer than {seconds} seconds.")

    handler = signal.signal(signal.SIGALRM, end)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)


@pytest.fixture(autouse=True)
def time_limit(request: pytest.FixtureRequest) -> Iterator[None]:
    """End a test that hangs in a browser, and each of its fixtures."""
    in_browser = {"browser", "engine"} & {*request.fixturenames}
    with limited(LONGEST) if in_browser else nullcontext():
        yield


def pytest_exception_interact(
    node: pytest.Item, call: pytest.CallInfo[object], report: pytest.TestReport
) -> None:
    """End this process if the program that drives browsers has ended, for it cannot start a second
    time here: another process repeats the test and runs those that are left.
    """
    lost = call.excinfo and LOST.search(str(call.excinfo.value))
    if lost and hasattr(node.config, "workerinput"):
        capture = node.config.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():
            sys.stderr.write(f"\n{node.nodeid}: {lost[0]}\n{report.capstderr}\n")
            sys.stderr.flush()
            os._exit(1)


@pytest.fixture(scope="session")
def launch_browser(
    browser_type_launch_args: dict[str, Any],
    browser_type: BrowserType,
    pytestconfig: pytest.Config,
) -> Callable[..., Browser]:
    """Starts a browser that works here; the command line's options win."""
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")

    def launch(**options: Any) -> Browser:
        with capture.global_and_fixture_disabled():  # installing takes minutes: say so at once
            return open_browser(browser_type, **browser_type_launch_args, **options)

    return launch


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application that browsers visit."""
    return application(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="session")
def base_url(app: Flask) -> Iterator[str]:
    """The address at which it runs."""
    with serving(app) as address:
        yield address


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Whether pages may run scripts; a test that asks for it runs both ways."""
    return bool(request.param)


def without_each(*scripts: str) -> pytest.MarkDecorator:
    """A test that runs with all scripts, without any, and without each of these: a filter may block
    it, or a connection lose it. No other script rests on `share` and `app`, so one test of each
    kind of page lacks these.
    """
    return pytest.mark.parametrize("script", [True, False, *scripts], indirect=True, ids=str)


of_match = without_each("htmx", "board", "game", "share", "app")
of_replay = without_each("board", "replay", "share", "app")


def block(page: Page, script: str) -> None:
    """Let no script of that name come to *page*."""
    page.route(re.compile(rf"/{script}[.-][^/]*js$"), lambda route: route.fulfill(status=404))


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], request: pytest.FixtureRequest, base_url: str
) -> dict[str, Any]:
    """How to open a browser context: as *script* says, where the test asks for it.

    The visitor wishes for little motion, for to draw it takes a third of the time of a click. The
    service worker would answer what tests intercept.
    """
    scripted = "script" not in request.fixturenames or request.getfixturevalue("script")
    options = {
        "base_url": base_url,  # the plugin keeps the address of a session's first module
        "reduced_motion": MOTION,
        "java_script_enabled": scripted,
        "service_workers": "block",
    }
    return {**browser_context_args, **options}


@pytest.fixture(scope="session")
def reported() -> list[str]:
    """The latest errors of all pages."""
    return []


@pytest.fixture
def page_errors(reported: list[str]) -> Iterator[list[str]]:
    """The errors in the pages of the test; there must be none.

    A test that provokes an error asserts it and clears the list.
    """
    reported.clear()
    yield reported
    assert not reported, "\n".join(reported)


def watch(context: BrowserContext, reported: list[str]) -> BrowserContext:
    """The *context*; faults in its pages are *reported* from now on."""

    def logged(message: ConsoleMessage) -> None:
        # The browser's own note on a 4xx answer; a test may well ask for one.
        refusal = message.text.startswith(
            "Failed to load resource: the server responded with a status of 4"
        )
        if message.type == "error" and not refusal:
            reported.append(f"console: {message.text}")

    context.set_default_timeout(TIMEOUT)
    context.on("weberror", lambda error: reported.append(f"uncaught: {error.error}"))
    context.on("console", logged)
    return context


def await_reports(context: BrowserContext) -> None:
    """Make a round trip to each page, so that what went wrong there has been reported."""
    for page in context.pages:
        with suppress(Error):
            page.title()


@pytest.fixture
def new_context(
    page_errors: list[str], new_context: Callable[..., BrowserContext]
) -> Iterator[Callable[..., BrowserContext]]:
    """Opens browser contexts that are watched."""
    contexts: list[BrowserContext] = []

    def open_context(**options: Any) -> BrowserContext:
        contexts.append(watch(new_context(**options), page_errors))
        return contexts[-1]

    yield open_context
    for context in contexts:
        await_reports(context)


@pytest.fixture(scope="session")
def kept_pages(browser: Browser) -> Iterator[dict[str, Player]]:  # noqa: ARG001
    """The pages that tests share, one for each way to open a context."""
    pages: dict[str, Player] = {}
    yield pages
    for page in pages.values():
        page.context.close()


@pytest.fixture
def fresh(request: pytest.FixtureRequest) -> Player:
    """A page of its own, for a test that leaves what cannot be wiped away, such as a clock."""
    context: BrowserContext = request.getfixturevalue("context")
    return Player.at(context.new_page())


@pytest.fixture
def page(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    kept_pages: dict[str, Player],
    page_errors: list[str],
) -> Iterator[Player]:
    """A page as a first visitor has it.

    Tests take turns with it, for to open a page takes longer than most of what they do with it.
    """
    if "fresh" in request.fixturenames:
        yield request.getfixturevalue("fresh")
        return
    key = repr(browser_context_args)
    if key not in kept_pages:
        context = watch(browser.new_context(**browser_context_args), page_errors)
        kept_pages[key] = Player.at(context.new_page())
    page = kept_pages[key]
    params = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    if isinstance(missing := params.get("script"), str):
        block(page, missing)
    yield page
    await_reports(page.context)
    try:
        tidy(page, browser_context_args.get("viewport", VIEWPORT))
    except Error:
        kept_pages.pop(key).context.close()


def tidy(page: Page, viewport: ViewportSize) -> None:
    """Leave *page* alone in its context, empty, and without anything that a test set up."""
    context = page.context
    for other in context.pages[1:]:
        other.close()
    page.unroute_all()
    page.goto("about:blank")  # ends the requests that are under way
    page.mouse.move(0, 0)
    if page.viewport_size != viewport:
        page.set_viewport_size(viewport)
    page.emulate_media(
        media="null",
        color_scheme="null",
        contrast="null",
        forced_colors="null",
        reduced_motion=MOTION,
    )
    context.clear_cookies()
    context.clear_permissions()
