"""Long ways of requests at random: the page shows what the rules give."""

from random import Random

import pytest
from flask import Flask

from tests.walk import Browser
from webapp.game import session


@pytest.mark.parametrize("seed", range(8))
def test_a_walk_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    lots = Random(seed)  # noqa: S311
    monkeypatch.setattr(session, "randbelow", lots.randrange)
    Browser(app, lots).walk(100)
