"""The fixtures for Chromium; a test that asks for `script` runs with and without."""

from tests.chromium import *  # noqa: F403 (pytest finds fixtures here)
