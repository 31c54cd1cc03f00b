"""The examples in Python for those who practise browser tests: they pass.

They have the fixtures of pytest-playwright as everybody has them, with the browser of these tests.
"""

import pytest
from playwright.sync_api import BrowserContext, Page

from webapp.learn.kit.python.test_examples import *  # noqa: F403 (pytest finds tests here)


@pytest.fixture
def page_errors() -> list[str]:
    """Errors that a browser reports are ignored: a connection is lost on purpose."""
    return []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of its own."""
    return context.new_page()
