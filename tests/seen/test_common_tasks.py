"""Common tasks are a tap or two away, and a few Tabs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player

TABS = 10  # that a visitor may press


def test_hard_at_square_is_three_taps_from_the_first_page(page: Player) -> None:
    page.resize(360, 740)
    page.goto("/")
    page.why.get_by_role("button", name="Square", exact=True).click()
    expect(page.board).to_have_attribute("data-game", "square")
    strip = page.locator("#setup > summary")
    if strip.is_visible():
        strip.click()
    page.button("Hard weighs every cell").click()
    page.expect_status("Your turn: X")
    expect(page.locator("#strip")).to_contain_text("Hard")
    expect(strip.locator("xpath=..")).not_to_have_attribute("open", "")


def test_after_a_win_one_tap_reviews_it_and_one_plays_the_next_level(page: Player) -> None:
    page.resize(1366, 768)
    page.begin(TIC_TAC_TOE, HUMAN, "medium", played="a1b1c1a2b2c2a3")
    page.link("Review").first.click()
    expect(page).to_have_url(re.compile("/replay/tic-tac-toe/a1b1c1a2b2c2a3"))
    expect(page.why.get_by_role("heading")).to_contain_text("Turning point")
    page.get_by_role("link", name="You won").click()
    expect(page.get_by_text("Share", exact=True)).to_be_visible()
    page.go_back()
    page.go_back()
    page.expect_status("X wins")
    page.button("Try Hard").click()
    expect(page.locator("#strip")).to_contain_text("Hard")
    page.expect_status("Your turn: X")


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
