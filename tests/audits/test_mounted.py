"""The application below a path of its host."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player
from tests.server import served


@pytest.fixture(scope="module")
def mounted() -> Iterator[str]:
    """The address of the application below a path."""
    with served(root="/games/why") as address:
        yield address


def test_who_asks_from_the_list_of_moves_is_led_to_the_reason(page: Player, mounted: str) -> None:
    page.goto(f"{mounted}/")
    page.cell("b2").click()
    page.expect_ply(2)
    page.moves.get_by_role("link").click()
    expect(page.why.get_by_role("heading")).to_be_focused()
    page.button("Undo").click()
    page.expect_ply(0)


def test_a_replay_and_the_way_back(page: Player, mounted: str) -> None:
    page.goto(f"{mounted}/replay/tic-tac-toe/b2a1c3?first=x&ply=0")
    page.link("Forward").click()
    page.expect_ply(1)
    page.cell("b1").click()
    page.expect_ply(2)
    page.link("My game").click()
    page.expect_status("Your turn: X")
    expect(page).to_have_url(f"{mounted}/")
