"""The page of a replay on all screens, and on paper: nothing moves, all is in reach."""

import re

import pytest
from playwright.sync_api import expect

from ai.rules.games import NAMED
from tests.e2e.player import HUMAN, Player
from tests.seen.reach import ADOPT
from tests.views import HELD, LONG_REPLAY, REPLAY, SQUARE_REPLAY, STORY

DRAWN = "/replay/tic-tac-toe/b2c1a3c3c2a2b3b1a1?first=x"

# Lets no word go on in the next line.
WHOLE_WORDS = """* {
  overflow-wrap: normal !important;
  word-break: normal !important;
  hyphens: none !important;
}"""

SCREENS = [(320, 568), (390, 664), (740, 360), (1366, 633), (2560, 1440)]
WATCHED = ("#status", "#board", "#timeline", "#back", "#forward")  # while one steps
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


@pytest.mark.parametrize(
    ("game", "start", "branch"),
    [
        (REPLAY, "&programs=on", "&from=4&variation=c1b1&ply=5"),
        (LONG_REPLAY, "&ply=7", "&from=2&variation=d4b3c4d3a4c2b2d1&ply=5"),
    ],
)
def test_neither_a_step_nor_a_branch_moves_anything(
    page: Player, game: str, start: str, branch: str
) -> None:
    """Neither do they change the size of anything; reasons are long and short, or none. A branch
    stands below the timeline.
    """
    page.goto(game + start)
    still = page.boxes_on(SCREENS, *WATCHED)
    for number in reversed(range(page.ply)):
        page.keyboard.press("ArrowLeft")
        page.expect_at(number)
        screens = SCREENS[number % 2 :: 2]
        assert page.boxes_on(screens, *WATCHED) == {it: still[it] for it in screens}, number
    page.goto(game + branch)
    assert page.locator("#moves [data-left]").count() == 1
    for screen in SCREENS:
        assert page.boxes_on([screen], *WATCHED)[screen] == still[screen]
        expect(page.variation).to_be_in_viewport()
        expect(page.link("Back to the game")).to_be_in_viewport()


@pytest.mark.parametrize("address", [REPLAY, LONG_REPLAY])
def test_the_first_view_holds_board_timeline_and_what_to_do(page: Player, address: str) -> None:
    """At the turning point, where most is said. All moves and steps stand on targets of 24 px at
    least, those of Back and Forward larger; X's moves in one row, and O's in the same one or below.
    Nothing scrolls, and on a phone the board has 300 px or more.
    """
    page.goto(address)
    page.review.get_by_role("link", name=re.compile("^move ")).click()
    expect(page.get_by_text("Turning point").and_(page.locator(".chip"))).to_be_visible()
    assert len(page.boxes(".tools > *")) == 4
    for screen in SCREENS:
        page.resize(*screen)
        inside = ("#board", "#timeline a", "#note .next", ".tools > *")
        for box in page.boxes(*inside, at_top=True):
            assert box.is_within(*screen), (screen, box)
        assert least(page, "#timeline a") >= 24, screen
        assert least(page, "#back, #forward") >= (40 if screen[0] == 320 else 44), screen
        assert least(page, ".tools > *, #note .next > *") >= 44, screen
        for row in ("#moves a.X", "#moves a.O", ".tools > *"):
            assert len(tops(page, row)) == 1, screen
        assert tops(page, "#moves b") <= tops(page, "#moves li:nth-child(-n + 2) b"), screen
        assert page.boxes("#timeline")[0].width >= screen[0] - 50
        assert page.boxes("#board")[0].width >= (300 if screen[1] >= 664 else 200)
        assert page.scrolled == [], screen
        assert page.evaluate(FITS), screen
    page.goto(f"{SQUARE_REPLAY}&ply=4&values=on")  # a slip, and a legend
    for screen, ways in page.boxes_on(SCREENS[:2], "#note .next > *").items():
        assert all(box.is_within(*screen) for box in ways), screen


@pytest.mark.parametrize("address", [DRAWN, LONG_REPLAY])
def test_a_tap_on_a_mark_of_the_timeline_opens_that_move(page: Player, address: str) -> None:
    """Neighbouring links overlap on phones, whichever move is shown."""
    page.resize(320, 568)
    for number in (0, 9):
        page.goto(f"{address}&ply={number}")
        opened = page.locator("#moves a .shape").evaluate_all(
            """marks => marks.map(mark => {
              const { left, top, width, height } = mark.getBoundingClientRect();
              const found = document.elementFromPoint(left + width / 2, top + height / 2);
              return mark.closest("a").contains(found);
            })"""
        )
        assert opened in ([True] * 9, [True] * 16)


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/replay/square/b2c3/moves?first=x", "table.moves"),
        ("/learn/openings", "table.moves"),
        ("/", "#strip > :first-child"),
    ],
)
def test_no_word_is_broken(page: Player, address: str, where: str) -> None:
    """Six columns have room on the narrowest phone, and the longest name in a match-up."""
    page.start(NAMED["elly"], HUMAN, "unbeatable")
    page.goto(address)
    for screen in SCREENS:
        page.resize(*screen)
        assert page.evaluate(FITS), screen
        page.evaluate(ADOPT, "")
        seen = page.boxes(where, f"{where} *")
        page.evaluate(ADOPT, WHOLE_WORDS)
        assert page.boxes(where, f"{where} *") == seen, screen


@pytest.mark.parametrize("address", [STORY, HELD])
def test_a_story_is_in_one_view_and_moves_nothing(page: Player, address: str) -> None:
    """At all stops, on all screens: the board, the stops, the sentence and what to do."""
    page.goto(address)
    watched = ("#board", "#stops", ".next button.primary", "#forward")
    still, stops = page.boxes_on(SCREENS, *watched), page.locator("#stops a")
    for number in range(stops.count()):
        stops.nth(number).click()
        expect(stops.nth(number)).to_have_attribute("aria-current", "step")
        for screen in SCREENS[number % 2 :: 2]:
            page.resize(*screen)
            assert page.boxes(*watched) == still[screen], (screen, number)
            for box in page.boxes("#board", "#stops", "#why h2", "#why p", "#forward"):
                assert box.is_within(*screen), (screen, number)
            assert least(page, "#stops a, .next button, #forward") >= 44, screen
            assert page.scrolled == [], screen
            assert page.evaluate(FITS), screen


def least(page: Player, selector: str) -> float:
    """The least width and height of the elements that *selector* finds."""
    return min(min(box.width, box.height) for box in page.boxes(selector))


def tops(page: Player, selector: str) -> set[float]:
    """The tops of the elements that *selector* finds."""
    return {box.top for box in page.boxes(selector)}


def test_a_replay_is_printed_on_one_sheet(page: Player) -> None:
    """The board at the turning point, moves with their verdicts in two columns, and the address;
    nothing to press, and nothing beyond the sheet.
    """
    for number, drawn in ((15, page.board), (3, page.locator(".paper table"))):
        page.goto(f"{LONG_REPLAY}&ply={number}&programs=on&ideas=on")
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
        assert page.evaluate(FITS)
        for name in ("Forward", "Back", "My game", "Moves from here"):
            expect(page.link(name)).to_be_hidden()
        for role in ("button", "textbox"):
            pressed = page.locator("#main").get_by_role(role)
            expect(pressed.and_(page.locator(":not([name=cell])"))).to_have_count(0)
        page.emulate_media(media="null")


@pytest.mark.usefixtures("script")
def test_what_is_switched_on_stands_in_sight(page: Player) -> None:
    """Below its switch, at the turning point and at the end too; nothing else moves."""
    page.resize(320, 568)
    for address in (f"{LONG_REPLAY}&ply=8", DRAWN):
        page.goto(address)
        for name in ("ideas", "programs"):
            switch, told = page.button(name.title()), page.locator(f"#{name}")
            watched = ("#board", "#timeline", f"#switch-{name}")
            still = page.boxes(*watched)
            page.click_in_place(switch)
            expect(switch).to_have_attribute("aria-pressed", "true")
            expect(told.get_by_role("heading").first).to_be_in_viewport(ratio=1)
            assert page.boxes(*watched) == still, address
            switch.click()
            expect(told).to_have_count(0)


@pytest.mark.usefixtures("script")
def test_on_a_phone_a_line_that_is_stepped_along_comes_into_sight(page: Player) -> None:
    page.resize(320, 640)
    page.goto("/replay/square/b2a1c3?first=x&ideas=on")
    page.get_by_role("region", name="Why O loses").get_by_role(
        "link", name="b4", exact=True
    ).click()
    page.expect_ply(4)
    expect(page.board).to_be_in_viewport()
