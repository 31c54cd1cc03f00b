"""The keyboard in the rarer cases: every arrow, ignored keys, the focus after changes."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    empty_cells,
    expect_ply,
    expect_true_page,
    message,
    ply,
    requests_of,
    start,
    state,
)
from tests.e2e.test_keyboard import ENOUGH, LOST, REPLAY, answer, command, go_to, press
from tests.e2e.test_watch import SLOW

PHONE: ViewportSize = {"width": 360, "height": 740}

DESKTOP: ViewportSize = {"width": 1366, "height": 768}


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


@pytest.mark.parametrize(
    ("address", "cells"),
    [
        pytest.param("/", SQUARE.cells, id="match"),
        pytest.param("/replay/square/", (0, 6), id="replay"),
    ],
)
def test_arrows_move_on_the_board_and_stop_at_its_edges(
    page: Page, address: str, cells: Iterable[int]
) -> None:
    start(page, SQUARE)
    page.goto(address)
    size = SQUARE.size
    for begun in cells:
        row, column = divmod(begun, size)
        led = {
            "ArrowLeft": begun - (column > 0),
            "ArrowRight": begun + (column < size - 1),
            "ArrowUp": begun - size * (row > 0),
            "ArrowDown": begun + size * (row < size - 1),
            "Home": size * row,
            "End": size * row + size - 1,
            "Control+Home": 0,
            "Control+End": SQUARE.cells[-1],
        }
        for key, target in led.items():
            page.evaluate("id => document.getElementById(id).focus()", f"cell-{begun}")
            page.keyboard.press(key)
            focused, tab_stops = page.evaluate(FOCUSED_AND_TAB_STOPS)
            assert focused == f"cell-{target}", (begun, key)
            assert tab_stops == [focused]


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
    go_to(page, page.locator("#choices").get_by_role("button", name="Tic-tac-toe").first)
    page.keyboard.press("Enter")
    expect(board(page)).to_have_attribute("data-game", "tic-tac-toe")
    expect(board(page).locator("[tabindex='0']")).to_have_count(1)
    page.wait_for_function("() => document.activeElement !== document.body")


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


def test_fields_take_what_is_typed(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "medium", played="")
    page.locator("#speed").focus()
    page.keyboard.type("Slow")
    expect(page.locator("#speed")).to_have_value(str(SLOW))
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
    sent = requests_of(page)
    go_to(page, dead)
    for key in keys:
        page.keyboard.press(key)
    expect(dead).to_be_focused()
    page.keyboard.press("v")
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    assert [request.url.rsplit("/")[-1] for request in sent] == ["values"]
    expect(message(page)).to_have_text("")


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
    expect_true_page(page)


def test_the_focus_is_not_lost_when_buttons_go(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "medium")
    go_to(page, button(page, "Step"))
    for number in range(1, 3):
        page.keyboard.press("Enter")
        expect_ply(page, number)
        expect(button(page, "Step")).to_be_focused()
    go_to(page, button(page, "To the end"))
    page.keyboard.press("Space")
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


# The focused element, and whether its middle is out of sight or covered.
HIDDEN = """() => {
  const here = document.activeElement;
  const box = here.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const name = here.id || here.outerHTML.slice(0, 160);
  return [name, !(here.contains(seen) || seen?.closest("label")?.contains(here))];
}"""


APART = """panel => {
  const { left, top, right, bottom } = panel.getBoundingClientRect();
  const kept = ".top a, #setup summary, .switch button, #status strong, #message"
    + (innerWidth > innerHeight ? ", #help > *" : "");
  return [...document.querySelectorAll(kept)].filter(one => one.checkVisibility()).filter(one => {
    const box = one.getBoundingClientRect();
    return box.right > left && box.left < right && box.bottom > top && box.top < bottom;
  }).map(one => one.outerHTML);
}"""

WINDOWS = [(320, 568), (390, 664), (740, 360), (820, 1180), (1200, 633)]


def test_the_field_covers_neither_the_logo_nor_the_games_nor_a_refusal(page: Page) -> None:
    """On an upright phone it lies on the keys, whose names it takes."""
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    field = page.get_by_role("textbox", name="Move or command")
    panel = page.locator(".skip", has=field)
    for asked, answered in (("resign", message(page)), ("help", answer(page))):
        command(page, asked)
        expect(answered).not_to_be_empty()
        expect(field).to_be_focused()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            expect(answered).to_be_in_viewport(ratio=1)
            assert panel.evaluate(APART) == []
