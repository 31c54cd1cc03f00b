"""The lens: the squares through the cell that is pointed at or has the focus."""

import re

import pytest
from playwright.sync_api import Page, expect

from ai.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import begin, board, cell, expect_status, play

SHOWN = "#lens use:visible"
SAID = "#through span:visible"


def expect_lens(page: Page, number: int, through: int) -> None:
    """The lens comes to show that many squares, all of those through cell *number*."""
    corner = chr(ord("a") + number)  # a letter of a square's name for each of its cells
    expect(page.locator(SHOWN)).to_have_count(through)
    expect(page.locator(f'#lens use[href*="{corner}"]:visible')).to_have_count(through)
    expect(page.locator(SAID)).to_have_count(1)
    expect(page.locator(SAID)).to_have_text(re.compile(rf"^{through} squares: "))
    described = page.locator(f"#cell-{number}")
    expect(described).to_have_accessible_description(page.locator(SAID).inner_text())


@pytest.mark.usefixtures("script")
def test_pointing_at_a_cell_shows_its_squares(page: Page) -> None:
    begin(page, SQUARE)
    expect(page.locator(SHOWN)).to_have_count(0)
    for number, name, through in ((0, "a1", 3), (1, "b1", 5), (5, "b2", 7), (11, "d3", 5)):
        cell(page, name).hover()
        expect_lens(page, number, through)
        expect(page.locator(SAID)).to_have_text(f"{through} squares: {through} live for both")
    page.get_by_role("heading", name="Moves").hover()
    expect(page.locator(SHOWN)).to_have_count(0)
    expect(page.locator(SAID)).to_have_count(0)


@pytest.mark.usefixtures("script")
def test_the_keyboard_shows_the_squares_of_every_cell(page: Page) -> None:
    begin(page, SQUARE)
    page.get_by_role("link", name="Opponents").focus()
    for number in SQUARE.cells:
        page.keyboard.press("Tab")
        expect(page.locator(f"#cell-{number}")).to_be_focused()
        expect_lens(page, number, sum(number in square for square in SQUARE.winning_sets))


@pytest.mark.usefixtures("script")
def test_the_lens_says_for_whom_squares_are_live(page: Page) -> None:
    begin(page, SQUARE, moves="b2")
    play(page, "c3 a1")
    # b2 is X's, so squares through c2 with it but without c3 are X's; and so on.
    marks = {5: "X", 10: "O", 0: "X"}
    squares = [square for square in SQUARE.winning_sets if 6 in square]
    held = [{marks[c] for c in square if c in marks} for square in squares]
    x, o = held.count({"X"}), held.count({"O"})
    both, dead = held.count(set()), held.count({"X", "O"})
    cell(page, "c2").hover()
    expect_lens(page, 6, 7)
    parts = [f"{x} for X", f"{o} for O", f"{both} for both", f"{dead} dead"]
    told = ", ".join(part for part in parts if not part.startswith("0"))
    told = told.replace(" for", " live for", 1)
    expect(page.locator(SAID)).to_have_text(f"7 squares: {told}")
    for kind, count in (("x", x), ("o", o), ("both", both), ("dead", dead)):
        expect(page.locator(f"#lens use.{kind}:visible")).to_have_count(count)


@pytest.mark.usefixtures("script")
def test_the_lens_is_there_in_a_replay(page: Page) -> None:
    page.goto("/replay/square/b2a1c3?first=x&ply=2")
    cell(page, "d4").hover()
    expect_lens(page, 15, 3)


@pytest.mark.usefixtures("script")
def test_tic_tac_toe_needs_no_lens(page: Page) -> None:
    begin(page, TIC_TAC_TOE)
    for name in ("a1", "b1", "b2"):
        cell(page, name).hover()
        expect(page.locator(SHOWN)).to_have_count(0)
        expect(page.locator(SAID)).to_have_count(0)
        expect(cell(page, name)).to_have_accessible_description("")


@pytest.mark.usefixtures("script")
def test_nothing_is_live_once_the_game_is_over(page: Page) -> None:
    begin(page, SQUARE, moves="b1a1d2a2c4b2")
    play(page, "a3")
    expect_status(page, "X wins")
    expect(board(page)).to_have_attribute("data-state", "won")
    cell(page, "d4").hover()
    expect(page.locator(SHOWN)).to_have_count(0)
    expect(page.locator(SAID)).to_have_count(0)
