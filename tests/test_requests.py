"""Requests at random: the page shows what the rules give."""

from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.page import HTMX, differences, read, swap
from tests.walk import Browser
from webapp.game import session


def test_a_walk_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tests/proof/test_requests.py` goes more and longer ways."""
    lots = Random(4)  # noqa: S311
    monkeypatch.setattr(session, "randbelow", lots.randrange)
    Browser(app, lots).walk(14)


@pytest.mark.parametrize(
    "other",
    [{"game": "square"}, {"x": "easy"}, {"first": "o"}, {"moves": "b2"}, {"moves": "O..-...-..X"}],
    ids=str,
)
def test_a_seed_does_not_make_two_matches_one(client: FlaskClient, other: dict[str, str]) -> None:
    """A tab is behind when another has made another match from the same seed, as long as it is."""
    settings = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x", "moves": "a1"}
    page = read(client.post("/matches?seed=7", data=settings, follow_redirects=True).text)
    client.post("/matches?seed=7", data=settings | other)
    move = page.by_id("shown").fields | {"cell": "8"}
    response = client.post("/moves", data=move, headers=HTMX)
    swap(page, read(response.text))
    assert not differences(page, read(client.get("/").text), but={"new-game", "message"})
    assert response.status_code == 409
