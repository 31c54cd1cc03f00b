"""The cookie: it brings every match back, and whatever else it holds does no harm."""

import re
from hashlib import sha1
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st
from itsdangerous import URLSafeTimedSerializer

from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.store import load
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Position
from ai.rules.record import Record
from tests.browser import ATTRIBUTES, SESSION, browser_with, cookie_of, kept, post, signed
from tests.definitions import longest_key
from tests.model import Model, replay
from tests.page import message, read, shown
from tests.strategies import json_values, record_of, sessions
from webapp import create_app
from webapp.board.players import Players
from webapp.game.match import Help, Match
from webapp.game.responses import UNREADABLE
from webapp.game.score import Score, Tally
from webapp.game.session import CODEC, COOKIE, Reset, Session
from webapp.serving.cookies import Unreadable, signer
from webapp.serving.params import SEEDS

PLAIN = Session(Match(Record(Position(TIC_TAC_TOE), (4, 0)), Players(o="medium"), seed=1))

TALLY = [1, 2, 3, 0, 0]
NO_TALLIES = (
    *(None, TALLY[1:], [*TALLY, 0]),
    *([1, 2, -3, 0, 0], [1, 2, 2**53, 0, 0], ["1", 2, 3, 0, 0]),
)
WRONG: list[Any] = [
    *({field: ...} for field in PLAIN.cookie),  # is missing
    *({"game": "chess"}, {"x": "nobody"}, {"first": "x"}, {"first": "Z"}),
    *({"seed": seed} for seed in (-1, SEEDS.stop, "1")),
    *({"moves": text} for text in ("b2b2", "d4", "a1a2b1b2c1c2", "XXX-...-...", [4, 0])),
    *({"help": [noted]} for noted in ([3, "hint"], [0, "magic"])),
    *({"retry": numbers} for numbers in ([], [9], [0, 9], [2, 0], [2, 3.0])),
    {"moves": "XO.-...-...c3", "retry": [1]},
    {"moves": "XO.-...-...c3", "help": [[1, "hint"]]},
    *({"score": kept} for kept in (None, 7, [1], "text")),
    *({"score": {pair: TALLY}} for pair in ("human", "human easy hard")),
    *({"score": {"easy human": tally}} for tally in NO_TALLIES),
    *({"reset": reset} for reset in ([], [{"easy human": [1]}, False, False])),
]


def read_back(app: Flask, cookie: str) -> Session | None:
    with app.test_request_context(headers={"Cookie": f"{SESSION}={cookie}"}):
        return COOKIE.value


@given(sessions())
def test_the_cookie_brings_any_session_back(app: Flask, session: Session) -> None:
    """With its own fingerprint."""
    found = read_back(app, signed(app, session.cookie))
    assert found == session
    assert found.fingerprint == session.fingerprint != Session().fingerprint


@given(st.integers(0), st.sampled_from("AZaz09-_.%+/"), json_values)
@example(0, "", [[None, None]])
def test_a_cookie_that_was_not_written_starts_afresh(
    app: Flask, place: int, character: str, payload: object
) -> None:
    """One that is cut short, that has another character, or that has anything else in it. The page
    says that the match is lost and shows a new one; a reload shows it in peace.
    """
    cookie = signed(app, PLAIN.cookie)
    place %= len(cookie) - 1  # the last character alone has bits that mean nothing
    other = character if character != cookie[place] else "!"
    for wrong in (cookie[:place], cookie[:place] + other + cookie[place + 1 :]):
        assert read_back(app, wrong) is None
    client = browser_with(app, signed(app, payload))
    page, again = (read(client.get("/").text) for _ in range(2))
    assert (message(page), message(again)) == (UNREADABLE, "")
    assert shown(page) == Model().shown
    assert again.by_id("shown") == page.by_id("shown")


def test_a_session_that_no_version_writes_is_not_read() -> None:
    for wrong in WRONG:
        found = {field: it for field, it in (PLAIN.cookie | wrong).items() if it is not ...}
        with pytest.raises(Unreadable):
            pytest.fail(f"{wrong}: {CODEC.load(found)}")


def test_of_two_cookies_of_one_name_neither_does_harm(app: Flask) -> None:
    good = signed(app, PLAIN.cookie)
    client = app.test_client(use_cookies=False)
    for cookies in (f"{SESSION}={good}; {SESSION}=bad", f"{SESSION}=bad; {SESSION}={good}"):
        page = read(client.get("/", headers={"Cookie": cookies}).text)
        assert (message(page) == UNREADABLE) == (shown(page).moves == ())


def test_a_match_under_the_name_of_before_goes_on_under_the_own(app: Flask) -> None:
    """By a move; what depends on its address alone leaves both as they are."""
    for prefix, scheme in (("", "http"), ("__Host-", "https")):
        client, base = app.test_client(), f"{scheme}://localhost"
        before = f"{prefix}session"
        as_flask_wrote = signed(app, PLAIN.cookie | {"_permanent": True})
        client.set_cookie(before, as_flask_wrote, secure=scheme == "https")
        assert "Set-Cookie" not in client.get("/learn/terms", base_url=base).headers
        client.post("/moves", data={"cell": 8, "ply": 2}, base_url=base)
        page = read(client.get("/", base_url=base).text)
        assert not message(page)
        assert shown(page).moves[:3] == ("X b2", "O a1", "X c3")
        assert cookie_of(client, f"{prefix}{SESSION}")
        assert not cookie_of(client, before)


def test_the_session_of_another_application_on_the_host_is_left_alone(app: Flask) -> None:
    client = browser_with(app, "eyJhIjoxfQ.of.another", "session")
    client.get("/")
    assert post(client, "/moves", cell=8, ply=0).status_code == 303
    assert cookie_of(client, "session") == "eyJhIjoxfQ.of.another"
    page = read(client.get("/").text)
    assert not message(page)
    assert "X c3" in shown(page).moves


def test_a_move_in_a_match_that_cannot_be_read_is_refused_and_says_so(app: Flask) -> None:
    for htmx in (True, False):
        client = browser_with(app, "broken")
        response = post(client, "/moves", htmx=htmx, cell=8, ply=0)
        assert response.status_code == 409
        refused = read(response.text)
        assert message(refused) == UNREADABLE
        assert refused.by_id("board")["data-ply"] == "0"
        page = read(client.get("/").text)
        assert not message(page)
        assert page.by_id("shown").fields == refused.by_id("shown").fields
        bare = app.test_client(use_cookies=False)
        response = post(bare, "/moves", htmx=htmx, **page.by_id("shown").fields, cell=4)
        assert response.status_code == 409
        assert "cookie" in message(read(response.text)), "it says what is missing"


def test_every_release_signs_as_flask_signs_sessions(app: Flask) -> None:
    """So the cookies of others can be read."""
    options, data = {"key_derivation": "hmac", "digest_method": sha1}, {"a": [1, "b" * 3000]}
    with app.test_request_context():
        for salt in ("cookie-session", "seat", "seat-pass", "puzzles"):
            flasks = URLSafeTimedSerializer("tests", salt, signer_kwargs=options)
            assert flasks.loads(signer(salt).dumps(data)) == data
            assert signer(salt).loads(flasks.dumps(data)) == data


def test_a_cookie_of_another_key_starts_afresh_and_one_of_a_former_key_does_not(app: Flask) -> None:
    new, rotated = (
        create_app({"TESTING": True, "SECRET_KEY": "new", "SECRET_KEY_FALLBACKS": former})
        for former in (None, ["older", "tests"])
    )
    cookie = signed(app, PLAIN.cookie)
    assert read_back(new, cookie) is None
    client = browser_with(rotated, cookie)
    assert kept(client) == PLAIN
    post(client, "/moves", cell=8, ply=2)
    found = read_back(new, cookie_of(client))
    assert found
    assert found.match.record.text.startswith("b2a1c3")


SET = {
    "seat": ("/with", None),
    SESSION: ("/", None),
    "honours": ("/", None),
    "puzzles": ("/puzzles/tic-tac-toe/1", {"cell": load(TIC_TAC_TOE)[0].right[0]}),
    "settings": ("/settings", {"theme": "dark"}),
    "delay": ("/learn/testing/delay", {"seconds": 2}),
}


def test_on_https_the_cookies_are_bound_to_the_host(app: Flask) -> None:
    for (name, (path, form)), scheme in product(SET.items(), ("http", "https")):
        method, base = "POST" if form else "GET", f"{scheme}://example.org"
        response = app.test_client().open(path, method=method, base_url=base, data=form)
        start = f"__Host-{name}=" if scheme == "https" else f"{name}="
        sent = response.headers.getlist("Set-Cookie")
        (cookie,) = (it for it in sent if it.startswith(start))
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} < set(cookie.split("; ")), cookie
        assert ("Secure" in cookie.split("; ")) == (scheme == "https"), cookie
        assert ("Max-Age=31536000" in cookie) == (
            name in {SESSION, "honours", "puzzles", "settings"}
        ), cookie
        assert re.search("Expires|Max-Age", cookie), "it outlives the browser"
        assert "domain" not in cookie.lower()


def test_who_keeps_cookies_is_told_nothing_of_them(app: Flask) -> None:
    """A field that names the cookie goes at once, and no field that ends like it."""
    for name, (path, form) in SET.items():
        client, headers = app.test_client(), {"Origin": "http://localhost"}
        method = "POST" if form else "GET"
        page = client.open(path, method=method, data=form, headers=headers, follow_redirects=True)
        assert cookie_of(client, name)
        assert "your browser sent no cookie" not in read(page.text).text
        assert "cookie=" not in page.request.url
        assert client.get(f"/?a=1&cookie={name}").location == "/?a=1"
        assert client.get(f"/?a=1&no-cookie={name}").status_code == 200


def test_a_proxy_is_believed_only_where_one_is_configured(app: Flask) -> None:
    behind = create_app({"TESTING": True, "SECRET_KEY": "any", "PROXY_HOPS": 1})
    for there, prefix in ((app, "settings="), (behind, "__Host-settings=")):
        sent, form = {"X-Forwarded-Proto": "https"}, {"theme": "dark"}
        response = there.test_client().post("/settings", data=form, headers=sent)
        assert response.headers["Set-Cookie"].startswith(prefix)


def test_the_cookie_fits_with_a_full_score_and_three_whole_games(app: Flask) -> None:
    """Every two players have met a million times: the figures are as random as figures are. Games
    of one's own have the longest keys.
    """
    chance = Random(7)  # noqa: S311 - figures, not secrets
    keys, matches = [HUMAN, *OPPONENTS], []
    pairs = combinations_with_replacement(sorted(keys), 2)
    score = Score({pair: Tally(*(chance.randrange(10**6) for _ in range(5))) for pair in pairs})
    for _match in range(3):
        plain = Model(longest_key(chance))
        replay(plain, chance.sample(plain.cells, 16))
        record = record_of(plain)
        helped = frozenset((ply, kind) for ply in record.plies[::2] for kind in Help)
        players = Players(HUMAN, "medium")
        matches.append(Match(record, players, SEEDS[-1], helped, uncounted=True))
    reset = Reset(score, (True, True, True))
    session = Session(matches[0], values=True, matches_left=tuple(matches[1:]), reset=reset)
    cookie = signed(app, session.cookie)
    assert len(f"__Host-{SESSION}={cookie}; {ATTRIBUTES}") < 4096
