"""The browser of these tests is found, or they fail."""

import pytest
from playwright.sync_api import BrowserType

from tests.e2e.browser import find_browser
from tests.programs import MissingProgram


@pytest.mark.parametrize("path", ["/nowhere", "/bin/false"])
def test_a_browser_that_does_not_start_is_an_error_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, browser_type: BrowserType, path: str
) -> None:
    monkeypatch.setenv("E2E_BROWSER", path)
    with pytest.raises(MissingProgram, match=f"1. {path}: .*\n(.*\n)*.*set E2E_BROWSER"):
        find_browser(browser_type)
