"""The pages that teach: the rows of the opponents, folded, unfolded and linked to."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE
from tests.e2e.player import board, expect_status

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1366, "height": 768}


def boxes(page: Page) -> list[object]:
    """The boxes of the names of the opponents, down to Hard."""
    return [page.locator(f"#{key} h3").bounding_box() for key in ("easy", "medium", "hard")]


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize(("viewport", "key"), [(PHONE, "hard"), (DESKTOP, "alpha-beta")])
def test_a_link_to_an_opponent_unfolds_how_it_thinks(
    page: Page, viewport: ViewportSize, key: str
) -> None:
    page.set_viewport_size(viewport)
    page.goto(f"/learn/opponents#{key}")
    expect(page.locator(f"#{key} h3")).to_be_in_viewport(ratio=1)
    for other in OPPONENTS:
        lesson = page.locator(f"#{other} .lesson")
        expect(lesson).to_be_visible(visible=other == key)


@pytest.mark.usefixtures("script")
def test_the_rows_above_stay_while_one_tells_how_it_thinks(page: Page) -> None:
    page.set_viewport_size(DESKTOP)
    page.goto("/learn/opponents")
    before = boxes(page)
    page.get_by_text("How it thinks: Hard").click()
    expect(page.locator("#hard .lesson")).to_be_visible()
    assert boxes(page) == before


def test_the_folded_page_is_short(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/learn/opponents")
    height = page.evaluate("() => document.documentElement.scrollHeight")
    assert height < 5 * PHONE["height"]


@pytest.mark.usefixtures("script")
def test_a_game_begins_from_a_row(page: Page) -> None:
    page.goto("/learn/opponents")
    page.get_by_role("button", name="Play Square against Hard").click()
    expect(board(page)).to_have_attribute("data-game", SQUARE.key)
    expect_status(page, "Your turn: X")


@pytest.mark.usefixtures("script")
def test_two_programs_meet_from_a_bar(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/learn/strength?game=square")
    page.get_by_role("link", name="Hard", exact=True).click()
    expect(page.get_by_role("heading", name="Hard in figures")).to_be_in_viewport()
    page.get_by_role("button", name="Hard begins against Medium").last.click()
    expect(board(page)).to_have_attribute("data-game", SQUARE.key)
    expect_status(page, "X to move")
    expect(page.get_by_role("button", name="Step")).to_be_visible()
