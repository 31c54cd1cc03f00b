"""Keys: what each does, what they leave alone, and where the focus goes."""

import re

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE, game_for
from tests.e2e.player import HUMAN, Player
from tests.views import VIEWS

# A closed dialog keeps the focus until the page is drawn anew: keys may come before that.
CLOSED_AND_TYPED = """name => {
  document.querySelector("dialog[open]").close();
  for (const key of name) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }
}"""


@pytest.mark.parametrize("key", ["tic-tac-toe", "8x2-a1b1c1"])
def test_listed_keys_press_the_buttons_and_none_is_a_column(page: Player, key: str) -> None:
    """On eight columns too a key asks for the hint, and h leads to a cell."""
    game = game_for(key)
    if not game.is_named:
        page.goto(f"/games/{key}")
        page.button("Solve it").click()
        expect(page.get_by_text("A draw, if nobody slips.")).to_be_visible(timeout=60_000)
    page.begin(game, HUMAN, "hard", played="a1b2" if game.is_named else "")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    letters = [it for it in keys.get_by_role("term").all_inner_texts() if re.fullmatch("[a-z]", it)]
    assert {"u", "i", "v"} <= {*letters}
    assert not {*letters} & {name[0] for name in game.cell_names}
    page.evaluate(CLOSED_AND_TYPED, last := game.cell_names[-1])
    expect(keys).to_be_hidden()
    expect(page.cell(last)).to_be_focused()
    expect(page.advice).to_be_empty()
    page.keyboard.press("i" if key.startswith("8") else "h")
    expect(page.advice).to_contain_text("Hint")
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Position in words")).to_be_visible()


def test_single_keys_can_be_turned_off(page: Player) -> None:
    page.goto("/settings")
    page.get_by_role("group", name="Single keys").get_by_label("Off").check()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.begin(TIC_TAC_TOE, played="b2a1")
    page.locator("#cell-1").focus()
    for key in "uhvnw?c3":
        page.keyboard.press(key)
    expect(page.locator("#cell-1")).to_be_focused()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.expect_ply(3)
    expect(page.message).to_be_hidden()


def test_another_board_has_a_tab_stop_too_and_a_key_leads_to_the_next_game(page: Player) -> None:
    """The set-up closes when the keyboard leaves it."""
    page.resize(360, 740)
    page.begin(SQUARE)
    page.locator("#cell-15").focus()
    page.keyboard.press("n")
    set_up = page.locator("#setup")
    expect(set_up.locator(":focus")).to_be_visible()
    set_up.locator("summary:visible").last.press("Tab")
    expect(set_up.locator(":focus")).to_have_count(0)
    expect(set_up).not_to_have_attribute("open", "")
    page.keyboard.press("n")
    page.locator("#choices").get_by_role("button", name="Tic-tac-toe").first.press("Enter")
    expect(page.board).to_have_attribute("data-game", "tic-tac-toe")
    expect(page.board.locator("[tabindex='0']")).to_have_count(1)
    expect(page.locator("main :focus")).to_have_count(1)
    page.begin(TIC_TAC_TOE, played="a1a2b1b2c1")
    page.keyboard.press("n")
    expect(page.button("Again")).to_be_focused()
    page.keyboard.press("Enter")
    page.expect_ply(0)
    expect(page.board.locator(":focus")).to_have_count(1)


def test_fields_take_what_is_typed(page: Player) -> None:
    page.begin(TIC_TAC_TOE, "easy", "medium", played="")
    page.locator("#speed").focus()
    page.keyboard.type("Slow")
    expect(page.locator("#speed")).to_have_value("5000")
    expect(page.locator("#speed")).to_be_focused()
    page.keyboard.type("v")
    expect(page.button("Values")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(("x", "finish"), [("easy", "Step"), ("human", "Hint")])
def test_what_is_disabled_sends_nothing(page: Player, x: str, finish: str) -> None:
    """One more press at the end, where the keys are gone, begins no other game."""
    page.begin(TIC_TAC_TOE, x, "medium")
    dead = page.button(finish)
    while page.state == "active":
        before = page.ply
        (dead if x == "easy" else page.empty_cells.first).press("Enter")
        expect(page.board).not_to_have_attribute("data-ply", str(before))
    expect(dead).to_be_hidden()
    if x == "easy":
        expect(page.review.locator("p").first).to_be_focused()
    page.keyboard.press("Enter")
    page.reload()  # after the end the page may still ask whether the browser kept the game
    sent = page.log_requests()
    for key in ("Enter", "Space", "h"):
        page.keyboard.press(key)
    page.keyboard.press("v")
    expect(page.locator("#values")).to_have_attribute("aria-pressed", "true")
    assert [request.url.rsplit("/")[-1] for request in sent] == ["values"]
    expect(page.message).to_have_text("")


def test_a_link_leads_to_the_field_for_commands_which_covers_nothing(page: Player) -> None:
    """On an upright phone it lies on the keys, whose names it takes."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    field = page.get_by_role("textbox", name="Move or command", exact=True)
    panel = page.locator(".skip", has=field)
    out_of_sight = "panel => panel.getBoundingClientRect().width < 2"
    assert panel.evaluate(out_of_sight)
    page.link("Type a move").press("Enter")
    for asked, answered in (("resign", page.message), ("help", page.locator("#answer"))):
        page.keyboard.type(asked)  # in the place of the text before
        page.keyboard.press("Enter")
        expect(answered).not_to_be_empty()
        expect(field).to_be_focused()
        for width, height in ((320, 568), (390, 664), (740, 360), (820, 1180), (1200, 633)):
            page.resize(width, height)
            for one in (field, answered):
                expect(one).to_be_in_viewport(ratio=1)
            seen = ".top a, #setup summary, .pair button, #status strong, #message"
            keys = ", #help > *" if width > height else ""
            covering, *apart = page.boxes(".skip:has(#command)", seen + keys)
            assert not any(one.overlaps(covering) for one in apart)
    page.cell("c3").focus()
    assert panel.evaluate(out_of_sight)


def test_a_key_leads_to_the_reason_and_opens_more(page: Player) -> None:
    """Its sentence takes the focus, so that a screen reader says it."""
    sentence = page.locator("#why :focus")
    for name in ("replay-ideas-won", "puzzle-wrong", "learn-fork"):
        page.goto(VIEWS[name].path)
        page.keyboard.press("w")
        expect(sentence).to_have_text(re.compile(r"\w{2,} .*[.!]"))
        expect(sentence).to_be_in_viewport()
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    page.keyboard.type("ww")
    page.keyboard.press("Enter")
    expect(page.locator("#why details[open] :focus")).to_contain_text("Less")
    page.begin(TIC_TAC_TOE, played="a1a2b1b2c1")
    page.keyboard.press("w")
    expect(page.review.locator(":focus")).to_contain_text("Row 1")


def test_the_way_to_the_board_leads_to_a_cell_and_scrolls_nothing(page: Player) -> None:
    page.resize(1366, 633)
    page.begin(SQUARE, HUMAN, "easy")
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.board.get_by_role("button").first).to_be_focused()
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("key", ["4x2-a1b1c1a2", "2x4-a1a2a3b3", "knobby"])
def test_a_board_of_any_size_is_whole_in_the_first_view(page: Player, key: str) -> None:
    """Its cells are square and large enough for a finger, and the keys stand below or beside it."""
    game = game_for(key)
    page.start(game, HUMAN, "hard", seed="7")
    page.goto("/")
    screens = page.boxes_on([(390, 664), (320, 568), (1366, 633)], "#board", "#cell-0", "#help")
    for screen, (board, cell, keys) in screens.items():
        assert cell.width == pytest.approx(cell.height, abs=0.5)
        assert cell.width >= 44
        assert board.width == pytest.approx(game.columns * cell.width, abs=1)
        assert board.height == pytest.approx(game.rows * cell.height, abs=1)
        assert board.is_within(*screen)
        assert keys.is_within(*screen)
        assert not board.overlaps(keys)
