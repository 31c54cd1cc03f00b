"""The common controls are a few Tabs away."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from ai.rules.games import SQUARE
from tests.e2e.player import HUMAN, begin

TABS = 10


@pytest.mark.parametrize(
    ("skip", "names"),
    [
        ("Choose another game", {"Hard, Square 4×4"}),
        ("Skip to the board", {"Undo", "Hint", "Values", "Review"}),
    ],
)
def test_common_controls_are_a_few_tabs_away(page: Page, skip: str, names: set[str]) -> None:
    begin(page, SQUARE, HUMAN, "easy")
    assert names <= set(focused(page, skip))


def focused(page: Page, skip: str) -> Iterator[str]:
    """What the first Tabs lead to, where the link *skip* is followed."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        name = page.evaluate("() => document.activeElement.textContent.trim()")
        yield name
        if name == skip:
            page.keyboard.press("Enter")
