"""The names of :mod:`tests.reference.players` until all import them from there."""

from tests.reference.players import *  # noqa: F403
