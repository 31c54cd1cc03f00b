"""Two people in two browsers, by one link: a whole game, live."""

from playwright.sync_api import expect

from ai.rules.games import TIC_TAC_TOE
from tests.e2e.friends import ROW, OpenContext, meet, turns
from tests.e2e.player import Player


def test_a_whole_game_and_the_next_one(page: Player, new_context: OpenContext) -> None:
    second = Player.at(new_context().new_page())
    meet(page, second, TIC_TAC_TOE)
    expect(page.company).to_contain_text("Your friend is here")
    for ply, name, mover, other in turns(page, second, ROW):
        mover.expect_status(f"Your turn: {'XO'[ply % 2]}")
        mover.cell(name).click()
        other.expect_ply(ply + 1)
    for one in (page, second):
        one.expect_status("X wins")
        expect(one.locator("#reviewed")).to_contain_text("Turning point")
        expect(one.moves).to_have_count(5)
    expect(page.score).to_have_text("1 won, 0 drawn, 0 lost")
    page.button("Again, your friend starts").click()
    expect(page.review).to_contain_text("your friend decides")
    expect(page.button("Again, your friend starts")).to_be_focused()
    expect(second.company).to_contain_text("Your friend wants a rematch")
    second.button("Again, you start").click()
    second.expect_status("Your turn: X")
    page.expect_ply(0)
    page.expect_status("X to move")
    expect(page.score).to_have_text("1 won, 0 drawn, 0 lost")
    # The button that had the focus is gone.
    expect(page.board.locator(":focus")).to_have_count(1)
