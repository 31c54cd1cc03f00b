"""The fixtures for Chromium; a test that asks for `script` runs with it, unless it says otherwise.

How it runs without, `tests/audits/test_without_script.py` shows.
"""

import pytest

from tests.chromium import *  # noqa: F403 (pytest finds fixtures here)


@pytest.fixture(params=[True], ids=["script"])  # type: ignore[no-redef]
def script(request: pytest.FixtureRequest) -> bool:
    """Whether pages may run scripts."""
    return bool(request.param)
