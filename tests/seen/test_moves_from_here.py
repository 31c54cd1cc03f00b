"""Moves from here: found, sorted, pointed at and followed."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.player import Player

TWO_CORNERS = "/replay/tic-tac-toe/a1b2c3"  # O draws with an edge and loses with a corner


def table(page: Player) -> Locator:
    """The table of moves."""
    return page.get_by_role("table", name="Moves from here")


def row(page: Player, name: str) -> Locator:
    """The row of the move on that cell."""
    return table(page).get_by_role("row").filter(has=page.link(name))


@pytest.mark.usefixtures("script")
def test_moves_are_sorted_and_followed(page: Player) -> None:
    page.goto(f"{TWO_CORNERS}?first=x")
    page.link("Moves from here").click()
    expect(page.get_by_role("heading", name="Moves from here")).to_be_focused()
    moves = table(page).get_by_role("rowheader")
    expect(moves).to_have_text([re.compile("^b1 also a2, c2 and b3$"), re.compile("^c1 also a3$")])
    details = table(page).get_by_text(re.compile("Hard")).filter(visible=True)
    expect(details).to_have_count(0)
    row(page, "c1").get_by_text("Details of c1").locator("..").click()
    expect(details).to_have_text(re.compile("Hard.* games? · .* positions?$"))

    page.link("Odds").click()
    head = table(page).get_by_role("columnheader", name="Odds")
    expect(head).to_have_attribute("aria-sort", "descending")
    expect(page.link("Odds")).to_be_focused()
    expect(page.get_by_role("status").nth(1)).to_have_text("Sorted by: Odds.")
    expect(moves).to_have_text([re.compile("^c1"), re.compile("^b1")])

    page.link("b1").click()
    page.expect_ply(4)
    expect(page.cell("b1")).to_have_accessible_name(re.compile("O, b1, last move"))
    expect(page.get_by_role("heading", name="Moves from here")).to_be_focused()
    expect(head).to_have_attribute("aria-sort", "descending")


def test_a_row_that_is_pointed_at_shows_on_the_board(page: Player) -> None:
    page.goto(f"{TWO_CORNERS}/moves?first=x")
    cells = page.board.get_by_role("button").all()
    for point, dashed in (
        (row(page, "b1").hover, (1, 3, 5, 7)),
        (page.board.hover, ()),
        (page.link("c1").focus, (2, 6)),
    ):
        point()
        for number, cell in enumerate(cells):
            style = re.compile("dashed" if number in dashed else "^(?!dashed)")
            expect(cell).to_have_css("outline-style", style)
