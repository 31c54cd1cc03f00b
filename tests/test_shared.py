"""A finished game to share: its text has one link, and the page there invites a friend."""

import re
from html import unescape
from urllib.parse import parse_qsl, unquote, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import TIC_TAC_TOE, game_for
from ai.rules.notation import parse_game
from ai.rules.record import parse_record
from tests.browser import kept, play, post
from tests.model import Model, name
from tests.page import board_shown, linked, read
from tests.reference import extent
from tests.replays import previewed, replay_at, visit
from tests.strategies import games, models, players, record_of
from webapp.board.players import Players
from webapp.replay.address import read_replay
from webapp.replay.cover import cover
from webapp.replay.replay import Replay, shared_url

WON = "a1b1a2b2a3"
SIGNS = {"❌": "X", "⭕": "O", "⬜": "."}


@st.composite
def finished(draw: st.DrawFn) -> Model:
    """A game that one person, with either mark and from either seat, finished against a program."""
    game = draw(games)
    plain = draw(models(game, set_up=False, over=True))
    rival = draw(st.sampled_from([it for it in players(game) if it != HUMAN]))
    plain.x, plain.o = draw(st.permutations([HUMAN, rival]))
    return plain


def shared_at(app: Flask, plain: Model, endpoint: str = "replay.shared") -> str:
    """The address of the page for friends, or of another *endpoint*, from the root on."""
    with app.test_request_context():
        replay = Replay.of(record_of(plain), Players(plain.x, plain.o))
        return shared_url(replay, endpoint).removeprefix("http://localhost")


def text_at(app: Flask, url: str) -> list[str]:
    """The lines of the text to share on the page at *url*."""
    response = app.test_client().get(url)
    assert (response.status_code, "Set-Cookie" in response.headers) == (200, False)
    (text,) = re.findall('<p id="text"[^>]*>(.*?)</p>', response.text, re.DOTALL)
    (link,) = re.findall('href="(.*?)"', text)
    told = re.sub("<[^>]*>", "", text).splitlines()
    assert told[-1] == link
    return [*map(unescape, told)]


def words_of(plain: Model) -> tuple[str, str, str]:
    """The line to share, the headline for friends, and what they are asked."""
    program = OPPONENTS[plain.o if plain.x == HUMAN else plain.x].name
    person = "X" if plain.x == HUMAN else "O"
    at = "" if plain.game == TIC_TAC_TOE.key else f" at {game_for(plain.game).name}"
    if not plain.winner:
        did = f"{'held' if program == 'Unbeatable' else 'drew with'} {program}"
        mine, headline, asked = f"I {did}{at}", f"A friend {did}", f"Can you hold {program} too?"
    elif plain.winner == person:
        mine, headline = f"I beat {program}{at}", f"A friend beat {program}"
        asked = f"Can you beat {program} too?"
    else:
        mine, headline = f"{program} beat me{at}", f"{program} beat a friend. Will you hold?"
        asked = f"Play {program}"
    if plain.winner:
        mine += f" in {plain.marks.count(plain.winner)} moves"
    return f"{mine}. It told me why.", headline, asked


@settings(max_examples=20)
@given(plain=finished())
def test_text_link_and_page_tell_one_game_and_the_button_starts_it(
    app: Flask, plain: Model
) -> None:
    """The rules, the result and its words are those of other sources. The text has one link: it
    holds the game, its seats and its program, and names nobody.
    """
    mine, headline, asked = words_of(plain)
    line, *rows, link = text_at(app, shared_at(app, plain, "replay.share"))
    assert line == mine
    assert {len(row) for row in rows} == {extent(plain.game)[0]}
    assert "".join(SIGNS[sign] for sign in "".join(rows)) == plain.marks
    assert "://" not in "".join([line, *rows])
    there, friends = urlsplit(link), visit(app, shared_at(app, plain))
    moves = "".join(name(plain.game, cell) for cell in plain.moves)
    assert there[:2] == ("http", "localhost")
    assert unquote(there.path) == f"/g/{plain.game}/{moves}"
    seats = {("first", plain.first.lower()), ("x", plain.x), ("o", plain.o)}
    assert {*parse_qsl(there.query)} == seats - {("first", "x"), ("x", HUMAN), ("o", HUMAN)}

    told = previewed(friends)
    assert friends.by_id("main").all("h2")[0].text == told["og:title"] == headline
    assert linked(friends, "canonical") == [told["og:url"]] == [link]
    board = board_shown(friends)
    assert (board.game, board.marks, board.playable) == (plain.game, plain.marks, frozenset())
    assert board.last == {plain.moves[-1]}
    assert board.winning == frozenset().union(*plain.completed)
    (form,) = friends.by_id("main").all("form")
    assert form["action"] == "/matches"
    seat = {"first": plain.first.lower(), "x": plain.x, "o": plain.o}
    assert form.fields == {"game": plain.game, **seat}
    assert form.text == asked
    sentence, person = friends.by_id("main").all("p")[0].text, "X" if plain.x == HUMAN else "O"
    program = re.escape(OPPONENTS[plain.o if plain.x == HUMAN else plain.x].name)
    for who, number in re.findall(rf"([Yy]our friend|{program}) had .*? at move (\d+)", sentence):
        assert who.endswith("friend") == (plain.mover_at(int(number) - 1) == person)
    for who in re.findall(rf": (your friend|{program})(?:'s| could)", sentence):
        assert (who == "your friend") == (plain.winner != person)
    links = friends.by_id("main").all("nav")[0].all("a")
    assert [it.text for it in links] == [
        f"{plain.mover_at(ply)} {name(plain.game, cell)}" for ply, cell in enumerate(plain.moves)
    ]
    for ply, it in enumerate(links, 1):
        led = replay_at(it["href"])
        assert (led.record, led.ply, led.on) == (record_of(plain), ply, frozenset())
    client = app.test_client()
    assert client.post("/matches", data=form.fields).status_code == 303
    match = kept(client).match
    assert (match.record.start.ply, match.is_set_up, match.retry) == (0, False, None)
    assert (match.record.game.key, match.record.first) == (plain.game, plain.first)
    assert (match.players.x, match.players.o) == (plain.x, plain.o)


@settings(max_examples=6)
@given(plain=finished())
def test_the_picture_of_a_shared_game_says_what_its_page_says(app: Flask, plain: Model) -> None:
    page = visit(app, shared_at(app, plain))
    picture = urlsplit(previewed(page)["og:image"])
    query = dict(parse_qsl(picture.query))
    game = unquote(picture.path).removeprefix("/preview/").removesuffix(".png")
    with app.test_request_context():
        shown = cover(read_replay(query, game, query["moves"]))
    main = page.by_id("main")
    words = [main.all(tag)[0].text for tag in ("h2", "p", "form")]
    assert [shown.headline, shown.sentence, shown.leads_to] == words
    assert "".join(mark or "." for mark in shown.position.marks) == plain.marks


def test_what_invites_nobody_leads_to_its_replay_or_is_refused(client: FlaskClient) -> None:
    """Such as a game that goes on, or one of two people or programs. A chat's signs are cut off."""
    for path in ("b2a1?o=hard", f"{WON}", f"{WON}?x=easy&o=hard"):
        response = client.get(f"/g/tic-tac-toe/{path}")
        assert response.status_code == 308
        assert replay_at(response.headers["Location"]).record.text == path.partition("?")[0]
    for path in (
        f"/g/tic-tac-toe/{WON}b3?o=hard",
        "/g/tic-tac-toe/zz?o=hard",
        f"/g/chess/{WON}?o=hard",
        f"/g/tic-tac-toe/{WON}?o=nobody",
        f"/g/tic-tac-toe/{WON}?first=z&o=hard",
        f"/replay/tic-tac-toe/{WON}x/share",
    ):
        response = client.get(path)
        assert response.status_code == 404
        assert read(response.text).all("h2")
    response = client.get(f"/g/tic-tac-toe/{WON}?o=hard).")
    assert response.headers["Location"] == f"/g/tic-tac-toe/{WON}?o=hard"


def test_a_game_of_two_is_told_by_its_marks_and_shared_as_a_replay(app: Flask) -> None:
    """As are all whose result is nobody's own; the page leads back to the replay of two people, who
    may have played on two devices.
    """
    for seats, told, back in (
        ("", "X beat O – Tic-tac-toe", f"/replay/tic-tac-toe/{WON}"),
        ("?x=easy&o=hard", "Easy beat Hard – Tic-tac-toe", "/"),
    ):
        path = f"/replay/tic-tac-toe/{WON}/share{seats}"
        line, *_rows, link = text_at(app, path)
        assert line == told
        record = parse_record(TIC_TAC_TOE, WON)
        assert replay_at(link.removeprefix("http://localhost")).record == record
        (left,) = [it["href"] for it in visit(app, path).all("a") if it.text == "Back"]
        assert left.partition("?")[0] == back


def test_a_card_leads_to_the_text_and_back_and_without_script_nothing_sends_it(
    client: FlaskClient,
) -> None:
    post(client, "/matches", game="tic-tac-toe", x="human", o="human", first="x")
    play(client, *parse_game(TIC_TAC_TOE, WON))
    (link,) = [
        it for it in read(client.get("/").text).by_id("review").all("a") if it.text == "Share"
    ]
    page = read(client.get(link["href"]).text).by_id("main")
    assert {it["id"]: "hidden" in it.attributes for it in page.all("button")} == {
        "send": True,
        "copy": True,
    }


def test_an_invitation_keeps_the_visitors_own_game(client: FlaskClient) -> None:
    post(client, "/matches", game="square", x="human", o="human", first="x")
    play(client, 5, 6)
    form = read(client.get(f"/g/tic-tac-toe/{WON}?o=hard").text).all("form")[0]
    client.post(form["action"], data=form.fields)
    assert board_shown(read(client.get("/").text)).game == "tic-tac-toe"
    post(client, "/back")
    shown = board_shown(read(client.get("/").text))
    assert (shown.game, shown.marks[5:7]) == ("square", "XO")
