"""The requests of a game with a friend elsewhere: seats, refusals, news, fairness, and cookies."""

import re
import time
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.browser import browser_with, cookie_of, signed
from tests.page import HTMX, Element, message, read, shown, status, swap
from tests.solving_site import refuse
from tests.typed import WIDE
from tests.visitors import NEW, Visitor, assert_up_to_date, empty_app, invited, two, visitor
from webapp.friend import invite, responses, seats
from webapp.store import things
from webapp.store.base import StoreAway

pytestmark = pytest.mark.usefixtures("no_waits")


def presence(one: Visitor) -> str:
    """The line about the other player, which is announced."""
    return one.page.by_id("company").all("p")[0].text


def first_way(response: TestResponse) -> tuple[str, str]:
    """The text and the address of the first link of an error page."""
    first = read(response.text).by_id("main").all("a")[0]
    return first.text, first["href"]


# The way in.


def test_nonsense_and_a_guessed_code_lead_nowhere(client: FlaskClient) -> None:
    client.get("/with")
    for fields, told in (({"game": "chess"}, "chess"), ({"first": "z"}, "“first”")):
        response = client.post("/with", data=NEW | fields)
        assert (response.status_code, told in response.text) == (400, True)
    codes = {invite.code_of("mark", f"{once}") for once in range(100)}
    assert len(codes) == 100
    assert all(map(invite.CODE.fullmatch, codes)), "of 80 bits"
    below = "", "/news?version=1&number=1&ply=0", "/seat", "/here"
    for path in ("b2", "%00", "A" * 15 + "1", "a" * 500, *("a" * 16 + it for it in below)):
        assert client.get(f"/with/{path}").status_code == 404
    form = {"cell": 0, "ply": 0, "command": "b2", "seat": "x"}
    for name in ("join", "moves", "command", "here"):
        assert client.post(f"/with/{'a' * 16}/{name}", data=form).status_code == 404


def test_the_picture_of_the_link_is_its_code_with_white_round_it(app: Flask) -> None:
    inviter = invited(app)
    (picture,) = [svg for svg in inviter.page.by_id("company").all("svg") if svg["class"] == "qr"]
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", picture.all("path")[1]["d"])
    dark = {(int(x) + step, int(y)) for x, y, width in runs for step in range(int(width))}
    code = segno.make_qr(f"http://localhost{inviter.address}", error="m", boost_error=False)
    rows = [*code.matrix_iter(border=4)]
    assert dark == {(x, y) for y, row in enumerate(rows) for x, it in enumerate(row) if it}
    assert picture["viewBox"] == f"0 0 {len(rows)} {len(rows)}"


def test_an_address_with_more_round_it_or_of_a_post_leads_to_the_game(app: Flask) -> None:
    """`tests/refusals.py` has all that may be added at its end."""
    inviter = invited(app)
    for spelled, below in product(
        (f"“{inviter.code}\u200b).", inviter.code.upper()), ("", "/here")
    ):
        response = app.test_client().get(f"/with/{spelled}{below}")
        assert (response.status_code, response.location) == (308, f"{inviter.address}{below}")
    for name in ("join", "moves", "rematch", "leave", "command"):
        refused = inviter.client.get(f"{inviter.address}/{name}")
        assert refused.status_code == 405
        assert first_way(refused) == ("Back to the game", inviter.address)


def test_the_same_form_always_leads_to_the_same_game(app: Flask) -> None:
    """A double click, or a post that arrives late, when the friend is in already."""
    inviter, other = (app.test_client() for _ in range(2))
    form = read(inviter.get("/with").text).by_id("main").fields | NEW
    other.get("/with")
    address = inviter.post("/with", data=form).location
    assert other.post(f"{address}/join").status_code == 303
    fields = {"side": "o"}, {"once": ""}, {"side": "o"}, {"once": ""}
    others = {inviter.post("/with", data=form | it).location for it in fields}
    others.add(other.post("/with", data=form).location)
    assert len(others) == 4
    assert inviter.post("/with", data=form).location == address not in others


def test_a_host_can_switch_it_off(tmp_path: Path) -> None:
    client = empty_app(tmp_path, GAMES_STORAGE="off").test_client()
    for path in ("/", "/manifest.webmanifest", "/sitemap.xml"):
        assert "/with" not in client.get(path).text
    news = f"/with/{'a' * 16}/news?version=1&number=1&ply=0"
    for path in ("/with", news, "/class", "/c", "/class/fern-42"):
        response = client.get(path)
        assert (response.status_code, "switched off" in response.text) == (404, True)
    assert client.post("/with", data=NEW).status_code == 404


# Playing.


def test_the_first_tap_of_a_guest_joins_and_plays_in_turn(app: Flask) -> None:
    begins = "You're in. Your friend begins."
    for first, told, htmx in (("x", begins, True), ("o", "I keep quiet", False)):
        guest = visitor(app, invited(app, first=first))
        guest.play("b2", htmx=htmx)
        assert guest.page.by_id("shown").fields["me"] == "O"
        assert not guest.refusal
        assert len(shown(guest.page).moves) == (first == "o")
        assert presence(guest) == "Your friend is here"
        assert told in guest.page.by_id("company").text


WATCHES = "You watch this game: only its two players can"
REFUSALS: list[tuple[int, str, dict[str, Any], int, str]] = [
    (1, "moves", {"cell": 4, "number": 2}, 409, "This page was behind."),
    (1, "moves", {"cell": 99}, 400, "0 to 8"),
    (1, "moves", {"cell": 4, "ply": "x"}, 400, "“ply”"),
    (1, "rematch", {}, 409, "This game is not over yet."),
    (0, "command", {"command": "undo"}, 400, "no undo, hints, values or reasons"),
    (0, "command", {"command": "values"}, 400, "no undo, hints, values or reasons"),
    (1, "command", {"command": "z9"}, 400, "has no cell “z9”"),
    *((2, name, {"cell": 4}, 403, WATCHES) for name in ("moves", "rematch", "leave")),
    (2, "join", {}, 409, "Two players are in already. You can watch."),
]


def test_a_refusal_shows_the_true_board_and_says_why(app: Flask) -> None:
    """To the inviter 0, the friend 1 and a watcher."""
    inviter, friend = two(app)
    assert inviter.post("command", command="“\uff21-1\u200b!” ").status_code == 200
    friend.news()
    three = inviter, friend, visitor(app, inviter)
    for number, (who, name, fields, code, told) in enumerate(REFUSALS):
        one = three[who]
        assert one.post(name, htmx=number % 2 > 0, **fields).status_code == code
        assert told in one.refusal
        assert shown(one.page).marks == "X........"
    for one in three:
        assert one.news() == 204, "nothing has changed"
        assert one.refusal, "news leave it to be read"


# Seats.


def test_the_way_in_leads_to_the_last_games(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few, whose cookie is small however many there were, and is sent once a game."""
    inviter, friend = two(app)
    inviter.play("b2")
    other = inviter.client.post("/with", data=NEW | {"game": "square"}).location

    def back(client: FlaskClient) -> list[tuple[str, str]]:
        return [
            (it["href"], it.text) for it in read(client.get("/with").text).by_id("main").all("a")
        ]

    own = (inviter.address, "O to move – Tic-tac-toe, 1 move")
    begun = (other, "Nobody has joined yet – Square, 0 moves")
    assert back(inviter.client) == [begun, own]
    assert back(friend.client) == [(own[0], "Your turn: O – Tic-tac-toe, 1 move")]
    assert inviter.client.post(f"{inviter.address}/join").status_code == 303
    assert back(inviter.client) == [own, begun]
    assert visitor(app, inviter).go_on(inviter.seat_pass).status_code == 303
    assert back(inviter.client) == [begun]
    for _ in range(5):
        address = inviter.client.post("/with", data=NEW).location
    assert 0 < len(cookie_of(inviter.client, "seat")) < 200
    assert len(back(inviter.client)) == 4
    assert "Set-Cookie" not in inviter.client.post(f"{address}/join").headers
    monkeypatch.setattr(app.extensions["games"], "read", lambda _code: None)
    assert back(inviter.client) == []
    monkeypatch.setattr(app.extensions["games"], "read", None)
    assert back(app.test_client()) == [], "the store is not asked for a first visitor"


def test_without_cookies_nothing_is_taken(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """One would lose the seat at once."""
    inviter, guest = invited(app), app.test_client(use_cookies=False)
    typed = {"cell": "0", "command": "join", "seat": inviter.seat_pass}
    monkeypatch.setattr(app.extensions["games"], "put", None)
    fields = inviter.page.by_id("shown").fields | NEW | typed
    names = ("join", "moves", "rematch", "leave", "command", "here")
    urls = "/with", *(f"{inviter.address}/{name}" for name in names)
    for url, headers in zip(urls, cycle((HTMX, {}))):
        refused = guest.post(url, data=fields, headers=headers)
        assert refused.status_code == 403
        assert "your browser sent no cookie." in refused.text


def test_nobody_plays_against_the_own_other_device(app: Flask) -> None:
    inviter = invited(app)
    inviter.open()
    assert visitor(app, inviter).go_on(inviter.seat_pass).status_code == 303
    assert inviter.news() == 200
    company = inviter.page.by_id("company")
    assert "Your seat is on another device" in company.text
    assert not company.all("button")
    for name in ("join", "command"):
        assert inviter.post(name, command="join").status_code == 403
        assert inviter.refusal == "Your seat is on another device: continue there."
    assert visitor(app, inviter).post(name, command="join").status_code == 200


def test_a_code_takes_a_seat_along_once_even_if_it_came_back(app: Flask) -> None:
    inviter, friend = two(app)
    typed = inviter.seat_pass
    assert re.fullmatch("[a-z2-7]{5} [a-z2-7]{5}", typed)
    phone, thief = (visitor(app, inviter) for _ in range(2))
    assert phone.client.get(f"{phone.address}/here").status_code == 200
    assert inviter.play("b2").status_code == 200, "looking takes nothing"
    odd = f" {typed.upper().replace(' ', '-').replace('O', '0').replace('L', '1')}. "
    assert phone.go_on(odd).status_code == 303, "a move leaves it valid"
    assert inviter.post("leave").status_code == 403
    assert thief.go_on(typed).status_code == 409
    link = f"http://localhost{inviter.address}/here#{phone.seat_pass.replace(' ', '')}”."
    assert inviter.go_on(link.translate(WIDE)).status_code == 303
    assert thief.go_on(typed).status_code == 409
    assert inviter.post("command", command="leave").status_code == 200
    friend.open()
    assert presence(friend) == "Your friend has left"
    assert thief.client.get(f"{thief.address}/seat").status_code == 403
    refused = friend.go_on(inviter.seat_pass)
    assert refused.status_code == 409
    assert "This code is for your friend's seat." in message(read(refused.text))


def test_a_wrong_code_is_refused_and_stays_in_the_field(app: Flask) -> None:
    thief = visitor(app, two(app)[0])
    for typed in ("", "k7qm2 xrta4", "é" * 10, "a" * 3000, "<b>'x"):
        refused = thief.go_on(typed)
        assert refused.status_code == 409
        page = read(refused.text)
        told = message(page)
        assert told.startswith("This code leads to no seat. It works once, within ten minutes")
        assert page.all("title")[0].text.startswith(told), "it is heard on a new page"
        assert page.by_id("main").fields["seat"] == typed
    assert not shown(thief.open()).playable


def test_a_code_is_valid_for_ten_minutes_by_the_clock_of_any_machine(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, given = 1_800_000_000, {}
    with app.test_request_context():
        for second in range(-1000, 200, 20):
            monkeypatch.setattr(time, "time", lambda at=now + second: at)
            given[second] = seats.pass_for("a seat")
        monkeypatch.setattr(time, "time", lambda: now)
        claims = "another", "a seat"
        valid = {second for second, it in given.items() if seats.claim_of(it, claims) == "a seat"}
    assert set(range(-600, 60, 20)) <= valid <= set(range(-640, 120, 20))


def test_seats_and_codes_outlast_a_restart_with_a_new_key(app: Flask, tmp_path: Path) -> None:
    inviter, friend = two(app)
    inviter.play("b2")
    keys = {"SECRET_KEY": "another", "SECRET_KEY_FALLBACKS": [app.secret_key]}
    new = empty_app(tmp_path, **keys)
    new.extensions["games"] = app.extensions["games"]
    again = Visitor(browser_with(new, cookie_of(friend.client, "seat"), "seat"), friend.address)
    assert status(again.open()) == "Your turn: O. X played b2."
    assert visitor(app, inviter).go_on(again.seat_pass).status_code == 409, "of a key unknown there"
    forged = cookie_of(visitor(new, inviter).client, "seat")
    for odd in (forged, signed(app, {"no": "text"}, "seat")):
        assert not Visitor(browser_with(app, odd, "seat")).mark
    assert visitor(new, inviter).go_on(friend.seat_pass).status_code == 303
    assert again.play("a1").status_code == 403, "the seat went along"


def test_neither_log_nor_store_gives_a_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = empty_app(tmp_path, ACCESS_LOG=True)
    inviter, friend = two(app)
    kept = app.extensions["games"].read(inviter.code)
    for one in (inviter, friend):
        assert len(one.mark) >= 128 / 6
        assert one.mark not in kept.thing
        holders = {seats.holder_of(code, one.mark) for code in (inviter.code, "another")}
        assert len(holders) == 2, "no two games can be told to be of one browser"
    phone, thief = visitor(app, inviter), visitor(app, inviter)
    page = read(inviter.client.get(f"{inviter.address}/seat").text)
    link = page.by_id("link").text
    (form,) = read(phone.client.get(link).text).by_id("main").all("form")
    secret = link.partition("#")[2]
    assert phone.client.post(form["action"], data={"seat": secret}).status_code == 303
    assert shown(phone.open()).playable
    lines = capsys.readouterr().out.splitlines()
    assert not [line for line in lines if secret in line]
    for address in sorted({line.split()[2] for line in lines}):
        thief.client.get(address)
        thief.client.post(address)
    assert not thief.open().by_id("shown").fields["me"]


# The store.


def new_game(client: FlaskClient, address: str = "127.0.0.1") -> TestResponse:
    """A visitor at that network address begins a game."""
    if not client.get_cookie("seat"):
        client.get("/with")
    return client.post("/with", data=NEW, environ_overrides={"REMOTE_ADDR": address})


def test_without_the_store_nothing_is_lost(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    inviter, _friend = two(app)
    games, sent = app.extensions["games"], inviter.page.by_id("shown").fields | {"cell": "4"}
    with monkeypatch.context() as away:
        for name in ("read", "put", "touch", "wait"):
            away.setattr(games, name, refuse(StoreAway()))
        for htmx in (True, False):
            response = inviter.send(f"{inviter.address}/moves", sent, htmx=htmx)
            assert (response.status_code, response.headers["Retry-After"]) == (503, "60")
            assert "Nothing is lost" in response.text
        refused = inviter.client.get(inviter.address)
        assert refused.status_code == 503
        assert first_way(refused) == ("Try again", inviter.address)
        assert inviter.client.get("/").status_code == 200
    with monkeypatch.context() as slow:
        slow.setattr(things, "TRIES", 2)
        slow.setattr(games, "put", lambda *_change, **_spare: False)
        assert inviter.client.post(f"{inviter.address}/leave").status_code == 503
    # No request fails for a note of presence.
    monkeypatch.setattr(games, "touch", refuse(StoreAway()))
    assert inviter.play("b2").status_code == 200
    assert inviter.client.get(inviter.address).status_code == 200
    assert inviter.news() == 204
    assert invited(app)


def test_a_flood_of_invitations_throws_out_none_but_its_own(tmp_path: Path) -> None:
    """Once all have their friends, the next is told when there is room."""
    app = empty_app(tmp_path, GAMES_MOST=2)
    alone = invited(app)
    alone.play("b2")
    inviter, friend = two(app)
    for _ in range(2):
        flood = new_game(app.test_client())
        assert flood.status_code == 303
    gone = alone.client.get(alone.address)
    assert gone.status_code == 404
    assert "before a friend joins, for up to two hours" in gone.text
    assert [one.client.get(one.address).status_code for one in (inviter, friend)] == [200, 200]
    guest = Visitor(app.test_client(), flood.location)
    assert guest.post("join").status_code == 200
    refused = new_game(app.test_client())
    assert refused.status_code == 503
    assert 86_000 < int(refused.headers["Retry-After"]) <= 86_400
    assert "Try again in 24 hours." in refused.text


# By the networks that share an amount: how many times as many games all of its visitors begin.
NETWORKS = {
    "198.51.100.1": 1,
    "2001:db8:1:2::{:x}": 1,
    "2001:db8:2:2{:02x}::1": 2,
    "2001:db8:3:{:x}00::1": 3,
    "203.0.113.{}": 2,
    "192.0.{}.1": 10,
    "::ffff:198.18.0.{}": 2,
}


def test_new_games_are_bounded_for_a_visitor_and_for_wider_networks(tmp_path: Path) -> None:
    """The others must wait for an hour, whichever browser they have."""
    app = empty_app(tmp_path, LIMIT_GAMES="1 per hour")
    browsers = cycle([app.test_client(), app.test_client()])
    for network, factor in NETWORKS.items():
        addresses = map(network.format, range(factor + 1))
        answers = [new_game(next(browsers), address) for address in addresses]
        assert [answer.status_code for answer in answers] == [303] * factor + [429], network
        assert 3_000 < int(answers[-1].headers["Retry-After"]) <= 3_600
        assert "Too many new games from your network. Try again in an hour" in answers[-1].text


# News.


def test_news_come_once_and_are_what_changed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a move less than a kilobyte, of somebody who comes or goes no more than that."""
    inviter, friend = two(app, game="square")
    assert friend.news() == 204
    for mover, other, name in [(inviter, friend, "a1"), (friend, inviter, "b2")]:
        mover.play(name)
        assert mover.news() == 204, "one's own move is none"
        assert len(other.ask_news(headers={"Accept-Encoding": "br"}).data) < 1_000
        assert {"stage", "panel", "help", "score", "review"}.isdisjoint(ids(other.ask_news()))
        assert other.news() == 200
        assert other.news() == 204
    assert_up_to_date(inviter)
    asked = friend.send(f"{friend.address}/command", {"command": "last"})
    page = friend.client.get(asked.headers["Location"]).text
    for text in (friend.post("command", command="last").text, page):
        assert "Last: X a1 and O b2." in text
    for present, told in ((0.0, "Your friend is away"), (20.0, "Your friend is here")):
        monkeypatch.setattr(app.extensions["games"], "present", present)
        friend.open()
        assert ids(inviter.ask_news()) == {"shown", "company"}
        assert inviter.news() == 200
        assert presence(inviter) == told
    for missing in ("number", "ply", "version"):
        sent = {key: it for key, it in friend.page.by_id("shown").fields.items() if key != missing}
        assert friend.client.get(f"{friend.address}/news", query_string=sent).status_code == 400


def ids(response: TestResponse) -> set[str]:
    return {part["id"] for part in read(response.text).children if isinstance(part, Element)}


NEAR, FAR = "127.0.0.1", "203.0.113.9"


def test_those_who_wait_are_bounded(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """By game, by visitor, and in all: one waits already. Players need no room at the game."""
    players = two(app)
    watchers = [visitor(app, players[0]) for _ in range(2)]

    def is_told_to_pause(one: Visitor, address: str) -> bool:
        response = one.ask_news(environ_overrides={"REMOTE_ADDR": address})
        assert response.status_code == 204
        return response.headers.get("Retry-After") == "10"

    for room, (first, second), address, is_full in (
        ("WATCHERS", watchers, FAR, True),
        ("WATCHERS", players, FAR, False),
        ("WAITERS_OF_ONE", players, NEAR, True),
        ("WAITERS_OF_ONE", players, FAR, False),
        ("ALL_WAITERS", players, FAR, True),
    ):
        found, others = list[bool](), [(second, address)]

        def wait(*_wait: object) -> None:
            while others:  # noqa: B023 - it is asked at once
                found.append(is_told_to_pause(*others.pop()))  # noqa: B023

        with monkeypatch.context() as one_room:
            one_room.setattr(responses, room, 1)
            one_room.setattr(app.extensions["games"], "wait", wait)
            assert not is_told_to_pause(first, NEAR)
        assert found == [is_full], room
    assert not app.extensions["webapp.friend.waiting"]


# Fairness, and how it is made.


# Text that would tell a player more than the board does.
HELP = re.compile(
    r"data-(value|hint|best|tried|worth)\b|threat|\bwin in\b|\bbest\b|\bfork"
    r"|/replay/|/api/|/search/|id=\"(why|advice|worths|hint|values|sketch\" viewBox)"
)


def test_no_page_of_a_game_helps_before_the_end_or_asks_for_itself_after_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page that a player or a watcher can open where two squares may be completed, nor the
    answer to any move. Without script a page asks while it waits, without a fragment, to which the
    browser would jump. The approved views have more states.
    """
    players = inviter, friend = two(app, game="square")
    asked = f"{friend.address}?command=help"
    assert f'http-equiv="refresh" content="5; url={asked}"' in friend.client.get(asked).text
    for ply, name in enumerate(["b1", "a1", "d2", "a2", "c4", "b2", "a3"]):
        for one in (inviter, friend, visitor(app, inviter)) if ply == 5 else ():
            for text in (
                one.client.get(one.address).text,
                one.client.get(f"{one.address}?command=last&values=on&why=1").text,
                one.client.post(f"{one.address}/command", data={"command": "help"}).text,
            ):
                seen = re.sub(r"<head>.*</head>", "", text, flags=re.DOTALL)
                assert not HELP.search(seen), HELP.search(seen)
        mover, other = players[ply % 2], players[1 - ply % 2]
        answer, news = mover.play(name).text, other.ask_news().text
        swap(other.page, read(news))
        assert ply == 6 or not HELP.search(answer + news)
    assert shown(inviter.page).state != "active"
    assert "No hints, values or reasons here before the end." in inviter.main.text
    monkeypatch.setattr(app.extensions["games"], "present", 0.0)
    assert 'http-equiv="refresh"' not in inviter.client.get(inviter.address).text
