"""The lens: the squares through the cell that is pointed at or has the focus."""

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE
from ai.rules.notation import parse_game
from ai.rules.position import Mark, Position
from tests.e2e.player import HUMAN, Player
from tests.samples import position_after

SHAPES = "#board use[href^='#s']:visible"
KINDS = {"live-x", "live-o", "live-both", "dead"}

# The look of each shape, and the cells at its corners.
DRAWN = """uses => uses.map(use => {
  const used = document.querySelector(use.getAttribute("href"));
  const at = use.ownerSVGElement.getBoundingClientRect();
  const cells = [...used.firstChild.points]
    .map(({ x, y }) => [at.x + at.width * x / 4, at.y + at.height * y / 4])
    .map(([x, y]) => Number(document.elementFromPoint(x, y).closest("button").value));
  return [used.getAttribute("class"), cells];
})"""

LOOKS = """looks => looks.map(look => {
  const { strokeDasharray, strokeWidth } = getComputedStyle(look);
  return [look.getAttribute("class"), strokeDasharray, strokeWidth];
})"""


def kind(position: Position, square: frozenset[int]) -> str:
    """For whom *square* is live."""
    held = {position.mark_at(number) for number in square} - {None}
    if held == set(Mark):
        return "dead"
    return f"live-{held.pop()}".lower() if held else "live-both"


def expect_lens(page: Player, position: Position, number: int) -> None:
    """The lens comes to show the squares through cell *number*, each at its corners, drawn as
    :func:`kind` has it in *position*.
    """
    squares = [square for square in SQUARE.winning_sets if number in square]
    shapes = page.locator(SHAPES)
    expect(shapes).to_have_count(len(squares))
    drawn = {(look, frozenset(cells)) for look, cells in shapes.evaluate_all(DRAWN)}
    assert drawn == {(kind(position, square), square) for square in squares}


def test_pointing_at_a_cell_shows_its_squares(page: Player) -> None:
    """A click brings what changed of them, and undo takes it back: they need no reload."""
    page.begin(SQUARE, HUMAN, "hard", played="b2c3")
    page.evaluate("() => { window.sameDocument = true }")
    expect(page.locator(SHAPES)).to_have_count(0)
    for target, count in ((page.cell("a1"), 4), (page.button("Undo"), 2)):
        target.click()
        page.expect_ply(count)
        position = page.expect_true_page()
        for number in {3, 6} & {*position.empty_cells}:
            page.locator(f"#cell-{number}").hover()
            expect_lens(page, position, number)
    page.get_by_role("heading", name="Moves").hover()
    expect(page.locator(SHAPES)).to_have_count(0)
    assert page.evaluate("() => window.sameDocument")


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("script", [False], indirect=True)
def test_the_keyboard_shows_the_squares_of_every_cell(page: Player) -> None:
    page.begin(SQUARE)
    page.link("A friend, elsewhere").focus()
    page.keyboard.press("Tab")  # to the other choices
    for number in SQUARE.cells[:6]:
        page.keyboard.press("Tab")
        expect(page.locator(f"#cell-{number}")).to_be_focused()
        expect_lens(page, Position(SQUARE), number)


def test_in_a_replay_it_says_for_whom_squares_are_live_until_the_game_is_over(page: Player) -> None:
    """They can be told apart without colours."""
    played = parse_game(SQUARE, "b1a1d2a2c4b2")
    page.goto("/replay/square/b1a1d2a2c4b2a3?first=x&ply=6")
    page.cell("d4").hover()
    expect_lens(page, position_after(SQUARE, played), 15)
    looks = page.locator("#lens > svg > svg").evaluate_all(LOOKS)
    assert {look[0] for look in looks} == KINDS
    assert len({tuple(look) for look in looks}) == len({tuple(look[1:]) for look in looks})
    page.link("Forward").click()
    page.expect_status("X wins")
    page.cell("d4").hover()
    expect(page.locator(SHAPES)).to_have_count(0)
