"""Commands in words: they do what the buttons do, and answer what the rules say."""

import json
import re
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from ai import language
from ai.language import _, languages
from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, NAMED
from ai.rules.record import Record, parse_record
from ai.typed import command, spelled
from tests import reference
from tests.browser import browser_in, browser_with, kept, play, post
from tests.catalogues import COMMANDS, Messages, translations, write
from tests.conftest import NO_LIMITS
from tests.model import Model, name
from tests.page import message, read
from tests.strategies import matches, model_of, sessions
from tests.typed import as_typed
from webapp import create_app
from webapp.board.players import Players
from webapp.friend import commands as of_friend
from webapp.game.commands import ACTIONS, QUESTIONS, is_cell
from webapp.game.commands import COMMANDS as COMMANDS_OF_MATCH
from webapp.game.match import Match
from webapp.game.session import Session

WORDS = [*ACTIONS, *QUESTIONS]
MOVES = re.compile("[XO] [a-d][1-4]")
TO_BLOCK = Session(Match(parse_record(GAMES["tic-tac-toe"], "b2c1a1"), Players(), seed=1))


def send(
    app: Flask, session: Session, path: str, *, htmx: bool = True, **fields: object
) -> tuple[TestResponse, Session]:
    """The response to a form on the page of *session*, and the session after it."""
    client = browser_in(app, session)
    known = {"match": session.fingerprint, "ply": session.match.record.ply}
    response = post(client, path, htmx=htmx, **known, **fields)
    return response, kept(client)


def moves_of(plain: Model, cells: list[int]) -> list[str]:
    return [f"{plain.marks[cell]} {name(plain.game, cell)}" for cell in cells]


@pytest.mark.parametrize("word", ["hint", "undo", "values", "values, which are on", "a cell"])
@settings(max_examples=2)
@given(sessions(), st.booleans(), st.data())
def test_a_command_does_what_its_cell_or_key_does(
    app: Flask, word: str, session: Session, htmx: bool, data: st.DataObject
) -> None:
    """And answers nothing more, but to *values*."""
    game = session.match.record.game
    cells = {name(game.key, cell): cell for cell in game.cells}
    shown = session.switch_values(on=word == "values, which are on")
    typed = data.draw(st.sampled_from([*cells])) if word == "a cell" else word.partition(",")[0]
    path = "/moves" if typed in cells else f"/{typed}"
    show = "off" if shown.values else "on"  # which only the key of the values reads
    cell = cells.get(typed, 0)
    pressed, after_key = send(app, shown, path, htmx=htmx, show=show, cell=cell)
    command = data.draw(as_typed(typed))
    written, after_text = send(app, shown, "/command", htmx=htmx, command=command)
    assert after_text == after_key
    assert written.status_code == pressed.status_code
    if htmx:
        assert written.text.startswith(pressed.text)
        answer = written.text.removeprefix(pressed.text)
        assert bool(answer) == (typed == "values")
        assert not answer or read(answer).by_id("answer").text == f"Values {show}."


@given(sessions() | sessions(matches(set_up=True, over=True)), st.sampled_from(["new", "again"]))
def test_a_new_match_is_like_the_present_one(app: Flask, session: Session, word: str) -> None:
    """As by the buttons after the end. It begins where that began, unless it was over there."""
    _, after = send(app, session, "/command", command=word)
    before, begun = session.match, after.match
    was_over = model_of(replace(before, record=Record(before.record.start))).over
    assert begun.record.start.ply == (0 if was_over else before.record.start.ply)
    assert was_over or begun.record.start == before.record.start
    assert (begun.record.first, begun.players) == (before.record.first, before.players)
    assert not model_of(begun).decisions
    assert after.total == session.total
    assert not (before.retry or before.is_begun) or after.matches_left[0] == before
    client = browser_in(app, session)
    page = client.get("/").text
    for key, players in {"same": before.players, "swapped": before.players.swapped}.items():
        if f'id="again-{key}"' in page:
            client.post("/matches", data=read(page).by_id(f"again-{key}").fields)
            match = kept(client).match
            assert (match.record.start, match.players) == (begun.record.start, players)


@given(sessions(), st.sampled_from([*GAMES, *OPPONENTS]))
def test_a_name_starts_what_its_button_starts(app: Flask, session: Session, key: str) -> None:
    """Typed as the button names it, or as its address does; hyphens and spaces are no matter."""
    label, client = (GAMES | OPPONENTS)[key].name, browser_in(app, session)
    buttons = read(client.get("/").text).by_id("setup").all("button")
    button = next(it for it in buttons if it.text.startswith(label))
    post(client, "/matches", htmx=True, **button.fields)
    pressed = kept(client)
    _, after = send(app, session, "/command", command=key.upper().replace("-", " "))
    for field in ("total", "matches_left", "match.record.start", "match.players"):
        assert attrgetter(field)(after) == attrgetter(field)(pressed), field


@given(st.sampled_from([*WORDS, *of_friend.WORDS, "c3", "alpha-beta"]), st.data())
def test_what_is_typed_is_read_as_it_is_meant(word: str, data: st.DataObject) -> None:
    """But two numbers never become one, and a number keeps its sign."""
    assert command(data.draw(as_typed(word))) == word.replace("-", "")
    assert [command(f" {it}. ") for it in ("-1", "1.5", "1 5", "+2")] == ["-1", "1.5", "1 5", "+2"]
    assert {command(it) for it in ("C, 3", "c . 3", "c,,3", "(c – \u200b3)")} == {"c3"}


@given(sessions(), st.sampled_from([*QUESTIONS]), st.booleans())
@example(TO_BLOCK, "threats", True)
@example(TO_BLOCK, "last", False)
def test_a_question_is_answered_by_the_rules_and_changes_nothing(
    app: Flask, session: Session, word: str, htmx: bool
) -> None:
    """In short. Without htmx the page that comes then has the answer."""
    response, after = send(app, session, "/command", htmx=htmx, command=word)
    assert after == session
    page = response.text
    if not htmx:
        assert response.location.endswith(f"/?command={word}#command")
        page = browser_in(app, session).get(response.location).text
    answer, plain = read(page).by_id("answer").text, model_of(session.match)
    assert 0 < len(answer) <= 90
    if word == "last":
        assert MOVES.findall(answer) == moves_of(plain, plain.made[-2:])
    if word == "threats" and plain.over:
        assert answer == "The game is over."
    elif word == "threats":
        threats = re.findall("([XO]) threatens ([^.]*)", answer)
        found = {mark: re.findall("[a-d][1-4]", cells) for mark, cells in threats}
        for mark in "XO":
            wins = [name(plain.game, it) for it in sorted(reference.completing(plain.board, mark))]
            assert found.get(mark, []) == wins
        assert found or answer == "Nobody threatens to win."


@given(sessions(), st.sampled_from(["/command", "/undo"]))
def test_undo_tells_the_moves_that_it_took_back(app: Flask, session: Session, path: str) -> None:
    response, after = send(app, session, path, command="undo")
    if response.status_code == 200:
        plain = model_of(session.match)
        gone = plain.made[len(after.match.record.moves) :]
        _, _, status = read(response.text).by_id("status").text.partition("Took back ")
        assert MOVES.findall(status.partition(".")[0]) == moves_of(plain, gone)


def test_what_is_no_command_is_told_the_commands(client: FlaskClient) -> None:
    for text, htmx in (("what", False), ("hint undo", True), ("", True)):
        response = post(client, "/command", htmx=htmx, ply=0, command=text)
        assert response.status_code == 400
        page = read(response.text)
        assert all(word in message(page) for word in WORDS)
        assert len(message(page)) <= 90
        assert htmx or page.by_id("command")["value"] == text
    assert kept(client).match.help == frozenset()


def test_a_page_that_is_behind_commands_nothing_nor_does_an_address(client: FlaskClient) -> None:
    play(client, 4)
    before = kept(client)
    for word in ("undo", "values", "again", "last", "a1"):
        assert post(client, "/command", ply=0, command=word).status_code == 409
        response = client.get(f"/?command={word}")
        assert response.status_code == (200 if word in QUESTIONS else 400)
    assert kept(client) == before


def test_a_command_is_read_in_english_and_in_the_language_of_the_page(tmp_path: Path) -> None:
    """Help names it in that language. The script learns which words repeat what was said."""
    names: Messages = {"Square": "Quadrat", "Hard": "Schwer", "Type %(commands)s.": "%(commands)s!"}
    for tag in COMMANDS:
        write(tmp_path, tag, names)
    with translations(tmp_path):
        app = create_app({"TESTING": True, "SECRET_KEY": "tests", **NO_LIMITS})
        for tag, words in COMMANDS.items():
            client = browser_with(app, f"system.on.off.system.shown.{tag}", "settings")

            def carried_out(text: str, client: FlaskClient = client) -> tuple[Session, str]:
                new = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x"}
                client.post("/matches", data=new)
                client.post("/moves", data={"cell": 4, "ply": 0})
                response = post(client, "/command", htmx=True, ply=1, command=text)
                return kept(client), read(response.text).text

            for english, own in words.items():
                assert command(own) != english
                session, told = carried_out(own.upper())
                plain, told_plain = carried_out(english)
                assert session.match.record == plain.match.record
                assert told == told_plain
            listed = {command(word) for word in re.split(", | ou | oder |!", told)}
            assert {*map(command, words.values()), "quadrat", "schwer", "b2"} <= listed
            assert carried_out("Quadrat")[0].match.record.game.key == "square"
            assert carried_out("schwer")[0].match.players.o == "hard"
            field = read(client.get("/").text).by_id("command")
            assert json.loads(field["data-words"]) == {words["hint"]: "hint"}
        field = read(app.test_client().get("/").text).by_id("command")
    assert "data-words" not in field.attributes


@pytest.mark.parametrize("tag", languages()[1:])
def test_no_command_of_a_language_means_two_things(tag: str) -> None:
    """Nor does one in English, which is taken in each language."""
    english = {*COMMANDS_OF_MATCH, *of_friend.ACTIONS, *of_friend.QUESTIONS}
    token = language.speak(tag)
    own = {word: command(spelled(word)) for word in english}
    names = {command(_(it.name)) for it in NAMED.values()}
    names |= {command(_(it.name)) for it in OPPONENTS.values()}
    language.speaking.reset(token)
    assert len({*own.values()}) == len(english)
    assert all(own[word] == word for word in english if word in own.values())
    assert not {*own.values()} & (names | {command(key) for key in (*NAMED, *OPPONENTS)})
    assert not [it for it in own.values() if is_cell(it) or not it.isalpha()]
