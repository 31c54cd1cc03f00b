"""Positions that were set up: their marks are nobody's moves."""

import re

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.browser import kept, play
from tests.page import read, shown, status
from tests.strategies import matches, model_of, sessions
from webapp.game.match import Match
from webapp.game.responses import whole_page
from webapp.game.session import Session

# X has a1 and b2, O has b1 and a3; X is to move and wins with c3.
DRAWING = "XO.-.X.-O.."


def test_no_mark_that_was_set_up_has_a_reason_and_the_replay_keeps_the_drawing(
    client: FlaskClient,
) -> None:
    form = read(client.get("/replay/tic-tac-toe/a1b1b2a3c3?ply=4").text).by_id("play-from-here")
    client.post(form["action"], data=form.fields | {"x": "human", "o": "unbeatable"})
    play(client, 7, ply=4)
    statuses = [client.get(f"/?why={move}").status_code for move in (0, 4, 5, 6, 7)]
    assert statuses == [400, 400, 400, 200, 400]
    there = client.get("/replay").location
    assert there.startswith(f"/replay/tic-tac-toe/{DRAWING}b3c3?first=x")


@given(matches(over=False), st.booleans())
def test_any_position_is_offered_and_only_its_form_starts_a_game(
    app: Flask, match: Match, chosen: bool
) -> None:
    """Between the players of the address; else a person moves, against the usual opponent."""
    record, players, client = match.record, match.players, app.test_client()
    expected = [players.x, players.o] if chosen else ["medium", "medium"]
    if not chosen:
        expected["XO".index(record.position.to_move)] = "human"
    query = f"?first={record.first.lower()}" + f"&x={players.x}&o={players.o}" * chosen
    page = client.get(f"/play/{record.game.key}/{record.text}{query}")
    assert page.status_code == 200
    with client.session_transaction() as kept_now:
        assert not kept_now
    form = read(page.text).by_id("play-from-here")
    assert [form.chosen[it] for it in "xo"] == expected
    assert client.post(form["action"], data=form.fields | form.chosen).status_code == 303
    begun = kept(client).match
    assert begun.record.start == record.position
    assert [begun.players.x, begun.players.o] == expected


@given(sessions(matches(set_up=True)))
def test_nothing_on_the_page_speaks_of_what_was_before_the_start(
    app: Flask, session: Session
) -> None:
    match = session.match
    start, made = match.record.start.ply, model_of(match).made
    with app.test_request_context():
        page = read(whole_page(session))
    assert shown(page).set_up == start
    assert len(shown(page).moves) == len(made)
    assert len(shown(page).last) == bool(made)
    assert not re.search(r"\b(beat|held)\b", status(page))
    numbers = [
        *re.findall(r"move (\d+)", page.by_id("review").text),
        *re.findall(r"why=(\d+)", " ".join(link["href"] for link in page.all("a"))),
    ]
    assert all(start < int(number) <= match.record.ply for number in numbers)
    assert page.by_id("why").text.startswith("Why ") == any(
        match.computer_at(ply) for ply in match.record.plies[:-1][-2:]
    )
    assert not match.is_scored
    assert session.total == session.score
