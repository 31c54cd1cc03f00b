"""Help for a player: hints, undo, values, reasons at length, and retried moves."""

import re

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import cell_name
from ai.study.study import study
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
    figures,
    link,
    message,
    moves,
    play_once,
    play_perfectly,
    review,
    score,
    sketch,
    why,
)

VALUE = re.compile(r": empty, [a-d][1-4](, last move)?, (win in \d+|loss in \d+|draw)\b")

TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else

WEIGHTS = {"For you": "The points of each cell for you", "For me": "The points of each cell for me"}


def expect_values(page: Page, *, shown: bool) -> None:
    """Wait until every empty cell shows its value, or none does, and the switch agrees."""
    switch = button(page, "Values")
    expect(switch).to_have_attribute("aria-pressed", "true" if shown else "false")
    empty = empty_cells(page).count()
    expect(board(page).locator("[data-value]")).to_have_count(empty if shown else 0)
    valued = page.get_by_role("button", name=VALUE)
    expect(valued).to_have_count(empty if shown else 0)
    if shown:
        expect(valued.locator(".value")).to_have_text([re.compile(r"^\d+%?$")] * empty)


@pytest.mark.usefixtures("script")
def test_a_hint_names_a_best_cell_and_says_why(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    expect(advice(page)).to_have_text("")
    button(page, "Hint").click()
    expect(advice(page)).to_contain_text("Hint: c1. It forks")
    hinted = board(page).locator("[data-hint]")
    expect(hinted).to_have_count(1)
    expect(hinted).to_have_accessible_name("Row 1, column 3: empty, c1, hint")
    expect_ply(page, 4)  # and nothing is played

    cell(page, "c1").click()
    expect_ply(page, 6)
    expect(hinted).to_have_count(0)
    expect(advice(page)).to_have_text("")
    expect(moves(page).nth(4)).to_have_text("X c1 hint")
    expect(moves(page).locator("small")).to_have_text(["hint"])
    expect_true_page(page)


def test_undo_goes_back_to_the_last_decision(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", played="b2c3a1b1")
    for number in (2, 0):
        button(page, "Undo").click()
        expect_ply(page, number)
        expect_true_page(page)
        expect(message(page)).to_have_text("")
    button(page, "Undo").click()
    expect(message(page)).to_contain_text("Nothing to undo yet.")
    expect_ply(page, 0)

    cell(page, "b2").click()
    expect_ply(page, 2)
    expect(moves(page).first).to_have_text("X b2 undo")
    expect(message(page)).to_have_text("")


def test_the_values_are_those_of_the_position(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    button(page, "Values").click()
    expect_values(page, shown=True)
    position = expect_true_page(page)
    for number, exact in study(position).values.items():
        shown = page.locator(f"#cell-{number}")
        expect(shown).to_have_attribute("data-value", exact.value.name.lower())
        expect(shown).to_have_accessible_name(re.compile(f", {exact}(, best)?$"))
        expect(shown).to_have_text(str(exact.distance))  # nothing draws here


@pytest.mark.usefixtures("script")
def test_why_can_be_asked_at_length(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", played="b2c3a1b1")
    _, first, _, last = (text.split()[1] for text in moves(page).all_inner_texts())
    expect(why(page)).to_contain_text(f"Why {last}?")
    expect(figures(page)).to_have_count(0)
    expect(sketch(page)).to_have_count(0)

    button(page, "Show how").click()
    expect(figures(page)).to_have_count(1)
    expect(why(page)).to_contain_text(f"Why {last}?")
    button(page, "Show how").click()
    expect(figures(page)).to_have_count(0)
    expect(sketch(page)).to_have_count(0)

    link(page, f"O {first}").click()
    expect(why(page)).to_contain_text(f"Why {first}?")
    for choice, caption in WEIGHTS.items():
        link(page, choice).click()
        expect(link(page, choice)).to_have_attribute("aria-current", "true")
        weighed = why(page).get_by_role("table", name=caption)
        expect(weighed.get_by_role("cell")).to_have_count(16)
        said = [text.split(": ")[1] for text in weighed.get_by_role("cell").all_text_contents()]
        weights = [text for text in said if text != "X"]
        assert len(weights) == 15  # X has moved once
        expect(sketch(page).locator("text")).to_have_text(weights)
    link(page, f"O {last}").click()
    expect(why(page)).to_contain_text(f"Why {last}?")
    expect_true_page(page)
    expect(message(page)).to_have_text("")

    play_once(page)  # and play goes on
    expect_ply(page, 6)
    expect(figures(page)).to_have_count(0)
    expect(sketch(page)).to_have_count(0)


def lose(page: Page) -> None:
    """Lose a game of tic-tac-toe by its fifth move."""
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    cell(page, "c2").click()
    expect_status(page, "O wins")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("x", "o", "choices"),
    [
        (HUMAN, "unbeatable", ("My moves", "Your replies")),
        (HUMAN, "medium", ("My moves", "Your replies")),
        ("easy", "unbeatable", ("O's moves", "X's replies")),
    ],
)
def test_the_replies_to_a_quiet_move_are_a_switch_away(
    page: Page, x: str, o: str, choices: tuple[str, str]
) -> None:
    """By keyboard too; the board draws the same as the table says, and the key stands beside it."""
    begin(page, SQUARE, x, o, seed="1")
    if x == HUMAN:
        cell(page, "d1").click()
    else:
        button(page, "Step").click()
        expect_ply(page, 1)
        button(page, "Step").click()
    expect_ply(page, 2)
    button(page, "Show how").click()
    moves_of, replies_to = (link(page, choice) for choice in choices)
    expect(moves_of).to_have_attribute("aria-current", "true")
    replies_to.focus()
    page.keyboard.press("Enter")
    expect(replies_to).to_have_attribute("aria-current", "true")
    worths = study(expect_true_page(page)).worths
    expect(page.locator("#sketch .value")).to_have_count(len(worths))
    table = why(page).get_by_role("table", name=re.compile("each of .* replies"))
    for number, worth in worths.items():
        said = f"{cell_name(SQUARE, number)}: {worth.exact}"
        expect(table.get_by_role("cell", name=re.compile(f"^{said}"))).to_have_count(1)
    expect(why(page).locator(".key")).to_be_in_viewport(ratio=1)
    moves_of.focus()
    page.keyboard.press("Enter")
    expect(moves_of).to_have_attribute("aria-current", "true")
    expect(table).to_have_count(0)


def test_a_lost_game_is_retried_where_it_turned(page: Page) -> None:
    lose(page)
    expect(review(page)).to_contain_text("move 5, your c2: ")
    expect(review(page)).not_to_contain_text(re.compile(r"\bc1: "))  # the answer of the retry
    button(page, "Retry move 5").click()
    expect_ply(page, 4)
    expect_status(page, "Your turn: X")
    expect(advice(page)).to_contain_text("Find a move that keeps the win.")

    for name in ("c2", "b1"):
        cell(page, name).click()
        expect(advice(page)).to_contain_text(
            f"Not {name}: I could win at once. You can win here, by a fork."
        )
        expect_ply(page, 4)
        expect(message(page)).to_have_text("")
        expect(cell(page, name)).to_have_accessible_name(re.compile("empty, [a-c][1-3], tried$"))
        expect_true_page(page)  # above all: the status says whose turn it is

    cell(page, "c1").click()
    expect_ply(page, 6)
    expect(advice(page)).to_have_text("Right: c1 keeps the win.")
    expect(board(page).locator("[data-tried]")).to_have_count(0)
    play_perfectly(page)
    expect_status(page, "X wins")
    expect(score(page)).to_have_text(["0", "0", "1"])  # what is retried does not count
    expect(page.locator("#unaided")).to_have_text("A retry does not count in the score.")


def test_the_answer_of_a_puzzle_is_shown_when_asked_for(page: Page) -> None:
    lose(page)
    button(page, "Values").click()
    expect(button(page, "Values")).to_have_attribute("aria-pressed", "true")
    button(page, "Retry move 5").click()
    expect_ply(page, 4)
    valued = board(page).locator("[data-value]")
    expect(valued).to_have_count(0)
    expect(button(page, "Hint")).to_have_count(0)
    button(page, "Answer").click()
    expect(cell(page, "c1")).to_have_accessible_name(re.compile("hint"))
    expect(advice(page)).to_contain_text("Hint: c1.")
    expect(valued).to_have_count(5)


@pytest.mark.usefixtures("script")
def test_a_score_that_was_reset_is_brought_back_where_it_was_reset(page: Page) -> None:
    begin(page, TIC_TAC_TOE, played="a1a2b1b2c1")
    expect(score(page)).to_have_text(["1", "0", "0"])
    button(page, "Reset score").press("Enter")
    expect(score(page)).to_have_text(["0", "0", "0"])
    expect(page.get_by_text("Score reset.")).to_be_in_viewport()
    button(page, "Bring back the score").press("Enter")
    expect(score(page)).to_have_text(["1", "0", "0"])
    expect(button(page, "Reset score")).to_be_in_viewport()
    expect(page.get_by_text("Score reset.")).to_have_count(0)


def test_the_rest_of_a_reason_stays_open_while_it_is_drawn(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", played="b2c3a1b1")
    why(page).get_by_text("More", exact=True).click()
    button(page, "Show how").click()
    expect(figures(page)).to_have_count(1)
    expect(why(page).get_by_text("Less", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [(390, 664), (320, 568)], ids=str)
def test_more_comes_into_sight_and_leaves_the_page_where_it_was(
    page: Page, size: tuple[int, int]
) -> None:
    """In a match and in a replay, when it is closed and when the game goes on."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, SQUARE, HUMAN, "hard", played="b2c3a1b1")
    for said, go_on in (
        (why(page), cell(page, "d4")),
        (page.locator("#note"), link(page, "Forward")),
    ):
        for leave in (said.get_by_text("Less", exact=True), go_on):
            said.get_by_text("More", exact=True).click()
            expect(said.locator("details > p").last).to_be_in_viewport(ratio=1)
            assert page.evaluate("() => scrollY") > 0
            leave.click()
            page.wait_for_function("() => scrollY === 0")
        page.goto("/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard&ply=4")
