"""Replays in the rarer cases: addresses, lessons, programs, printing, what cannot be had."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import (
    BrowserContext,
    Locator,
    Page,
    Route,
    ViewportSize,
    expect,
)

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    expect_ply,
    expect_status,
    expect_true_page,
    figures,
    link,
    moves,
    play_once,
    ply,
    review,
    sketch,
    status,
    why,
)
from tests.e2e.test_replays import FULL, LOST, at, variation

VARIED = FULL + "&from=2&variation=d4b3c4d3a4c2b2d1"


# Where what one looks at while stepping stands on the page, and how large.
BOXES = """() =>
  ["status", "board", "timeline", "ply-1", "back", "forward", "note"].map(id => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [x, y, width, height];
  })"""


def programs(page: Page) -> Locator:
    """What every program would do, one after the other."""
    return page.locator(".program")


def test_the_ends_are_said_to_be_ends(page: Page) -> None:
    page.goto(LOST + "&ply=0")
    back, forward = ("First", "Back"), ("Forward", "Last")
    for number, ended, open_ in ((0, back, forward), (6, forward, back)):
        at(page, number)
        for name in ended:
            expect(link(page, name)).to_have_attribute("aria-disabled", "true")
        for name in open_:
            expect(link(page, name)).not_to_have_attribute("aria-disabled", "true")
        link(page, open_[-1]).click()


SCREENS: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 360, "height": 740},
    {"width": 740, "height": 360},
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 768},
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
]


@pytest.mark.parametrize("address", [LOST + "&programs=on", FULL, VARIED])
def test_stepping_moves_nothing(page: Page, address: str) -> None:
    """Neither does it change the size of anything; reasons are long and short, or none."""
    page.goto(address)
    screens = SCREENS if address.startswith(LOST) else SCREENS[::2]  # enough for a long game
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
    """It stands below the timeline, which makes room for it."""
    page.goto(f"{game}&ply=5")
    still = tops(page)
    page.goto(f"{game}{branch}&ply=5")
    assert page.locator("#moves [data-left]").count() == 1
    assert tops(page) == still
    for screen in SCREENS:
        page.set_viewport_size(screen)
        expect(variation(page)).to_be_in_viewport()
        expect(link(page, "Back to the game")).to_be_in_viewport()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), screen


def tops(page: Page) -> list[tuple[ViewportSize, list[float]]]:
    """Where the boxes but for those of the timeline begin on each screen that shows them all."""
    return [
        (screen, [top for _, top, _, _ in [*found[:4], found[-1]]])
        for screen, found in measured(page, SCREENS)
        if screen["height"] > 500  # a phone on its side scrolls
    ]


@pytest.mark.parametrize(("address", "rows_on_a_phone"), [(LOST, 1), (FULL, 2)])
def test_every_target_is_large_enough(page: Page, address: str, rows_on_a_phone: int) -> None:
    """44 px a move from a wide screen on, a row of all; 24 px anywhere, eight a row on a phone."""
    page.goto(address + "&ply=4&programs=on")
    for screen in SCREENS:
        page.set_viewport_size(screen)
        wide = screen["width"] >= 1200
        sized = targets(page.locator("#timeline a, #switches a, #note .button"))
        assert all(min(width, height) >= 24 for _, width, height in sized), screen
        found = targets(moves(page).get_by_role("link"))
        assert all(min(width, height) >= (44 if wide else 24) for _, width, height in found), screen
        assert len({y for y, _, _ in found}) == (1 if wide else rows_on_a_phone), screen
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), screen


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
    """The board, the moves, their verdicts and the address; nothing to press."""
    page.goto(FULL + "&ply=15&programs=on")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    for seen in (board(page), moves(page).get_by_text("blunder").first):
        expect(seen).to_be_visible()
    printed = page.locator(".share").evaluate("e => getComputedStyle(e, '::after').content")
    assert printed.strip('"') == page.get_by_role("textbox", include_hidden=True).input_value()
    for name in ("Forward", "Back", "My game", "Values: off"):
        expect(link(page, name)).to_be_hidden()
    for role in ("button", "textbox"):
        pressed = page.locator("#main").get_by_role(role).and_(page.locator(":not([name=cell])"))
        expect(pressed).to_have_count(0)


def told(page: Page) -> list[tuple[str, ...]]:
    """What the replay shows at each of its positions, with values and reasons."""
    found: list[tuple[str, ...]] = []
    last = ply(page)
    link(page, "First").click()
    for number in range(last + 1):
        at(page, number)
        found.append(
            (
                board(page).aria_snapshot(),
                status(page).inner_text(),
                why(page).inner_text() if number else "",
                "\n".join(moves(page).all_inner_texts()),
            )
        )
        if number < last:
            link(page, "Forward").click()
    return found


def test_a_game_lives_in_its_address(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", seed="3")
    reasons: dict[str, str] = {}
    while board(page).get_attribute("data-state") == "active":
        play_once(page)
        asked = why(page).get_by_role("heading").inner_text()
        reasons[asked] = why(page).locator("p").inner_text()
    position = expect_true_page(page)
    played = moves(page).all_inner_texts()
    link(page, "Review").click()
    link(page, "Values: off").click()
    expect(link(page, "Values: on")).to_be_visible()
    at(page, position.ply)
    expect(page).to_have_url(re.compile("[?&]values="))
    address, seen = page.url, told(page)

    stranger = new_context().new_page()
    stranger.goto(address)
    expect(moves(stranger)).to_have_text([re.compile(rf"^{re.escape(move)}") for move in played])
    assert told(stranger) == seen
    answered = 0
    for (_, _, why_said, _), move in zip(seen[1:], played, strict=True):
        mark, name = move.split()
        if mark == "O":
            question = f"Why {name}?"
            assert question in why_said
            assert reasons[question] in why_said
            answered += 1
    assert answered == len(reasons)


def test_a_game_that_goes_on_is_shared_too(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", played="b2c3a1b1")
    link(page, "Review").click()
    at(page, 4)
    expect_status(page, "X to move")
    expect(page).to_have_title(re.compile("Square"))
    page.get_by_role("link", name="Tic Tac Why").click()
    expect_ply(page, 4)
    expect_true_page(page)


def test_a_click_on_the_next_move_steps_on(page: Page) -> None:
    page.goto(LOST + "&ply=4")
    cell(page, "c2").click()
    at(page, 5)
    expect(variation(page)).to_have_count(0)
    expect(why(page)).to_contain_text("X played c2")


def test_taken_cells_cannot_be_tried(page: Page) -> None:
    page.goto(LOST + "&ply=4")
    for name in ("a1", "b2"):
        expect(cell(page, name)).to_have_attribute("aria-disabled", "true")
    page.goto(LOST)
    expect(board(page).locator("button:not([aria-disabled])")).to_have_count(0)


def test_the_programs_are_opened_by_keyboard(page: Page) -> None:
    page.goto(LOST + "&ply=3")
    link(page, "Programs: off").focus()
    page.keyboard.press("Enter")
    expect(link(page, "Programs: on")).to_be_focused()
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
    button(page, "Copy").click()
    expect(page.locator("#copied")).to_contain_text("The link is selected")
    assert page.evaluate("() => getSelection().toString()").startswith("http")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [False], indirect=True)
def test_without_script_no_button_to_copy(page: Page) -> None:
    page.goto(LOST)
    expect(button(page, "Copy")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Address of this page")).to_be_visible()


def test_a_drawn_position_is_a_replay(page: Page) -> None:
    page.goto("/replay/square/.X..-.X..-.OO.-..X.")
    expect_ply(page, 5)
    expect_status(page, "O to move")
    expect(review(page)).to_have_count(0)
    cell(page, "d1").click()
    expect_ply(page, 6)
    expect(variation(page)).to_contain_text("from move 6")
    expect(moves(page)).to_have_count(0)
    link(page, "Back").click()
    expect_ply(page, 5)
    expect(link(page, "First")).to_have_attribute("aria-disabled", "true")


def test_a_bad_address_is_explained(page: Page) -> None:
    answer = page.goto("/replay/tic-tac-toe/a1a1")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Not Found")).to_be_visible()
    expect(page.locator("main p").first).to_contain_text("taken")
    page.get_by_role("link", name="/replay/tic-tac-toe/").click()
    expect(board(page)).to_have_attribute("data-game", "tic-tac-toe")
    page.go_back()
    page.get_by_role("link", name="/replay/square/").click()
    expect(board(page)).to_have_attribute("data-game", "square")
    page.go_back()
    link(page, "Back to your game").click()
    expect_status(page, "Your turn: X")


def test_what_a_program_used_is_drawn_on_the_board(page: Page) -> None:
    page.goto("/replay/square/b2c3a1b1d4?o=hard&ply=4")
    expect(sketch(page)).to_have_count(0)
    link(page, "Show how").click()
    expect(figures(page)).to_have_accessible_name("The weight of each cell for X")
    expect(sketch(page).locator("text")).to_have_count(13)
    link(page, "For O").click()
    expect(figures(page)).to_have_accessible_name("The weight of each cell for O")
    link(page, "Show less").click()
    expect(sketch(page)).to_have_count(0)


def test_the_lessons_lead_to_positions(page: Page) -> None:
    page.goto("/")
    link(page, "Rules").click()
    expect(page.get_by_role("heading", name="Rules")).to_be_visible()
    page.get_by_role("link", name="Square after b2 a1").click()
    expect_ply(page, 2)
    expect(page.get_by_role("region", name="How X wins").get_by_role("listitem")).not_to_have_count(
        0
    )
    link(page, "Values: off").click()
    expect(board(page).locator("[data-value]")).to_have_count(14)
    link(page, "Opponents").click()
    expect(page.get_by_role("heading", name="Who would you like to play?")).to_be_visible()
    page.get_by_text("How it thinks: Hard").click()
    page.get_by_role("link", name="Try this position of Hard").first.click()
    expect(board(page)).to_have_attribute("data-state", "active")
    expect(figures(page)).to_have_count(0)
