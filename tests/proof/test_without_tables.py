"""A game without its table: no view fails, and nothing is lost."""

import pytest
from flask import Flask

from ai.rules.games import GAMES
from tests.browser import browser_in, cookie_of
from tests.page import read
from tests.tableless import HARMS, PROGRAM, Asked, without_table
from tests.views import LOST, MIDDLE, TEMPTED, TIED, TILTED, TRAP, VIEWS
from webapp import create_app
from webapp.game.match_page import NO_TABLE
from webapp.game.session import Session
from webapp.serving.errors import SAID

SESSIONS = [TIED, LOST, TILTED, TEMPTED, MIDDLE, TRAP, TRAP.ask_hint(), TRAP.switch_values(on=True)]


@pytest.mark.parametrize(("game", "harm"), [*zip(GAMES, HARMS[1::2], strict=False)])
def test_every_view_is_there_or_says_that_a_table_is_missing(
    app: Flask, game: str, harm: str
) -> None:
    """A refusal loses nothing: the match is as it was, and with the table all is there again."""
    for name, view in VIEWS.items():
        client = browser_in(app, view.session or Session())
        page, kept = read(client.get("/").text), cookie_of(client)
        with without_table(game, harm):
            response = Asked(view.path, view.form).of(client)
            assert response.status_code < 500 or response.status_code == 503, name
            if response.status_code == 503:
                assert SAID[503][1] in (
                    response.text if response.is_json else read(response.text).text
                )
                assert response.headers["Cache-Control"] == "no-store"
                assert cookie_of(client) == kept
        if cookie_of(client) == kept:
            assert read(client.get("/").text) == page, name


@pytest.mark.parametrize("session", SESSIONS)
def test_the_board_is_there_without_values_and_a_reason_is_as_ever_or_said_to_be_missing(
    app: Flask, session: Session
) -> None:
    """Only :data:`PROGRAM` takes its reasons from the table."""
    client, now = browser_in(app, session), session.match
    before = read(client.get("/").text)
    with without_table(now.record.game.key):
        page = read(client.get("/").text)
    assert not [b for b in page.all("button") if "data-value" in b.attributes]
    assert NO_TABLE in page.by_id("advice").text or now.position.outcome
    if now.position.outcome:
        why, untold = before.by_id("why").text, page.by_id("why").text
        assert (untold == why) == (PROGRAM not in (now.players.x, now.players.o))
        assert why
        assert untold


def test_what_is_missing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    client = create_app({"SECRET_KEY": "any"}).test_client()
    with without_table("square"):
        assert client.get("/api/values/square/b2").status_code == 503
        assert client.get("/replay/square/b2").status_code == 503
        assert client.get("/api/values/tic-tac-toe/b2").status_code == 200
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert "Square has no tablebase" in record.getMessage()
