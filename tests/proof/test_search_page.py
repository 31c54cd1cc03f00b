"""Searches of boards that are nearly empty."""

import pytest
from flask import Flask

from webapp.search.walk import prepare, read_walk


@pytest.mark.parametrize("moves", ["", "a1", "b1a1"])
def test_no_visit_of_an_emptier_board_is_paid_with_the_whole_tree(app: Flask, moves: str) -> None:
    """The search looks at the path and beside it; the rest it knows from the empty board."""
    prepare()
    with app.test_request_context():
        for at in (1, 1_000, 7_000):
            walk = read_walk({"by": "minimax", "at": str(at)}, "tic-tac-toe", moves)
            assert len(walk.found.visits) <= 1 + sum(range(10))
