"""Watching two programs play."""

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark
from tests.e2e.player import (
    begin,
    button,
    choose,
    expect_ply,
    expect_status,
    expect_true_page,
    ply,
    score,
    state,
    why,
)

SLOW, NORMAL, FAST = 5000, 2500, 700  # milliseconds between moves


@pytest.mark.parametrize(
    ("script", "game", "first"),
    [
        pytest.param(True, SQUARE, Mark.X, id="square, script"),
        pytest.param(False, TIC_TAC_TOE, Mark.O, id="tic-tac-toe, no script"),
    ],
    indirect=["script"],
)
def test_step_by_step(page: Page, script: bool, game: Game, first: Mark) -> None:
    """Without script nothing is shown that needs it."""
    page.goto("/?seed=1")  # of a short game
    choose(page, game, "hard", "easy", first)
    expect_status(page, f"{first} to move")
    expect_ply(page, 0)
    for needs_script in (button(page, "Play"), page.get_by_role("combobox", name="Speed")):
        expect(needs_script).to_be_visible(visible=script)
    mark, number = first, 0
    while state(page) == "active":
        expect_status(page, f"{mark} to move")
        button(page, "Step").click()
        number += 1
        expect_ply(page, number)
        expect(why(page)).to_contain_text("Why ")
        mark = mark.other
    outcome = expect_true_page(page).outcome
    assert outcome
    expect(button(page, "Step")).to_have_attribute("aria-disabled", "true")
    won = outcome.winner
    expect(score(page)).to_have_text([str(int(who == won)) for who in (Mark.X, None, Mark.O)])


@pytest.mark.usefixtures("fresh")
def test_it_plays_to_the_end_by_itself(page: Page) -> None:
    press_play(page, "easy", "hard")
    page.get_by_role("combobox", name="Speed").select_option("Fast")
    while state(page) == "active":
        before = ply(page)
        page.clock.run_for(FAST)
        expect_ply(page, before + 1)
    expect_true_page(page)
    expect(button(page, "Pause")).to_have_count(0)
    expect(button(page, "Again")).to_be_focused()

    button(page, "Again").click()
    expect_ply(page, 0)
    expect(button(page, "Play")).to_be_visible()


def press_play(page: Page, x: str, o: str) -> None:
    """Two programs play Square: the first move is made at once, then the clock stands still."""
    page.clock.install()
    begin(page, SQUARE, x, o)
    page.clock.pause_at("2100-01-01")
    button(page, "Play").click()
    expect_ply(page, 1)


@pytest.mark.usefixtures("fresh")
def test_pause_stops_it_and_play_goes_on(page: Page) -> None:
    press_play(page, "easy", "medium")
    expect(button(page, "Pause")).to_be_visible()
    for number in (2, 3):
        page.clock.run_for(NORMAL)
        expect_ply(page, number)
    button(page, "Pause").click()
    expect(button(page, "Play")).to_be_visible()
    page.clock.run_for(10 * SLOW)
    page.reload()
    expect_ply(page, 3)

    page.clock.run_for(10 * SLOW)
    button(page, "Play").click()
    expect_ply(page, 4)


@pytest.mark.usefixtures("fresh")
def test_a_question_pauses_it(page: Page) -> None:
    press_play(page, "hard", "medium")
    button(page, "Show how").click()
    expect(button(page, "Play")).to_be_visible()
    expect(button(page, "Show how")).to_have_attribute("aria-expanded", "true")
    page.clock.run_for(10 * SLOW)
    page.reload()
    expect_ply(page, 1)
