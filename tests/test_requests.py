"""Requests at random: the page shows what the rules give."""

from random import Random

import pytest
from flask import Flask

from tests.browser import kept, post
from tests.walk import Browser
from webapp.game import session


def test_a_walk_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tests/proof/test_requests.py` goes more and longer ways."""
    lots = Random(4)  # noqa: S311
    monkeypatch.setattr(session, "randbelow", lots.randrange)
    Browser(app, lots).walk(14)


def test_a_seed_does_not_make_two_matches_one(app: Flask) -> None:
    """A tab is behind when another has made another match from the same seed, as long as it is."""
    settings = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x", "moves": "a1"}
    others = (
        {"game": "square"},
        {"x": "easy"},
        {"first": "o"},
        {"moves": "b2"},
        {"moves": "X..-...-O.."},
    )
    told = set[str]()
    for other in ({}, *others):
        client = app.test_client()
        assert post(client, "/matches?seed=7", **settings | other).status_code == 303
        told.add(kept(client).fingerprint)
    assert len(told) == 1 + len(others)
