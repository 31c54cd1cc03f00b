"""Watching two programs play."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark
from tests.chromium import block
from tests.e2e.player import Player

SLOW, NORMAL, FAST = 5000, 2500, 700  # milliseconds between moves


def test_step_by_step(page: Player, script: bool) -> None:
    """Without script nothing is shown that needs it."""
    page.goto("/?seed=1")  # of a short game
    page.choose(SQUARE, "hard", "easy")
    page.expect_status("X to move")
    page.expect_ply(0)
    for needs_script in (page.button("Play"), page.get_by_role("combobox", name="Speed")):
        expect(needs_script).to_be_visible(visible=script)
    while page.state == "active":
        number = page.ply
        page.expect_status(f"{'XO'[number % 2]} to move")
        page.button("Step").click()
        page.expect_ply(number + 1)
        expect(page.why).to_contain_text("Why ")
    outcome = page.expect_true_page().outcome
    assert outcome
    expect(page.button("Step")).to_have_attribute("aria-disabled", "true")
    won = outcome.winner
    expect(page.score).to_have_text([str(int(who == won)) for who in (Mark.X, None, Mark.O)])


@pytest.mark.usefixtures("fresh")
def test_it_plays_to_the_end_by_itself(page: Player) -> None:
    press_play(page, "easy", "hard")
    page.get_by_role("combobox", name="Speed").select_option("Fast")
    while page.state == "active":
        before = page.ply
        page.clock.run_for(FAST)
        page.expect_ply(before + 1)
    page.expect_true_page()
    expect(page.button("Pause")).to_have_count(0)
    expect(page.button("Again")).to_be_focused()

    page.button("Again").click()
    page.expect_ply(0)
    expect(page.button("Play")).to_be_visible()


def press_play(page: Player, x: str, o: str) -> None:
    """Two programs play Square: the first move is made at once, then the clock stands still."""
    page.clock.install()
    page.begin(SQUARE, x, o)
    page.clock.pause_at("2100-01-01")
    page.button("Play").click()
    page.expect_ply(1)


@pytest.mark.usefixtures("fresh")
def test_pause_stops_it_and_play_goes_on(page: Player) -> None:
    press_play(page, "easy", "medium")
    expect(page.button("Pause")).to_be_visible()
    for number in (2, 3):
        page.clock.run_for(NORMAL)
        page.expect_ply(number)
    page.button("Pause").click()
    expect(page.button("Play")).to_be_visible()
    page.clock.run_for(10 * SLOW)
    page.reload()
    page.expect_ply(3)

    page.clock.run_for(10 * SLOW)
    page.button("Play").click()
    page.expect_ply(4)


@pytest.mark.rare
@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(("speed", "pause"), [("Slow", SLOW), ("Normal", NORMAL), ("Fast", FAST)])
def test_the_speed_can_be_chosen(page: Player, speed: str, pause: int) -> None:
    page.clock.install()
    page.begin(SQUARE, "easy", "medium")
    page.clock.pause_at("2100-01-01")
    page.get_by_role("combobox", name="Speed").select_option(speed)
    page.button("Play").click()
    page.expect_ply(1)
    expect(page.get_by_role("combobox", name="Speed")).to_have_value(str(pause))
    page.clock.run_for(pause - 1)
    assert page.ply == 1
    page.clock.run_for(1)
    page.expect_ply(2)
    expect(page.get_by_role("combobox", name="Speed")).to_have_value(str(pause))


@pytest.mark.rare
@pytest.mark.usefixtures("fresh")
def test_a_new_game_stops_it(page: Player) -> None:
    press_play(page, "easy", "medium")
    page.choose(TIC_TAC_TOE, "human", "human")
    expect(page.board).to_have_attribute("data-game", "tic-tac-toe")
    page.clock.run_for(10 * SLOW)
    page.expect_status("X to move")
    page.expect_ply(0)
    expect(page.message).to_have_text("")


@pytest.mark.rare
def test_programs_that_play_by_themselves_are_told_move_by_move(page: Player) -> None:
    page.begin(TIC_TAC_TOE, "easy", "easy", seed="3")
    page.get_by_role("combobox", name="Speed").select_option("Fast")
    page.listen()
    page.button("Play").click()
    expect(page.board).not_to_have_attribute("data-state", "active")
    said = page.heard()
    assert len(said) == page.ply
    for before, after in pairwise(said):
        assert before != after


@pytest.mark.rare
@pytest.mark.usefixtures("fresh")
def test_a_question_pauses_it(page: Player) -> None:
    press_play(page, "hard", "medium")
    page.button("Show how").click()
    expect(page.button("Play")).to_be_visible()
    expect(page.button("Show how")).to_have_attribute("aria-expanded", "true")
    page.clock.run_for(10 * SLOW)
    page.reload()
    page.expect_ply(1)


@pytest.mark.rare
@pytest.mark.parametrize("missing", ["htmx", "board", "game", "app"])
def test_without_a_script_programs_move_by_steps_and_keys_work(page: Player, missing: str) -> None:
    block(page, missing)
    page.begin(TIC_TAC_TOE, "easy", "hard")
    by_script = page.locator(".script").filter(visible=True)
    if missing in {"htmx", "game"}:
        expect(by_script).to_have_count(0)
    else:
        mute = [] if missing == "app" else ["Turn sound on"]
        expect(by_script).to_have_text(["Play", re.compile("Speed"), *mute])
    page.button("Step").click()
    page.expect_ply(1)
    page.button("To the end").click()
    expect(page.board).not_to_have_attribute("data-state", "active")
    page.begin(SQUARE)
    page.cell("a1").focus()
    page.keyboard.press("Enter")
    page.expect_ply(1)
    page.wait_for_load_state("domcontentloaded")  # the scripts run just before
    if missing == "board":
        page.button("Undo").click()
    else:
        page.keyboard.press("u")
    page.expect_ply(0)
