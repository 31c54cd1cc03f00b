"""A frame tells the page around it how its puzzle stands, and how high it has to be."""

from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE
from tests.chromium import await_reports
from tests.server import another_site

PUZZLE = load(SQUARE)[499]
WRONG = next(it for it in PUZZLE.position.empty_cells if it not in PUZZLE.right)
PATH = f"/embed/puzzles/square/{PUZZLE.number}"
RECORD = "window.told = []; addEventListener('message', ({ data }) => told.push(data));"


def documented(page: Page) -> str:
    """The script that the page on the API shows."""
    page.goto("/learn/api")
    return page.get_by_role("region", name="A page that listens to its frame").inner_text()


def told(page: Page) -> dict[str, Any]:
    """The last message."""
    found: dict[str, Any] = page.evaluate("() => told.at(-1)")
    return found


def solve(frame: FrameLocator) -> None:
    """Touch the cells of a solution, each on the board after the one before."""
    for step in solution(PUZZLE):
        frame.locator(f"#cell-{step.move.cell}").click()
        expect(frame.locator("#board")).to_have_attribute("data-ply", f"{step.position.ply}")


def expect_fits(page: Page, frame: FrameLocator) -> None:
    """The frame becomes as high as its last message says; then nothing in it scrolls, and the board
    is wide.
    """
    page.wait_for_function(
        "() => document.querySelector('iframe').height === `${told.at(-1).height}`"
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
        page.wait_for_function("told.length")
        expect_fits(page, frame)
        frame.locator(f"#cell-{WRONG}").click()
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
        page.wait_for_function("told.length")
        for width in (250, 700):
            ends = set()
            for height in (width + 100, 1500):
                page.locator("iframe").evaluate(size, [width, height])
                expect_fits(page, page.frame_locator("iframe"))
                ends.add(told(page)["height"])
            assert len(ends) == 1
    page.goto(path)
    page.evaluate(RECORD)
    page.set_viewport_size({"width": 400, "height": 700})
    assert page.evaluate("() => new Promise(requestAnimationFrame).then(() => told)") == []


def test_a_frame_without_an_origin_tells_too(
    page: Page, base_url: str, page_errors: list[str]
) -> None:
    """As editors frame unknown sites: each step loads a page, and its message has no origin."""
    with another_site(base_url + PATH, 'sandbox="allow-scripts"', script=RECORD) as host:
        page.goto(host)
        solve(page.frame_locator("iframe"))
        page.wait_for_function("told.at(-1).solved")
    await_reports(page.context)
    page_errors.clear()  # about what it may not fetch
