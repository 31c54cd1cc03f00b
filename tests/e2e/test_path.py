"""The cells of a lesson are touched, by mouse and by keys."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import of_replay
from tests.e2e.player import Player


@of_replay
@pytest.mark.usefixtures("script")
def test_a_touched_cell_says_its_idea_and_keeps_the_focus(page: Player) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="3. Forks").click()
    expect(page.get_by_role("status")).to_contain_text("Lesson 3: Forks. Touch a cell")
    page.cell("b1").click()
    expect(page.get_by_role("status")).to_contain_text("b1 makes no threat: I am free.")
    page.cell("b3").click()
    expect(page.get_by_role("status")).to_contain_text(
        "b3 forks: c2 and a3 are threatened, and I have one move."
    )
    expect(page.get_by_role("button", name="Row 2, column 3: empty, c2, win")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/learn/forks\?cell=9$"))
    page.go_back()
    expect(page.get_by_role("status")).to_contain_text("b1 makes no threat")


def test_keys_alone_touch_one_cell_after_the_other(page: Player) -> None:
    page.goto("/learn/values")
    page.cell("a1").focus()
    for name, says in (("a1", "a1: draw"), ("b1", "b1: loss in 6. I answer "), ("c1", "c1: draw")):
        expect(page.cell(name)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(says)
        expect(page.cell(name)).to_be_focused()
        page.keyboard.press("ArrowRight")
