"""The fixtures for Chromium, in which pages meet servers of two versions."""

from tests.chromium import *  # noqa: F403 (pytest finds fixtures here)
