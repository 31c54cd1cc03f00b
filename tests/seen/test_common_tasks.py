"""Common controls are a few Tabs away."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE
from tests.e2e.player import HUMAN, Player

TABS = 10  # that a visitor may press


@pytest.mark.parametrize(
    ("skip", "names"),
    [
        ("Choose another game", {"Hard●●●○ weighs every cell"}),
        ("Skip to the board", {"Undo", "Hint", "Values", "Review"}),
    ],
)
def test_common_controls_are_a_few_tabs_away(page: Player, skip: str, names: set[str]) -> None:
    page.begin(SQUARE, HUMAN, "easy")
    assert names <= set(focused(page, skip))


def test_the_way_to_the_board_leads_to_a_cell_and_scrolls_nothing(page: Player) -> None:
    page.resize(1366, 633)
    page.begin(SQUARE, HUMAN, "easy")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.board.get_by_role("button").first).to_be_focused()
    assert page.evaluate("scrollY") == 0


def focused(page: Player, skip: str) -> Iterator[str]:
    """The texts that the first Tabs focus; the link *skip* is followed."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        name = page.evaluate("() => document.activeElement.textContent.trim()")
        yield name
        if name == skip:
            page.keyboard.press("Enter")
