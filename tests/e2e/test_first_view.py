"""What a phone's window shows first."""

import pytest
from playwright.sync_api import Page, expect

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from tests.e2e.player import HUMAN, begin, board, button, link, open_set_up, start


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_board_is_wide_and_the_keys_are_in_view(page: Page, game: Game) -> None:
    """In the window of a common phone, after the computer has said why."""
    page.set_viewport_size({"width": 390, "height": 664})
    begin(page, game, HUMAN, "hard", played="b2a1" if game.size == 3 else "b2c3")
    box = board(page).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 330
    expect(board(page)).to_be_in_viewport(ratio=1)
    for key in (*(button(page, name) for name in ("Undo", "Hint", "Values")), link(page, "Review")):
        expect(key).to_be_in_viewport(ratio=1)


RING = """() => {
    const { width, height } = getComputedStyle(document.querySelector("[data-hint]"), "::before");
    return [parseFloat(width), parseFloat(height)];
}"""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_hint_rings_a_whole_cell(page: Page, game: Game) -> None:
    begin(page, game, HUMAN, "hard", played="b2a1" if game.size == 3 else "b2c3")
    button(page, "Hint").click()
    expect(board(page).locator("[data-hint]")).to_have_count(1)
    width, height = page.evaluate(RING)
    box = board(page).bounding_box()
    assert box
    assert width == pytest.approx(height, abs=1)
    assert width > 0.8 * box["width"] / game.size


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("winner", ["X", "O"])
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_nothing_covers_the_status(page: Page, opponent: str, winner: str, width: int) -> None:
    """Before the first move, and at an end that was set up."""
    page.set_viewport_size({"width": width, "height": 664})
    for moves in ("", "XXX-OO.-..." if winner == "X" else "OOO-XX.-X.."):
        start(page, TIC_TAC_TOE, HUMAN, opponent, moves=moves)
        page.goto("/")
        shown = page.locator("#status strong").bounding_box()
        set_up = page.locator("#setup > summary").bounding_box()
        assert shown
        assert set_up
        assert shown["x"] + shown["width"] <= set_up["x"]
        assert set_up["x"] + set_up["width"] <= width
        assert shown["height"] <= 48


# The classes of what scrolls within the page.
SCROLLING = """() => [...document.querySelectorAll("main *")].filter(one =>
  one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)
).map(one => one.className)"""


@pytest.mark.parametrize("size", [(390, 664), (740, 360)])
def test_the_page_alone_scrolls(page: Page, size: tuple[int, int]) -> None:
    """Not the choices of a new game, which are whole in the window of a common phone."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    open_set_up(page)
    whole = page.get_by_text("Choose both players")
    if size == (390, 664):
        expect(whole).to_be_in_viewport(ratio=1)
    whole.click()
    expect(button(page, "Start")).to_be_visible()
    assert page.evaluate(SCROLLING) == []
