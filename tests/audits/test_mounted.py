"""The application below a path of its host."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.player import button, cell, expect_ply, expect_status, link, moves, why
from tests.server import served


@pytest.fixture(scope="module")
def mounted() -> Iterator[str]:
    """The address of the application below a path."""
    with served(root="/games/why") as address:
        yield address


def test_who_asks_from_the_list_of_moves_is_led_to_the_reason(page: Page, mounted: str) -> None:
    page.goto(f"{mounted}/")
    cell(page, "b2").click()
    expect_ply(page, 2)
    moves(page).get_by_role("link").click()
    expect(why(page).get_by_role("heading")).to_be_focused()
    button(page, "Undo").click()
    expect_ply(page, 0)


def test_a_replay_and_the_way_back(page: Page, mounted: str) -> None:
    page.goto(f"{mounted}/replay/tic-tac-toe/b2a1c3?first=x&ply=0")
    link(page, "Forward").click()
    expect_ply(page, 1)
    cell(page, "b1").click()
    expect_ply(page, 2)
    link(page, "My game").click()
    expect_status(page, "Your turn: X")
    expect(page).to_have_url(f"{mounted}/")
