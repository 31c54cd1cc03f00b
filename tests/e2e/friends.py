"""Two people in two browsers at one game by a link, as the tests of both tiers have them."""

from collections.abc import Callable, Iterator
from itertools import cycle

from playwright.sync_api import BrowserContext

from ai.rules.games import Game
from tests.e2e.player import Player

ROW = "a1 b1 a2 b2 a3"  # X wins
TIED = "a1 b1 c1 b2 a2 c2 b3 a3 c3"
TILTED = "b1 a1 d2 a2 c4 b2 a3"  # X wins in Square

OpenContext = Callable[..., BrowserContext]


def see(page: Player, ply: int, *, script: bool) -> None:
    """The page comes to show that many moves: by itself with script, else when it looks again."""
    if not script:
        with page.expect_navigation():  # the page it leaves may show as many moves
            page.link("Refresh").click()
    page.expect_ply(ply)


def turns(page: Player, second: Player, names: str) -> Iterator[tuple[int, str, Player, Player]]:
    """The turns of a game that *page* begins: how many moves were made, the next cell, who clicks
    it, and the other one.
    """
    movers = cycle([(page, second), (second, page)])
    for ply, (name, (mover, other)) in enumerate(zip(names.split(), movers, strict=False)):
        yield ply, name, mover, other


def meet(page: Player, second: Player, game: Game, *, side: str = "X", script: bool = True) -> None:
    """Invite from *page*, and join on the *second* one; both show the game."""
    page.invite(game, side)
    second.join(page)
    see(page, 0, script=script)
