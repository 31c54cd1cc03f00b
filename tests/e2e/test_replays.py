"""Games from their addresses: stepping, reviewing, sharing, trying, playing on."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ai.rules.games import TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    expect_ply,
    expect_status,
    expect_true_page,
    link,
    message,
    moves,
    play_once,
    players,
    ply,
    review,
    status,
    why,
)

LOST = "/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard"

DRAWN = "/replay/tic-tac-toe/b2c1a3c3c2a2b3b1a1?first=x"

FULL = "/replay/square/a1a2b1a3c1a4d2b2b3d3c3d4b4c2d1c4?first=x&x=human&o=hard"


def at(page: Page, number: int) -> None:
    """The replay comes to stand after that many moves."""
    expect_ply(page, number)
    expect(status(page)).to_contain_text(f"Move {number} of ")
    expect(page).to_have_url(re.compile(rf"[?&]ply={number}(?!\d)|^(?!.*[?&]ply=)"))


def variation(page: Page) -> Locator:
    """The moves that nobody played, and the way back to the game."""
    return page.get_by_role("region", name="Variation")


def open_form(page: Page) -> None:
    """Unfold the form that plays on from the position."""
    page.get_by_text("Play from here").click()


@pytest.mark.usefixtures("script")
def test_a_finished_game_is_reviewed(page: Page) -> None:
    begin(page, TIC_TAC_TOE, played="a1b2c3a3c2c1")
    link(page, "Review").click()
    expect(page).to_have_url(re.compile(r"/replay/tic-tac-toe/a1b2c3a3c2c1\?"))
    at(page, 6)
    expect_status(page, "O wins")
    for move in [
        "Move 1, X a1: best, draw",
        "Move 2, O b2: only move, draw",
        "Move 3, X c3: good, draw",
        "Move 4, O a3: mistake, X wins",
        "Move 5, X c2: blunder, turning point, O wins",
        "Move 6, O c1: only move, O wins",
    ]:
        expect(moves(page).get_by_role("link", name=move, exact=True)).to_have_count(1)
    expect(moves(page)).to_have_count(6)
    expect(review(page).get_by_role("definition").first).to_have_text(
        re.compile(r"^\s*0.%\s0 of 1\s*67.%\s2 of 3$")
    )

    link(page, "move 5, X c2").click()
    at(page, 5)
    expect(why(page).get_by_role("heading")).to_have_text("5. X played c2 Blunder Turning point")
    link(page, "Step through how it loses").click()
    at(page, 6)
    while link(page, "Forward").get_attribute("aria-disabled") is None:
        number = ply(page)
        link(page, "Forward").click()
        at(page, number + 1)
    expect_status(page, "O wins")


# The id of each move in the timeline, and of the link that a tap on the centre of its mark hits.
HIT = """() => [...document.querySelectorAll("#moves a")].map(link => {
  const { x, y, width, height } = link.querySelector(".shape").getBoundingClientRect();
  return [link.id, document.elementFromPoint(x + width / 2, y + height / 2).closest("a")?.id];
})"""


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 568)])
@pytest.mark.parametrize("address", [DRAWN, FULL])
def test_a_tap_on_a_mark_of_the_timeline_opens_that_move(
    page: Page, address: str, width: int, height: int
) -> None:
    """Also where marks of X and O stand side by side, whichever move is shown."""
    page.set_viewport_size({"width": width, "height": height})
    for number in (0, 4, 9):
        page.goto(f"{address}&ply={number}")
        hit = page.evaluate(HIT)
        assert len(hit) in {9, 16}
        assert [tapped for _, tapped in hit] == [move for move, _ in hit], number


def test_arrow_keys_step(page: Page) -> None:
    page.goto(LOST + "&ply=0")
    for key, number in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 6),
        ("ArrowRight", 6),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        page.keyboard.press(key)
        at(page, number)
    open_form(page)
    players(page, "O").focus()
    page.keyboard.press("End")  # chooses a player, and does not step
    at(page, 0)
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("textbox", name="Address of this page").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    at(page, 0)


def test_what_is_switched_stays_while_stepping(page: Page) -> None:
    page.goto(LOST + "&ply=3")
    valued = board(page).locator("[data-value]")
    expect(valued).to_have_count(0)
    button(page, "Values").focus()
    page.keyboard.press("Space")
    expect(valued).to_have_count(6)
    expect(button(page, "Values")).to_be_focused()
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    link(page, "Forward").click()
    at(page, 4)
    expect(valued).to_have_count(5)
    expect(cell(page, "c1")).to_have_accessible_name("Row 1, column 3: empty, c1, win in 3, best")
    expect(why(page)).to_contain_text("O played a3")
    legend = page.locator("[data-key]").filter(visible=True)
    expect(legend).not_to_have_count(0)
    button(page, "Ideas").click()
    expect(legend).to_have_count(0)  # ideas are drawn in the place of the values
    button(page, "Ideas").click()
    expect(legend).not_to_have_count(0)
    button(page, "Values").click()
    expect(valued).to_have_count(0)
    expect(page).not_to_have_url(re.compile("values"))


@pytest.mark.usefixtures("script")
def test_back_takes_back_the_last_step(page: Page) -> None:
    """Back takes back a step of any kind, and from the first view leads to the page before."""
    page.goto("/learn/games")
    page.goto(LOST + "&ply=0")
    link(page, "Forward").click()
    at(page, 1)
    moves(page).get_by_role("link").nth(3).click()
    at(page, 4)
    button(page, "Values").click()
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    cell(page, "c1").click()
    at(page, 5)
    expect(page).to_have_url(re.compile(r"[?&]variation=c1(?!\w)"))
    expect(page).to_have_title(re.compile("^Move 5 of 5: O to move after c1 in a variation"))
    page.reload()
    at(page, 5)
    page.go_back()
    at(page, 4)
    expect(variation(page)).to_have_count(0)
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "false")
    at(page, 4)
    page.go_back()
    at(page, 1)
    page.go_back()
    at(page, 0)
    page.go_forward()
    at(page, 1)
    page.go_back()
    at(page, 0)
    page.go_back()
    expect(page).to_have_url(re.compile("/learn/games$"))


def test_a_step_that_leads_nowhere_is_no_entry_of_the_history(page: Page) -> None:
    """Neither are steps beyond the end."""
    page.goto(LOST + "&ply=5")
    length = page.evaluate("() => history.length")
    page.keyboard.press("ArrowRight")
    at(page, 6)
    assert page.evaluate("() => history.length") == length + 1
    for key in ("ArrowRight", "End"):
        page.keyboard.press(key)
    moves(page).get_by_role("link").last.click()
    page.keyboard.press("ArrowLeft")
    at(page, 5)
    assert page.evaluate("() => history.length") == length + 2


def test_steps_that_are_faster_than_the_pages_all_count(page: Page) -> None:
    page.goto(FULL + "&ply=0")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    at(page, 5)
    link(page, "Back").dblclick()
    at(page, 3)


@pytest.mark.usefixtures("script")
def test_a_click_tries_a_variation(page: Page) -> None:
    page.goto(LOST + "&ply=4&values=on")
    cell(page, "c1").click()
    at(page, 5)
    expect(variation(page)).to_contain_text("from move 5: nobody played these moves")
    expect(variation(page).get_by_role("listitem")).to_have_text(["X c1"])
    expect(board(page).locator("[data-value]")).to_have_count(4)  # what was switched on stays on
    cell(page, "b1").click()
    at(page, 6)
    expect(variation(page).get_by_role("listitem")).to_have_text(["X c1", "O b1"])
    expect(moves(page)).to_have_count(6)  # the game as it was
    expect(why(page)).to_have_count(0)
    link(page, "Back to the game").click()
    at(page, 4)
    expect(variation(page)).to_have_count(0)
    expect(moves(page)).to_have_count(6)


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("script", "x", "o", "number"),
    [
        pytest.param(True, HUMAN, "hard", 4, id="person to move, script"),
        pytest.param(False, "hard", HUMAN, 5, id="computer to move, no script"),
    ],
    indirect=["script"],
)
def test_play_goes_on_from_here_in_either_seat(page: Page, x: str, o: str, number: int) -> None:
    page.goto(LOST + "&ply=4")
    open_form(page)
    players(page, "X").select_option(x)
    players(page, "O").select_option(o)
    button(page, "Play").click()
    expect_ply(page, number)  # the computer has moved, where it is its turn
    position = expect_true_page(page)
    expect_status(page, f"Your turn: {position.to_move}")
    expect(moves(page)).to_have_count(number - 4)  # what was set up is nobody's moves
    play_once(page)
    expect_true_page(page)
    expect(message(page)).to_have_text("")


@pytest.mark.usefixtures("fresh")
def test_the_link_is_copied(page: Page, base_url: str) -> None:
    page.context.grant_permissions(["clipboard-write"], origin=base_url)
    # Our policy lets no page read the clipboard.
    page.add_init_script("""
        const write = navigator.clipboard.writeText.bind(navigator.clipboard);
        navigator.clipboard.writeText = async text => { await write(text); window.copied = text; };
    """)
    page.goto(LOST + "&ply=4")
    page.get_by_text("Share", exact=True).click()
    said = page.locator("#copied")
    expect(said).to_have_role("status")
    expect(said).to_have_text("")
    region = said.element_handle()
    button(page, "Copy").click()
    expect(said).to_have_text("Link copied.")
    assert region
    assert region.evaluate("region => region.isConnected")
    copied = page.evaluate("() => window.copied")
    field = page.get_by_role("textbox", name="Address of this page")
    expect(field).to_have_value(copied)
    page.goto(copied)
    at(page, 4)


@pytest.mark.usefixtures("script")
def test_a_game_without_moves_says_so_and_leads_back(page: Page) -> None:
    begin(page, TIC_TAC_TOE)
    link(page, "Review").click()
    expect(page.locator("#note")).to_contain_text("No moves yet.")
    link(page, "Back to my game").click()
    expect_ply(page, 0)
    expect(page).to_have_url(re.compile("/$"))
