"""Frames in the page of another site, on a projector, and puzzles on paper."""

import re

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE
from tests.chromium import await_reports
from tests.server import another_site

PUZZLE = load(SQUARE)[499]
WRONG = next(it for it in PUZZLE.position.empty_cells if it not in PUZZLE.right)
PATH = f"/embed/puzzles/square/{PUZZLE.number}"
REPLAY = "/embed/replay/tic-tac-toe/a1b2c3a3c2c1?first=x"


def cell(page: Page | FrameLocator, number: int) -> Locator:
    """The cell of that *number* of Square; its name goes on after the place."""
    row, column = divmod(number, PUZZLE.game.columns)
    return page.get_by_role("link", name=f"Row {row + 1}, column {column + 1}: ")


def solve(frame: FrameLocator) -> None:
    """Try a wrong cell, take a hint, and solve the puzzle."""
    expect(frame.get_by_role("status")).to_contain_text("Win in 3 moves")
    cell(frame, WRONG).click()
    expect(frame.get_by_text("Try again.", exact=True)).to_be_visible()
    expect(cell(frame, WRONG)).to_have_accessible_name(re.compile("empty, .*tried"))
    frame.get_by_role("link", name="Hint", exact=True).click()
    expect(frame.get_by_text("Hint.", exact=True)).to_be_visible()
    for step in solution(PUZZLE):
        cell(frame, step.move.cell).click()
        name = PUZZLE.game.cell_names[step.move.cell]
        expect(cell(frame, step.move.cell)).to_have_accessible_name(re.compile(f": X, {name}"))
    expect(frame.get_by_role("status")).to_contain_text("Solved.")
    frame.get_by_role("link", name="Again").click()
    expect(frame.get_by_role("status")).to_contain_text("Win in 3 moves")


@pytest.mark.usefixtures("script")
def test_a_puzzle_is_solved_in_a_page_of_another_site(page: Page, base_url: str) -> None:
    with another_site(base_url + PATH) as host:
        page.goto(host)
        solve(page.frame_locator("iframe"))
        assert page.url == f"{host}/"
        assert not page.context.cookies()


@pytest.mark.parametrize("allowed", ["", "allow-scripts"])
def test_a_frame_that_may_do_little_will_do(
    page: Page, base_url: str, page_errors: list[str], allowed: str
) -> None:
    """Editors frame unknown sites like this: without forms, and as a page without origin."""
    with another_site(base_url + PATH, f'sandbox="{allowed}"') as host:
        page.goto(host)
        frame = page.frame_locator("iframe")
        solve(frame)
        paper = frame.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
        assert paper != "rgba(0, 0, 0, 0)", "the style sheets have come"
    await_reports(page.context)
    page_errors.clear()  # about the script, or what it may not fetch


def test_a_replay_is_stepped_through_in_a_page_of_another_site(
    page: Page, base_url: str, script: bool
) -> None:
    with another_site(base_url + REPLAY + "&ply=1") as host:
        page.goto(host)
        before = page.evaluate("() => history.length") if script else 0
        frame = page.frame_locator("iframe")
        expect(frame.get_by_role("status")).to_contain_text("O to move. Move 1 of 6: X a1")
        for ply in (2, 3):
            frame.get_by_role("link", name="Forward").click()
            expect(frame.get_by_role("status")).to_contain_text(f"Move {ply} of 6")
        if script:
            page.keyboard.press("ArrowLeft")
            expect(frame.get_by_role("status")).to_contain_text("Move 2 of 6")
            assert page.evaluate("() => history.length") == before, "Back is the page's own"
        frame.get_by_role("link", name="Last").click()
        expect(frame.get_by_role("status")).to_contain_text("O wins. Move 6 of 6")
        expect(frame.get_by_role("img", name="Row 1, column 3: O, c1, winning")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/replay/square/"])
def test_other_pages_are_framed_by_nobody(
    page: Page, base_url: str, page_errors: list[str], path: str
) -> None:
    with another_site(base_url + path) as host:
        page.goto(host)
        expect(page.frame_locator("iframe").locator("#main")).to_have_count(0)
    await_reports(page.context)
    assert "frame-ancestors" in " ".join(page_errors)
    page_errors.clear()


def test_on_a_projector_the_board_fills_the_height(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(REPLAY.removeprefix("/embed") + "&ply=2")
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("link", name="Show large").click()
    expect(page).to_have_url(re.compile("/embed/replay/"))
    page.wait_for_load_state()  # else no script hears the key yet
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_contain_text("Move 3 of 6")
    for width, height in ((1920, 1080), (1366, 633)):
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#board").bounding_box()
        assert box
        assert box["height"] > 0.9 * height
        letters = page.locator(".note p").evaluate(
            "it => parseFloat(getComputedStyle(it).fontSize)"
        )
        assert letters >= height / 22, "for the last row of a room"
        assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("per", [6, 12])
def test_a_sheet_is_one_page_and_so_are_its_answers(page: Page, per: int) -> None:
    """Even under the longest title, of a site whose name is long."""
    themes = "complete,block,fork,stop-fork,threats,quiet,hold,several"
    longest = f"game=all&theme={themes}&plies=1-11&grade=1-16&seed=1234567890&from=500"
    for answers in ("", "&answers=on"):
        page.goto(f"/puzzles/sheet?{longest}&per={per}{answers}")
        page.locator(".paper a").evaluate_all(
            "links => links.forEach(it => { it.textContent = it.textContent.replace("
            " location.origin, 'https://tic-tac-why.some-school-with-a-long-name.example.org');"
            " })"
        )
        for paper in ("A4", "Letter"):
            assert len(re.findall(rb"/Type */Page\b", page.pdf(format=paper))) == 1


def test_the_button_of_a_sheet_prints(page: Page) -> None:
    page.add_init_script("window.print = () => { document.title = 'Printed'; };")
    page.goto("/puzzles/sheet?game=square")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("Printed")
