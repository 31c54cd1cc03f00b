"""Puzzles as somebody solves them, by roles and names."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import cell_name
from tests.e2e.player import begin, board, button, cell, expect_ply, link, play, status

PUZZLE = load(SQUARE)[499]
PATH = f"/puzzles/square/{PUZZLE.number}"
WRONG = next(it for it in PUZZLE.position.empty_cells if it not in PUZZLE.right)

pytestmark = pytest.mark.usefixtures("fresh")


def name(number: int) -> str:
    """The name of a cell of Square."""
    return cell_name(SQUARE, number)


def solve(page: Page, puzzle: Puzzle) -> None:
    """Click the moves of a solution."""
    for step in solution(puzzle):
        cell(page, cell_name(puzzle.game, step.move.cell)).click()
        expect_ply(page, step.position.ply)


def expect_solved(page: Page) -> None:
    """The page says that the puzzle is solved."""
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    expect(status(page)).to_contain_text("Solved")


@pytest.mark.usefixtures("script")
def test_a_puzzle_is_found_tried_and_solved(page: Page) -> None:
    page.goto(PATH)
    expect(status(page)).to_contain_text("to win in 5")
    cell(page, name(WRONG)).click()
    expect(page.get_by_role("heading", name="Try again")).to_be_visible()
    expect(cell(page, name(WRONG))).to_have_attribute("data-tried", "tried")
    button(page, "Hint").click()
    expect(page.get_by_role("region", name="Why")).to_contain_text("Look for")
    button(page, "Cell").click()
    expect(page.locator("[data-hint]")).to_have_count(1)
    solve(page, PUZZLE)
    expect_solved(page)
    expect(board(page)).to_have_attribute("data-state", "won")
    expect(page.get_by_text("with a hint")).to_be_visible()
    assert re.search(r"\?moves=\w+&helped=on$", page.url)
    link(page, "Next puzzle").click()
    expect(page).to_have_url(re.compile(rf"/puzzles/square/{PUZZLE.number + 1}$"))


@pytest.mark.usefixtures("script")
def test_the_answer_is_told_and_stepped_through(page: Page) -> None:
    page.goto(PATH)
    for key in ("Hint", "Cell", "Answer"):
        button(page, key).click()
    expect(page.get_by_role("heading", name="The answer")).to_be_visible()
    expect(button(page, "Hint")).to_have_attribute("aria-disabled", "true")
    link(page, "Step through").click()
    expect(page).to_have_url(re.compile("/replay/square/"))
    expect(board(page)).to_have_attribute("data-ply", str(PUZZLE.position.ply))


@pytest.mark.usefixtures("script")
def test_a_set_is_made_shared_and_played(page: Page) -> None:
    page.goto("/puzzles")
    form = page.get_by_role("region", name="A set of your own")
    form.get_by_role("checkbox", name="Fork", exact=True).check()
    form.get_by_role("checkbox", name="Quiet move").check()
    form.get_by_label("Game").select_option("Square")
    plies = form.get_by_role("group", name="Won in so many plies")
    plies.get_by_label("from").select_option("3")
    plies.get_by_label("to").select_option("7")
    form.get_by_role("button", name="Make the set").click()
    wanted = r"/puzzles\?game=square&theme=fork,quiet&plies=3-7$"
    expect(page).to_have_url(re.compile(wanted))
    sent = page.url
    link(page, "Begin").click()
    number = int(re.findall(r"/square/(\d+)", page.url)[0])
    solve(page, load(SQUARE)[number - 1])
    link(page, "Puzzles").last.click()
    expect(page).to_have_url(sent)
    expect(page.get_by_text(re.compile("^1 of"))).to_be_visible()
    expect(link(page, "Go on")).to_be_visible()


def test_the_puzzle_of_the_day_is_solved_beside_a_match_and_the_streak(page: Page) -> None:
    """Three tabs of one browser: nothing is lost in any of them."""
    begin(page, TIC_TAC_TOE)
    play(page, "b2")
    days, other = page.context.new_page(), page.context.new_page()
    days.goto("/puzzles/today")
    puzzle = puzzle_of_day(datetime.now(UTC).date())
    other.goto(PATH)
    solve(days, puzzle)
    expect_solved(days)
    solve(other, PUZZLE)
    expect_solved(other)
    page.reload()
    expect(cell(page, "b2")).to_have_attribute("data-mark", "X")
    play(page, "a1")
    page.goto("/puzzles")
    expect(page.get_by_text("Streak: 1 day", exact=True)).to_be_visible()
    expect(link(page, "Solved: see it again")).to_be_visible()


def test_moves_happen_in_place_and_back_takes_one_back(page: Page) -> None:
    page.goto(PATH)
    page.evaluate("() => { window.here = true }")
    first, second, _ = solution(PUZZLE)
    cell(page, name(first.move.cell)).click()
    expect_ply(page, first.position.ply)
    expect(cell(page, name(first.move.cell))).to_be_focused()
    cell(page, name(second.move.cell)).click()
    expect_ply(page, second.position.ply)
    page.go_back()
    expect_ply(page, first.position.ply)
    cell(page, name(second.move.cell)).click()
    expect_ply(page, second.position.ply)
    assert page.evaluate("() => window.here")


def test_a_puzzle_by_keyboard(page: Page) -> None:
    page.goto(PATH)
    for key in ("Cell", "Answer"):
        page.keyboard.press("h")
        expect(button(page, key)).to_be_visible()
    for step in solution(PUZZLE):
        page.keyboard.type(name(step.move.cell))
        expect(cell(page, name(step.move.cell))).to_be_focused()
        page.keyboard.press("Enter")
        expect_ply(page, step.position.ply)
    expect_solved(page)
    page.keyboard.press("n")
    expect(button(page, "Again")).to_be_focused()
    page.keyboard.press("Enter")
    expect_ply(page, PUZZLE.position.ply)
    expect(button(page, "Again")).to_be_focused()
    page.keyboard.press("s")
    expect(page).to_have_url(re.compile(rf"/puzzles/square/{PUZZLE.number + 1}$"))


def test_the_result_is_copied_as_text(page: Page, base_url: str) -> None:
    page.goto(PATH)
    solve(page, PUZZLE)
    page.evaluate(
        """() => { navigator.share = undefined;
          navigator.clipboard.writeText = async text => { window.copied = text } }"""
    )
    link(page, "Share").click()
    expect(page.locator("#shared")).to_have_text("Copied.")
    head, result, address = page.evaluate("() => window.copied").splitlines()
    assert head == f"Tic Tac Why, Puzzle {PUZZLE.number}"
    assert result == "Square, X to win in 5: ✓ ✓ ✓"
    assert address == f"{base_url}{PATH}"


def test_a_lost_connection_loses_nothing(page: Page, page_errors: list[str]) -> None:
    page.goto(PATH)
    first = solution(PUZZLE)[0]
    page.route(f"**{PATH}*", lambda route: route.abort(), times=1)
    cell(page, name(first.move.cell)).click()
    expect(page.get_by_role("heading", name="Find the move")).to_be_visible()
    solve(page, PUZZLE)
    expect_solved(page)
    page_errors.clear()
