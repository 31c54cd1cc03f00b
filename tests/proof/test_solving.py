"""Games solved by processes of their own, though these are killed."""

from pathlib import Path

import pytest
from flask import Flask

from ai.exact import tablebase
from ai.puzzles import store
from tests.hosted import until
from tests.reference import empty_board, value_and_distance
from tests.samples import pair
from tests.solving_site import GAMES, Site
from webapp.solving.queue import Solved, Solving, Waiting


def test_a_game_is_solved_by_a_process_of_its_own(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, game = Site(app, tmp_path, monkeypatch), GAMES[0]
    assert site.state(game) is None
    site.ask(game)
    assert isinstance(site.state(game), Solving)
    until(lambda: not isinstance(site.state(game), Waiting | Solving))
    assert site.state(game) == Solved()
    until(lambda: not site.tickets.read())  # the process ends a moment after it has kept the table
    with site.visited():
        exact = tablebase.load(game).probe(0, 0)
        assert pair(exact) == value_and_distance(empty_board(game.key, "X"))
        assert store.load.__wrapped__(game)
