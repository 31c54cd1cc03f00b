"""A rush of puzzles, to its end by its clock."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player


@pytest.mark.usefixtures("fresh")
def test_the_clock_counts_down_in_sight_and_ends_by_asking_the_server(page: Player) -> None:
    page.clock.install()
    page.goto("/puzzles/rush")
    page.button("Begin: 3 minutes").click()
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"2:5\d|3:00"))
    page.clock.run_for(61_000)
    expect(clock).to_have_text(re.compile(r"1:5\d"))
    with page.expect_request("**/puzzles/rush"):
        page.clock.run_for(190_000)
