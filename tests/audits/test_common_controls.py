"""The common controls are a few Tabs away."""

import pytest
from playwright.sync_api import Page

from ai.games import SQUARE
from tests.e2e.player import HUMAN, begin

TABS = 10


@pytest.mark.parametrize(
    ("skip", "name"),
    [
        ("Choose another game", "Hard, Square 4×4"),
        *[("Skip to the board", name) for name in ("Undo", "Hint", "Values", "Review")],
    ],
)
def test_common_controls_are_a_few_tabs_away(page: Page, skip: str, name: str) -> None:
    begin(page, SQUARE, HUMAN, "easy")
    for _ in range(TABS):
        page.keyboard.press("Tab")
        focused = page.evaluate("() => document.activeElement.textContent.trim()")
        if focused == name:
            return
        if focused == skip:
            page.keyboard.press("Enter")
    pytest.fail(f"{name} is more than {TABS} Tabs away")
