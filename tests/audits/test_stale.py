"""Pages that are behind, double clicks, and connections that break."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    begin,
    cell,
    expect_ply,
    expect_position,
    expect_true_page,
    message,
    play,
    play_once,
    status,
)

GONE_ON = "This page was behind"

UNREACHABLE = "Nothing is lost: try again."


def come_back_to(page: Page) -> None:
    """Go to another page, and back in the browser's history."""
    page.goto("/nowhere")
    page.go_back()


@pytest.mark.usefixtures("script")
def test_a_page_returned_to_after_another_tab_went_on(page: Page) -> None:
    begin(page, SQUARE)
    other = page.context.new_page()
    other.goto("/")
    for return_to, theirs, ours in ((Page.reload, "c3", "a3"), (come_back_to, "d1", "b2")):
        play(other, theirs)
        return_to(page)
        expect_true_page(page)
        play(page, ours)
        expect(message(page)).to_have_text("")
        other.reload()
    expect_ply(page, 4)
    expect_true_page(page)


@pytest.mark.usefixtures("script")
def test_a_tab_that_is_behind_gets_the_true_board(page: Page) -> None:
    begin(page, TIC_TAC_TOE)
    behind = page.context.new_page()
    behind.goto("/")
    play(page, "b2 a1")
    cell(behind, "c3").click()
    expect(message(behind)).to_contain_text(GONE_ON)
    expect_ply(behind, 2)
    position = expect_true_page(behind)
    expect_position(page, position)

    play(behind, "c3")
    expect(message(behind)).to_have_text("")
    expect_true_page(behind)


def test_a_double_click_is_one_move(page: Page, script: bool) -> None:
    begin(page, SQUARE)
    for number, name in enumerate(["b2", "c3", "a1"], 1):
        cell(page, name).dblclick()
        expect_ply(page, number)
        expect_true_page(page)
        if script:  # without, the second click may well be answered: the cell is taken
            expect(message(page)).to_have_text("")


FAILURES: dict[str, Callable[[Route], None]] = {
    "lost": lambda route: route.abort(),
    "502": lambda route: route.fulfill(status=502),
    "empty": lambda route: route.fulfill(body=""),
}


def test_a_lost_connection_is_told_and_play_goes_on(page: Page, page_errors: list[str]) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    before = expect_true_page(page)
    said = status(page).text_content() or ""
    for failing in FAILURES.values():
        page.route("**/moves", failing)
        cell(page, "c3").click()
        expect(message(page)).to_contain_text(UNREACHABLE)
        expect(status(page)).to_have_text(said)
        assert expect_true_page(page) == before
        expect(cell(page, "c3")).to_be_focused()
        page.unroute("**/moves")
    page.title()  # a round trip, so that the errors have arrived
    assert all("Failed to" in error for error in page_errors), page_errors
    page_errors.clear()

    play_once(page)
    expect(message(page)).to_have_text("")
    expect_true_page(page)
