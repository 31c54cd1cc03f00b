"""Programs that play by themselves: their speed, their pause, and what stops them."""

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import UNREACHABLE, Player

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


@pytest.mark.usefixtures("fresh")
def test_programs_stop_when_the_connection_is_lost(page: Player, page_errors: list[str]) -> None:
    press_play(page, "easy", "medium")
    page.route("**/step", lambda route: route.abort())
    page.clock.run_for(2500)
    expect(page.message).to_contain_text(UNREACHABLE)
    expect(page.button("Play")).to_be_visible()
    page.expect_status("O to move")
    page.unroute("**/step")
    page_errors.clear()
    page.clock.run_for(10_000)
    page.expect_ply(1)
    page.button("Play").click()
    page.expect_ply(2)
    expect(page.message).to_have_text("")
