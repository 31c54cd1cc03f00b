"""The other player of a game with a friend, over HTTP."""

from random import Random
from urllib.parse import urlsplit

from ai.rules.games import Game
from tests.proof.friends import Browser


class Friend:
    """Somebody on another device, at *site*."""

    def __init__(self, site: str) -> None:
        self.browser = Browser([urlsplit(site).port or 80], Random(0))  # noqa: S311
        self.path = ""

    def invite(self, game: Game) -> str:
        """Start *game* as X, who begins; the path of its link."""
        self.path = self.browser.begin(game.key, "x", "x")
        return self.path

    def act(self, action: str, **fields: str) -> None:
        """Look at the game, and send the form of this *action* with these *fields*."""
        self.browser.fetch(self.path, headers={})
        status, text, _ = self.browser.fetch(f"{self.path}/{action}", self.browser.state | fields)
        assert status == 200, text

    def leave(self) -> None:
        """Leave the game, and close all connections."""
        self.act("leave")
        self.browser.leave()
