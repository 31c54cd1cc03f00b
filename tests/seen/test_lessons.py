"""The pages that teach: the rows of the opponents, folded, unfolded and linked to."""

import pytest
from playwright.sync_api import ViewportSize, expect

from ai.opponents import OPPONENTS
from tests.e2e.player import Player

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1366, "height": 768}


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(("viewport", "key"), [(PHONE, "hard"), (DESKTOP, "alpha-beta")])
def test_a_link_to_an_opponent_unfolds_how_it_thinks(
    page: Player, viewport: ViewportSize, key: str
) -> None:
    page.set_viewport_size(viewport)
    page.goto(f"/learn/opponents#{key}")
    expect(page.locator(f"#{key} h3")).to_be_in_viewport(ratio=1)
    for other in OPPONENTS:
        lesson = page.locator(f"#{other} .lesson")
        expect(lesson).to_be_visible(visible=other == key)


@pytest.mark.usefixtures("script")
def test_the_rows_above_stay_while_one_tells_how_it_thinks(page: Player) -> None:
    page.set_viewport_size(DESKTOP)
    page.goto("/learn/opponents")
    before = page.boxes("#easy h3", "#medium h3", "#hard h3")
    page.click_in_place(page.get_by_text("How it thinks: Hard"))
    expect(page.locator("#hard .lesson")).to_be_visible()
    assert page.boxes("#easy h3", "#medium h3", "#hard h3") == before


def test_the_folded_page_is_short(page: Player) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/learn/opponents")
    height = page.evaluate("() => document.documentElement.scrollHeight")
    assert height < 5 * PHONE["height"]


@pytest.mark.parametrize("size", [(390, 664), (1366, 633)], ids=str)
def test_the_board_of_a_lesson_is_as_large_as_that_of_a_match(
    page: Player, size: tuple[int, int]
) -> None:
    """In the middle of its sheet, which begins at the left edge."""
    page.resize(*size)
    page.goto("/")
    (match,) = page.boxes("#board")
    page.goto("/learn/search?cell=5")
    (board,) = page.boxes("#board")
    sheet, _margin = page.boxes("#match", "#why")
    assert (board.width, board.height) == (match.width, match.height)
    assert sheet.left <= 24
    assert board.left - sheet.left == pytest.approx(sheet.right - board.right, abs=8)
