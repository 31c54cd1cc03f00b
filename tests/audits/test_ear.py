"""Screen reader output: everything once and in order, and again if it happens again."""

from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Position
from tests.e2e.player import (
    HUMAN,
    advice,
    begin,
    board,
    button,
    cell,
    expect_ply,
    message,
    seed_for,
)

START = Position(TIC_TAC_TOE)

TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else

# Live regions announce added text; they ignore removed text and hidden text.
LISTEN = """() => {
  const heard = window.heard = [];
  const live = "[role=status], [role=alert], [aria-live]";
  const spoken = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : node.ariaHidden ? "" : [...node.childNodes].map(spoken).join("");
  new MutationObserver((changes) => {
    const regions = changes.map(({ target }) =>
      (target.closest ? target : target.parentElement)?.closest(live));
    for (const region of new Set(regions)) {
      const text = region?.isConnected && spoken(region).trim();
      if (text) heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def listen(page: Page) -> None:
    """Record from now on the output of live regions."""
    page.evaluate(LISTEN)


def heard(page: Page) -> list[str]:
    """The announcements since the last call."""
    said: list[str] = page.evaluate("() => window.heard.splice(0)")
    return said


def test_each_turn_is_said_once_and_in_order(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", seed=str(seed_for(START, HUMAN, "hard", TRAP + "c2c1")))
    listen(page)
    told = {
        "a1": "Your turn: X. X a1. O b2.",
        "c3": "Your turn: X. X c3. O a3. O threatens c1.",
        "c2": "O wins. X c2. O c1 wins with c1, b2 and a3. Hard beat you.",
    }
    for number, (name, said) in enumerate(told.items(), 1):
        cell(page, name).click()
        expect_ply(page, 2 * number)
        assert heard(page) == [said]


def test_the_same_hint_and_the_same_game_are_said_again(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard")
    listen(page)
    for _ in range(2):
        button(page, "Hint").click()
        expect(advice(page)).to_contain_text("Hint: ")
        page.wait_for_function("() => window.heard.length > 0")
        (said,) = heard(page)
        assert said.startswith("Hint: ")
    page.keyboard.press("n")
    for _ in range(2):
        with page.expect_response("**/matches?**"):
            button(page, "Hard weighs every cell").dispatch_event("click")
        page.wait_for_function("() => window.heard.length > 0")
        (said,) = heard(page)
        assert said == "Your turn: X. Square against Hard: you are X and begin."


def test_values_change_nothing_that_is_said(page: Page) -> None:
    begin(page, TIC_TAC_TOE, played="b2")
    listen(page)
    button(page, "Values").click()
    expect(board(page).locator("[data-value]")).to_have_count(8)
    assert not [said for said in heard(page) if "to move" in said]


def test_a_command_is_answered_aloud_each_time(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="a1b2")
    listen(page)
    field = page.get_by_role("textbox", name="Move or command")
    for _ in range(2):
        field.fill("last")
        field.press("Enter")
        expect(field).to_have_value("")
        assert heard(page) == ["Last: X a1 and O b2."]
    field.fill("undo")
    field.press("Enter")
    expect_ply(page, 0)
    assert heard(page) == ["Your turn: X. Took back X a1 and O b2."]


def test_a_refusal_is_gone_for_a_moment_before_it_is_said_again(page: Page) -> None:
    """Screen readers miss words that are replaced by the same at once."""
    begin(page, TIC_TAC_TOE, played="b2")
    cell(page, "b2").click(force=True)
    expect(message(page)).to_contain_text("taken")
    page.evaluate(
        """() => {
             const message = document.getElementById("message");
             const times = window.times = [];
             const note = () => times.push([message.textContent, performance.now()]);
             new MutationObserver(note).observe(message, { childList: true, subtree: true });
           }"""
    )
    listen(page)
    cell(page, "b2").click(force=True)
    page.wait_for_function("() => window.times.length > 1")
    assert heard(page) == ["That cell is taken."]
    (before, cleared), (after, said), *_ = page.evaluate("() => window.times")
    assert (before, after.strip()) == ("", "That cell is taken.")
    assert after != "That cell is taken.", "else Orca leaves it out"
    assert said - cleared > 100  # milliseconds


def test_a_cell_tried_again_says_so_and_each_cost_is_told_once(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    cell(page, "c2").click()
    button(page, "Retry move 5").click()
    expect_ply(page, 4)
    cell(page, "c2").click()
    expect(advice(page)).to_contain_text("Not c2")
    cell(page, "b1").click()
    expect(advice(page)).to_contain_text("Not b1")
    expect(advice(page)).not_to_contain_text("Not c2")
    listen(page)
    cell(page, "c2").click()
    expect(message(page)).to_have_text("You tried c2 already.")
    assert heard(page) == ["You tried c2 already."]
