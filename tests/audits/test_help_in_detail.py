"""Help for a player in the rarer cases: reasons, focus, the place of advice."""

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import (
    HUMAN,
    advice,
    begin,
    button,
    expect_ply,
    expect_true_page,
    figures,
    moves,
    play_once,
    sketch,
    why,
)
from tests.e2e.test_help import TRAP, expect_values


@pytest.mark.usefixtures("script")
def test_what_belongs_to_the_present_position_ends_the_explanation(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", played="b2c3")
    for name in ("Hint", "Values", "Undo"):
        button(page, "Show how").click()
        expect(sketch(page)).not_to_have_count(0)
        button(page, name).click()
        expect(sketch(page)).to_have_count(0)
        expect(figures(page)).to_have_count(0)
    expect_true_page(page)


def test_asking_why_stays_on_the_page_and_leads_to_the_answer(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", seed="1")
    play_once(page)
    page.evaluate("() => { window.sameDocument = true }")
    for expanded in (True, False):
        button(page, "Show how").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Show how", expanded=expanded)).to_be_focused()
    asked = moves(page).nth(1).get_by_role("link")
    asked.focus()
    page.keyboard.press("Enter")
    expect(figures(page)).not_to_have_count(0)
    expect(why(page).get_by_role("heading")).to_be_focused()
    assert page.evaluate("() => window.sameDocument")


def test_the_focus_stays_on_the_buttons_that_help(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    button(page, "Hint").focus()
    page.keyboard.press("Enter")
    expect(advice(page)).not_to_have_text("")
    expect(button(page, "Hint")).to_be_focused()
    button(page, "Values").focus()
    page.keyboard.press("Space")
    expect_values(page, shown=True)
    expect(button(page, "Values")).to_be_focused()
    button(page, "Undo").focus()
    page.keyboard.press("Enter")
    expect_ply(page, 2)
    expect(button(page, "Undo")).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844)])
def test_a_hint_is_in_sight_and_the_reason_below_it_begins_there(
    page: Page, width: int, height: int
) -> None:
    """The reason of Hard is the longest."""
    page.set_viewport_size({"width": width, "height": height})
    begin(page, SQUARE, HUMAN, "hard", played="b2c3")
    button(page, "Show how").click()
    expect(sketch(page)).not_to_have_count(0)
    button(page, "Hint").click()
    expect(advice(page)).to_contain_text("Hint: ")
    expect(advice(page)).to_be_in_viewport(ratio=1)
    top, foot = page.evaluate(LINES)
    assert foot - top > 20, "a line of it"


# The top of the reason, and the bottom of the room.
LINES = """() => {
  const said = document.querySelector("#why p").getBoundingClientRect();
  return [said.top, document.getElementById("room").getBoundingClientRect().bottom];
}"""
