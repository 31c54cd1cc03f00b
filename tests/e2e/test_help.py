"""Help for a player: hints, undo, values, reasons at length, and retried moves."""

import re

import pytest
from playwright.sync_api import Locator, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import cell_name
from ai.study.study import study
from tests.chromium import of_match
from tests.e2e.player import HUMAN, Player

VALUE = re.compile(r": empty, [a-d][1-4](, last move)?, (win in \d+|loss in \d+|draw)\b")

TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else

WEIGHTS = {"For you": "The points of each cell for you", "For me": "The points of each cell for me"}


def expect_values(page: Player, *, shown: bool) -> None:
    """Wait until every empty cell shows its value, or none does, and the switch agrees."""
    switch = page.button("Values")
    expect(switch).to_have_attribute("aria-pressed", "true" if shown else "false")
    empty = page.empty_cells.count()
    expect(page.board.locator("[data-value]")).to_have_count(empty if shown else 0)
    valued = page.get_by_role("button", name=VALUE)
    expect(valued).to_have_count(empty if shown else 0)
    if shown:
        expect(valued.locator(".value")).to_have_text([re.compile(r"^\d+%?$")] * empty)


@of_match
@pytest.mark.usefixtures("script")
def test_a_hint_names_a_best_cell_and_says_why(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    expect(page.advice).to_have_text("")
    page.button("Hint").click()
    expect(page.advice).to_contain_text("Hint: c1. c1 threatens")
    hinted = page.board.locator("[data-hint]")
    expect(hinted).to_have_count(1)
    expect(hinted).to_have_accessible_name("Row 1, column 3: empty, c1, hint")
    page.expect_ply(4)  # and nothing is played

    page.cell("c1").click()
    page.expect_ply(6)
    expect(hinted).to_have_count(0)
    expect(page.advice).to_have_text("")
    expect(page.moves.nth(4)).to_have_text("X c1 hint")
    expect(page.moves.locator("small")).to_have_text(["hint"])
    page.expect_true_page()


def test_undo_goes_back_to_the_last_decision(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", played="b2c3a1b1")
    for number in (2, 0):
        page.button("Undo").click()
        page.expect_ply(number)
        page.expect_true_page()
        expect(page.message).to_have_text("")
    page.button("Undo").click()
    expect(page.message).to_contain_text("Nothing to undo yet.")
    page.expect_ply(0)

    page.cell("b2").click()
    page.expect_ply(2)
    expect(page.moves.first).to_have_text("X b2 undo")
    expect(page.message).to_have_text("")


def test_the_values_are_those_of_the_position(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    page.button("Values").click()
    expect_values(page, shown=True)
    position = page.expect_true_page()
    for number, exact in study(position).values.items():
        shown = page.locator(f"#cell-{number}")
        expect(shown).to_have_attribute("data-value", exact.value.name.lower())
        expect(shown).to_have_accessible_name(re.compile(f", {exact}(, best)?$"))
        expect(shown).to_have_text(str(exact.distance))  # nothing draws here


@of_match
@pytest.mark.usefixtures("script")
def test_why_can_be_asked_at_length(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", played="b2c3a1b1")
    _, first, _, last = (text.split()[1] for text in page.moves.all_inner_texts())
    expect(page.why).to_contain_text(f"Why {last}?")
    expect(page.figures).to_have_count(0)
    expect(page.sketch).to_have_count(0)

    page.button("Show how").click()
    expect(page.figures).to_have_count(1)
    expect(page.why).to_contain_text(f"Why {last}?")
    page.button("Show how").click()
    expect(page.figures).to_have_count(0)
    expect(page.sketch).to_have_count(0)

    page.link(f"O {first}").click()
    expect(page.why).to_contain_text(f"Why {first}?")
    for choice, caption in WEIGHTS.items():
        page.link(choice).click()
        expect(page.link(choice)).to_have_attribute("aria-current", "true")
        weighed = page.why.get_by_role("table", name=caption)
        expect(weighed.get_by_role("cell")).to_have_count(16)
        said = [text.split(": ")[1] for text in weighed.get_by_role("cell").all_text_contents()]
        weights = [text for text in said if text != "X"]
        assert len(weights) == 15  # X has moved once
        expect(page.sketch.locator("text")).to_have_text(weights)
    page.link(f"O {last}").click()
    expect(page.why).to_contain_text(f"Why {last}?")
    page.expect_true_page()
    expect(page.message).to_have_text("")

    page.play_once()  # and play goes on
    page.expect_ply(6)
    expect(page.figures).to_have_count(0)
    expect(page.sketch).to_have_count(0)


def lose(page: Player) -> None:
    """Lose a game of tic-tac-toe by its fifth move."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    page.cell("c2").click()
    page.expect_status("O wins")


def test_a_lost_game_is_retried_where_it_turned(page: Player) -> None:
    lose(page)
    expect(page.review).to_contain_text("move 5, your c2. ")
    expect(page.review).not_to_contain_text(re.compile(r"\bc1: "))  # the answer of the retry
    page.button("Retry move 5").click()
    page.expect_ply(4)
    page.expect_status("Your turn: X")
    expect(page.advice).to_contain_text("Find a move that keeps the win.")

    for name in ("c2", "b1"):
        page.cell(name).click()
        expect(page.advice).to_contain_text(
            f"Not {name}: I could win at once. You can win here, by a fork."
        )
        page.expect_ply(4)
        expect(page.message).to_have_text("")
        expect(page.cell(name)).to_have_accessible_name(re.compile("empty, [a-c][1-3], tried$"))
        page.expect_true_page()  # above all: the status says whose turn it is

    page.cell("c1").click()
    page.expect_ply(6)
    expect(page.advice).to_have_text("Right: c1 keeps the win.")
    expect(page.board.locator("[data-tried]")).to_have_count(0)
    page.play_perfectly()
    page.expect_status("X wins")
    expect(page.score).to_have_text(["0", "0", "1"])  # what is retried does not count
    expect(page.locator("#unaided")).to_have_text("A retry does not count in the score.")


@pytest.mark.rare
def test_the_answer_of_a_puzzle_is_shown_when_asked_for(page: Player) -> None:
    lose(page)
    page.button("Values").click()
    expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
    page.button("Retry move 5").click()
    page.expect_ply(4)
    valued = page.board.locator("[data-value]")
    expect(valued).to_have_count(0)
    expect(page.button("Hint")).to_have_count(0)
    page.button("Answer").click()
    expect(page.cell("c1")).to_have_accessible_name(re.compile("hint"))
    expect(page.advice).to_contain_text("Hint: c1.")
    expect(valued).to_have_count(5)


@pytest.mark.rare
@pytest.mark.parametrize("size", [(390, 664), (320, 568), (1366, 633)], ids=str)
def test_more_comes_into_sight_and_moves_neither_board_nor_keys(
    page: Player, size: tuple[int, int]
) -> None:
    """That of a reason, of a hint, and those of moves in a replay, to its last."""
    page.resize(*size)
    page.begin(SQUARE, HUMAN, "hard", played="b2c3a1b1")
    expect_steady_more(page, page.why)
    page.begin(TIC_TAC_TOE, HUMAN, "medium", played="b2a1")
    page.click_in_place(page.button("Hint"))
    expect_steady_more(page, page.locator("#advice-more"))
    replay = "/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard"
    for path in (f"{replay}&ply=4", replay, "/replay/square/b1a1d2a2c4b2a3?first=x&o=easy"):
        page.goto(path)
        expect_steady_more(page, page.locator("#note"))


def expect_steady_more(page: Player, room: Locator) -> None:
    """More in the *room* can be read at once; it and Less leave board and keys where they were."""
    more, less = (room.get_by_text(name, exact=True) for name in ("More", "Less"))
    expect(more).to_be_in_viewport()
    still = page.boxes("#board, #help, #timeline")
    page.click_in_place(more)
    expect(room.locator("summary + p")).to_be_in_viewport(ratio=0.3)
    assert page.boxes("#board, #help, #timeline") == still
    page.click_in_place(less)
    expect(more).to_be_visible()
    assert page.boxes("#board, #help, #timeline") == still


@pytest.mark.rare
@pytest.mark.usefixtures("script")
def test_what_belongs_to_the_present_position_ends_the_explanation(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", played="b2c3")
    for name in ("Hint", "Values", "Undo"):
        page.button("Show how").click()
        expect(page.sketch).not_to_have_count(0)
        page.button(name).click()
        expect(page.sketch).to_have_count(0)
        expect(page.figures).to_have_count(0)
    page.expect_true_page()


@pytest.mark.rare
def test_asking_why_stays_on_the_page_and_leads_to_the_answer(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", seed="1")
    page.play_once()
    page.evaluate("() => { window.sameDocument = true }")
    for expanded in (True, False):
        page.button("Show how").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Show how", expanded=expanded)).to_be_focused()
    asked = page.moves.nth(1).get_by_role("link")
    asked.focus()
    page.keyboard.press("Enter")
    expect(page.figures).not_to_have_count(0)
    expect(page.why.get_by_role("heading")).to_be_focused()
    assert page.evaluate("() => window.sameDocument")


@pytest.mark.rare
@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844)])
def test_a_hint_is_in_sight_and_the_reason_below_it_begins_there(
    page: Player, width: int, height: int
) -> None:
    """The reason of Hard is the longest."""
    page.resize(width, height)
    page.begin(SQUARE, HUMAN, "hard", played="b2c3")
    page.button("Show how").click()
    expect(page.sketch).not_to_have_count(0)
    page.button("Hint").click()
    expect(page.advice).to_contain_text("Hint: ")
    expect(page.advice).to_be_in_viewport(ratio=1)
    top, foot = page.evaluate(LINES)
    assert foot - top > 20, "a line of it"


# The top of the reason, and the bottom of the room.
LINES = """() => {
  const said = document.querySelector("#why p").getBoundingClientRect();
  return [said.top, document.getElementById("room").getBoundingClientRect().bottom];
}"""


@pytest.mark.rare
@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("x", "o", "choices"),
    [
        (HUMAN, "unbeatable", ("My moves", "Your replies")),
        ("easy", "unbeatable", ("O's moves", "X's replies")),
    ],
)
def test_the_replies_to_a_quiet_move_are_a_switch_away(
    page: Player, x: str, o: str, choices: tuple[str, str]
) -> None:
    """By keyboard too; the board draws the same as the table says, and the key stands beside it."""
    page.begin(SQUARE, x, o, seed="1")
    if x == HUMAN:
        page.cell("d1").click()
    else:
        page.button("Step").click()
        page.expect_ply(1)
        page.button("Step").click()
    page.expect_ply(2)
    page.button("Show how").click()
    moves_of, replies_to = (page.link(choice) for choice in choices)
    expect(moves_of).to_have_attribute("aria-current", "true")
    replies_to.focus()
    page.keyboard.press("Enter")
    expect(replies_to).to_have_attribute("aria-current", "true")
    worths = study(page.expect_true_page()).worths
    expect(page.locator("#sketch .value")).to_have_count(len(worths))
    table = page.why.get_by_role("table", name=re.compile("each of .* replies"))
    for number, worth in worths.items():
        said = f"{cell_name(SQUARE, number)}: {worth.exact}"
        expect(table.get_by_role("cell", name=re.compile(f"^{said}"))).to_have_count(1)
    expect(page.why.locator(".key")).to_be_in_viewport(ratio=1)
    moves_of.focus()
    page.keyboard.press("Enter")
    expect(moves_of).to_have_attribute("aria-current", "true")
    expect(table).to_have_count(0)


@pytest.mark.rare
@pytest.mark.usefixtures("script")
def test_a_score_that_was_reset_is_brought_back_where_it_was_reset(page: Player) -> None:
    page.begin(TIC_TAC_TOE, played="a1a2b1b2c1")
    expect(page.score).to_have_text(["1", "0", "0"])
    page.button("Reset score").press("Enter")
    expect(page.score).to_have_text(["0", "0", "0"])
    expect(page.get_by_text("Score reset.")).to_be_in_viewport()
    page.button("Bring back the score").press("Enter")
    expect(page.score).to_have_text(["1", "0", "0"])
    expect(page.button("Reset score")).to_be_in_viewport()
    expect(page.get_by_text("Score reset.")).to_have_count(0)


@pytest.mark.rare
def test_the_rest_of_a_reason_stays_open_while_it_is_drawn(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", played="b2c3a1b1")
    page.why.get_by_text("More", exact=True).click()
    page.button("Show how").click()
    expect(page.figures).to_have_count(1)
    expect(page.why.get_by_text("Less", exact=True)).to_be_visible()
