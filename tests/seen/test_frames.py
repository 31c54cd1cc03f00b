"""Frames in pages of other sites and what they tell these, a projector, and puzzles on paper."""

import re
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE
from tests.chromium import await_reports
from tests.server import another_site

PUZZLE = load(SQUARE)[499]
WRONG = "#cell-0"
PATH = f"/embed/puzzles/square/{PUZZLE.number}"
REPLAY = "/embed/replay/tic-tac-toe/a1b2c3a3c2c1?first=x"
RECORD = "window.told = []; addEventListener('message', ({ data }) => told.push(data));"


def solve(frame: FrameLocator) -> None:
    """Touch the cells of a solution, each on the board after the one before."""
    for step in solution(PUZZLE):
        cell = frame.locator(f"#cell-{step.move.cell}")
        cell.click()
        expect(cell).to_have_attribute("data-mark", "X")
    expect(frame.get_by_role("status")).to_contain_text("Solved.")


@pytest.mark.parametrize("attributes", ["", 'sandbox=""', 'sandbox="allow-scripts"'])
def test_a_puzzle_is_solved_in_a_page_of_another_site(
    page: Page, base_url: str, page_errors: list[str], attributes: str
) -> None:
    """Editors frame unknown sites without forms or scripts, and as a page without origin."""
    with another_site(base_url + PATH, attributes, script=RECORD) as host:
        page.goto(host)
        frame = page.frame_locator("iframe")
        expect(frame.get_by_role("status")).to_contain_text("Win in 3 moves")
        frame.locator(WRONG).click()
        expect(frame.get_by_text("Try again.", exact=True)).to_be_visible()
        expect(frame.locator(WRONG)).to_have_accessible_name(re.compile("empty, .*tried"))
        frame.get_by_role("link", name="Hint", exact=True).click()
        expect(frame.get_by_text("Hint.", exact=True)).to_be_visible()
        solve(frame)
        if attributes != 'sandbox=""':
            page.wait_for_function("told.at(-1).solved")
        frame.get_by_role("link", name="Again").click()
        expect(frame.get_by_role("status")).to_contain_text("Win in 3 moves")
        paper = frame.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
        assert paper != "rgba(0, 0, 0, 0)", "the style sheets have come"
        assert page.url == f"{host}/"
        assert not page.context.cookies()
    await_reports(page.context)
    if attributes:
        page_errors.clear()  # about the script, or what it may not fetch


def test_a_replay_is_stepped_through_in_a_page_of_another_site(
    page: Page, base_url: str, script: bool
) -> None:
    with another_site(base_url + REPLAY + "&ply=1") as host:
        page.goto(host)
        before = page.evaluate("() => history.length") if script else 0
        frame = page.frame_locator("iframe")
        status = expect(frame.get_by_role("status"))
        status.to_contain_text("O to move. Move 1 of 6: X a1")
        for ply in (2, 3):
            frame.get_by_role("link", name="Forward").click()
            status.to_contain_text(f"Move {ply} of 6")
        if script:
            page.keyboard.press("ArrowLeft")
            status.to_contain_text("Move 2 of 6")
            assert page.evaluate("() => history.length") == before, "Back is the page's own"
        frame.get_by_role("link", name="Last").click()
        status.to_contain_text("O wins. Move 6 of 6")
        expect(frame.get_by_role("img", name="Row 1, column 3: O, c1, winning")).to_be_visible()


def documented(page: Page) -> str:
    """The script that the page on the API shows."""
    page.goto("/learn/api")
    return page.get_by_role("region", name="A page that listens to its frame").inner_text()


def told(page: Page) -> dict[str, Any]:
    """The last message, once there is one."""
    page.wait_for_function("told.length")
    found: dict[str, Any] = page.evaluate("() => told.at(-1)")
    return found


def expect_fits(page: Page, frame: FrameLocator) -> None:
    """The frame becomes as high as its last message says; then nothing in it scrolls, and the board
    is wide.
    """
    page.wait_for_function(
        "() => document.querySelector('iframe').height === `${told.at(-1)?.height}`"
    )
    html = frame.locator("html")
    expect(html).to_have_js_property("clientHeight", told(page)["height"])
    expect(html).to_have_js_property("scrollHeight", told(page)["height"])
    assert frame.locator("#board").evaluate("it => it.offsetWidth > 0.8 * innerWidth")


def test_a_frame_tells_its_page_when_its_puzzle_is_solved(page: Page, base_url: str) -> None:
    """Another page tells it nothing."""
    with another_site(base_url + PATH, script=RECORD + documented(page)) as host:
        page.goto(host)
        frame = page.frame_locator("iframe")
        expect_fits(page, frame)
        frame.locator(WRONG).click()
        page.wait_for_function("told.at(-1).tries === 1")
        page.evaluate("postMessage({ solved: true, tries: 0, height: 5 }, '*')")
        expect(page).to_have_title("A blog")
        solve(frame)
        expect(page).to_have_title("Solved, wrong tries: 1")
        assert told(page).keys() == {"type", "solved", "tries", "height"}
        expect_fits(page, frame)
        frame.get_by_role("link", name="Again").click()
        page.wait_for_function("!told.at(-1).solved && !told.at(-1).tries")


@pytest.mark.parametrize(
    "path",
    [
        f"{PATH}?moves=a1b4b2d2",
        "/embed/search/tic-tac-toe/XX.-OO.-...?at=47",
        "/embed/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&ply=3",
        "/embed/learn/forks",
    ],
)
def test_a_frame_fits_that_is_as_high_as_it_tells(page: Page, base_url: str, path: str) -> None:
    """It ends with the same height, whatever it begins with. On its own it tells nobody."""
    page.set_viewport_size({"width": 1000, "height": 1600})
    size = "(it, size) => { [it.width, it.height] = size; }"
    with another_site(base_url + path, script=RECORD + documented(page)) as host:
        page.goto(host)
        for width in (250, 700):
            ends = set()
            for height in (width + 100, 1500):
                assert told(page)
                page.locator("iframe").evaluate(size, [width, height])
                expect_fits(page, page.frame_locator("iframe"))
                ends.add(told(page)["height"])
            assert len(ends) == 1
    page.goto(path)
    page.evaluate(RECORD)
    page.set_viewport_size({"width": 400, "height": 700})
    assert page.evaluate("() => new Promise(requestAnimationFrame).then(() => told)") == []


def test_on_a_projector_the_board_fills_the_height(page: Page) -> None:
    page.goto(REPLAY.removeprefix("/embed") + "&ply=2")
    page.get_by_text("Embed", exact=True).click()
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
        size = page.locator(".note p").evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
        assert size >= height / 22, "for the last row of a room"
        assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")


LONG_NAME = """links => links.forEach(it => { it.textContent = it.textContent.replace(
  location.origin, "https://tic-tac-why.some-school-with-a-long-name.example.org"); })"""


@pytest.mark.parametrize("per", [6, 12])
def test_a_sheet_is_one_page_and_so_are_its_answers(page: Page, per: int) -> None:
    """Even under the longest title, of a site whose name is long. Its button prints."""
    themes = "complete,block,fork,stop-fork,threats,quiet,hold,several"
    longest = f"game=all&theme={themes}&plies=1-11&grade=1-16&seed=1234567890&from=500"
    for answers in ("", "&answers=on"):
        page.goto(f"/puzzles/sheet?{longest}&per={per}{answers}")
        page.locator(".paper a").evaluate_all(LONG_NAME)
        for paper in ("A4", "Letter"):
            assert len(re.findall(rb"/Type */Page\b", page.pdf(format=paper))) == 1
    page.evaluate("() => { window.print = () => { document.title = 'Printed'; }; }")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("Printed")
