"""The browser of these tests is found, or they fail; a test that hangs in it is ended."""

import signal

import pytest
from playwright.sync_api import BrowserType, Error

from tests.chromium import LONGEST, limited
from tests.e2e.browser import open_browser
from tests.e2e.player import Player
from tests.programs import MissingProgram


@pytest.mark.parametrize("path", ["/nowhere", "/bin/false"])
def test_a_browser_that_does_not_start_is_an_error_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, browser_type: BrowserType, path: str
) -> None:
    monkeypatch.setenv("E2E_BROWSER", path)
    with pytest.raises(MissingProgram, match=f"1. {path}: .*\n(.*\n)*.*set E2E_BROWSER"):
        open_browser(browser_type)


@pytest.mark.parametrize("does", ["new Promise(() => {})", "{ for (;;); }"])
@pytest.mark.usefixtures("fresh")
def test_a_page_that_hangs_ends_its_test(page: Player, does: str) -> None:
    """Every test in a browser has a limit."""
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= LONGEST
    with pytest.raises(Error, match=r"longer than 0\.5 seconds"), limited(0.5):
        page.evaluate(f"() => {does}")
    page.context.close()
