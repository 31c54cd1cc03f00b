"""Replays in the rarer cases: layout, programs, printing, lost responses."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from tests import screenshots
from tests.e2e.conftest import script
from tests.e2e.player import board, button, expect_status, link, ply, review
from tests.e2e.test_replays import DRAWN, FULL, LOST, at, variation

__all__ = ["script"]  # a fixture

VARIED = FULL + "&from=2&variation=d4b3c4d3a4c2b2d1"

# The boxes of the elements that one watches while stepping.
BOXES = """() =>
  ["status", "board", "timeline", "back", "forward"].map(id => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [x, y, width, height];
  })"""

# The boxes that scroll within themselves, sideways or not.
SCROLLED = """() => [...document.querySelectorAll("main *")].filter(e => {
    const { overflowX, overflowY } = getComputedStyle(e);
    return [overflowX, overflowY].some(how => ["auto", "scroll"].includes(how)) &&
      (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1);
  }).map(e => e.id || e.className)"""

# The words of tables that stand in more than one line.
BROKEN = """() => {
  const found = [];
  for (const table of document.querySelectorAll("table.moves")) {
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { index, 0: word } of texts.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
      }
    }
  }
  return found;
}"""


def programs(page: Page) -> Locator:
    """The entries of all programs."""
    return page.locator(".program")


SCREENS = [*screenshots.SCREENS.values()]


@pytest.mark.parametrize(
    ("address", "screens"),
    [(LOST + "&programs=on", SCREENS), (FULL, SCREENS[::2]), (VARIED, SCREENS[1::3])],
)
def test_stepping_moves_nothing(page: Page, address: str, screens: Sequence[ViewportSize]) -> None:
    """Neither does it change the size of anything; reasons are long and short, or none."""
    page.goto(address)
    still = measured(page, screens)
    for number in reversed(range(ply(page))):
        page.keyboard.press("ArrowLeft")
        at(page, number)
        assert measured(page, screens) == still, number


def measured(
    page: Page, screens: Sequence[ViewportSize]
) -> list[tuple[ViewportSize, list[list[float]]]]:
    """The boxes on each of the *screens*."""
    found = []
    for screen in screens:
        page.set_viewport_size(screen)
        found.append((screen, page.evaluate(BOXES)))
    return found


def test_the_page_of_another_ply_looks_the_same(page: Page) -> None:
    """Not only where a script puts the parts of one page into another."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(FULL)
    still = page.evaluate(BOXES)
    for number in range(0, 16, 3):
        page.goto(f"{FULL}&ply={number}")
        assert page.evaluate(BOXES) == still, number


@pytest.mark.parametrize(
    ("game", "branch"), [(LOST, "&from=4&variation=c1b1"), (FULL, VARIED.removeprefix(FULL))]
)
def test_a_branch_moves_nothing(page: Page, game: str, branch: str) -> None:
    """It stands below the timeline."""
    page.goto(f"{game}&ply=5")
    still = measured(page, SCREENS)
    page.goto(f"{game}{branch}&ply=5")
    assert page.locator("#moves [data-left]").count() == 1
    assert measured(page, SCREENS) == still
    for screen in SCREENS:
        page.set_viewport_size(screen)
        expect(variation(page)).to_be_in_viewport()
        expect(link(page, "Back to the game")).to_be_in_viewport()


# The longest game on all screens.
WHOLE = pytest.mark.parametrize(("address", "screens"), [(LOST, SCREENS[::3]), (FULL, SCREENS)])


@WHOLE
def test_the_timeline_shows_the_whole_game(
    page: Page, address: str, screens: Sequence[ViewportSize]
) -> None:
    """All moves and steps, on targets of 24 px at least, those of Back and Forward larger; nothing
    scrolls. X's moves stand in one row, and O's in the same one or below.
    """
    for screen in screens:
        page.set_viewport_size(screen)
        page.goto(f"{address}&ply=5")
        links = page.locator("#timeline a")
        for one in links.all():
            expect(one).to_be_in_viewport(ratio=1)
        assert all(min(width, height) >= 24 for _, width, height in targets(links)), screen
        least = 40 if screen["width"] == 320 else 44
        ends = targets(page.locator("#back, #forward"))
        assert all(min(width, height) >= least for _, width, height in ends), screen
        for mark in "XO":
            assert len({y for y, _, _ in targets(page.locator(f"#moves a.{mark}"))}) == 1, screen
        assert {y for y, _, _ in targets(page.locator("#moves b"))} <= {
            y for y, _, _ in targets(page.locator("#moves li:nth-child(-n + 2) b"))
        }, screen
        assert page.evaluate(SCROLLED) == [], screen
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), screen
        whole = page.locator("#timeline").bounding_box()
        assert whole
        assert whole["width"] >= screen["width"] - 50


@WHOLE
def test_the_first_view_holds_board_timeline_and_what_to_do(
    page: Page, address: str, screens: Sequence[ViewportSize]
) -> None:
    """At the turning point, where most is said; on a phone the board has 300 px or more."""
    for screen in screens:
        page.set_viewport_size(screen)
        page.goto(address)
        review(page).get_by_role("link", name=re.compile("^move ")).click()
        expect(page.get_by_text("Turning point").and_(page.locator(".chip"))).to_be_visible()
        tools = page.locator(".tools > *")
        expect(tools).to_have_count(4)
        assert len({y for y, _, _ in targets(tools)}) == 1, screen
        for part in (board(page), page.locator("#timeline"), page.locator("#note .next")):
            expect(part).to_be_in_viewport(ratio=1)
        for tool in tools.all():
            expect(tool).to_be_in_viewport(ratio=1)
        box = board(page).bounding_box()
        assert box
        assert box["width"] >= (300 if screen["height"] >= 664 else 200)
        assert page.evaluate(SCROLLED) == []


@pytest.mark.parametrize(
    "address",
    [
        "/replay/square/b2c3/moves?first=x",
        "/replay/square/a1b2c3d4/moves?first=x",
        "/replay/tic-tac-toe/a1b2c3/moves?first=x",
        "/learn/openings",
    ],
)
def test_no_word_of_the_table_of_moves_is_broken(page: Page, address: str) -> None:
    """Six columns have room on the narrowest phone."""
    for screen in SCREENS:
        page.set_viewport_size(screen)
        page.goto(address)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), screen
        broken = page.evaluate(BROKEN)
        assert broken == [], screen


def test_controls_are_for_fingers(page: Page) -> None:
    page.goto(LOST + "&ply=4&programs=on")
    for screen in SCREENS:
        page.set_viewport_size(screen)
        sized = targets(page.locator(".tools > *, #note .next > *"))
        assert all(min(width, height) >= 44 for _, width, height in sized), screen


def targets(links: Locator) -> list[tuple[float, float, float]]:
    """Top, width and height of those of *links* that can be seen; there are some."""
    found: list[tuple[float, float, float]] = links.evaluate_all(
        """links => links.filter(link => link.checkVisibility()).map(link => {
             const { y, width, height } = link.getBoundingClientRect();
             return [y, width, height];
           })"""
    )
    assert found
    return found


def test_a_step_leaves_the_page_where_it_is_scrolled_to(page: Page) -> None:
    """And what was unfolded unfolded."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(FULL + "&ply=8&programs=on")
    hard = programs(page).filter(has_text="Hard")
    hard.locator("summary").click()
    hard.scroll_into_view_if_needed()
    scrolled = page.evaluate("() => scrollY")
    assert scrolled
    page.keyboard.press("ArrowRight")
    at(page, 9)
    assert page.evaluate("() => scrollY") == scrolled
    expect(hard.get_by_role("table").first).to_be_visible()


def test_a_replay_that_cannot_be_had_is_asked_for_as_a_page(page: Page) -> None:
    page.goto(LOST + "&ply=0")
    page.route(
        "**/replay/**",
        lambda route: route.fulfill(status=404) if is_fetched(route) else route.continue_(),
    )
    with page.expect_navigation(url=re.compile("ply=1")):
        link(page, "Forward").click()
    at(page, 1)


def is_fetched(route: Route) -> bool:
    """Whether a script asks."""
    return route.request.resource_type == "fetch"


def test_a_replay_is_printed_on_one_sheet(page: Page) -> None:
    """The board at the turning point, moves with their verdicts in two columns, and the address;
    nothing to press, and nothing beyond the sheet.
    """
    for number, drawn in ((15, board(page)), (3, page.locator(".paper table"))):
        page.goto(f"{FULL}&ply={number}&programs=on&ideas=on")
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
        page.emulate_media(media="print")
        expect(page.locator("#board, .paper table").filter(visible=True)).to_have_count(1)
        expect(drawn).to_be_visible()
        logged = page.locator(".log li")
        expect(logged).to_have_count(16)
        lefts = logged.evaluate_all("all => all.map(one => one.getBoundingClientRect().left)")
        assert len(set(lefts)) == 2
        expect(page.locator(".log").get_by_text("Blunder").first).to_be_visible()
        address = page.locator(".paper > p")
        expect(address).to_be_visible()
        printed = address.evaluate("e => getComputedStyle(e, '::after').content").strip('"')
        assert printed == page.get_by_role("textbox", include_hidden=True).input_value()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        for name in ("Forward", "Back", "My game", "Moves from here"):
            expect(link(page, name)).to_be_hidden()
        for role in ("button", "textbox"):
            pressed = page.locator("#main").get_by_role(role)
            expect(pressed.and_(page.locator(":not([name=cell])"))).to_have_count(0)
        page.emulate_media(media="null")


def test_the_programs_are_opened_by_keyboard(page: Page) -> None:
    page.goto(LOST + "&ply=3")
    button(page, "Programs").focus()
    page.keyboard.press("Enter")
    expect(button(page, "Programs")).to_be_focused()
    expect(programs(page)).to_have_count(8)
    expect(programs(page).get_by_role("table")).to_have_count(0)  # closed at first
    hard = programs(page).filter(has_text="Hard").first
    hard.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(hard.get_by_role("table")).to_have_count(2)
    expect(hard).to_contain_text("mistake")
    hard.get_by_role("link", name="see how c1 loses").focus()
    page.keyboard.press("Enter")
    expect(variation(page).get_by_role("listitem").first).to_have_text("O c1")
    link(page, "Last").click()
    expect_status(page, "X wins")


@pytest.mark.usefixtures("fresh")
def test_without_a_clipboard_the_link_is_selected(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(LOST + "&ply=4")
    page.get_by_text("Share", exact=True).click()
    button(page, "Copy").click()
    expect(page.locator("#copied")).to_contain_text("The link is selected")
    assert page.evaluate("() => getSelection().toString()").startswith("http")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [False], indirect=True)
def test_without_script_no_button_to_copy(page: Page) -> None:
    page.goto(LOST)
    page.get_by_text("Share", exact=True).click()
    expect(button(page, "Copy")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Address of this page")).to_be_visible()


@pytest.mark.usefixtures("script")
def test_links_step_and_keep_the_focus(page: Page) -> None:
    page.goto(LOST + "&ply=0")
    for name, number in [
        ("Forward", 1),
        ("Forward", 2),
        ("Back", 1),
        ("Last", 6),
        ("First", 0),
        ("Forward", 1),
    ]:
        link(page, name).click()
        at(page, number)
        expect(link(page, name)).to_be_focused()
    page.keyboard.press("Enter")
    at(page, 2)
    expect(link(page, "Forward")).to_be_focused()
    page.keyboard.press("Tab")
    expect(link(page, "Last")).to_be_focused()


SWITCHED = """name => ["board", "timeline", `switch-${name}`].map(id => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x, y, width, height];
})"""


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"], indirect=True)
@pytest.mark.parametrize("size", [(390, 664), (320, 568), (1366, 633)], ids=str)
def test_what_is_switched_on_stands_in_sight(page: Page, size: tuple[int, int]) -> None:
    """Below its switch, at the turning point and at the end too; nothing else moves."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for address in (f"{FULL}&ply=8", f"{LOST}&ply=5", LOST, DRAWN, "/replay/square/?first=x"):
        page.goto(address)
        for name in ("ideas", "programs"):
            switch, told = button(page, name.title()), page.locator(f"#{name}")
            still = page.evaluate(SWITCHED, name)
            switch.click()
            expect(switch).to_have_attribute("aria-pressed", "true")
            expect(told.get_by_role("heading").first).to_be_in_viewport(ratio=1)
            assert page.evaluate(SWITCHED, name) == still, address
            switch.click()
            expect(told).to_have_count(0)
