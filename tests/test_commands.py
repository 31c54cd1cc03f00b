"""Commands in words: they do what the buttons do, and answer what the rules say."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES
from ai.rules.record import Record
from ai.typed import command
from tests import reference
from tests.browser import browser_in, kept, post
from tests.model import name
from tests.page import HTMX, message, read
from tests.reference import Board
from tests.strategies import matches, model_of, sessions
from tests.typed import as_typed
from webapp.friend import commands as of_friend
from webapp.game.commands import ACTIONS, QUESTIONS
from webapp.game.session import Session

WORDS = [*ACTIONS, *QUESTIONS]


def send(
    app: Flask, session: Session, path: str, *, htmx: bool = True, **fields: object
) -> tuple[TestResponse, Session]:
    """The response to a form on the page of *session*, and the session after it."""
    client = browser_in(app, session)
    known = {"match": session.fingerprint, "ply": session.match.record.ply}
    response = post(client, path, htmx=htmx, **known, **fields)
    return response, kept(client)


def told(page: str) -> str:
    """The answer on a page or in a response."""
    return read(page).by_id("answer").text


typed = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=30)
    | st.sampled_from(WORDS)
    | st.from_regex("[a-eA-E] ?[0-5]", fullmatch=True)
    | st.text("abcd1234 hintundo", max_size=12)
)


@given(sessions(), typed, st.booleans())
def test_any_text_is_a_command_or_is_refused(
    app: Flask, session: Session, text: str, htmx: bool
) -> None:
    response, after = send(app, session, "/command", htmx=htmx, command=text)
    if response.status_code == (200 if htmx else 303):
        return
    assert response.status_code in {400, 409}
    assert message(read(response.text))
    assert after == session


@given(sessions(), st.data(), st.booleans())
def test_a_typed_move_is_the_move_by_click(
    app: Flask, session: Session, data: st.DataObject, htmx: bool
) -> None:
    game = session.match.record.game
    cell = data.draw(st.sampled_from(game.cells), label="cell")
    text = data.draw(as_typed(name(game.key, cell)))
    clicked, after_click = send(app, session, "/moves", htmx=htmx, cell=cell)
    written, after_text = send(app, session, "/command", htmx=htmx, command=text)
    assert after_text == after_click
    assert written.status_code == clicked.status_code
    if htmx:
        assert written.text == clicked.text


@given(sessions(), st.sampled_from(["hint", "undo", "values"]), st.data())
def test_a_command_does_what_its_key_does(
    app: Flask, session: Session, word: str, data: st.DataObject
) -> None:
    show = "off" if session.values else "on"  # which only the key of the values reads
    pressed, after_key = send(app, session, f"/{word}", show=show)
    written, after_text = send(app, session, "/command", command=data.draw(as_typed(word)))
    assert after_text == after_key
    assert written.status_code == pressed.status_code
    assert written.text.startswith(pressed.text)


@settings(max_examples=30)
@given(sessions() | sessions(matches(set_up=True, over=True)), st.sampled_from(["new", "again"]))
def test_a_new_match_is_like_the_present_one(app: Flask, session: Session, word: str) -> None:
    """As by the buttons after the end. It begins where that began, unless it was over there."""
    _, after = send(app, session, "/command", command=word)
    before, begun = session.match, after.match
    was_over = model_of(replace(before, record=Record(before.record.start))).over
    assert begun.record.start.ply == (0 if was_over else before.record.start.ply)
    assert was_over or begun.record.start == before.record.start
    assert (begun.record.first, begun.players) == (before.record.first, before.players)
    assert not any(
        begun.players.key(begun.record.mover_at(p)) == "human" for p in begun.record.plies[:-1]
    )
    assert after.total == session.total
    assert not (before.retry or before.is_begun) or after.matches_left[0] == before
    client = browser_in(app, session)
    for button in read(client.get("/").text).by_id("review").all("button"):
        if button["id"] in {"again-same", "again-swapped"}:
            is_same = button["id"] == "again-same"
            client.post("/matches", data=button.fields)
            match = kept(client).match
            assert match.record.start == begun.record.start
            assert match.players == (before.players if is_same else before.players.swapped)


@given(sessions(), st.sampled_from([*GAMES, *OPPONENTS]))
def test_a_name_starts_what_its_button_starts(app: Flask, session: Session, key: str) -> None:
    """Typed as the button names it, or as its address does; hyphens and spaces are no matter."""
    label = (GAMES | OPPONENTS)[key].name
    page = read(browser_in(app, session).get("/").text)
    (button,) = [
        one
        for one in page.by_id("choices").all("button")
        if label in [name.text for name in one.all("b")]
        or (key in GAMES and one.text.startswith(label))
    ]
    client = browser_in(app, session)
    post(client, "/matches", htmx=True, **button.fields)
    pressed = kept(client)
    for text in (key, key.upper(), key.replace("-", " ")):
        _, after = send(app, session, "/command", command=text)
        assert after.match.record.start == pressed.match.record.start
        assert after.match.players == pressed.match.players
        assert after.total == pressed.total
        assert after.matches_left == pressed.matches_left


@given(sessions())
def test_threats_are_the_cells_that_win_at_once(app: Flask, session: Session) -> None:
    response, after = send(app, session, "/command", command="threats")
    assert after == session
    plain = model_of(session.match)
    if plain.over:
        assert told(response.text) == "The game is over."
        return
    found = {
        mark: re.findall("[a-d][1-4]", cells)
        for mark, cells in re.findall("([XO]) threatens ([^.]*)", told(response.text))
    }
    board = Board(plain.game, plain.marks, plain.to_move)
    for mark in "XO":
        wins = [name(plain.game, cell) for cell in sorted(reference.completing(board, mark))]
        assert found.get(mark, []) == wins
    assert found or told(response.text) == "Nobody threatens to win."


@given(st.sampled_from([*WORDS, *of_friend.WORDS, "c3", "alpha-beta"]), st.data())
def test_what_is_typed_is_read_as_it_is_meant(word: str, data: st.DataObject) -> None:
    """But two numbers never become one, and a number keeps its sign."""
    assert command(data.draw(as_typed(word))) == word.replace("-", "")
    for number in ("-1", "1.5", "1 5", "1, 5", "+2"):
        assert command(f" {number}. ") == number
    for cell in ("C, 3", "c . 3", "c,,3", "(c – \u200b3)"):
        assert command(cell) == "c3"


@given(sessions(), st.booleans())
def test_last_are_the_two_last_moves(app: Flask, session: Session, htmx: bool) -> None:
    """Without htmx the page that comes then has the answer."""
    response, after = send(app, session, "/command", htmx=htmx, command="last")
    assert after == session
    page = response.text
    if not htmx:
        assert response.location.endswith("/?command=last#command")
        page = browser_in(app, session).get(response.location).text
    plain = model_of(session.match)
    moves = [f"{plain.marks[cell]} {name(plain.game, cell)}" for cell in plain.made[-2:]]
    assert re.findall("[XO] [a-d][1-4]", told(page)) == moves


@given(sessions(), st.booleans())
def test_undo_tells_the_moves_that_it_took_back(
    app: Flask, session: Session, by_command: bool
) -> None:
    path = "/command" if by_command else "/undo"
    response, after = send(app, session, path, command="undo")
    if response.status_code != 200:
        return
    plain = model_of(session.match)
    gone = plain.made[len(after.match.record.moves) :]
    moves = [f"{plain.marks[cell]} {name(plain.game, cell)}" for cell in gone]
    _, _, status = read(response.text).by_id("status").text.partition("Took back ")
    assert re.findall("[XO] [a-d][1-4]", status.partition(".")[0]) == moves


@given(sessions(), st.sampled_from([*QUESTIONS, "values", "what"]))
def test_an_answer_is_short(app: Flask, session: Session, word: str) -> None:
    response, _ = send(app, session, "/command", command=word)
    page = read(response.text)
    if response.status_code == 200:
        assert 0 < len(told(response.text)) <= 90
    else:
        assert 0 < len(message(page)) <= 90


@pytest.mark.parametrize("text", ["what", ""])
def test_what_is_no_command_is_told_the_commands(client: FlaskClient, text: str) -> None:
    response = post(client, "/command", htmx=True, ply=0, command=text)
    assert response.status_code == 400
    said = message(read(response.text))
    assert all(word in said for word in WORDS)
    page = client.post("/command", data={"ply": 0, "command": text})
    assert page.status_code == 400
    assert message(read(page.text)) == said
    assert read(page.text).by_id("command")["value"] == text


def test_a_question_in_the_address_changes_nothing_and_others_are_refused(
    client: FlaskClient,
) -> None:
    client.post("/moves", data={"cell": 4, "ply": 0})
    before = kept(client)
    for word in WORDS:
        response = client.get(f"/?command={word}")
        assert response.status_code == (200 if word in QUESTIONS else 400)
        assert kept(client) == before


def test_a_page_that_is_behind_commands_nothing(client: FlaskClient) -> None:
    client.post("/moves", data={"cell": 4, "ply": 0})
    before = kept(client)
    for word in (*WORDS, "a1"):
        response = client.post("/command", data={"ply": 0, "command": word}, headers=HTMX)
        assert response.status_code == 409
        assert kept(client) == before
