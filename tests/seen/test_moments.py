"""Moments: the reply after the own mark, answers that are late, and presses that do not count."""

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, REPLY_AFTER, Player

SLOW = 1000  # milliseconds until an answer is late
LASTS = 500  # how long its page says so, at least


@pytest.mark.usefixtures("fresh")
def test_the_reply_comes_after_the_own_mark_unless_somebody_goes_on(page: Player) -> None:
    """Time stands still, so nothing that waits would ever be shown."""
    page.begin_in_still_time(SQUARE, HUMAN, "hard", seed="1")
    for number in range(3):
        with page.expect_response("**/moves"):
            page.empty_cells.first.click()
        page.clock.run_for(REPLY_AFTER - 1)
        page.expect_ply(2 * number)
        if number:
            page.keyboard.press("Shift")
        else:
            page.clock.run_for(1)
        page.expect_ply(2 * number + 2)
    page.expect_true_page()


@pytest.mark.usefixtures("fresh")
def test_a_late_answer_is_said_to_be_on_its_way(page: Player) -> None:
    """No arrow lies over the own mark, though the first words still stand."""
    page.clock.install(time=0)
    page.resize(320, 568)
    page.goto("/")
    page.clock.pause_at(5000)
    slow, arrow = page.locator("[data-slow]"), page.locator("#arrow")
    expect(arrow).to_be_visible()
    with page.held_back():
        page.cell("c2").click()
        page.expect_pending("c2", "X")
        expect(arrow).to_be_hidden()
        page.clock.run_for(SLOW - 1)
        page.expect_status("Your turn")
        expect(slow).to_have_count(0)
        page.clock.run_for(1)
        expect(page.status).to_have_text("Computer thinking…")
        expect(slow).to_have_count(1)
    page.clock.run_for(LASTS)
    page.expect_ply(2)
    expect(slow).to_have_count(0)
    expect(arrow).to_be_hidden()


def test_a_press_that_is_dragged_away_does_nothing(page: Player) -> None:
    """2.5.2: what a pointer presses happens when it is lifted there, and nowhere else."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
    sent = page.log_requests()
    for pressed in (page.cell("b2"), page.button("Values"), page.button("Hint")):
        pressed.hover()
        page.mouse.down()
        page.mouse.move(1, 1)
        page.mouse.up()
        expect(page.board.locator("[data-mark], [data-pending]")).to_have_count(0)
    assert sent == []
    page.expect_ply(0)
