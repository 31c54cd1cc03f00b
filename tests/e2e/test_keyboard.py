"""Whole games with the keyboard alone, and where its focus goes."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from ai.games import SQUARE, TIC_TAC_TOE
from ai.notation import cell_name
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
    score,
    state,
)

ENOUGH = 100  # presses of a key to cross the page
PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1366, "height": 768}
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


def test_two_people_at_one_keyboard(page: Page) -> None:
    begin(page, SQUARE)
    keys = cycle(["Enter", "Space"])
    for number, name in enumerate(["b1", "a1", "d2", "a2", "c4", "b2", "a3"], 1):
        go_to(page, cell(page, name))
        page.keyboard.press(next(keys))
        expect_ply(page, number)
        expect_true_page(page, turn="{} to move")
    expect_status(page, "X wins")

    go_to(page, button(page, "Again"))
    page.keyboard.press(next(keys))
    expect_ply(page, 0)
    expect(score(page)).to_contain_text(["1", "0", "0"])


@pytest.mark.usefixtures("script")
def test_a_game_against_the_computer(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard")
    keys = cycle(["Enter", "Space"])
    while state(page) == "active":
        before = ply(page)
        go_to(page, empty_cells(page).last)
        page.keyboard.press(next(keys))
        expect(board(page)).not_to_have_attribute("data-ply", str(before))
    expect_true_page(page)


@pytest.mark.usefixtures("script")
def test_two_programs(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "medium")
    press(page, button(page, "Step"))
    expect_ply(page, 1)
    go_to(page, button(page, "To the end"))
    page.keyboard.press("Space")
    expect(board(page)).not_to_have_attribute("data-state", "active")
    expect_true_page(page)


def test_a_whole_session(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    press(page, link(page, "Show how"))
    expect(link(page, "Show less")).to_be_visible()
    press(page, button(page, "Hint"))
    expect(advice(page)).to_contain_text("Hint: c1.")
    press(page, cell(page, "c1"))
    expect_ply(page, 6)
    press(page, button(page, "Undo"))
    expect_ply(page, 4)
    press(page, button(page, "Values"))
    expect(cell(page, "c2")).to_have_accessible_name("Row 2, column 3: empty, loss in 2")
    press(page, cell(page, "c2"))
    expect_status(page, "O wins")
    press(page, button(page, "Retry move 5"))
    expect_ply(page, 4)
    press(page, cell(page, "b1"))
    expect(advice(page)).to_contain_text("Not b1: it loses in 2.")
    press(page, cell(page, "c1"))
    expect_ply(page, 6)
    expect(advice(page)).to_contain_text("Right: c1 keeps the win.")
    expect_true_page(page)


def test_a_replay_is_stepped_through_and_left_by_another_move(page: Page) -> None:
    page.goto(REPLAY.replace("ply=3", "ply=0"))
    for number in (1, 2):
        press(page, link(page, "Forward"))
        expect_ply(page, number)
    press(page, cell(page, "a3"))
    expect_ply(page, 3)


# The board.


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


def test_without_script_every_cell_is_a_tab_stop(page: Page, script: bool) -> None:
    begin(page, TIC_TAC_TOE, played="a1")
    if script:
        expect(board(page).locator("[tabindex='0']")).to_have_count(1)
        return
    expect(board(page).locator("[tabindex]")).to_have_count(0)
    page.locator("#cell-0").focus()
    for number in TIC_TAC_TOE.cells[1:]:
        page.keyboard.press("Tab")
        expect(page.locator(f"#cell-{number}")).to_be_focused()


FOCUSED_AND_TAB_STOPS = """() => [
  document.activeElement.id,
  [...document.querySelectorAll("#board [tabindex='0']")].map(cell => cell.id),
]"""


@pytest.mark.parametrize("address", [None, "/replay/square/"], ids=["match", "replay"])
def test_arrows_move_on_the_board_and_stop_at_its_edges(page: Page, address: str | None) -> None:
    if address:
        page.goto(address)
    else:
        begin(page, SQUARE, played="b2c2")
    size = SQUARE.size
    for start in SQUARE.cells:
        row, column = divmod(start, size)
        led = {
            "ArrowLeft": start - (column > 0),
            "ArrowRight": start + (column < size - 1),
            "ArrowUp": start - size * (row > 0),
            "ArrowDown": start + size * (row < size - 1),
            "Home": size * row,
            "End": size * row + size - 1,
            "Control+Home": 0,
            "Control+End": SQUARE.cells[-1],
        }
        for key, target in led.items():
            page.evaluate("id => document.getElementById(id).focus()", f"cell-{start}")
            page.keyboard.press(key)
            focused, tab_stops = page.evaluate(FOCUSED_AND_TAB_STOPS)
            assert focused == f"cell-{target}", (start, key)
            assert tab_stops == [focused]


def test_off_the_board_arrows_step_through_a_replay(page: Page) -> None:
    page.goto(REPLAY)
    for key, number in [("ArrowRight", 4), ("ArrowLeft", 3), ("End", 6), ("Home", 0)]:
        page.keyboard.press(key)
        expect_ply(page, number)
        page.wait_for_load_state()


def test_the_tab_stop_is_where_the_focus_was_though_the_cell_changed(page: Page) -> None:
    begin(page, TIC_TAC_TOE)
    press(page, cell(page, "c2"))
    expect_ply(page, 1)
    go_to(page, button(page, "Undo"))
    page.keyboard.press("Enter")
    expect_ply(page, 0)
    go_to(page, cell(page, "c2"))
    expect(board(page).locator("[tabindex='0']")).to_have_count(1)


def test_another_board_has_a_tab_stop_too(page: Page) -> None:
    begin(page, SQUARE)
    page.locator("#cell-15").focus()
    page.keyboard.press("n")
    go_to(page, button(page, "Hard, Tic-tac-toe 3×3"))
    page.keyboard.press("Enter")
    expect(board(page)).to_have_attribute("data-game", "tic-tac-toe")
    expect(board(page).locator("[tabindex='0']")).to_have_count(1)
    assert page.evaluate("() => document.activeElement !== document.body")


# Single keys.


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


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_key_leads_to_a_new_game(page: Page, viewport: ViewportSize) -> None:
    page.set_viewport_size(viewport)
    begin(page, TIC_TAC_TOE, played="a1a2b1b2")
    page.keyboard.press("n")
    expect(page.locator("#setup :focus")).to_be_visible()
    begin(page, TIC_TAC_TOE, played="a1a2b1b2c1")
    page.keyboard.press("n")
    expect(button(page, "Again")).to_be_focused()
    page.keyboard.press("Enter")
    expect_ply(page, 0)
    expect(board(page).locator(":focus")).to_have_count(1)


def test_a_key_shows_the_values_in_a_replay(page: Page) -> None:
    page.goto(REPLAY)
    page.keyboard.press("v")
    expect(page).to_have_url(re.compile("values=on"))


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
    expect(page).to_have_url(re.compile(f"{re.escape(address)}$"))


def test_single_keys_can_be_turned_off(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("group", name="Single keys").get_by_label("Off").check()
    button(page, "Save").click()
    begin(page, TIC_TAC_TOE, played="b2a1")
    page.locator("#cell-1").focus()
    for key in "uhvn?c3":
        page.keyboard.press(key)
    expect(page.locator("#cell-1")).to_be_focused()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_ply(page, 3)
    expect(message(page)).to_be_hidden()


def test_fields_take_what_is_typed(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "medium", played="")
    page.locator("#speed").focus()
    page.keyboard.type("Slow")
    expect(page.locator("#speed")).to_have_value("1600")
    expect(page.locator("#speed")).to_be_focused()
    page.keyboard.type("v")
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(
    ("x", "finish", "keys"),
    [("easy", "Step", ["Enter", "Space"]), ("human", "Hint", ["Enter", "Space", "h"])],
)
def test_what_is_disabled_sends_nothing(page: Page, x: str, finish: str, keys: list[str]) -> None:
    """The focus stays where it was: one more press at the end begins no other game."""
    begin(page, TIC_TAC_TOE, x, "medium")
    dead = button(page, finish)
    while state(page) == "active":
        before = ply(page)
        (dead if x == "easy" else empty_cells(page).first).press("Enter")
        expect(board(page)).not_to_have_attribute("data-ply", str(before))
    expect(dead).to_have_attribute("aria-disabled", "true")
    expect_true_page(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    go_to(page, dead)
    for key in keys:
        page.keyboard.press(key)
    expect(dead).to_be_focused()
    page.keyboard.press("v")
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    assert [url.rsplit("/")[-1] for url in sent] == ["values"]
    expect(message(page)).to_have_text("")


# The focus.


def test_the_focus_stays_on_the_cell(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard")
    while state(page) == "active":
        before = ply(page)
        target = empty_cells(page).first.element_handle()
        assert target
        target.focus()
        page.keyboard.press("Enter")
        expect(board(page)).not_to_have_attribute("data-ply", str(before))
        assert target.evaluate("target => target === document.activeElement")


def test_the_focus_stays_after_a_refusal(page: Page) -> None:
    begin(page, TIC_TAC_TOE, played="b2")
    go_to(page, cell(page, "b2"))
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text("taken")
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_ply(page, 2)
    expect(message(page)).to_be_hidden()
    expect_true_page(page, turn="{} to move")


def test_the_focus_is_not_lost_when_buttons_go(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "medium")
    go_to(page, button(page, "Step"))
    for number in range(1, 5):
        page.keyboard.press("Enter")
        expect_ply(page, number)
        expect(button(page, "Step")).to_be_focused()
    go_to(page, button(page, "To the end"))
    page.keyboard.press("Enter")
    expect(board(page)).not_to_have_attribute("data-state", "active")
    expect(button(page, "To the end")).to_be_focused()
    press(page, button(page, "Again"))
    expect_ply(page, 0)
    expect(board(page).locator(":focus")).to_have_count(1)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("played", ["", "a1b2c3a3", LOST], ids=["new", "on", "over"])
def test_what_has_the_focus_is_never_hidden(
    page: Page, viewport: ViewportSize, played: str
) -> None:
    page.set_viewport_size(viewport)
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played=played)
    seen = []
    for _ in range(ENOUGH):
        page.keyboard.press("Tab")
        name, hidden = page.evaluate(HIDDEN)
        if name in seen:
            break
        seen.append(name)
        assert not hidden, name
    assert len(seen) > 10


# What has the focus, and whether its middle is out of sight or below another element.
HIDDEN = """() => {
  const here = document.activeElement;
  const box = here.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const name = here.id || here.outerHTML.slice(0, 160);
  return [name, !(here.contains(seen) || seen?.closest("label")?.contains(here))];
}"""


def test_a_cell_is_called_by_its_place(page: Page) -> None:
    """The name that keys go by is the one that the page writes at the edges of the board."""
    begin(page, SQUARE)
    for number in SQUARE.cells:
        page.keyboard.type(cell_name(SQUARE, number))
        expect(page.locator(f"#cell-{number}")).to_be_focused()
