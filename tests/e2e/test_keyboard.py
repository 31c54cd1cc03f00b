"""Whole games with the keyboard alone."""

from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, expect

from ai.games import SQUARE, TIC_TAC_TOE, Game
from ai.notation import cell_name
from ai.opponents import OPPONENTS
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
    status,
)

ENOUGH = 60  # presses of Tab to cross the page


def go_to(page: Page, target: Locator) -> None:
    """Press Tab, or Shift and Tab where it lies behind, until *target* has the focus."""
    for _ in range(ENOUGH):
        where = target.evaluate(
            "target => document.activeElement.compareDocumentPosition(target)"
            " & (Node.DOCUMENT_POSITION_PRECEDING | Node.DOCUMENT_POSITION_FOLLOWING)"
        )
        if not where:
            break
        page.keyboard.press("Tab" if where == 4 else "Shift+Tab")
    expect(target).to_be_focused()


def test_two_people_at_one_keyboard(page: Page) -> None:
    begin(page, SQUARE)
    keys = cycle(["Enter", "Space"])
    for number, name in enumerate(["b1", "a1", "d2", "a2", "c4", "b2", "a3"], 1):
        go_to(page, cell(page, name))
        page.keyboard.press(next(keys))
        expect_ply(page, number)
        expect_true_page(page, turn="{} to move")
    expect_status(page, "X wins")

    go_to(page, button(page, "Play again"))
    page.keyboard.press(next(keys))
    expect_ply(page, 0)
    expect(score(page)).to_have_text(["1", "0", "0"])


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
    go_to(page, button(page, "Step"))
    page.keyboard.press("Enter")
    expect_ply(page, 1)
    go_to(page, button(page, "To the end"))
    page.keyboard.press("Space")
    expect(board(page)).not_to_have_attribute("data-state", "active")
    expect_true_page(page)


@pytest.mark.usefixtures("script")
def test_a_new_game_is_chosen(page: Page) -> None:
    page.goto("/")
    go_to(page, page.get_by_role("radio", name="Tic-tac-toe"))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Square")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.type(OPPONENTS["hard"].name)
    page.keyboard.press("Tab")
    page.keyboard.type("Human")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(button(page, "Start")).to_be_focused()
    page.keyboard.press("Enter")
    expect(board(page)).to_have_attribute("data-game", "square")
    expect_status(page, "Your turn: O")
    expect_ply(page, 0)


def press(page: Page, target: Locator) -> None:
    """Go to *target* and press Enter."""
    go_to(page, target)
    page.keyboard.press("Enter")


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

    press(page, link(page, "Review this game"))
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    press(page, link(page, "First"))
    expect_ply(page, 0)
    for number in (1, 2):
        press(page, link(page, "Forward"))
        expect_ply(page, number)
    press(page, cell(page, "a3"))  # another move than the game's
    expect_ply(page, 3)
    page.go_back()
    expect_ply(page, 2)
    press(page, link(page, "move 5, X c2"))
    expect_ply(page, 5)

    press(page, button(page, "Retry move 5"))
    expect_ply(page, 4)
    press(page, cell(page, "b1"))
    expect(advice(page)).to_contain_text("Not b1: it loses in 2.")
    press(page, cell(page, "c1"))
    expect_ply(page, 6)
    expect(advice(page)).to_contain_text("Right: c1 keeps the win.")
    expect_true_page(page)


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(
    ("script", "game"),
    [
        pytest.param(True, SQUARE, id="square, script"),
        pytest.param(False, TIC_TAC_TOE, id="tic-tac-toe, no script"),
    ],
    indirect=["script"],
)
def test_tab_goes_through_the_cells_and_then_the_panel(page: Page, game: Game) -> None:
    begin(page, game)
    order = [
        *(link(page, name) for name in ("Tic Tac Why", "Games", "Opponents", "Terms")),
        *(cell(page, cell_name(game, number)) for number in game.cells),
        *(button(page, name) for name in ("Hint", "Undo", "Values")),
        button(page, "Play again"),
        button(page, "Play again, sides swapped"),
        link(page, "Replay and share"),
        button(page, "Reset score"),
        page.get_by_role("radio", name=game.name),
    ]
    for target in order:
        page.keyboard.press("Tab")
        expect(target).to_be_focused()


def test_the_focus_stays_on_the_cell(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard")
    while state(page) == "active":
        before = ply(page)
        target = empty_cells(page).first.element_handle()
        assert target
        target.focus()
        page.keyboard.press("Enter")
        expect(board(page)).not_to_have_attribute("data-ply", str(before))
        expect(status(page)).not_to_have_text("Computer thinking…")
        assert target.evaluate("target => target === document.activeElement")


def test_the_focus_stays_after_a_refusal(page: Page) -> None:
    begin(page, TIC_TAC_TOE, played="b2")
    go_to(page, cell(page, "b2"))
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text("taken")
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("Tab")
    expect(cell(page, "c2")).to_be_focused()
    page.keyboard.press("Enter")
    expect_ply(page, 2)
    expect(message(page)).to_have_text("")
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
    go_to(page, button(page, "Play again"))
    page.keyboard.press("Enter")
    expect_ply(page, 0)
    expect(button(page, "Play again")).to_be_focused()
