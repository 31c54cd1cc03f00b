"""The requests of a game with a friend elsewhere: seats, refusals, news, fairness, and cookies."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from greenlet import greenlet, settrace
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from ai.rules.games import GAMES
from ai.rules.position import Mark
from tests.browser import browser_with, cookie_of
from tests.conftest import NO_LIMITS
from tests.model import cell
from tests.page import HTMX, Element, dangling, differences, message, read, shown, status, swap
from tests.typed import WIDE
from webapp import create_app
from webapp.friend import invite, responses, seats, views
from webapp.friend.game import FriendGame
from webapp.friend.store import StoreAway
from webapp.serving.limits import note_switch

NEW = {"game": "tic-tac-toe", "first": "x", "side": "x"}
htmx_or_not = pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "page"])
WON = ["a1", "b1", "a2", "b2", "a3"]  # by the one who begins

# Text that would tell a player more than the board does.
HELP = re.compile(
    r"data-(value|hint|best|tried|worth)\b|threat|\bwin in\b|\bbest\b|\bfork"
    r"|/replay/|/api/|/search/|id=\"(why|advice|worths|hint|values|sketch\" viewBox)"
)


@dataclass
class Visitor:
    """A browser at a game: its page changes as htmx changes it, or is loaded anew. On a *bad* line
    the first answer to each post is lost, with its cookie, and the post is sent again.
    """

    client: FlaskClient
    address: str = "/with"
    page: Element = field(default_factory=lambda: read("<p/>"))
    bad: bool = False

    def open(self) -> Element:
        """Load the page anew."""
        response = self.client.get(self.address)
        assert response.status_code == 200
        self.page = read(response.text)
        return self.page

    def post(self, name: str, *, htmx: bool = True, **fields: Any) -> TestResponse:
        """Send the fields of the form on the page, and show what comes of it."""
        sent = self.page.by_id("shown").fields | {key: f"{it}" for key, it in fields.items()}
        response = self.send(f"{self.address}/{name}", sent, htmx=htmx)
        if htmx:
            swap(self.page, read(response.text).all("document")[0])
        elif response.status_code == 303:
            self.open()
        else:
            self.page = read(response.text)
        return response

    def send(self, url: str, fields: dict[str, str], *, htmx: bool = False) -> TestResponse:
        """The answer that arrives."""
        headers = HTMX if htmx else {}
        if self.bad:
            lost = browser_with(self.client.application, cookie_of(self.client, "seat"), "seat")
            lost.post(url, data=fields, headers=headers)
        return self.client.post(url, data=fields, headers=headers)

    def begin(self, **fields: str) -> TestResponse:
        """Send the form of the way in, and open the game to which it leads."""
        form = read(self.client.get("/with").text).by_id("main").fields
        response = self.send("/with", form | NEW | fields)
        self.address = response.headers["Location"]
        self.open()
        return response

    def play(self, name: str, *, htmx: bool = True) -> TestResponse:
        """Click the cell of that *name*."""
        game = self.page.by_id("board")["data-game"]
        return self.post("moves", htmx=htmx, cell=cell(game, name))

    def ask_news(self, **options: Any) -> TestResponse:
        """The news of what the page shows. It does not show them yet."""
        sent = self.page.by_id("shown").fields
        return self.client.get(f"{self.address}/news", query_string=sent, **options)

    def news(self) -> int:
        """Ask for news, and show them; the status of the response."""
        response = self.ask_news()
        if response.status_code == 200:
            swap(self.page, read(response.text).all("document")[0])
        return response.status_code

    @property
    def code(self) -> str:
        """The code of the game."""
        return self.address.rpartition("/")[2]

    @property
    def refusal(self) -> str:
        """The message on the page."""
        return message(self.page)


@pytest.fixture(autouse=True)
def waits_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for what does not come."""
    monkeypatch.setattr(views, "NEWS_SECONDS", 0.02)


@pytest.fixture
def new_app(tmp_path: Path) -> Callable[..., Flask]:
    """Makes an application with these settings and no game."""
    own = {"SECRET_KEY": "any", "GAMES_STORAGE": f"sqlite://{tmp_path}/games.sqlite"}
    return lambda **config: create_app({"TESTING": True, **own, **NO_LIMITS, **config})


def invited(app: Flask, **fields: str) -> Visitor:
    """The page of one who has started a game."""
    inviter = Visitor(app.test_client())
    assert inviter.begin(**fields).status_code == 303
    return inviter


def visitor(app: Flask, inviter: Visitor) -> Visitor:
    """The page of one who opens the link."""
    other = Visitor(app.test_client(), inviter.address, bad=inviter.bad)
    other.open()
    return other


def two(app: Flask, **fields: str) -> tuple[Visitor, Visitor]:
    """Both pages of a game that the other one has joined; the inviter comes first."""
    inviter = invited(app, **fields)
    friend = visitor(app, inviter)
    assert friend.post("join").status_code == 200
    assert inviter.news() == 200
    return inviter, friend


def played(app: Flask) -> tuple[Visitor, Visitor]:
    """Both pages of a game that the inviter has won."""
    players = two(app)
    for number, name in enumerate(WON):
        assert players[number % 2].play(name).status_code == 200
        assert players[1 - number % 2].news() == 200
    return players


def presence(one: Visitor) -> str:
    """The line about the other player, which is announced."""
    line, *_ = one.page.by_id("company").all("p")
    assert line["role"] == "status"
    return line.text


# The way in.


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"first": "z"}, "“first”"),
        ({"side": ""}, "“side”"),
    ],
)
def test_nonsense_starts_nothing(client: FlaskClient, fields: dict[str, str], told: str) -> None:
    client.get("/with")
    response = client.post("/with", data=NEW | fields)
    assert response.status_code == 400
    assert told in response.text


def test_the_picture_of_the_link_is_its_code_with_white_round_it(app: Flask) -> None:
    inviter = invited(app)
    (picture,) = [svg for svg in inviter.page.by_id("company").all("svg") if svg["class"] == "qr"]
    path = picture.all("path")[1]["d"]
    dark = {
        (int(x) + step, int(y))
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1", path)
        for step in range(int(width))
    }
    code = segno.make_qr(f"http://localhost{inviter.address}", error="m", boost_error=False)
    rows = [*code.matrix_iter(border=4)]
    assert dark == {
        (x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark
    }
    assert picture["viewBox"] == f"0 0 {len(rows)} {len(rows)}"


def test_codes_have_80_bits_and_differ() -> None:
    codes = {invite.code_of("mark", f"{once}") for once in range(1000)}
    assert len(codes) == 1000
    assert all(invite.CODE.fullmatch(code) for code in codes)


@pytest.mark.parametrize("code", ["aaaaaaaaaaaaaaaa", "b2", "AAAAAAAAAAAAAAA1", "a" * 500, "%00"])
@pytest.mark.parametrize(
    "below", ["", "/news?version=1&number=1&ply=0", "/seat", "/seat/abc", "/here"]
)
def test_a_guessed_code_leads_nowhere(client: FlaskClient, code: str, below: str) -> None:
    assert client.get(f"/with/{code}{below}").status_code == 404
    for name in ("join", "moves", "leave", "rematch", "command"):
        form = {"cell": 0, "ply": 0, "command": "b2"}
        assert client.post(f"/with/{code}/{name}", data=form).status_code == 404


@pytest.mark.parametrize("spelled", ["{}.", "{}\u200b).", "“{}”", "{}%20…"])
def test_a_code_in_capitals_or_with_more_round_it_leads_to_the_game(
    app: Flask, spelled: str
) -> None:
    inviter = invited(app)
    for below, code in product(("", "/here"), (inviter.code, inviter.code.upper())):
        response = app.test_client().get(f"/with/{spelled.format(code)}{below}")
        assert (response.status_code, response.location) == (308, f"{inviter.address}{below}")
    response = app.test_client().get(f"{inviter.address}/here.”")
    assert (response.status_code, response.location) == (308, f"{inviter.address}/here")


@pytest.mark.parametrize("name", ["join", "moves", "rematch", "leave", "command"])
def test_an_address_for_posts_leads_back_to_its_game(app: Flask, name: str) -> None:
    for inviter in (invited(app), invited(app)):
        refused = inviter.client.get(f"{inviter.address}/{name}")
        assert refused.status_code == 405
        assert first_way(refused) == ("Back to the game", inviter.address)


def first_way(response: TestResponse) -> tuple[str, str]:
    """The text and the address of the first link of an error page."""
    first = main(read(response.text)).all("a")[0]
    return first.text, first["href"]


# Playing.


def assert_up_to_date(everybody: list[Visitor]) -> None:
    for one in everybody:
        one.news()
        assert not dangling(one.page)
        whole = Visitor(one.client, one.address).open()
        but = {"message", "answer", "shown"}
        # The page that waits has an element in its head without script.
        assert differences(main(one.page), main(whole), but=but) == []


def main(page: Element) -> Element:
    return page.by_id("main")


@htmx_or_not
def test_typed_moves_and_questions(app: Flask, htmx: bool) -> None:
    inviter, friend = two(app)
    inviter.post("command", htmx=htmx, command="“\uff22-2\u200b!” ")
    assert shown(inviter.page).marks == "....X...."
    friend.news()
    friend.post("command", command="a1", htmx=htmx)
    inviter.open()
    response = inviter.post("command", htmx=True, command="last")
    assert "Last: X b2 and O a1." in response.text
    asked = inviter.client.post(f"{inviter.address}/command", data={"command": "last"})
    assert "Last: X b2 and O a1." in inviter.client.get(asked.headers["Location"]).text
    helps = {"hint", "values", "undo", "why", "threats"}
    for text in (*helps, "hard", "z9", ""):
        refused = inviter.post("command", htmx=htmx, command=text)
        assert refused.status_code == 400
        assert inviter.refusal
        assert ("no undo, hints, values or reasons" in inviter.refusal) == (text in helps)
        assert shown(inviter.page).marks == "O...X...."
    assert inviter.post("command", htmx=htmx, command="leave").status_code in {200, 303}


# Seats.


@htmx_or_not
@pytest.mark.parametrize("name", ["b2", "a1"])
@pytest.mark.parametrize("first", ["x", "o"])
def test_the_first_tap_of_a_guest_joins_and_plays_in_turn(
    app: Flask, first: str, name: str, htmx: bool
) -> None:
    guest = visitor(app, invited(app, first=first))
    guest.play(name, htmx=htmx)
    assert guest.page.by_id("shown").fields["me"] == "O"
    assert not guest.refusal
    played = shown(guest.page).moves
    assert len(played) == (first == "o")
    assert all(name in move for move in played)
    assert presence(guest) == "Your friend is here"
    told = guest.page.by_id("company").text
    assert ("You're in. Your friend begins." in told) == (first == "x")


def test_who_comes_back_has_the_same_seat_after_a_restart(new_app: Callable[..., Flask]) -> None:
    inviter, friend = two(new_app())
    inviter.play("b2")
    seat = cookie_of(friend.client, "seat")
    again = Visitor(browser_with(new_app(), seat, "seat"), friend.address)
    again.open()
    assert status(again.page) == "Your turn: O. X played b2."
    assert again.play("a1").status_code == 200


def test_the_way_in_leads_back_to_games_that_are_kept(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    inviter, friend = two(app)
    inviter.play("b2")
    other = inviter.client.post("/with", data=NEW | {"game": "square"}).headers["Location"]

    def back(client: FlaskClient) -> list[tuple[str, str]]:
        page = main(read(client.get("/with").text))
        assert bool(page.all("a")) == ("Back to your game" in page.text)
        return [(link["href"], link.text) for link in page.all("a")]

    own = (inviter.address, "O to move – Tic-tac-toe, 1 move")
    begun = (other, "Nobody has joined yet – Square, 0 moves")
    assert back(inviter.client) == [begun, own]
    assert back(friend.client) == [(own[0], "Your turn: O – Tic-tac-toe, 1 move")]
    assert inviter.client.post(f"{inviter.address}/join").status_code == 303
    assert back(inviter.client) == [own, begun]
    take_along(app, inviter)
    assert back(inviter.client) == [begun]
    monkeypatch.setattr(app.extensions["games"], "read", lambda _code: None)
    assert back(inviter.client) == []


def test_the_way_in_asks_no_store_for_a_first_visitor(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.extensions["games"], "read", None)
    assert app.test_client().get("/with").status_code == 200


@given(st.data())
def test_no_changed_cookie_is_a_seat(app: Flask, data: st.DataObject) -> None:
    inviter, _friend = two(app)
    cookie = cookie_of(inviter.client, "seat")
    at = data.draw(st.integers(0, len(cookie) - 1), label="at")
    letter = data.draw(st.sampled_from("aZ0._-"), label="letter")
    changed = cookie[:at] + letter + cookie[at + 1 :]
    thief = Visitor(browser_with(app, changed, "seat"), inviter.address)
    thief.open()
    # The last letter of Base64 may have bits that do not count.
    if changed != cookie and at != len(cookie) - 1:
        assert thief.play("b2").status_code == 403


def mark_of(app: Flask, one: Visitor) -> str:
    """The mark in the cookie of *one*."""
    with app.test_request_context(headers={"Cookie": f"seat={cookie_of(one.client, 'seat')}"}):
        return seats.current_mark()


def test_the_store_never_learns_a_cookie(app: Flask) -> None:
    inviter, friend = two(app)
    code = inviter.code
    kept = app.extensions["games"].read(code)
    for one in (inviter, friend):
        mark = mark_of(app, one)
        assert len(mark) >= 128 / 6
        assert mark not in kept.text
        holders = {seats.holder_of(code, mark), seats.holder_of("another", mark)}
        assert len(holders) == 2, "no two games can be told to be of one browser"


def test_cookies_stay_small_however_many_games(app: Flask) -> None:
    client = app.test_client()
    client.get("/with")
    for _ in range(9):
        address = client.post("/with", data=NEW).headers["Location"]
    assert 0 < len(cookie_of(client, "seat")) < 200
    again = client.post(f"{address}/join")
    assert "Set-Cookie" not in again.headers, "it is sent once a game"


def marked(page: Element, name: str) -> str:
    """The text of the element of class *name*."""
    (found,) = [one.text for one in page.all("p") if one.attributes.get("class") == name]
    return found


def seat_pass(one: Visitor) -> str:
    """The code that takes the seat of *one* along."""
    return marked(read(one.client.get(f"{one.address}/seat").text), "pass")


def go_on(one: Visitor, typed: str) -> TestResponse:
    """The answer to *one* who types that code."""
    return one.client.post(f"{one.address}/here", data={"seat": typed})


def take_along(app: Flask, one: Visitor) -> None:
    """Take the seat of *one* along to another device."""
    assert go_on(visitor(app, one), seat_pass(one)).status_code == 303


@pytest.mark.parametrize(
    ("name", "fields"), [("join", {}), ("command", {"command": "join"})], ids=["button", "typed"]
)
def test_nobody_plays_against_the_own_other_device(
    app: Flask, name: str, fields: dict[str, Any]
) -> None:
    inviter = invited(app)
    take_along(app, inviter)
    assert inviter.news() == 200
    company = inviter.page.by_id("company")
    assert "Your seat is on another device" in company.text
    assert not company.all("button")
    assert inviter.post(name, **fields).status_code == 403
    assert inviter.refusal == "Your seat is on another device: continue there."
    assert visitor(app, inviter).post(name, **fields).status_code == 200


def test_a_code_takes_a_seat_along_once_even_if_it_came_back(app: Flask) -> None:
    inviter, _friend = two(app)
    typed = seat_pass(inviter)
    phone, thief = (visitor(app, inviter) for _ in range(2))
    assert phone.client.get(f"{phone.address}/here").status_code == 200
    assert inviter.play("b2").status_code == 200, "looking takes nothing"
    assert go_on(phone, typed).status_code == 303, "a move leaves it valid"
    assert inviter.post("leave").status_code == 403
    assert go_on(thief, typed).status_code == 409
    assert go_on(inviter, seat_pass(phone)).status_code == 303
    assert go_on(thief, typed).status_code == 409
    assert inviter.post("leave").status_code == 200


@pytest.mark.parametrize("typed", ["", "x", "k7qm2 xrta4", "é" * 10, "a" * 3000, "<b>'x"])
def test_a_wrong_code_is_refused_and_stays_in_the_field(app: Flask, typed: str) -> None:
    inviter, _friend = two(app)
    thief = visitor(app, inviter)
    refused = go_on(thief, typed)
    assert refused.status_code == 409
    page = read(refused.text)
    told = message(page)
    assert told.startswith("This code leads to no seat. It works once, within ten minutes")
    assert page.all("title")[0].text.startswith(told), "it is heard on a new page"
    assert page.by_id("main").fields["seat"] == typed
    assert not shown(thief.open()).playable


def test_a_code_may_be_typed_with_capitals_spaces_and_digits_that_it_never_has(app: Flask) -> None:
    inviter, friend = two(app)
    typed = seat_pass(inviter)
    assert re.fullmatch("[a-z2-7]{5} [a-z2-7]{5}", typed)
    odd = f" {typed.upper().replace(' ', '-').replace('O', '0').replace('L', '1')}. "
    assert go_on(visitor(app, inviter), odd).status_code == 303
    link = f"http://localhost{inviter.address}/here#{seat_pass(friend).replace(' ', '')}”."
    assert go_on(visitor(app, friend), link.translate(WIDE)).status_code == 303


def test_a_code_is_valid_for_ten_minutes_by_the_clock_of_any_machine(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    inviter, _friend = two(app)
    given = {}
    for second in range(-1000, 200, 20):
        monkeypatch.setattr(time, "time", lambda at=now + second: at)
        given[second] = seat_pass(inviter)
    monkeypatch.setattr(time, "time", lambda: now)
    valid = {second for second, typed in given.items() if claims(app, inviter, typed)}
    assert set(range(-600, 60, 20)) <= valid <= set(range(-640, 120, 20))


def claims(app: Flask, one: Visitor, typed: str) -> bool:
    """Whether *typed* would take the seat of *one* along."""
    with app.test_request_context():
        kept = app.extensions["games"].read(one.code)
        game = FriendGame.from_text(kept.text)
        assert game
        return seats.claim_of(typed, map(game.claim, Mark)) == game.claim(Mark.X)


def test_a_code_outlives_a_change_of_the_key(app: Flask) -> None:
    inviter, _friend = two(app)
    typed = seat_pass(inviter)
    for fallbacks, answer in (([], 409), ([app.secret_key], 303)):
        keys = {"SECRET_KEY": "another", "SECRET_KEY_FALLBACKS": fallbacks}
        other = create_app({"TESTING": True, **keys, **NO_LIMITS})
        other.extensions["games"] = app.extensions["games"]
        phone = Visitor(other.test_client(), inviter.address)
        phone.open()
        assert go_on(phone, typed).status_code == answer


def test_only_a_player_gets_a_code_and_the_friend_cannot_have_both_seats(app: Flask) -> None:
    inviter, friend = two(app)
    watcher = visitor(app, inviter)
    assert watcher.client.get(f"{watcher.address}/seat").status_code == 403
    refused = go_on(friend, seat_pass(inviter))
    assert refused.status_code == 409
    assert "This code is for your friend's seat." in message(read(refused.text))


def test_nobody_takes_a_seat_by_an_address_of_the_log(
    app: Flask, access: pytest.LogCaptureFixture
) -> None:
    """However fast somebody who reads it asks for all of them."""
    inviter, friend = two(app)
    phone = visitor(app, inviter)

    def replay() -> None:
        lines = [record.getMessage() for record in access.records if record.name == "access"]
        for address in {line.split()[2] for line in lines}:
            thief = visitor(app, inviter)
            thief.client.get(address)
            thief.client.post(address)
            assert not thief.open().by_id("shown").fields["me"], address

    link = marked(read(inviter.client.get(f"{inviter.address}/seat").text), "url")
    replay()
    form = read(phone.client.get(link).text)
    replay()
    (action,) = [one["action"] for one in form.all("form")]
    fields = {"seat": link.partition("#")[2]}
    assert phone.client.post(action, data=fields).status_code == 303
    replay()
    assert shown(phone.open()).playable
    phone.play("b2")
    friend.news()
    replay()


@pytest.mark.parametrize("ask", ["get", "post"])
def test_links_of_earlier_versions_say_that_they_have_ended(app: Flask, ask: str) -> None:
    inviter, _friend = two(app)
    phone = visitor(app, inviter)
    response = getattr(phone.client, ask)(f"{inviter.address}/seat/ImFi.awXNOw.QbAY3TXfVv9oTs")
    assert response.status_code == 410
    page = read(response.text)
    assert "This link no longer works." in main(page).text
    assert inviter.address in [link["href"] for link in main(page).all("a")]
    assert not shown(phone.open()).playable


# Refusals: each shows the true board and says why.


BEHIND, WATCHES = "This page was behind.", "You watch this game: only its two players can"
TAKEN = "Two players are in already. You can watch."


@htmx_or_not
@pytest.mark.parametrize(
    ("who", "name", "fields", "code", "told"),
    [
        (0, "moves", {"cell": 4, "ply": 1}, 409, "It's your friend's turn."),
        (1, "moves", {"cell": 4, "ply": 0}, 409, BEHIND),
        (1, "moves", {"cell": 4, "number": 2}, 409, BEHIND),
        (1, "moves", {"cell": 0}, 409, "That cell is taken."),
        (1, "moves", {"cell": 99}, 400, "0 to 8"),
        (1, "moves", {"cell": "b2"}, 400, "“cell”"),
        (1, "moves", {"cell": 4, "ply": "x"}, 400, "“ply”"),
        (1, "rematch", {}, 409, "This game is not over yet."),
        (2, "moves", {"cell": 4}, 403, WATCHES),
        (2, "rematch", {}, 403, WATCHES),
        (2, "leave", {}, 403, WATCHES),
        (2, "command", {"command": "b2"}, 403, WATCHES),
        (2, "command", {"command": "join"}, 409, TAKEN),
        (2, "join", {}, 409, TAKEN),
    ],
)
def test_a_refusal_shows_the_true_board(
    app: Flask, who: int, name: str, fields: dict[str, Any], code: int, told: str, htmx: bool
) -> None:
    """To the inviter 0, the friend 1 and a watcher."""
    inviter, friend = two(app)
    inviter.play("a1")
    friend.news()
    one = (inviter, friend, visitor(app, inviter))[who]
    assert one.post(name, htmx=htmx, **fields).status_code == code
    assert told in one.refusal
    assert shown(one.page).marks == "X........"
    assert {one.news(), inviter.news()} == {204}, "nothing has changed"
    assert one.refusal, "news leave it to be read"


TYPED = ("a1", "again", "new", "leave", "join", "back", "last")
deeds = st.sampled_from(["play", "play", "play", "rematch", "join", "leave", "along", *TYPED])


@pytest.mark.long
@given(st.lists(st.tuples(deeds, st.integers(0, 2), st.integers(0, 8), st.booleans()), max_size=40))
def test_a_post_whose_answer_is_lost_counts_once(
    app: Flask, script: list[tuple[str, int, int, bool]]
) -> None:
    """Deeds lead to the same games and pages on a good line and on a bad one."""
    lines = list[list[Visitor]]()
    for bad in (False, True):
        inviter = Visitor(app.test_client(), bad=bad)
        assert inviter.begin().status_code == 303
        lines.append([inviter, visitor(app, inviter), visitor(app, inviter)])
    for deed, who, lot, htmx in [("join", 1, 0, False), *script]:
        done = [do(line, deed, who, lot, htmx=htmx) for line in lines]
        assert done[0] == done[1], (deed, who, lot, htmx)
        assert sight(app, lines[0]) == sight(app, lines[1]), (deed, who, lot, htmx)
    assert_up_to_date(lines[0])


def do(line: list[Visitor], deed: str, who: int, lot: int, *, htmx: bool) -> int:
    """The status of the answer to a *deed* of the visitor *who*; a move is of one whose turn it is,
    if somebody sees it.
    """
    one = line[who]
    if deed == "play":
        one = next((each for each in line if shown(each.open()).playable), one)
        free = sorted(shown(one.page).playable) or [lot]
        return one.post("moves", htmx=htmx, cell=free[lot % len(free)]).status_code
    if deed == "along":
        if one.client.get(f"{one.address}/seat").status_code != 200:
            return 0
        typed = {"seat": seat_pass(one)}
        return line[who - 1].send(f"{one.address}/here", typed).status_code
    if deed in TYPED:
        return one.post("command", htmx=htmx, command=deed).status_code
    return one.post(deed, htmx=htmx).status_code


def sight(app: Flask, line: list[Visitor]) -> tuple[Any, ...]:
    """The game of *line* as it is kept and as it is seen, on pages as they are, and on new ones;
    without what differs between any two games.
    """
    code = line[0].code
    kept = app.extensions["games"].read(code)
    own = {seats.holder_of(code, mark_of(app, one)): str(who) for who, one in enumerate(line)}
    text = re.sub('(?<="[xo]":")[^"]+', lambda holder: own[holder[0]], kept.text)
    seen = [main(one.page).text for one in line]
    anew = [main(one.open()).text for one in line]
    back = [main(read(one.client.get("/with").text)).text for one in line]
    return text, kept.version, [text.replace(code, "") for text in (*seen, *anew, *back)]


def test_the_same_form_always_leads_to_the_same_game(app: Flask) -> None:
    """A double click, or a post that arrives late, when the friend is in already."""
    inviter, other = Visitor(app.test_client()), app.test_client()
    form = read(inviter.client.get("/with").text).by_id("main").fields | NEW
    other.get("/with")

    def address(client: FlaskClient, **fields: str) -> str:
        return client.post("/with", data=form | fields).headers["Location"]

    inviter.address = address(inviter.client)
    visitor(app, inviter).post("join", htmx=False)
    others = {
        address(other),
        *(address(inviter.client, **fields) for fields in ({"side": "o"}, {"once": ""}) * 2),
    }
    assert len(others) == 4
    assert address(inviter.client) == inviter.address not in others


@htmx_or_not
def test_without_cookies_nothing_is_taken(
    app: Flask, monkeypatch: pytest.MonkeyPatch, htmx: bool
) -> None:
    """One would lose the seat at once."""
    inviter, guest = invited(app), app.test_client(use_cookies=False)
    monkeypatch.setattr(app.extensions["games"], "put", None)
    typed = {"cell": "0", "command": "join", "seat": seat_pass(inviter)}
    fields = inviter.page.by_id("shown").fields | NEW | typed
    names = ("join", "moves", "rematch", "leave", "command", "here")
    for url in ("/with", *(f"{inviter.address}/{name}" for name in names)):
        guest.get(inviter.address)
        refused = guest.post(url, data=fields, headers=HTMX if htmx else {})
        assert refused.status_code == 403
        assert "your browser sent no cookie." in refused.text


def test_who_is_always_slower_is_told_so(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    inviter, _friend = two(app)
    monkeypatch.setattr(app.extensions["games"], "put", lambda *_change, **_spare: False)
    assert inviter.client.post(f"{inviter.address}/leave").status_code == 503


def fail(*_any: object) -> None:
    """As a store that cannot be reached."""
    raise StoreAway


@htmx_or_not
def test_without_the_store_nothing_is_lost(
    app: Flask, monkeypatch: pytest.MonkeyPatch, htmx: bool
) -> None:
    inviter, _friend = two(app)
    with monkeypatch.context() as away:
        for name in ("read", "put", "touch", "wait"):
            away.setattr(app.extensions["games"], name, fail)
        headers = HTMX if htmx else {}
        sent = inviter.page.by_id("shown").fields | {"cell": "4"}
        response = inviter.client.post(f"{inviter.address}/moves", data=sent, headers=headers)
        assert response.status_code == 503
        assert "Nothing is lost" in response.text
        assert response.headers["Retry-After"] == "60"
        refused = inviter.client.get(inviter.address)
        assert refused.status_code == 503
        assert first_way(refused) == ("Try again", inviter.address)
        assert inviter.client.get("/").status_code == 200
    assert inviter.play("b2").status_code == 200


@htmx_or_not
def test_no_request_fails_for_a_note_of_presence(
    app: Flask, monkeypatch: pytest.MonkeyPatch, htmx: bool
) -> None:
    monkeypatch.setattr(app.extensions["games"], "touch", fail)
    inviter, _friend = two(app)
    assert inviter.play("b2", htmx=htmx).status_code in {200, 303}
    assert inviter.client.get(inviter.address).status_code == 200
    assert shown(inviter.page).marks == "....X...."
    assert inviter.play("a1", htmx=htmx).status_code == 409
    assert inviter.news() == 204


def test_too_many_games_are_refused_until_the_first_may_end(
    new_app: Callable[..., Flask],
) -> None:
    app = new_app(GAMES_MOST=1)
    two(app)
    response = new_game(app)
    assert response.status_code == 503
    assert 86_300 < int(response.headers["Retry-After"]) <= 86_400
    assert "Try again in 24 hours." in response.text


def test_a_host_can_switch_it_off(new_app: Callable[..., Flask]) -> None:
    client = new_app(GAMES_STORAGE="off").test_client()
    assert "/with" not in client.get("/").text
    for path in ("/with", "/with/aaaaaaaaaaaaaaaa", "/with/aaaaaaaaaaaaaaaa/news?version=1"):
        response = client.get(path)
        assert response.status_code in {400, 404}
        assert "switched off" in response.text or "“number”" in response.text
    assert client.post("/with", data=NEW).status_code == 404


def new_game(app: Flask, address: str = "127.0.0.1") -> TestResponse:
    """A new visitor at that network address begins a game."""
    client = app.test_client()
    client.get("/with")
    return client.post("/with", data=NEW, environ_overrides={"REMOTE_ADDR": address})


@pytest.mark.parametrize(
    ("network", "numbers", "factor"),
    [
        ("2001:db8:1:2::{:x}", range(12), 1),
        ("2001:db8:1:2{:02x}::1", range(12), 2),
        ("2001:db8:1:{:x}00::1", range(12), 3),
        ("2001:db8:{:x}::1", range(12), 10),
        ("203.0.113.1", range(12), 1),
        ("203.0.113.{}", range(12), 2),
        ("203.0.113.{}", range(0, 240, 20), 3),
        ("203.0.{}.1", range(12), 10),
        ("::ffff:203.0.{}.1", range(12), 10),
    ],
)
def test_new_games_are_bounded_for_a_visitor_and_for_wider_networks(
    new_app: Callable[..., Flask], network: str, numbers: range, factor: int
) -> None:
    app = new_app(LIMIT_GAMES="1 per hour")
    answers = [new_game(app, network.format(number)) for number in numbers]
    assert [answer.status_code for answer in answers].count(303) == factor
    refused = answers[-1]
    assert refused.status_code == 429
    assert 3_500 < int(refused.headers["Retry-After"]) <= 3_600
    assert "Too many new games from your network. Try again in an hour" in refused.text
    assert new_game(app, "192.0.2.1").status_code == 303


@pytest.mark.parametrize("network", ["2001:db8:7:{:x}::1", "198.51.100.{}"])
def test_one_connection_keeps_out_nobody_else(new_app: Callable[..., Flask], network: str) -> None:
    """However many networks of the narrowest width it has."""
    app = new_app(LIMIT_GAMES="3 per hour", GAMES_MOST=200)
    inviter, friend = two(app)
    for number in range(103):
        while new_game(app, network.format(number)).status_code == 303:
            pass
    assert new_game(app, "192.0.2.1").status_code == 303
    assert inviter.play("b2").status_code == 200
    assert friend.news() == 200


def test_a_flood_of_invitations_throws_out_none_but_its_own(new_app: Callable[..., Flask]) -> None:
    app = new_app(GAMES_MOST=5)
    alone = Visitor(app.test_client())
    alone.begin()
    for _ in range(2):
        assert "two hours" in alone.page.by_id("company").text
        alone.play("b2")
    pairs = [two(app) for _ in range(3)]
    for _ in range(3):
        assert new_game(app).status_code == 303
    gone = alone.client.get(alone.address)
    assert gone.status_code == 404
    assert "before a friend joins, for up to two hours" in gone.text
    for inviter, friend in pairs:
        assert inviter.play("b2").status_code == 200
        assert friend.news() == 200
    late = new_game(app).location
    assert app.test_client().get(late).status_code == 200


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
    for present, told in ((0.0, "Your friend is away"), (20.0, "Your friend is here")):
        monkeypatch.setattr(app.extensions["games"], "present", present)
        friend.open()
        assert ids(inviter.ask_news()) == {"shown", "company"}
        assert inviter.news() == 200
        assert presence(inviter) == told


def ids(response: TestResponse) -> set[str]:
    """The ids of the parts in *response*."""
    return {part["id"] for part in read(response.text).children if isinstance(part, Element)}


@pytest.mark.parametrize(
    ("room", "watches", "address", "is_full"),
    [
        ("WATCHERS", True, "203.0.113.9", True),
        ("WATCHERS", False, "203.0.113.9", False),
        ("WAITERS_OF_ONE", False, "127.0.0.1", True),
        ("WAITERS_OF_ONE", False, "203.0.113.9", False),
        ("ALL_WAITERS", False, "203.0.113.9", True),
    ],
)
def test_those_who_wait_are_bounded(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    room: str,
    watches: bool,
    address: str,
    is_full: bool,
) -> None:
    """By game, by visitor, and in all: one waits already. Players need no room at the game."""
    monkeypatch.setattr(responses, room, 1)
    inviter, friend = two(app)
    first, second = (visitor(app, inviter) for _ in range(2)) if watches else (inviter, friend)
    answers, others = list[bool](), iter([second])

    def wait(*_wait: object) -> None:
        answers.extend(ask(other, address) for other in others)

    def ask(one: Visitor, address: str) -> bool:
        response = one.ask_news(environ_overrides={"REMOTE_ADDR": address})
        assert response.status_code == 204
        return response.headers.get("Retry-After") == "10"

    monkeypatch.setattr(app.extensions["games"], "wait", wait)
    friend.open()
    inviter.open()
    assert not ask(first, "127.0.0.1")
    assert answers == [is_full]
    assert not app.extensions["webapp.friend.waiting"]


@pytest.mark.slow
def test_to_wait_is_no_processor_time(
    new_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other requests of the process take time meanwhile."""
    app = new_app(LIMIT_MILLISECONDS="2000 per 100 seconds")
    inviter, _friend = two(app)

    def be_busy() -> None:
        end = time.thread_time() + 0.5
        while time.thread_time() < end:
            pass

    def wait(*_wait: object) -> None:
        greenlet(be_busy).switch()

    monkeypatch.setattr(app.extensions["games"], "wait", wait)
    before = settrace(note_switch)
    try:
        answers = [inviter.ask_news() for _ in range(5)]
    finally:
        settrace(before)
    assert [answer.status_code for answer in answers] == [204] * 5


@pytest.mark.parametrize("missing", ["number", "ply", "version"])
def test_news_need_to_know_the_page(app: Flask, missing: str) -> None:
    inviter = invited(app)
    sent = inviter.page.by_id("shown").fields
    sent.pop(missing)
    assert inviter.client.get(f"{inviter.address}/news", query_string=sent).status_code == 400


# Fairness.


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_game_helps_before_the_end(app: Flask, game: str) -> None:
    lots = Random(7)  # noqa: S311
    inviter, friend = two(app, game=game)
    watcher = visitor(app, inviter)
    while shown(inviter.page).state == "active":
        for one in (inviter, friend, watcher):
            for text in (
                one.client.get(one.address).text,
                one.client.get(f"{one.address}?command=last").text,
                one.client.get(f"{one.address}?values=on&why=1").text,
                one.client.post(f"{one.address}/command", data={"command": "help"}).text,
            ):
                seen = re.sub(r"<dialog.*</dialog>|<head>.*</head>", "", text, flags=re.DOTALL)
                assert not HELP.search(seen), HELP.search(seen)
        mover, other = (inviter, friend) if shown(inviter.page).playable else (friend, inviter)
        name = GAMES[game].cell_names[lots.choice(sorted(shown(mover.page).playable))]
        for text in (mover.play(name).text, other.ask_news().text):
            assert shown(mover.page).state != "active" or not HELP.search(text)
        other.news()
    assert "No hints, values or reasons here before the end." in main(inviter.page).text


# How it is made.


def test_the_page_asks_for_itself_without_script_only_while_it_waits(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the end while somebody else is there."""
    inviter, friend = two(app)
    assert [refresh(one) for one in (inviter, friend, invited(app))] == ["", "5", "5"]
    asked = f"{friend.address}?command=help"
    assert f'content="5; url={asked}"' in friend.client.get(asked).text
    winner, loser = played(app)
    three = winner, loser, visitor(app, winner)
    assert [*map(refresh, three)] == ["15", "15", "15"]
    assert app.extensions["games"].present > 15, "both are seen to be there"
    loser.post("rematch")
    assert [*map(refresh, three)] == ["15", "5", "15"]
    monkeypatch.setattr(app.extensions["games"], "present", 0.0)
    assert [*map(refresh, three)] == ["", "5", ""]


def refresh(one: Visitor) -> str:
    """The seconds after which the page loads itself anew without script; empty for never."""
    text = one.client.get(one.address).text
    found = re.search(r'http-equiv="refresh" content="(\d+); url=([^"]+)"', text)
    if not found:
        return ""
    assert found[2] == one.address, "without a fragment, which the browser would jump to"
    return found[1]


def test_a_page_of_another_version_loads_the_game_anew(app: Flask) -> None:
    inviter, _friend = two(app)
    headers = HTMX | {"Page-Version": "another"}
    response = inviter.client.post(
        f"{inviter.address}/moves", data={"cell": 4, "ply": 0}, headers=headers
    )
    assert response.headers["HX-Redirect"] == inviter.address
    assert shown(inviter.open()).marks == "....X...."
