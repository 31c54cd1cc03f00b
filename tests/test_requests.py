"""Requests at random: the page shows what the rules give."""

from random import Random

import pytest
from flask import Flask

from tests.walk import Browser
from webapp.game import session


def test_a_walk_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tests/proof/test_requests.py` goes more and longer ways."""
    lots = Random(4)  # noqa: S311
    monkeypatch.setattr(session, "randbelow", lots.randrange)
    Browser(app, lots).walk(14)
