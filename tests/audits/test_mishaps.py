"""Rare mishaps: hasty taps, repeated clicks, lost responses, refused forms."""

import pytest
from playwright.sync_api import Page, Route, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.audits.test_stale import GONE_ON, UNREACHABLE
from tests.e2e.player import (
    HUMAN,
    begin,
    button,
    cell,
    choose,
    expect_ply,
    expect_status,
    expect_true_page,
    held_back,
    match_on_the_server,
    message,
    play,
    play_on,
    play_once,
    players,
    requests_of,
    starts,
    status,
)
from tests.e2e.test_moments import REPLY_AFTER, begin_and_stop_the_clock, expect_pending
from tests.e2e.test_watch import NORMAL


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [False], indirect=True)
def test_back_after_moves_without_script(page: Page) -> None:
    page.goto("/nowhere")
    page.get_by_role("link", name="Back to your game").click()
    play_once(page)
    play_once(page)
    page.go_back()
    page.go_forward()
    assert page.url.endswith("/")
    expect_ply(page, 4)
    expect_true_page(page)


@pytest.mark.usefixtures("fresh")
def test_the_second_click_of_a_slow_double_click_is_no_request(page: Page) -> None:
    begin(page, SQUARE)
    sent = requests_of(page)
    for number, name in enumerate(["b2", "c3", "a1"], 1):
        cell(page, name).hover()
        page.mouse.down()
        page.mouse.up()
        expect_ply(page, number)  # the answer is there before the second click
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        expect(message(page)).to_have_text("")
    page.title()  # a round trip, so that what was sent has been noted
    assert [request.method for request in sent].count("POST") == 3
    expect_true_page(page)


def test_a_double_click_on_a_button_is_harmless(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "easy")
    play_on(page)
    button(page, "Again").dblclick()
    expect_ply(page, 0)
    expect(message(page)).to_have_text("")
    play_once(page)
    expect_ply(page, 2)
    expect(message(page)).to_have_text("")
    expect_true_page(page)


def test_enter_pressed_again_and_again_is_harmless(page: Page) -> None:
    begin(page, SQUARE)
    cell(page, "b2").focus()
    for _ in range(5):
        page.keyboard.down("Enter")  # held down, it repeats
    page.keyboard.up("Enter")
    expect_ply(page, 1)
    expect_true_page(page)
    play(page, "c3")
    expect(message(page)).to_have_text("")


def test_clicks_in_quick_succession_are_harmless(page: Page) -> None:
    begin(page, SQUARE)
    for number in range(16):
        page.locator(f"#cell-{number}").click(force=True)
    expect(page.locator("[data-pending]")).to_have_count(0)
    expect_true_page(page)
    page.reload()
    expect_true_page(page)


def test_a_reload_while_the_computer_thinks(page: Page) -> None:
    page.goto("/")
    with held_back(page):
        cell(page, "b2").click()
        expect(status(page)).to_have_text("Computer thinking…")
        page.reload()
        expect_status(page, "Your turn: X")
    play_once(page)
    expect_ply(page, 2)
    expect_true_page(page)
    expect(message(page)).to_have_text("")


def test_a_lost_answer(page: Page, page_errors: list[str]) -> None:
    page.goto("/")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/moves", lose)
    cell(page, "b2").click()
    expect(message(page)).to_contain_text(UNREACHABLE)
    page.unroute("**/moves")
    page_errors.clear()
    cell(page, "b2").click()  # the move was made, but the page does not know
    expect(message(page)).to_contain_text(GONE_ON)
    expect_ply(page, 2)
    expect_true_page(page)
    play_once(page)
    expect_true_page(page)


@pytest.mark.usefixtures("fresh")
def test_programs_stop_when_the_connection_is_lost(page: Page, page_errors: list[str]) -> None:
    page.clock.install()
    begin(page, SQUARE, "easy", "medium")
    page.clock.pause_at("2100-01-01")
    button(page, "Play").click()
    expect_ply(page, 1)
    page.route("**/step", lambda route: route.abort())
    page.clock.run_for(NORMAL)
    expect(message(page)).to_contain_text(UNREACHABLE)
    expect(button(page, "Play")).to_be_visible()
    expect_status(page, "O to move")
    page.unroute("**/step")
    page_errors.clear()
    page.clock.run_for(10_000)
    expect_ply(page, 1)
    button(page, "Play").click()
    expect_ply(page, 2)
    expect(message(page)).to_have_text("")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [False], indirect=True)
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_players_who_cannot_meet_come_back_as_they_were_chosen(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    choose(page, SQUARE, "hard", "minimax", "O")
    said = page.locator("#new-game").get_by_text("Minimax does not")
    expect(said).to_be_in_viewport(ratio=1)
    expect(said).to_be_focused()
    expect(page.get_by_role("radio", name="Square")).to_be_checked()
    expect(players(page, "X")).to_have_value("hard")
    expect(players(page, "O")).to_have_value("minimax")
    expect(starts(page, "O")).to_be_checked()
    players(page, "O").select_option("easy")
    button(page, "Start").click()
    expect_status(page, "O to move")


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("where", ["reply", "elsewhere"])
def test_a_tap_that_begins_before_the_reply_is_no_move(page: Page, where: str) -> None:
    """Not on the cell of the reply either, and nothing is refused."""
    begin_and_stop_the_clock(page, SQUARE)
    with page.expect_response("**/moves"):
        cell(page, "b2").click()
    replied = match_on_the_server(page).record.moves[-1]
    elsewhere = 15 if replied == 0 else 0
    page.locator(f"#cell-{replied if where == 'reply' else elsewhere}").hover()
    expect_pending(page, "b2", "X")
    page.mouse.down()
    page.clock.run_for(REPLY_AFTER)
    expect_ply(page, 2)
    sent = requests_of(page)
    page.mouse.up()
    page.title()  # a round trip, so that a request would have been sent
    assert sent == []
    expect(message(page)).to_have_text("")
    expect_true_page(page)
    page.clock.resume()
    play_once(page)


@pytest.mark.usefixtures("fresh")
def test_of_fast_taps_only_the_first_is_a_move(page: Page) -> None:
    """The others neither count nor hurry the reply, or one of them would count after it."""
    begin_and_stop_the_clock(page, TIC_TAC_TOE)
    with page.expect_response("**/moves"):
        cell(page, "b2").click()
    sent = requests_of(page)
    for name in ("a1", "c3"):
        cell(page, name).click()
        expect_pending(page, "b2", "X")
        expect_ply(page, 0)
    page.clock.run_for(REPLY_AFTER)
    expect_ply(page, 2)
    assert sent == []
    expect(message(page)).to_have_text("")
    expect_true_page(page)
