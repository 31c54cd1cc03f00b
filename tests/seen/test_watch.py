"""Programs that play by themselves: their speed, their pause, and what stops them."""

import re

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.chromium import block
from tests.e2e.player import Player

SPEEDS = {"Slow": 5000, "Normal": 2500, "Fast": 700}  # milliseconds between moves
LONG = 50_000


def press_play(page: Player, x: str, o: str) -> None:
    """Two programs play Square: the first move is made at once, then the clock stands still."""
    page.clock.install()
    page.begin(SQUARE, x, o)
    page.clock.pause_at("2100-01-01")
    page.button("Play").click()
    page.expect_ply(1)


@pytest.mark.usefixtures("fresh")
def test_the_speed_can_be_chosen(page: Player) -> None:
    press_play(page, "easy", "medium")
    speed = page.get_by_role("combobox", name="Speed")
    for ply, (name, pause) in enumerate(SPEEDS.items(), 1):
        speed.select_option(name)
        page.clock.run_for(pause - 1)
        assert page.ply == ply
        page.clock.run_for(1)
        page.expect_ply(ply + 1)
        expect(speed).to_have_value(str(pause))


@pytest.mark.usefixtures("fresh")
def test_pause_stops_it_and_play_goes_on(page: Player) -> None:
    """A question pauses it too, and a new game stops it."""
    press_play(page, "hard", "medium")
    for ply, pause in enumerate(("Pause", "Show how"), 1):
        page.button(pause).click()
        expect(page.button("Play")).to_be_visible()
        page.clock.run_for(LONG)
        page.reload()
        page.expect_ply(ply)
        page.clock.run_for(LONG)
        page.button("Play").click()
        page.expect_ply(ply + 1)

    page.choose(TIC_TAC_TOE, "human", "human")
    expect(page.board).to_have_attribute("data-game", "tic-tac-toe")
    page.clock.run_for(LONG)
    page.expect_status("X to move")
    page.expect_ply(0)
    expect(page.message).to_have_text("")


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
    page.button("Undo").click() if missing == "board" else page.keyboard.press("u")
    page.expect_ply(0)
