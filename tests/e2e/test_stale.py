"""Pages that are behind, hasty players, and connections that break."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from ai.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    begin,
    cell,
    expect_ply,
    expect_position,
    expect_status,
    expect_true_page,
    held_back,
    message,
    moves,
    play,
    play_once,
    status,
)

GONE_ON = "The game went on elsewhere"


UNREACHABLE = "Nothing is lost: try again."


def come_back_to(page: Page) -> None:
    """Go to another page, and back in the browser's history."""
    page.goto("/nowhere")
    page.go_back()


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("return_to", [Page.reload, come_back_to], ids=["reload", "back"])
def test_a_page_returned_to_after_another_tab_went_on(
    page: Page, return_to: Callable[[Page], object]
) -> None:
    begin(page, SQUARE)
    play(page, "b2")
    other = page.context.new_page()
    other.goto("/")
    play(other, "c3")
    return_to(page)
    expect_ply(page, 2)
    expect_true_page(page, turn="{} to move")
    play(page, "a3")
    expect(message(page)).to_have_text("")
    expect_true_page(page, turn="{} to move")


@pytest.mark.usefixtures("script")
def test_a_tab_that_is_behind_gets_the_true_board(page: Page) -> None:
    begin(page, TIC_TAC_TOE)
    behind = page.context.new_page()
    behind.goto("/")
    play(page, "b2 a1")
    cell(behind, "c3").click()
    expect(message(behind)).to_contain_text(GONE_ON)
    expect_ply(behind, 2)
    position = expect_true_page(behind, turn="{} to move")
    expect_position(page, position)

    play(behind, "c3")
    expect(message(behind)).to_have_text("")
    expect_true_page(behind, turn="{} to move")


def test_a_double_click_is_one_move(page: Page, script: bool) -> None:
    begin(page, SQUARE)
    for number, name in enumerate(["b2", "c3", "a1"], 1):
        cell(page, name).dblclick()
        expect_ply(page, number)
        expect_true_page(page, turn="{} to move")
        if script:  # without, the second click may well be answered: the cell is taken
            expect(message(page)).to_have_text("")


def test_clicks_while_the_computer_thinks_are_harmless(page: Page) -> None:
    page.goto("/")
    with held_back(page) as held:
        cell(page, "b2").click()
        expect(status(page)).to_have_text("Computer thinking…")
        for name in ("a1", "b2", "c3", "a3", "c1"):
            cell(page, name).click()
        expect_ply(page, 0)
        expect(status(page)).to_have_text("Computer thinking…")
    assert len(held) == 1
    expect_ply(page, 2)
    expect_status(page, "Your turn: X")
    expect(moves(page).first).to_have_text("X b2")
    expect(message(page)).to_have_text("")
    expect_true_page(page)
    play_once(page)
    expect_true_page(page)
    expect(message(page)).to_have_text("")


@pytest.mark.parametrize(
    ("failing", "who"),
    [
        pytest.param(lambda route: route.abort(), "computer", id="lost, computer"),
        pytest.param(lambda route: route.abort(), "person", id="lost, person"),
        pytest.param(lambda route: route.fulfill(status=502), "computer", id="502, computer"),
        pytest.param(lambda route: route.fulfill(body=""), "person", id="empty, person"),
    ],
)
def test_a_lost_connection_is_told_and_play_goes_on(
    page: Page, page_errors: list[str], failing: Callable[[Route], None], who: str
) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard" if who == "computer" else HUMAN, played="b2a1")
    turn = "Your turn: {}" if who == "computer" else "{} to move"
    before = expect_true_page(page, turn)
    said = status(page).text_content() or ""
    page.route("**/moves", failing)
    for _ in range(2):
        cell(page, "c3").click()
        expect(message(page)).to_contain_text(UNREACHABLE)
        expect(status(page)).to_have_text(said)
        assert expect_true_page(page, turn) == before
        expect(cell(page, "c3")).to_be_focused()
    page.unroute("**/moves")
    page.title()  # a round trip, so that the errors have arrived
    assert all("Failed to" in error for error in page_errors), page_errors
    page_errors.clear()

    play_once(page)
    expect(message(page)).to_have_text("")
    expect_true_page(page, turn)


@pytest.mark.usefixtures("script")
def test_an_unknown_address_leads_back(page: Page) -> None:
    page.goto("/")
    play_once(page)
    before = expect_true_page(page)
    answer = page.goto("/nowhere")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Not Found")).to_be_visible()
    page.get_by_role("link", name="Back to your game").click()
    assert expect_true_page(page) == before
