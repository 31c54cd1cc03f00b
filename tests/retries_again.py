"""A name of :mod:`tests.laws` until all import it from there."""

from tests.laws import expect_retry_in_room as expect_retry_in_room
