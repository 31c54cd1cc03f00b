"""Common tasks are a tap or two away, and a few Tabs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, begin, board, button, expect_status, link, why

TABS = 10  # that a visitor may press
PHONE, DESKTOP = (360, 740), (1366, 768)


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def sized(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page of that size."""
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    return page


@pytest.mark.usefixtures("script")
def test_hard_at_square_is_three_taps_from_the_first_page(sized: Page) -> None:
    sized.goto("/")
    why(sized).get_by_role("button", name="Square", exact=True).click()
    expect(board(sized)).to_have_attribute("data-game", "square")
    strip = sized.locator("#setup > summary")
    if strip.is_visible():
        strip.click()
    button(sized, "Hard weighs every cell").click()
    expect_status(sized, "Your turn: X")
    expect(sized.locator("#strip")).to_contain_text("Hard")
    expect(strip.locator("xpath=..")).not_to_have_attribute("open", "")


def test_after_a_win_one_tap_reviews_it_and_one_plays_the_next_level(sized: Page) -> None:
    begin(sized, TIC_TAC_TOE, HUMAN, "medium", played="a1b1c1a2b2c2a3")
    link(sized, "Review").click()
    expect(sized).to_have_url(re.compile("/replay/tic-tac-toe/a1b1c1a2b2c2a3"))
    expect(sized.get_by_text("Share", exact=True)).to_be_visible()
    sized.go_back()
    expect_status(sized, "X wins")
    button(sized, "Try Hard").click()
    expect(sized.locator("#strip")).to_contain_text("Hard")
    expect_status(sized, "Your turn: X")


@pytest.mark.parametrize(
    ("skip", "names"),
    [
        ("Choose another game", {"Hard●●●○ weighs every cell"}),
        ("Skip to the board", {"Undo", "Hint", "Values", "Review"}),
    ],
)
def test_common_controls_are_a_few_tabs_away(page: Page, skip: str, names: set[str]) -> None:
    begin(page, SQUARE, HUMAN, "easy")
    assert names <= set(focused(page, skip))


def test_the_way_to_the_board_leads_to_a_cell_and_scrolls_nothing(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 633})
    begin(page, SQUARE, HUMAN, "easy")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(board(page).get_by_role("button").first).to_be_focused()
    assert page.evaluate("scrollY") == 0


def focused(page: Page, skip: str) -> Iterator[str]:
    """The texts that the first Tabs focus; the link *skip* is followed."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        name = page.evaluate("() => document.activeElement.textContent.trim()")
        yield name
        if name == skip:
            page.keyboard.press("Enter")
