"""The fixtures for Chromium; a test that asks for `script` runs with and without."""

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
    script,
)
