"""Screen reader output: everything once and in order, and again if it happens again."""

from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player


def test_each_turn_is_said_once_and_in_order(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", seed=1)
    page.listen()
    told = {
        "a1": "Your turn: X. X a1. O b2.",
        "c3": "Your turn: X. X c3. O a3. O threatens c1.",
        "c2": "O wins. X c2. O c1 wins with c1, b2 and a3. Hard beat you.",
    }
    for number, (name, said) in enumerate(told.items(), 1):
        page.cell(name).click()
        page.expect_ply(2 * number)
        assert page.heard() == [said]


def await_saying(page: Player) -> str:
    """The one announcement that comes next."""
    page.wait_for_function("() => window.heard.length > 0")
    (said,) = page.heard()
    return said


def test_the_same_hint_and_the_same_game_are_said_again(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard")
    page.listen()
    for name in ("Hint", "The cell", "Hint"):
        page.button(name).click()
        expect(page.advice).to_contain_text("Hint: ")
        assert await_saying(page).startswith("Hint: ")
    page.keyboard.press("n")
    for _ in range(2):
        with page.expect_response("**/matches?**"):
            page.button("Hard weighs every cell").dispatch_event("click")
        said = "Your turn: X. Square against Hard: you are X and begin."
        assert await_saying(page) == said


def test_a_command_is_answered_aloud_each_time(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="a1b2")
    page.listen()
    field = page.get_by_role("textbox", name="Move or command")
    last, undone = "Last: X a1 and O b2.", "Your turn: X. Took back X a1 and O b2."
    for typed, said in (("last", last), ("last", last), ("undo", undone)):
        field.fill(typed)
        field.press("Enter")
        expect(field).to_have_value("")
        assert await_saying(page) == said
    page.button("Values").click()
    expect(page.board.locator("[data-value]")).to_have_count(9)
    assert not [said for said in page.heard() if "to move" in said]


def test_a_refusal_is_gone_for_a_moment_before_it_is_said_again(page: Player) -> None:
    """Screen readers miss words that are replaced by the same at once."""
    page.begin(TIC_TAC_TOE, played="b2")
    page.cell("b2").click(force=True)
    expect(page.message).to_contain_text("taken")
    page.evaluate(
        """() => {
             const message = document.getElementById("message");
             const times = window.times = [];
             const note = () => times.push([message.textContent, performance.now()]);
             new MutationObserver(note).observe(message, { childList: true, subtree: true });
           }"""
    )
    page.listen()
    page.cell("b2").click(force=True)
    page.wait_for_function("() => window.times.length > 1")
    assert page.heard() == ["That cell is taken."]
    (before, cleared), (after, said), *_ = page.evaluate("() => window.times")
    assert (before, after.strip()) == ("", "That cell is taken.")
    assert after != "That cell is taken.", "else Orca leaves it out"
    assert said - cleared > 100  # milliseconds
