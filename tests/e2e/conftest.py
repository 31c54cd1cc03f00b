"""The fixtures for Chromium; a test that asks for `script` runs without it too, as a rare one."""

import pytest

from tests.chromium import *  # noqa: F403 (pytest finds fixtures here)


@pytest.fixture(  # type: ignore[no-redef]
    params=[True, pytest.param(False, marks=pytest.mark.rare)], ids=["script", "no-script"]
)
def script(request: pytest.FixtureRequest) -> bool:
    """Whether pages may run scripts."""
    return bool(request.param)
