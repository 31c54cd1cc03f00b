"""Whole games with the keyboard alone, and where its focus goes."""

import re

import pytest
from playwright.sync_api import Locator, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE, game_for
from tests.e2e.player import HUMAN, Player

ENOUGH = 100  # presses of a key to cross the page

LOST = "a1b2c3a3c2c1"  # by X

REPLAY = f"/replay/tic-tac-toe/{LOST}?first=x&x=human&o=hard&ply=3"

# The next keys on the way from what has the focus to a target: with script arrows on the board, Tab
# and back elsewhere.
NEXT_KEYS = """target => {
  const here = document.activeElement;
  if (here === target) return [];
  const times = (key, count) => Array(Math.max(count, 0)).fill(key);
  const cells = [...document.querySelectorAll("#board button")];
  const [from, to] = [cells.indexOf(here), cells.indexOf(target)];
  if (from >= 0 && to >= 0 && "script" in document.documentElement.dataset) {
    const size = Math.sqrt(cells.length);
    const rows = Math.floor(to / size) - Math.floor(from / size);
    const columns = to % size - from % size;
    return [...times("ArrowDown", rows), ...times("ArrowUp", -rows),
      ...times("ArrowRight", columns), ...times("ArrowLeft", -columns)];
  }
  const controls = document.querySelectorAll("a[href], button, input, select, summary, [tabindex]");
  const stops = [...controls].filter((one) => one.tabIndex >= 0 && one.checkVisibility());
  const goal = stops.includes(target) ? target : stops.find((one) => cells.includes(one));
  const between = Math.abs(stops.indexOf(goal) - stops.indexOf(here));
  const { DOCUMENT_POSITION_FOLLOWING } = Node;
  const ahead = here.compareDocumentPosition(target) & DOCUMENT_POSITION_FOLLOWING;
  return times(ahead ? "Tab" : "Shift+Tab", stops.includes(here) ? Math.max(between, 1) : 1);
}"""


def go_to(page: Player, target: Locator) -> None:
    """Press keys until *target* has the focus; the board is one tab stop."""
    for _ in range(ENOUGH):
        keys = target.evaluate(NEXT_KEYS)
        if not keys:
            break
        for key in keys:
            page.keyboard.press(key)
    expect(target).to_be_focused()
    expect(page.board.locator("[tabindex='0']")).to_have_count(1)


def press(page: Player, target: Locator) -> None:
    """Go to *target* and press Enter."""
    go_to(page, target)
    page.keyboard.press("Enter")


def test_a_whole_session(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    press(page, page.button("Show how"))
    expect(page.get_by_role("button", name="Show how", expanded=True)).to_be_visible()
    press(page, page.button("Hint"))
    expect(page.advice).to_contain_text("Hint: look inside the loop.")
    press(page, page.button("The cell"))
    expect(page.advice).to_contain_text("Hint: c1.")
    expect(page.button("Hint")).to_be_focused()
    press(page, page.cell("c1"))
    page.expect_ply(6)
    press(page, page.button("Undo"))
    page.expect_ply(4)
    expect(page.button("Undo")).to_be_focused()
    press(page, page.button("Values"))
    expect(page.cell("c2")).to_have_accessible_name("Row 2, column 3: empty, c2, loses at once")
    expect(page.button("Values")).to_be_focused()
    press(page, page.cell("c2"))
    page.expect_status("O wins")
    press(page, page.button("Retry move 5"))
    page.expect_ply(4)
    values = page.board.locator("[data-value]")
    expect(values).to_have_count(0)
    press(page, page.cell("b1"))
    expect(page.advice).to_contain_text(
        "Not b1. Then I put the last mark on c1, and the line is mine."
    )
    press(page, page.button("Hint"))
    expect(page.advice).to_contain_text("Hint: look")
    press(page, page.button("The cell"))
    expect(page.advice).to_contain_text("Hint: c1.")
    expect(values).to_have_count(5)
    press(page, page.cell("c1"))
    page.expect_ply(6)
    expect(page.advice).to_contain_text("Right: c1 keeps the win.")
    page.expect_true_page()


def test_single_keys_press_the_buttons(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    page.keyboard.press("h")
    expect(page.advice).to_contain_text("Hint: look")
    page.keyboard.press("h")
    expect(page.advice).to_contain_text("Hint: c1.")
    page.keyboard.press("v")
    expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
    page.keyboard.type("a2C2")
    expect(page.cell("c2")).to_be_focused()
    for code, typed in (("KeyB", "и"), ("Digit3", '"')):  # on a Russian and a French keyboard
        page.cell("c2").dispatch_event("keydown", {"code": code, "key": typed})
    expect(page.cell("b3")).to_be_focused()
    page.keyboard.type("c2")
    page.keyboard.press("u")
    page.expect_ply(2)
    expect(page.cell("c2")).to_be_focused()
    expect(page.cell("c2")).to_have_attribute("tabindex", "0")
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Position in words")).to_be_visible()
    page.link("Back to the board").press("Enter")
    page.expect_ply(2)


@pytest.mark.rare
@pytest.mark.parametrize("key", ["tic-tac-toe", "8x2-a1b1c1"])
def test_no_letter_is_both_a_listed_key_and_a_column(page: Player, key: str) -> None:
    """On eight columns too a key asks for the hint, and h leads to a cell."""
    game = game_for(key)
    if not game.is_named:
        page.goto(f"/games/{key}")
        page.button("Solve it").click()
        expect(page.get_by_text("A draw, if nobody slips.")).to_be_visible(timeout=60_000)
    page.begin(game, HUMAN, "hard")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    listed = keys.get_by_role("term").all_inner_texts()
    letters = [it for it in listed if len(it) == 1 and it.isalpha()]
    assert {"u", "i", "v"} <= {*letters}
    assert not {*letters} & {name[0] for name in game.cell_names}
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    last = game.cell_names[-1]
    page.keyboard.type(last)
    expect(page.cell(last)).to_be_focused()
    expect(page.advice).to_be_empty()
    page.keyboard.press("i")
    expect(page.advice).to_contain_text("Hint")


@pytest.mark.parametrize("address", ["/", pytest.param(REPLAY, marks=pytest.mark.rare)])
def test_a_key_lists_the_keys(page: Player, address: str) -> None:
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
    page.button("Close").click()
    expect(keys).to_be_hidden()
    expect(page).to_have_url(re.compile(f"{re.escape(address)}$"))


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


def test_a_setting_that_was_chosen_before_the_scripts_came_is_saved(page: Player) -> None:
    with page.held_back("**/*.js"):
        page.goto("/settings", wait_until="commit")
        page.get_by_role("group", name="Theme").get_by_label("Dark").check()
    expect(page.get_by_text("Saved.")).to_be_visible()


def command(page: Player, text: str) -> None:
    """Type *text* into the field for commands, and press Enter."""
    field = page.get_by_role("textbox", name="Move or command", exact=True)
    field.focus()
    expect(field).to_be_in_viewport(ratio=1)
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_a_game_by_commands(page: Player, script: bool) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="a1b2")
    command(page, " C3 ")
    page.expect_ply(4)
    command(page, "threats")
    expect(page.locator("#answer")).to_have_text(re.compile("^O threatens (c1|a3).$"))
    command(page, "hint")
    expect(page.advice).to_contain_text("Hint: ")
    command(page, "undo")
    page.expect_ply(2)
    command(page, "unvh?")  # none of the single keys is pressed
    expect(page.message).to_contain_text("Type b2")
    page.expect_ply(2)
    expect(page.button("Values")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("dialog")).to_be_hidden()
    field = page.get_by_role("textbox", name="Move or command")
    expect(field).to_have_value("unvh?")
    if script:
        expect(field).to_be_focused()  # and typing replaces the text
    else:
        page.goto("/")
    command(page, "square")
    expect(page.empty_cells).to_have_count(16)
    expect(field).to_have_value("")
    page.expect_true_page()


@pytest.mark.rare
def test_a_link_leads_to_the_field_for_commands(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
    field = page.get_by_role("textbox", name="Move or command")
    panel = page.locator(".skip", has=field)
    out_of_sight = "panel => panel.getBoundingClientRect().width < 2"
    assert panel.evaluate(out_of_sight)
    press(page, page.link("Type a move"))
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    page.cell("b2").focus()
    assert panel.evaluate(out_of_sight)


@pytest.mark.rare
def test_without_script_every_cell_is_a_tab_stop(page: Player, script: bool) -> None:
    page.begin(TIC_TAC_TOE, played="a1")
    if script:
        expect(page.board.locator("[tabindex='0']")).to_have_count(1)
        return
    expect(page.board.locator("[tabindex]")).to_have_count(0)
    page.locator("#cell-0").focus()
    for number in TIC_TAC_TOE.cells[1:]:
        page.keyboard.press("Tab")
        expect(page.locator(f"#cell-{number}")).to_be_focused()


@pytest.mark.rare
def test_another_board_has_a_tab_stop_too(page: Player) -> None:
    page.begin(SQUARE)
    page.locator("#cell-15").focus()
    page.keyboard.press("n")
    press(page, page.locator("#choices").get_by_role("button", name="Tic-tac-toe").first)
    expect(page.board).to_have_attribute("data-game", "tic-tac-toe")
    expect(page.board.locator("[tabindex='0']")).to_have_count(1)
    expect(page.locator("main :focus")).to_have_count(1)


@pytest.mark.rare
@pytest.mark.parametrize("size", [(360, 740), (1366, 768)], ids=["phone", "desktop"])
def test_a_key_leads_to_a_new_game(page: Player, size: tuple[int, int]) -> None:
    page.resize(*size)
    page.begin(TIC_TAC_TOE, played="a1a2b1b2")
    page.keyboard.press("n")
    expect(page.locator("#setup :focus")).to_be_visible()
    page.begin(TIC_TAC_TOE, played="a1a2b1b2c1")
    page.keyboard.press("n")
    expect(page.button("Again")).to_be_focused()
    page.keyboard.press("Enter")
    page.expect_ply(0)
    expect(page.board.locator(":focus")).to_have_count(1)


@pytest.mark.rare
def test_a_key_shows_the_values_in_a_replay(page: Player) -> None:
    page.goto(REPLAY)
    page.keyboard.press("v")
    expect(page).to_have_url(re.compile("values=on"))


@pytest.mark.rare
def test_fields_take_what_is_typed(page: Player) -> None:
    page.begin(TIC_TAC_TOE, "easy", "medium", played="")
    page.locator("#speed").focus()
    page.keyboard.type("Slow")
    expect(page.locator("#speed")).to_have_value("5000")
    expect(page.locator("#speed")).to_be_focused()
    page.keyboard.type("v")
    expect(page.button("Values")).to_have_attribute("aria-pressed", "false")


@pytest.mark.rare
@pytest.mark.parametrize(
    ("x", "finish", "keys"),
    [("easy", "Step", ["Enter", "Space"]), ("human", "Hint", ["Enter", "Space", "h"])],
)
def test_what_is_disabled_sends_nothing(page: Player, x: str, finish: str, keys: list[str]) -> None:
    """The focus stays where it was: one more press at the end begins no other game."""
    page.begin(TIC_TAC_TOE, x, "medium")
    dead = page.button(finish)
    while page.state == "active":
        before = page.ply
        (dead if x == "easy" else page.empty_cells.first).press("Enter")
        expect(page.board).not_to_have_attribute("data-ply", str(before))
    expect(dead).to_have_attribute("aria-disabled", "true")
    page.expect_true_page()
    sent = page.log_requests()
    go_to(page, dead)
    for key in keys:
        page.keyboard.press(key)
    expect(dead).to_be_focused()
    page.keyboard.press("v")
    expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
    assert [request.url.rsplit("/")[-1] for request in sent] == ["values"]
    expect(page.message).to_have_text("")


WINDOWS = [(320, 568), (390, 664), (740, 360), (820, 1180), (1200, 633)]


@pytest.mark.rare
def test_the_field_covers_neither_the_logo_nor_the_games_nor_a_refusal(page: Player) -> None:
    """On an upright phone it lies on the keys, whose names it takes."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    field = page.get_by_role("textbox", name="Move or command")
    for asked, answered in (("resign", page.message), ("help", page.locator("#answer"))):
        command(page, asked)
        expect(answered).not_to_be_empty()
        expect(field).to_be_focused()
        for width, height in WINDOWS:
            page.resize(width, height)
            expect(answered).to_be_in_viewport(ratio=1)
            panel, *apart = page.boxes(
                ".skip:has(#command)",
                ".top a, #setup summary, .switch button, #status strong, #message",
                *(["#help > *"] if width > height else []),
            )
            assert not any(one.overlaps(panel) for one in apart)


@pytest.mark.rare
@pytest.mark.parametrize(
    "address", [REPLAY, f"{REPLAY}&ideas=on", "/puzzles/square/500?moves=a1", "/learn/forks?cell=9"]
)
def test_a_key_leads_to_the_reason(page: Player, address: str) -> None:
    """Its sentence takes the focus, so that a screen reader says it."""
    page.goto(address)
    page.keyboard.press("w")
    sentence = page.locator("#why :focus")
    expect(sentence).to_have_text(re.compile(r"\w{2,} .*[.!]"))
    expect(sentence).to_be_in_viewport()


@pytest.mark.rare
def test_the_same_key_opens_more_in_a_match_and_tells_how_it_ended(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
    page.keyboard.press("w")
    expect(page.locator("#why :focus")).to_contain_text("start")
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="a1b2c3a3")
    page.keyboard.type("ww")
    page.keyboard.press("Enter")
    expect(page.locator("#why details[open] :focus")).to_contain_text("Less")
    page.begin(TIC_TAC_TOE, played="a1a2b1b2c1")
    page.keyboard.press("w")
    expect(page.review.locator(":focus")).to_contain_text("Row 1")


@pytest.mark.rare
@pytest.mark.parametrize("key", ["Escape", "Tab"])
def test_the_set_up_closes_when_the_keyboard_leaves_it(page: Player, key: str) -> None:
    page.resize(390, 664)
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
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


@pytest.mark.parametrize("key", ["4x2-a1b1c1a2", "2x4-a1a2a3b3"])
def test_a_rectangle_by_its_keys(page: Player, key: str) -> None:
    """Arrows stop at each edge, names lead to their cells, and Enter marks one."""
    game = game_for(key)
    page.start(game, HUMAN, "hard", seed="7")
    page.goto("/")
    corner, last = page.cell("a1"), page.cell(game.cell_names[-1])
    go_to(page, corner)
    for arrow, cell in (
        ("ArrowUp", "a1"),
        ("ArrowRight", "b1"),
        ("ArrowDown", "b2"),
        ("ArrowLeft", "a2"),
        ("End", game.cell_names[2 * game.columns - 1]),
        ("ArrowRight", game.cell_names[2 * game.columns - 1]),
        ("Control+End", game.cell_names[-1]),
        ("ArrowDown", game.cell_names[-1]),
    ):
        page.keyboard.press(arrow)
        expect(page.cell(cell)).to_be_focused()
    page.keyboard.type("b2")
    expect(page.cell("b2")).to_be_focused()
    page.keyboard.press("Enter")
    page.expect_ply(2)
    expect(page.why).to_contain_text("Why")
    page.keyboard.type(game.cell_names[-1])
    expect(last).to_be_focused()


@pytest.mark.parametrize("size", [(390, 664), (320, 568), (1366, 633)])
@pytest.mark.parametrize("key", ["4x2-a1b1c1a2", "2x4-a1a2a3b3", "knobby"])
def test_a_board_of_any_size_is_whole_in_the_first_view(
    page: Player, key: str, size: tuple[int, int]
) -> None:
    """Its cells are square and large enough for a finger, and the keys stand below or beside it."""
    page.resize(*size)
    game = game_for(key)
    page.start(game, HUMAN, "hard", seed="7")
    page.goto("/")
    board, cell, keys = page.boxes("#board", "#cell-0", "#help")
    assert cell.width == pytest.approx(cell.height, abs=0.5)
    assert cell.width >= 44
    assert board.width == pytest.approx(game.columns * cell.width, abs=1)
    assert board.height == pytest.approx(game.rows * cell.height, abs=1)
    assert board.right <= size[0]
    assert max(board.bottom, keys.bottom) <= size[1]
    assert not board.overlaps(keys)
    expect(page.locator("#strip .glyph")).to_have_count(1)
