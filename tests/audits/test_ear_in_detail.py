"""What a screen reader says in longer games."""

from itertools import pairwise

from playwright.sync_api import Page, expect

from ai.rules.games import TIC_TAC_TOE
from tests.e2e.player import (
    begin,
    board,
    button,
    cell,
    expect_ply,
    ply,
)
from tests.e2e.test_ear import heard, listen


def test_a_game_of_two_people_is_said_to_its_end(page: Page) -> None:
    begin(page, TIC_TAC_TOE)
    listen(page)
    told = {
        "b2": "O to move. X b2.",
        "a1": "X to move. O a1.",
        "a3": "O to move. X a3. X threatens c1.",
        "b1": "X to move. O b1. O threatens c1.",
        "c1": "X wins. X c1 wins with c1, b2 and a3.",
    }
    for number, (name, said) in enumerate(told.items(), 1):
        cell(page, name).click()
        expect_ply(page, number)
        assert heard(page) == [said]
    button(page, "Undo").click()
    expect_ply(page, 4)
    assert heard(page) == ["X to move. Back at move 5. O threatens c1."]


def test_programs_that_play_by_themselves_are_told_move_by_move(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "easy", "easy", seed="3")
    page.get_by_role("combobox", name="Speed").select_option("Fast")
    listen(page)
    button(page, "Play").click()
    expect(board(page)).not_to_have_attribute("data-state", "active")
    said = heard(page)
    assert len(said) == ply(page)
    for before, after in pairwise(said):
        assert before != after
