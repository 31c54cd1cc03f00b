"""A name of :mod:`tests.laws` until all import it from there."""

from tests.laws import *  # noqa: F403
