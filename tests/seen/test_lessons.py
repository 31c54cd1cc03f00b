"""The pages that teach: the rows of the opponents, folded, unfolded and linked to."""

import pytest
from playwright.sync_api import ViewportSize, expect

from ai.opponents import OPPONENTS
from tests.e2e.player import Player

PHONE: ViewportSize = {"width": 360, "height": 740}


def test_a_link_to_an_opponent_unfolds_how_it_thinks(page: Player) -> None:
    """It alone: the folded page is short, and the rows above stay where they are."""
    page.set_viewport_size(PHONE)
    page.goto("/learn/opponents")
    height = page.evaluate("() => document.documentElement.scrollHeight")
    assert height < 5 * PHONE["height"]
    rows = ("#easy h3", "#medium h3", "#hard h3")
    before = page.boxes(*rows, at_top=True)
    page.get_by_text("How it thinks: Hard").click()
    expect(page.locator("#hard .lesson")).to_be_visible()
    assert page.boxes(*rows, at_top=True) == before
    page.goto("/")
    page.goto("/learn/opponents#alpha-beta")
    expect(page.locator("#alpha-beta h3")).to_be_in_viewport(ratio=1)
    for other in OPPONENTS:
        lesson = page.locator(f"#{other} .lesson")
        expect(lesson).to_be_visible(visible=other == "alpha-beta")


def test_the_board_of_a_lesson_is_as_large_as_that_of_a_match(page: Player) -> None:
    """In the middle of its sheet, which begins at the left edge."""
    sizes = [(390, 664), (1366, 633)]
    page.goto("/")
    matches = page.boxes_on(sizes, "#board")
    page.goto("/learn/search?cell=5")
    for size, (board, sheet, _margin) in page.boxes_on(sizes, "#board", "#match", "#why").items():
        (match,) = matches[size]
        assert (board.width, board.height) == (match.width, match.height)
        assert sheet.left <= 24
        assert board.left - sheet.left == pytest.approx(sheet.right - board.right, abs=8)
