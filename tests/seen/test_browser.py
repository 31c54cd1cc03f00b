"""The browser of these tests is found, or they fail; a test that hangs in it is ended."""

import signal
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Error, Page

from tests.chromium import LONGEST, limited
from tests.e2e.browser import open_browser
from tests.programs import MissingProgram


@pytest.mark.parametrize("path", ["/nowhere", "/bin/false"])
def test_a_browser_that_does_not_start_is_an_error_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, browser_type: BrowserType, path: str
) -> None:
    monkeypatch.setenv("E2E_BROWSER", path)
    with pytest.raises(MissingProgram, match=f"1. {path}: .*\n(.*\n)*.*set E2E_BROWSER"):
        open_browser(browser_type)


@pytest.mark.parametrize("does", ["new Promise(() => {})", "{ for (;;); }"])
def test_a_page_that_hangs_ends_its_test(
    new_context: Callable[..., BrowserContext], does: str
) -> None:
    context = new_context()
    page = context.new_page()
    with pytest.raises(Error, match=r"longer than 0\.5 seconds"), limited(0.5):
        page.evaluate(f"() => {does}")
    context.close()


def test_a_test_that_hangs_beside_its_page_is_ended(page: Page) -> None:
    with pytest.raises(Error, match="longer"), limited(0.1):
        time.sleep(LONGEST)
    assert page.evaluate("() => 1") == 1


@pytest.mark.usefixtures("page")
def test_every_test_in_a_browser_has_the_limit() -> None:
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= LONGEST
