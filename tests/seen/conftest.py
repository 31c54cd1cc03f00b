"""The fixtures for Chromium; a test that asks for `script` runs with and without."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.chromium import *  # noqa: F403 (pytest finds fixtures here)
from tests.e2e.player import Player
from tests.e2e.states import Show
from tests.views import DAY, on


@pytest.fixture(scope="session", autouse=True)
def day() -> Iterator[None]:
    """Let it be the same day in every session."""
    with pytest.MonkeyPatch.context() as patch:
        on(patch, DAY)
        yield


@pytest.fixture
def show(page: Player, app: Flask, base_url: str) -> Show:
    """Brings the page to a state."""
    return lambda state: state.show(page, app, base_url)
