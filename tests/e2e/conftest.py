"""The fixtures for Chromium; a test that asks for `script` runs with it, unless it says otherwise.

How it runs without, `tests/audits/test_without_script.py` shows.
"""

import pytest

from tests.chromium import (  # noqa: F401 (pytest finds fixtures here)
    base_url,
    browser_context_args,
    browser_type_launch_args,
    fresh,
    kept_pages,
    new_context,
    page,
    page_errors,
    reported,
)


@pytest.fixture(params=[True], ids=["script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Whether pages may run scripts."""
    return bool(request.param)
