"""The lens: the squares through the cell that is pointed at or has the focus."""

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE
from tests.e2e.player import HUMAN, OTHER_WAYS, Player

SHAPES = "#board use[href^='#s']:visible"
KINDS = {"live-x", "live-o", "live-both", "dead"}

# The cells at the corners of each shape.
CORNERS = """uses => uses.map(use => {
  const { points } = document.querySelector(use.getAttribute("href")).firstChild;
  const at = use.ownerSVGElement.getBoundingClientRect();
  return [...points]
    .map(({ x, y }) => [at.x + at.width * x / 4, at.y + at.height * y / 4])
    .map(([x, y]) => Number(document.elementFromPoint(x, y).closest("button").value));
})"""

LOOKS = """looks => looks.map(look => {
  const { strokeDasharray, strokeWidth } = getComputedStyle(look);
  return [look.getAttribute("class"), strokeDasharray, strokeWidth];
})"""


def expect_lens(page: Player, number: int) -> None:
    """The lens comes to show the squares through cell *number*, each at its corners."""
    squares = {square for square in SQUARE.winning_sets if number in square}
    shapes = page.locator(SHAPES)
    expect(shapes).to_have_count(len(squares))
    assert {*map(frozenset, shapes.evaluate_all(CORNERS))} == squares


def test_pointing_at_a_cell_shows_its_squares(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", played="b2c3")
    expect(page.locator(SHAPES)).to_have_count(0)
    for number in (3, 6):
        page.locator(f"#cell-{number}").hover()
        expect_lens(page, number)
    page.get_by_role("heading", name="Moves").hover()
    expect(page.locator(SHAPES)).to_have_count(0)


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [False], indirect=True)
def test_the_keyboard_shows_the_squares_of_every_cell(page: Player) -> None:
    page.begin(SQUARE)
    page.locator("#setup summary", has_text=OTHER_WAYS).focus()  # the last of the choices
    for number in SQUARE.cells[:6]:
        page.keyboard.press("Tab")
        expect(page.locator(f"#cell-{number}")).to_be_focused()
        expect_lens(page, number)


def test_in_a_replay_it_says_for_whom_squares_are_live_until_the_game_is_over(page: Player) -> None:
    """They can be told apart without colours."""
    page.goto("/replay/square/b1a1d2a2c4b2a3?first=x&ply=6")
    page.cell("d4").hover()
    expect_lens(page, 15)
    looks = page.locator("#lens > svg > svg").evaluate_all(LOOKS)
    assert {look[0] for look in looks} == KINDS
    assert len({tuple(look) for look in looks}) == len({tuple(look[1:]) for look in looks})
    page.link("Forward").click()
    page.expect_status("X wins")
    page.cell("d4").hover()
    expect(page.locator(SHAPES)).to_have_count(0)
