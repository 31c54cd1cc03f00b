"""The names of :mod:`tests.reference.searches` until all import them from there."""

from tests.reference.searches import *  # noqa: F403
