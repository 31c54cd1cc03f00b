"""Firefox and WebKit play Chromium by one link."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import parse_cell
from tests.browsers.engines import ENGINES, start
from tests.browsers.player import Player
from tests.e2e.player import cell, expect_ply, expect_status
from tests.e2e.test_friend import TIED, TILTED, company, invite


@pytest.fixture
def friend(request: pytest.FixtureRequest, base_url: str, live: bool) -> Iterator[Player]:
    """A first visitor in another engine, who has scripts if *live*."""
    with ExitStack() as stack:
        yield Player(start(ENGINES[request.param], stack, script=live), base_url)


@pytest.mark.parametrize(
    ("friend", "live", "game", "played", "end"),
    [
        ("Firefox", True, TIC_TAC_TOE, TIED, "Tie"),
        ("Firefox", False, SQUARE, TILTED, "X wins"),
        ("WebKit", True, SQUARE, TILTED, "X wins"),
    ],
    indirect=["friend"],
    ids=["Firefox", "Firefox without script", "WebKit"],
)
def test_whole_games(
    page: Page, friend: Player, live: bool, game: Game, played: str, end: str
) -> None:
    """Without script the page loads anew by itself while it waits, here for the first move, and
    then when the visitor looks again.
    """
    invite(page, game)
    (address,) = re.findall(r"http://\S+/with/\w{16}", company(page).inner_text())
    friend.driver.get(address)
    friend.button("Join").click()
    friend.expect_status("X to move")
    for ply, name in enumerate(played.split()):
        if ply % 2:
            friend.expect_ply(ply)
            friend.cell(parse_cell(game, name)).send_keys(Keys.ENTER)
            friend.expect_ply(ply + 1)
        else:
            expect_ply(page, ply)
            cell(page, name).click()
        expect_ply(page, ply + 1)
        if ply and not live:
            friend.driver.refresh()
    friend.expect_ply(len(played.split()))
    friend.expect_status(end)
    expect_status(page, end)
    assert friend.driver.find_elements(By.ID, "review")
