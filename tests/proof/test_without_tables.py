"""A game without its table: no request fails, and nothing is lost."""

from dataclasses import replace

import pytest
from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from ai.opponents import HUMAN
from ai.rules.games import GAMES
from ai.rules.position import Mark
from tests.addresses import PUBLIC
from tests.browser import browser_in, cookie_of, kept
from tests.page import read, shown, swap
from tests.strategies import sessions
from tests.tableless import HARMS, PROGRAM, Asked, without_table
from tests.views import LOST, MIDDLE, TEMPTED, TIED, TILTED, TRAP, VIEWS
from webapp import create_app
from webapp.api.questions import QUESTIONS
from webapp.game.match_page import NO_TABLE
from webapp.game.session import Session
from webapp.replay.replay import SWITCHES
from webapp.serving.errors import SAID

REFUSED = SAID[503][1]
SESSIONS = sessions().filter(lambda it: it.match.record.game.key in GAMES)
"""Those of games whose tables stand in files."""

harms = st.sampled_from(HARMS)
games = st.sampled_from([*GAMES])
with_htmx = st.booleans()


@st.composite
def of_its_game(draw: st.DrawFn, session: Session) -> Asked:
    """Any request of a browser about the match of *session*."""
    record, players = session.match.record, session.match.players
    shown_on_page = {"ply": record.ply, "match": session.fingerprint}
    cell = draw(st.sampled_from(record.game.cells))
    ply = draw(st.sampled_from([*record.plies]))
    of_match = st.sampled_from(
        [
            Asked("/"),
            Asked(f"/?why={ply + 1}"),
            Asked(f"/?why={ply + 1}&figure=1"),
            Asked("/position"),
            Asked("/moves", shown_on_page | {"cell": cell}),
            Asked("/step", shown_on_page),
            Asked("/step", shown_on_page | {"until": "end"}),
            *(Asked(f"/{what}", shown_on_page) for what in ("undo", "hint")),
            *(Asked("/values", shown_on_page | {"show": show}) for show in ("on", "off")),
            *(Asked(path, {}) for path in ("/back", "/score/reset", "/score/back")),
        ]
    )
    new = {"game": record.game.key, "first": record.first.lower(), "moves": record.text}
    new |= {mark.lower(): draw(st.sampled_from([players.key(mark), HUMAN])) for mark in Mark}
    begun = st.sampled_from([new, new | {"retry": "on"}, new | {"moves": ""}])
    query = "&".join(
        [f"x={players.x}&o={players.o}&first={new['first']}", f"ply={ply}"]
        + [f"{name}={draw(st.sampled_from(['on', 'off']))}" for name in SWITCHES]
    )
    of_replay = st.sampled_from(
        [
            f"/replay/{record.game.key}/{record.text}?{query}",
            f"/preview/{record.game.key}.png?moves={record.text}",
            *(f"/api/{one.name}/{record.game.key}/{record.text}?{query}" for one in QUESTIONS),
        ]
    )
    start = begun.map(lambda form: Asked("/matches", form))
    return draw(of_match | of_replay.map(Asked) | start)


elsewhere = st.sampled_from([*PUBLIC.values(), *(view.path for view in VIEWS.values())]).map(Asked)


def refused(response: TestResponse) -> bool:
    """Whether the response says that a table is missing; else it is any but a failure."""
    if response.status_code != 503:
        assert response.status_code < 500
        return False
    assert REFUSED in (response.text if response.is_json else read(response.text).text)
    assert response.headers["Cache-Control"] == "no-store"
    return True


@settings(max_examples=25)
@given(st.data(), SESSIONS, games, harms, with_htmx)
def test_no_request_fails_and_nothing_is_lost(
    app: Flask, data: st.DataObject, session: Session, game: str, harm: str, htmx: bool
) -> None:
    asked = data.draw(of_its_game(session) | elsewhere, label="asked")
    client = browser_in(app, session)
    page, kept = read(client.get("/").text), cookie_of(client)
    with without_table(game, harm):
        assert client.get("/").status_code == 200
        assert cookie_of(client) == kept
        response = asked.of(client, htmx=htmx)
        was_refused = refused(response)
        assert client.get("/").status_code == 200
    if was_refused:
        assert cookie_of(client) == kept
    if cookie_of(client) == kept:
        assert read(client.get("/").text) == page, "with the table all is there again"


@settings(max_examples=15)
@given(st.data(), SESSIONS, harms)
def test_a_game_that_has_its_table_goes_on_as_ever(
    app: Flask, data: st.DataObject, session: Session, harm: str
) -> None:
    asked = data.draw(of_its_game(session), label="asked")
    (other,) = GAMES.keys() - {session.match.record.game.key}
    expected = asked.of(browser_in(app, session))
    with without_table(other, harm):
        response = asked.of(browser_in(app, session))
    assert (response.status_code, response.data) == (expected.status_code, expected.data)


@settings(max_examples=15)
@given(st.data(), SESSIONS, with_htmx)
@example(None, TRAP.ask_hint(), True)
@example(None, TRAP.switch_values(on=True), False)
def test_the_board_is_there_and_moves_can_be_made(
    app: Flask, data: st.DataObject | None, session: Session, htmx: bool
) -> None:
    """The page says what is missing; hints and values are none, and so count as no help."""
    client, now = browser_in(app, session), session.match
    before = shown(read(client.get("/").text))
    with without_table(now.record.game.key):
        page = read(client.get("/").text)
        assert replace(shown(page), playable=before.playable) == before
        assert shown(page).playable >= before.playable, "a cell that was tried is free again"
        assert NO_TABLE in page.by_id("advice").text
        assert not [b for b in page.all("button") if "data-value" in b.attributes]
        if now.awaits_person and PROGRAM not in (now.players.x, now.players.o):
            cells = sorted(shown(page).playable)
            cell = data.draw(st.sampled_from(cells), label="cell") if data else cells[0]
            form = page.by_id("shown").fields | {"cell": str(cell)}
            response = Asked("/moves", form).of(client, htmx=htmx)
            assert response.status_code == (200 if htmx else 303)
            if htmx:
                swap(page, read(response.text))
            after = shown(read(client.get("/").text))
            assert after.marks[cell] == now.position.to_move
            assert not htmx or shown(page) == after
            assert kept(client).match.help <= now.help


@pytest.mark.parametrize("session", [TIED, LOST, TILTED, TEMPTED, MIDDLE])
def test_a_reason_is_as_ever_or_said_to_be_missing(app: Flask, session: Session) -> None:
    """Only :data:`PROGRAM` takes its reasons from the table."""
    client, players = browser_in(app, session), session.match.players
    why = read(client.get("/").text).by_id("why").text
    with without_table(session.match.record.game.key):
        untold = read(client.get("/").text).by_id("why").text
    assert (untold == why) == (PROGRAM not in (players.x, players.o))
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
