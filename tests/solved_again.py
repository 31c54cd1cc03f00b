"""A name of :mod:`tests.reference` until all import it from there."""

from tests.reference import *  # noqa: F403
