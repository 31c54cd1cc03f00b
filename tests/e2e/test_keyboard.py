"""Whole games with the keyboard alone, and where its focus goes."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    advice,
    begin,
    board,
    button,
    cell,
    empty_cells,
    expect_ply,
    expect_status,
    expect_true_page,
    link,
    message,
    ply,
    review,
    state,
)

ENOUGH = 100  # presses of a key to cross the page

LOST = "a1b2c3a3c2c1"  # by X

REPLAY = f"/replay/tic-tac-toe/{LOST}?first=x&x=human&o=hard&ply=3"

# The next key on the way from what has the focus to a target: with script an arrow on the board,
# Tab and back elsewhere.
NEXT_KEY = """target => {
  const here = document.activeElement;
  if (here === target) return null;
  const cells = [...document.querySelectorAll("#board button")];
  const [from, to] = [cells.indexOf(here), cells.indexOf(target)];
  if (from >= 0 && to >= 0 && "script" in document.documentElement.dataset) {
    const row = (cell) => Math.floor(cell / Math.sqrt(cells.length));
    if (row(from) !== row(to)) return row(from) < row(to) ? "ArrowDown" : "ArrowUp";
    return from < to ? "ArrowRight" : "ArrowLeft";
  }
  const { DOCUMENT_POSITION_FOLLOWING } = Node;
  const ahead = here.compareDocumentPosition(target) & DOCUMENT_POSITION_FOLLOWING;
  return ahead ? "Tab" : "Shift+Tab";
}"""


def go_to(page: Page, target: Locator) -> None:
    """Press keys until *target* has the focus."""
    for _ in range(ENOUGH):
        key = target.evaluate(NEXT_KEY)
        if not key:
            break
        page.keyboard.press(key)
    expect(target).to_be_focused()


def press(page: Page, target: Locator) -> None:
    """Go to *target* and press Enter."""
    go_to(page, target)
    page.keyboard.press("Enter")


@pytest.mark.usefixtures("script")
def test_a_game_against_the_computer(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", seed="1")
    keys = cycle(["Enter", "Space"])
    while state(page) == "active":
        before = ply(page)
        go_to(page, empty_cells(page).first)
        page.keyboard.press(next(keys))
        expect(board(page)).not_to_have_attribute("data-ply", str(before))
    expect_true_page(page)


def test_a_whole_session(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    press(page, button(page, "Show how"))
    expect(page.get_by_role("button", name="Show how", expanded=True)).to_be_visible()
    press(page, button(page, "Hint"))
    expect(advice(page)).to_contain_text("Hint: c1.")
    press(page, cell(page, "c1"))
    expect_ply(page, 6)
    press(page, button(page, "Undo"))
    expect_ply(page, 4)
    press(page, button(page, "Values"))
    expect(cell(page, "c2")).to_have_accessible_name("Row 2, column 3: empty, c2, loss in 2")
    press(page, cell(page, "c2"))
    expect_status(page, "O wins")
    press(page, button(page, "Retry move 5"))
    expect_ply(page, 4)
    press(page, cell(page, "b1"))
    expect(advice(page)).to_contain_text("Not b1: I could win at once.")
    press(page, cell(page, "c1"))
    expect_ply(page, 6)
    expect(advice(page)).to_contain_text("Right: c1 keeps the win.")
    expect_true_page(page)


def test_the_board_is_one_tab_stop(page: Page) -> None:
    begin(page, SQUARE, played="a1")
    go_to(page, link(page, "Settings"))
    stops: list[str] = []
    for _ in range(ENOUGH):
        page.keyboard.press("Tab")
        if stops and not board(page).locator(":focus").count():
            break
        if board(page).locator(":focus").count():
            stops.append(page.evaluate("() => document.activeElement.id"))
    assert stops == ["cell-1"], "The first that can be played"


def test_a_cell_is_named_by_a_letter_and_a_digit(page: Page) -> None:
    begin(page, SQUARE)
    for number, name in enumerate(["b1", "D4", "c2"], 1):
        page.keyboard.type(name)
        expect(cell(page, name.lower())).to_be_focused()
        expect_ply(page, number - 1)  # so far it can still be thought over
        page.keyboard.press("Enter")
        expect_ply(page, number)
    page.keyboard.type("e1a5a")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("3")
    expect(cell(page, "b2")).to_be_focused()


def test_single_keys_press_the_buttons(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    page.locator("#cell-1").focus()
    page.keyboard.press("h")
    expect(advice(page)).to_contain_text("Hint: c1.")
    page.keyboard.press("v")
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("u")
    expect_ply(page, 2)
    expect(page.locator("#cell-1")).to_be_focused()
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Position in words")).to_be_visible()
    press(page, link(page, "Back to the board"))
    expect_ply(page, 2)


@pytest.mark.parametrize(
    "address", [REPLAY, f"{REPLAY}&ideas=on", "/puzzles/square/500?moves=a1", "/learn/forks?cell=9"]
)
def test_a_key_leads_to_the_reason(page: Page, address: str) -> None:
    """Its sentence takes the focus, so that a screen reader says it."""
    page.goto(address)
    page.keyboard.press("w")
    sentence = page.locator("#why :focus")
    expect(sentence).to_have_text(re.compile(r"\w{2,} .*[.!]"))
    expect(sentence).to_be_in_viewport()


def test_the_same_key_opens_more_in_a_match_and_tells_how_it_ended(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard")
    page.keyboard.press("w")
    expect(page.locator("#why :focus")).to_contain_text("start")
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    page.keyboard.type("ww")
    page.keyboard.press("Enter")
    expect(page.locator("#why details[open] :focus")).to_contain_text("Less")
    begin(page, TIC_TAC_TOE, played="a1a2b1b2c1")
    page.keyboard.press("w")
    expect(review(page).locator(":focus")).to_contain_text("Row 1")


@pytest.mark.parametrize("address", ["/", REPLAY], ids=["match", "replay"])
def test_a_key_lists_the_keys(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#cell-1").focus()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.type("nv")  # nothing happens behind it
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(page.locator("#cell-1")).to_be_focused()
    page.keyboard.press("?")
    button(page, "Close").click()
    expect(keys).to_be_hidden()
    expect(page).to_have_url(re.compile(f"{re.escape(address)}$"))


def test_single_keys_can_be_turned_off(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("group", name="Single keys").get_by_label("Off").check()
    button(page, "Save").click()
    begin(page, TIC_TAC_TOE, played="b2a1")
    page.locator("#cell-1").focus()
    for key in "uhvnw?c3":
        page.keyboard.press(key)
    expect(page.locator("#cell-1")).to_be_focused()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_ply(page, 3)
    expect(message(page)).to_be_hidden()


def test_the_focus_stays_on_the_cell(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard")
    while state(page) == "active":
        before = ply(page)
        target = empty_cells(page).first.element_handle()
        assert target
        target.focus()
        page.keyboard.press("Enter")
        expect(board(page)).not_to_have_attribute("data-ply", str(before))
        page.wait_for_function("target => target === document.activeElement", arg=target)


@pytest.mark.parametrize("key", ["Escape", "Tab"])
def test_the_set_up_closes_when_the_keyboard_leaves_it(page: Page, key: str) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    begin(page, TIC_TAC_TOE, HUMAN, "hard")
    strip, set_up = page.locator("#setup > summary"), page.locator("#setup")
    press(page, strip)
    expect(set_up).to_have_attribute("open", "")
    if key == "Escape":
        page.keyboard.press("Tab")
        expect(set_up.locator(":focus")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(strip).to_be_focused()
    else:
        set_up.locator("summary").last.focus()
        page.keyboard.press("Tab")
        expect(set_up.locator(":focus")).to_have_count(0)
    expect(set_up).not_to_have_attribute("open", "")


def command(page: Page, text: str) -> None:
    """Type *text* into the field for commands, and press Enter."""
    field = page.get_by_role("textbox", name="Move or command", exact=True)
    field.focus()
    expect(field).to_be_in_viewport(ratio=1)
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def answer(page: Page) -> Locator:
    """The answer to a command."""
    return page.locator("#answer")


def test_a_game_by_commands(page: Page, script: bool) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="a1b2")
    command(page, " C3 ")
    expect_ply(page, 4)
    expect_true_page(page)
    command(page, "last")
    expect(answer(page)).to_have_text(re.compile("^Last: X c3 and O (a3|c1).$"))
    command(page, "threats")
    expect(answer(page)).to_have_text(re.compile("^O threatens (c1|a3).$"))
    command(page, "hint")
    expect(advice(page)).to_contain_text("Hint: ")
    command(page, "undo")
    expect_ply(page, 2)
    command(page, "Values")
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    command(page, "unvh?")  # none of the single keys is pressed
    expect(message(page)).to_contain_text("Type b2")
    expect_ply(page, 2)
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("dialog")).to_be_hidden()
    field = page.get_by_role("textbox", name="Move or command")
    expect(field).to_have_value("unvh?")
    if script:
        expect(field).to_be_focused()  # and typing replaces the text
    else:
        page.goto("/")
    command(page, "again")
    expect_ply(page, 0)
    expect_true_page(page)
    expect(page.get_by_role("textbox", name="Move or command")).to_have_value("")
    command(page, "square")
    expect(empty_cells(page)).to_have_count(16)
    expect_true_page(page)
    cell(page, "b2").click()
    expect_ply(page, 2)
    expect(message(page)).to_have_text("")


def test_a_link_leads_to_the_field_for_commands(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard")
    field = page.get_by_role("textbox", name="Move or command")
    panel = page.locator(".skip", has=field)
    out_of_sight = "panel => panel.getBoundingClientRect().width < 2"
    assert panel.evaluate(out_of_sight)
    press(page, link(page, "Type a move"))
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    cell(page, "b2").focus()
    assert panel.evaluate(out_of_sight)
