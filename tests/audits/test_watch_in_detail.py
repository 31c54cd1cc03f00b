"""Watching two programs in the rarer cases: every speed, a new game, what is heard."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.audits.test_ear import heard, listen
from tests.e2e.player import begin, board, button, choose, expect_ply, expect_status, message, ply
from tests.e2e.test_watch import FAST, NORMAL, SLOW, press_play


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(("speed", "pause"), [("Slow", SLOW), ("Normal", NORMAL), ("Fast", FAST)])
def test_the_speed_can_be_chosen(page: Page, speed: str, pause: int) -> None:
    page.clock.install()
    begin(page, SQUARE, "easy", "medium")
    page.clock.pause_at("2100-01-01")
    page.get_by_role("combobox", name="Speed").select_option(speed)
    button(page, "Play").click()
    expect_ply(page, 1)
    expect(page.get_by_role("combobox", name="Speed")).to_have_value(str(pause))
    page.clock.run_for(pause - 1)
    assert ply(page) == 1
    page.clock.run_for(1)
    expect_ply(page, 2)
    expect(page.get_by_role("combobox", name="Speed")).to_have_value(str(pause))


@pytest.mark.usefixtures("fresh")
def test_a_new_game_stops_it(page: Page) -> None:
    press_play(page, "easy", "medium")
    choose(page, TIC_TAC_TOE, "human", "human")
    expect(board(page)).to_have_attribute("data-game", "tic-tac-toe")
    page.clock.run_for(10 * SLOW)
    expect_status(page, "X to move")
    expect_ply(page, 0)
    expect(message(page)).to_have_text("")


def test_programs_that_play_by_themselves_are_told_move_by_move(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "easy", seed="3")
    page.get_by_role("combobox", name="Speed").select_option("Fast")
    listen(page)
    button(page, "Play").click()
    expect(board(page)).not_to_have_attribute("data-state", "active")
    said = heard(page)
    assert len(said) == ply(page)
    for before, after in pairwise(said):
        assert before != after
