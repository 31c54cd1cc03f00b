"""The page works without htmx, as behind a filter, as it does without script."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    choose,
    expect_ply,
    expect_status,
    state,
)


@pytest.fixture(autouse=True)
def no_htmx(page: Page) -> Iterator[None]:
    """The file is not found, and no page has it to its end; the scripts report no error."""
    page.route("**/htmx-*.js", lambda route: route.fulfill(status=404))
    yield
    assert page.evaluate("() => [typeof htmx, document.scripts.length > 2]") == ["undefined", True]


def test_another_match_and_the_board_by_keyboard(page: Page) -> None:
    page.goto("/")
    choose(page, SQUARE, HUMAN, HUMAN)
    expect(board(page)).to_have_attribute("data-game", "square")
    page.wait_for_load_state("domcontentloaded")  # the scripts run just before
    cell(page, "a1").focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, "b1")).to_be_focused()
    page.keyboard.press("Enter")
    expect_ply(page, 1)
    page.wait_for_load_state("domcontentloaded")
    page.keyboard.press("u")
    expect_ply(page, 0)


def test_two_programs_are_watched_step_by_step(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "hard")
    expect(page.locator(".script")).to_have_count(2)
    expect(page.locator(".script").filter(visible=True)).to_have_count(0)
    expect_status(page, "X to move")
    button(page, "Step").click()
    expect_ply(page, 1)
    button(page, "To the end").click()
    expect(board(page)).not_to_have_attribute("data-state", "active")
    assert state(page) in {"won", "tied"}
