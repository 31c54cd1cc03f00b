"""Puzzles as somebody solves them, by roles and names, and the clock of a rush."""

import re

import pytest
from playwright.sync_api import expect

from ai.puzzles.puzzle import Theme
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE
from tests.chromium import of_replay
from tests.e2e.player import Player
from tests.puzzle_pages import ASKED, address

PUZZLE = load(SQUARE)[499]
PATH = f"/puzzles/square/{PUZZLE.number}"
WRONG = next(SQUARE.cell_names[it] for it in PUZZLE.position.empty_cells if it not in PUZZLE.right)
STEPS = [(SQUARE.cell_names[step.move.cell], step.position.ply) for step in solution(PUZZLE)]

pytestmark = pytest.mark.usefixtures("fresh")


@of_replay
@pytest.mark.usefixtures("script", "fresh")
def test_a_puzzle_is_found_tried_and_solved(page: Player) -> None:
    page.goto(PATH)
    page.cell(WRONG).click()
    expect(page.cell(WRONG)).to_have_attribute("data-tried", "tried")
    page.button("Hint").click()
    expect(page.get_by_role("region", name="Why")).to_contain_text("Look for")
    expect(page.locator("#pointer .loop")).to_have_count(1)
    page.solve(PUZZLE)
    expect(page.get_by_text("with a hint")).to_be_visible()
    assert re.search(r"\?moves=\w+&helped=on$", page.url)
    page.link("A little harder next").click()
    expect(page).to_have_url(re.compile(r"/puzzles/tic-tac-toe/\d+$"))


def test_a_wrong_answer_is_drawn(page: Player) -> None:
    """With the mark that made the move."""
    mistake = next(it for it in ASKED if it.theme is Theme.MISTAKE)
    page.goto(address(mistake))
    names = [mistake.game.cell_names[cell] for cell in mistake.moves]
    expect(page.cell(names[1])).to_have_accessible_name(re.compile("move 2"))
    last = mistake.game.cell_names[mistake.right[0]]
    first = 0 if len(names) % 2 else 1  # of O's moves: X is to move
    other = page.cell(next(name for name in names[first::2] if name != last))
    other.click()
    expect(other).to_have_attribute("data-tried", "tried")
    expect(other.locator("use[href^='#mark-O']")).to_have_css("display", "inline")
    page.cell(last).click()
    page.expect_solved()


def test_a_puzzle_by_keyboard(page: Player) -> None:
    page.goto(PATH)
    for name, ply in STEPS:
        page.keyboard.type(name)
        expect(page.cell(name)).to_be_focused()
        page.keyboard.press("Enter")
        page.expect_ply(ply)
    page.expect_solved()
    page.keyboard.press("n")
    expect(page.button("Again")).to_be_focused()
    page.keyboard.press("Enter")
    page.expect_ply(PUZZLE.position.ply)
    expect(page.button("Again")).to_be_focused()
    page.keyboard.press("s")
    expect(page).to_have_url(re.compile(r"/puzzles/tic-tac-toe/\d+$"))


def test_the_clock_counts_down_in_sight_and_ends_by_asking_the_server(page: Player) -> None:
    page.clock.install()
    page.goto("/puzzles/rush")
    page.button("Begin: 3 minutes").click()
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"2:5\d"))  # it goes
    page.clock.run_for(61_000)
    expect(clock).to_have_text(re.compile(r"1:5\d"))
    with page.expect_request("**/puzzles/rush"):
        page.clock.run_for(190_000)
