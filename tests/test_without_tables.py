"""A game without its table: what needs none goes on, all else is refused in words, and nothing is
lost. That no request fails is proved in tests/proof.
"""

import pytest
from flask import Flask

from ai.rules.games import SQUARE
from tests.browser import browser_in
from tests.page import message, read, swap
from tests.tableless import PROGRAM, Asked, without_table
from tests.views import TRAP, match
from webapp.game.session import Session
from webapp.serving.errors import SAID

REFUSED = SAID[503][1]


@pytest.mark.parametrize(
    ("session", "asked", "htmx"),
    [
        (TRAP, Asked("/hint", {"ply": 4}), True),
        (match(SQUARE, o=PROGRAM), Asked("/moves", {"ply": 0, "cell": 5}), False),
        (match(SQUARE, x=PROGRAM, o="easy"), Asked("/step", {"ply": 0}), True),
    ],
)
def test_what_needs_the_table_is_refused_in_words(
    app: Flask, session: Session, asked: Asked, htmx: bool
) -> None:
    client = browser_in(app, session)
    with without_table(session.match.record.game.key):
        page = read(client.get("/").text)
        response = asked.of(client, htmx=htmx)
        assert response.status_code == 503
        if htmx:
            swap(page, read(response.text))
        else:
            page = read(response.text)
        assert message(page) == REFUSED
        assert read(client.get("/").text).by_id("board") == page.by_id("board")


@pytest.mark.parametrize("cell", [2, 5])
def test_a_retry_that_could_not_be_judged_is_right_if_it_was(app: Flask, cell: int) -> None:
    """In :data:`TRAP` one move wins and all others lose."""
    client = browser_in(app, TRAP.retry(TRAP.match.record, TRAP.match.players))
    with without_table("tic-tac-toe"):
        assert Asked("/moves", {"ply": 4, "cell": cell}).of(client).status_code == 303
        assert "Right" not in read(client.get("/").text).by_id("advice").text
    advice = read(client.get("/").text).by_id("advice").text
    assert ("Right: c1 keeps the win." in advice) == ("Right" in advice) == (cell == 2)
