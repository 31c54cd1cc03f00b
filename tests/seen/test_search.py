"""A search is walked by its steps, with script and without."""

import pytest
from playwright.sync_api import Locator, expect

from tests.chromium import of_replay
from tests.e2e.player import Player

SEARCH = "/search/tic-tac-toe/XX.-OO.-..."


def step(page: Player, name: str) -> Locator:
    """A step, by its name."""
    return page.get_by_role("navigation", name="Visits").get_by_role("link", name=name)


@of_replay
@pytest.mark.usefixtures("script")
def test_cut_offs_are_found_and_branches_left(page: Player) -> None:
    """After c2, c1, b3 O wins by a3, and X already has a draw by a3: by hand."""
    page.goto(SEARCH)
    step(page, "Next cut").click()
    expect(page.status).to_contain_text("Visit 11 of 47.")
    expect(page.status).to_contain_text("Cut off. X already has a draw with a3, visit 5.")
    expect(page.get_by_role("listitem").filter(has_text="c3 cut off")).to_have_count(1)
    step(page, "Back").click()
    step(page, "Out").click()
    expect(page.status).to_contain_text("b3 is worth −1.")
    step(page, "First").click()
    expect(step(page, "Back")).to_be_disabled()
