"""Games solved by processes of their own, though these are killed."""

from pathlib import Path

import pytest
from flask import Flask

from ai.exact import tablebase
from ai.puzzles import store
from ai.rules import Game
from tests.hosted import until as wait_until
from tests.reference import empty_board, value_and_distance
from tests.samples import pair
from tests.solving_site import GAMES, Site
from webapp.solving import queue
from webapp.solving.queue import Solved, Solving, Waiting


@pytest.fixture
def site(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(app, tmp_path, monkeypatch)


def at_the_end(site: Site, game: Game) -> queue.State | None:
    wait_until(lambda: not isinstance(site.state(game), Waiting | Solving))
    return site.state(game)


def test_a_game_is_solved_by_a_process_of_its_own(site: Site) -> None:
    game = GAMES[0]
    assert site.state(game) is None
    site.ask(game)
    assert isinstance(site.state(game), Solving)
    assert at_the_end(site, game) == Solved()
    assert site.tickets.read() == {}
    with site.visited():
        exact = tablebase.load(game).probe(0, 0)
        assert pair(exact) == value_and_distance(empty_board(game.key, "X"))
        assert store.load.__wrapped__(game)
