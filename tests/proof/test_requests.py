"""Requests at length: long ways of them, every address with every addition, and every method with
bodies that cannot be read.
"""

from random import Random

import pytest
from flask import Flask

from tests.addresses import ADDED
from tests.refusals import UNREADABLE_BODIES, expect_answers, expect_ways_without_additions
from tests.walk import Browser
from webapp.game import session


@pytest.mark.parametrize("seed", range(8))
def test_a_walk_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    lots = Random(seed)  # noqa: S311
    monkeypatch.setattr(session, "randbelow", lots.randrange)
    Browser(app, lots).walk(100)


@pytest.mark.parametrize("root", ["", "/below"])
def test_every_addition_to_an_address_leads_on_or_means_the_same(app: Flask, root: str) -> None:
    expect_ways_without_additions(app, root, len(ADDED) // 2)


@pytest.mark.parametrize(("body", "kind", "length"), UNREADABLE_BODIES)
def test_no_answer_to_an_error_reads_what_cannot_be_read(
    app: Flask, body: bytes, kind: str, length: str
) -> None:
    expect_answers(app, ("GET", "POST", "PUT"), body, kind, length)
