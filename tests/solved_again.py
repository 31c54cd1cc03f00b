"""A name of :mod:`tests.reference` until all import it from there."""

from tests.reference import value_and_distance as value_and_distance
