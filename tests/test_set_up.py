"""Positions that were set up: their marks are nobody's moves."""

import re
from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.browser import kept, play
from tests.model import cell
from tests.page import Element, read, shown, status
from tests.strategies import matches, model_of, sessions
from webapp.game.match import Match
from webapp.game.responses import whole_page
from webapp.game.session import Session

# X has a1 and b2, O has b1 and a3; X is to move and wins with c3.
DRAWING = "XO.-.X.-O.."
AGAINST_UNBEATABLE = {"x": "human", "o": "unbeatable"}


def play_from_here(client: FlaskClient, address: str, players: Mapping[str, str]) -> Element:
    """The page of the match that the form of a replay starts, once these players are chosen."""
    form = read(client.get(address).text).by_id("play-from-here")
    assert {select["name"] for select in form.all("select")} == {"x", "o"}
    response = client.post(form["action"], data=form.fields | dict(players), follow_redirects=True)
    assert response.status_code == 200
    return read(response.text)


@pytest.fixture(
    params=[f"{DRAWING}?first=x", "a1b1b2a3?first=x", "a1b1b2a3c3?first=x&ply=4"],
    ids=["drawn", "by moves", "within a game"],
)
def begun(client: FlaskClient, request: pytest.FixtureRequest) -> None:
    """A match from that position, as X against Unbeatable."""
    play_from_here(client, f"/replay/tic-tac-toe/{request.param}", AGAINST_UNBEATABLE)


@pytest.mark.usefixtures("begun")
def test_no_reason_is_given_for_a_mark_that_was_set_up(client: FlaskClient) -> None:
    play(client, cell("tic-tac-toe", "b3"), ply=4)
    assert [client.get(f"/?why={move}").status_code for move in range(8)] == [400] * 6 + [200, 400]


@pytest.mark.usefixtures("begun")
def test_the_replay_keeps_the_drawing(client: FlaskClient) -> None:
    play(client, cell("tic-tac-toe", "c3"), ply=4)
    address = client.get("/replay").location
    assert address.startswith(f"/replay/tic-tac-toe/{DRAWING}c3?first=x")
    (item,) = read(client.get(address).text).by_id("moves").all("li")
    assert item.all("a")[0]["aria-label"].startswith("Move 5, X c3: ")


@given(matches(over=False), st.booleans())
def test_any_position_is_offered_and_only_its_form_starts_a_game(
    app: Flask, match: Match, chosen: bool
) -> None:
    """Between the players of the address; else a person moves, against the usual opponent."""
    record, players, client = match.record, match.players, app.test_client()
    mover = "XO".index(record.position.to_move)
    expected = [players.x, players.o] if chosen else ["medium", "medium"]
    if not chosen:
        expected[mover] = "human"
    query = f"?first={record.first.lower()}" + f"&x={players.x}&o={players.o}" * chosen
    address = f"/play/{record.game.key}/{record.text}{query}"
    assert client.get(address).status_code == 200
    with client.session_transaction() as kept_now:
        assert not kept_now
    page = read(client.get(address).text)
    form = page.by_id("play-from-here")
    assert [form.chosen[it] for it in "xo"] == expected
    assert client.post(form["action"], data=form.fields | form.chosen).status_code == 303
    begun = kept(client).match
    assert begun.record.start == record.position
    assert [begun.players.x, begun.players.o] == expected


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("chess/", "no game “chess”"),
        ("tic-tac-toe/XXX-OO.-...", "The game is over in this position"),
        ("tic-tac-toe/X.-..-.....", "3 cells long"),
        ("tic-tac-toe/XX.-...-...", "X has 2, O has 0"),
        ("tic-tac-toe/z9", "no cell “z9”"),
        ("tic-tac-toe/?x=nobody", "No opponent “nobody”"),
        ("square/?o=rules", "does not play Square"),
    ],
)
def test_what_cannot_be_played_is_not_offered(client: FlaskClient, bad: str, told: str) -> None:
    response = client.get(f"/play/{bad}")
    assert response.status_code == 404
    assert told in response.text


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
