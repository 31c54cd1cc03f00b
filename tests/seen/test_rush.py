"""A rush of puzzles, to its end by mistakes and by its clock."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player


@pytest.mark.usefixtures("script")
def test_a_run_ends_after_three_mistakes(page: Player) -> None:
    """Each puzzle is left by its last empty cell, be it wrong or right."""
    page.goto("/puzzles")
    page.link("Rush").click()
    page.button("Begin without a clock").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    place = page.locator("[name=place]")
    while page.locator("#board").count():
        before = place.input_value()
        page.empty_cells.last.click()
        expect(page.locator(f"[name=place][value='{before}']")).to_have_count(0)
    expect(page.status).to_contain_text(re.compile(r"Over: \d+ puzzles? solved"))
    expect(page.get_by_text("Right:")).to_be_visible()
    assert page.get_by_role("listitem").filter(has_text="✗").count() == 3


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
