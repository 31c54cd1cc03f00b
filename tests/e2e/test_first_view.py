"""What a phone's window shows first."""

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import GAMES, Game
from tests.e2e.player import HUMAN, begin, board, button, link


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
