"""The fixtures of pytest-playwright as everybody has them, with the browser of these tests."""

import pytest
from playwright.sync_api import BrowserContext, Page


@pytest.fixture
def page_errors() -> list[str]:
    """What a browser reports is of no account: a connection is lost on purpose."""
    return []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of its own."""
    return context.new_page()
