"""The cookie: it brings every match back, and whatever else it holds does no harm."""

import json
import re
from hashlib import sha1
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st
from itsdangerous import URLSafeTimedSerializer

from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.store import load
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Position
from ai.rules.record import Record
from tests.browser import ATTRIBUTES, SESSION, browser_with, cookie_of, post, signed
from tests.definitions import longest_key
from tests.model import Model, replay
from tests.page import message, read, shown
from tests.strategies import json_values, record_of, sessions
from webapp import create_app
from webapp.board.players import Players
from webapp.game.match import Help, Match
from webapp.game.responses import UNREADABLE
from webapp.game.score import Score, Tally
from webapp.game.session import Reset, Session
from webapp.serving.cookies import signer
from webapp.serving.params import SEEDS

PLAIN = Session(Match(Record(Position(TIC_TAC_TOE), (4, 0)), Players(o="medium"), seed=1))
FULL = {"help": [[0, "hint"]], "retry": [2, 3], "score": {"easy human": [1, 2, 3, 0, 1]}}
EVERY_FIELD = PLAIN.cookie | FULL
EVERY_FIELD |= {"values": True, "forgotten": True, "reset": [FULL["score"], True, False]}

NO_TALLIES = (
    None,
    *([1, 2, -1], [1, 2, 3, 0, 0, 0], [1, 2, -3, 0, 0], [1, 2, 2**53, 0, 0], [1, 2, 0.5, 0, 0]),
    ["1", "2", "3", "0", "0"],
)

# Values that are all but right.
numbers = st.integers(-1, 17) | st.sampled_from([1.0, True, None, "1", 2**53])
few = st.lists(numbers, max_size=4)
alike: dict[str, st.SearchStrategy[Any]] = {
    "game": st.sampled_from(["square", "tic-tac-toe"]),
    "first": st.sampled_from(["X", "O", "x"]),
    "moves": st.sampled_from(["", "b2", "XO.-...-...", "XO.-...-...c3", "XXXX-OOO.-....-...."]),
    "x": st.sampled_from(["human", "easy", "minimax", ""]),
    "seed": numbers,
    "help": st.lists(st.tuples(numbers, st.sampled_from(["hint", "undo", "values", ""]))),
    "retry": st.lists(st.integers(0, 5), min_size=1, max_size=3),
    "reset": st.lists(st.booleans() | st.just({}), min_size=2, max_size=4),
    "score": st.dictionaries(st.sampled_from(["easy human", "human", " ", "a b c"]), few | numbers),
}


def assert_starts_afresh(client: FlaskClient) -> None:
    """The page says that the match is lost and shows a new one; a reload shows it in peace."""
    page = read(client.get("/").text)
    assert message(page) == UNREADABLE
    assert shown(page) == Model().shown
    again = read(client.get("/").text)
    assert not message(again)
    assert again.by_id("shown") == page.by_id("shown")


@given(sessions())
def test_the_cookie_brings_any_session_back(app: Flask, session: Session) -> None:
    headers = {"Cookie": f"{SESSION}={signed(app, session.cookie)}"}
    with app.test_request_context(headers=headers) as context:
        assert Session.from_cookie(context.session) == session


@given(sessions(), sessions())
def test_a_fingerprint_is_that_of_one_session_alone(one: Session, other: Session) -> None:
    found = Session.from_cookie(one.cookie)
    assert found
    assert found.fingerprint == one.fingerprint
    assert (one.fingerprint == other.fingerprint) == (one == other)


@given(st.data())
def test_a_cookie_that_is_cut_short_or_has_another_character_starts_afresh(
    app: Flask, data: st.DataObject
) -> None:
    cookie = signed(app, PLAIN.cookie)
    # The last character alone has bits that mean nothing.
    place = data.draw(st.integers(0, len(cookie) - 2))
    character = data.draw(st.sampled_from("AZaz09-_.%+/").filter(lambda c: c != cookie[place]))
    rest = data.draw(st.sampled_from(["", character + cookie[place + 1 :]]))
    assert_starts_afresh(browser_with(app, cookie[:place] + rest))


@given(st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=300))
def test_any_bytes_for_a_cookie_start_afresh(app: Flask, value: str) -> None:
    """Any bytes: as the server gets them, header values are latin-1."""
    headers = {"Cookie": f"{SESSION}={value}"}
    page = read(app.test_client(use_cookies=False).get("/", headers=headers).text)
    assert shown(page) == Model().shown
    # Some bytes are no cookie at all, and so are none that was lost.
    assert message(page) in {"", UNREADABLE}


@given(json_values)
@example([[None, None]])
@example(PLAIN.cookie | {"game": "chess"})
def test_anything_else_that_is_signed_starts_afresh(app: Flask, payload: object) -> None:
    """An empty payload is like no cookie."""
    assert_starts_afresh(browser_with(app, signed(app, payload)))


@settings(max_examples=20)
@given(st.sampled_from([*EVERY_FIELD]), st.data())
def test_a_session_with_another_field_is_read_as_a_session_or_not_at_all(
    app: Flask, field: str, data: st.DataObject
) -> None:
    """A session that can be read can be shown, and survives a round trip."""
    kept = EVERY_FIELD | {field: data.draw(json_values | alike.get(field, json_values))}
    if session := Session.from_cookie(kept):
        assert Session.from_cookie(json.loads(json.dumps(session.cookie))) == session
        assert browser_with(app, signed(app, kept)).get("/").status_code == 200


@pytest.mark.parametrize(
    "wrong",
    [
        *({field: ...} for field in PLAIN.cookie),  # is missing
        {"game": "chess"},
        {"x": "nobody"},
        *({"first": text} for text in "xZ"),
        *({"seed": seed} for seed in (-1, SEEDS.stop, "1")),
        *({"moves": text} for text in ("b2b2", "d4", "a1a2b1b2c1c2", "XXX-...-...", [4, 0])),
        *({"help": [noted]} for noted in ([3, "hint"], [0, "magic"])),
        *({"retry": numbers} for numbers in ([], [9], [0, 9], [2, 0], [2, 3.0])),
        {"moves": "XO.-...-...c3", "retry": [1]},
        {"moves": "XO.-...-...c3", "help": [[1, "hint"]]},
        *({"score": kept} for kept in (None, 7, [1], "text")),
        *({"score": {pair: [1, 2, 3, 0, 0]}} for pair in ("human", "human easy hard")),
        *({"score": {"easy human": tally}} for tally in NO_TALLIES),
        {"reset": []},
        {"reset": [{"easy human": [1]}, False, False]},
    ],
    ids=str,
)
def test_a_session_that_no_version_writes_is_not_read(wrong: dict[str, object]) -> None:
    kept = {field: it for field, it in (PLAIN.cookie | wrong).items() if it is not ...}
    assert Session.from_cookie(kept) is None


def test_of_two_cookies_of_one_name_neither_does_harm(app: Flask) -> None:
    good = signed(app, PLAIN.cookie)
    client = app.test_client(use_cookies=False)
    for cookies in (f"{SESSION}={good}; {SESSION}=bad", f"{SESSION}=bad; {SESSION}={good}"):
        page = read(client.get("/", headers={"Cookie": cookies}).text)
        assert (message(page) == UNREADABLE) == (shown(page).moves == ())


@pytest.mark.parametrize("secure", [False, True])
def test_a_match_under_the_name_of_before_goes_on_under_the_own(app: Flask, secure: bool) -> None:
    """By a move or a look, once; what depends on its address alone leaves both as they are."""
    before, own = (f"__Host-{name}" if secure else name for name in ("session", SESSION))
    base = f"http{'s' if secure else ''}://localhost"
    for path, form in (("/moves", {"cell": 8, "ply": 2}), ("/", None)):
        client = app.test_client()
        client.set_cookie(before, signed(app, PLAIN.cookie), secure=secure)
        assert "Set-Cookie" not in client.get("/learn/terms", base_url=base).headers
        for _ in range(2):
            sent = client.open(path, base_url=base, data=form, method="POST" if form else "GET")
            assert sent.status_code in {200, 303, 409}
            page = read(client.get("/", base_url=base).text)
            assert not message(page)
            assert shown(page).moves[:2] == ("X b2", "O a1")
            assert ("X c3" in shown(page).moves) == bool(form)
            assert cookie_of(client, own)
            assert not cookie_of(client, before)


def test_the_session_of_another_application_on_the_host_is_left_alone(app: Flask) -> None:
    client = browser_with(app, "eyJhIjoxfQ.of.another", "session")
    for _ in range(2):
        page = read(client.get("/").text)
        assert not message(page)
        assert client.post("/moves", data={"cell": 8, "ply": 0}).status_code in {303, 409}
        assert cookie_of(client, "session") == "eyJhIjoxfQ.of.another"
    assert "X c3" in shown(read(client.get("/").text)).moves


@pytest.mark.parametrize("htmx", [True, False])
def test_a_move_in_a_match_that_cannot_be_read_is_refused_and_says_so(
    app: Flask, htmx: bool
) -> None:
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


def test_a_cookie_of_another_key_starts_afresh_and_one_of_a_former_key_does_not() -> None:
    old, new, rotated = (
        create_app({"TESTING": True, "SECRET_KEY": key, "SECRET_KEY_FALLBACKS": former})
        for key, former in [("old", None), ("new", None), ("new", ["older", "old"])]
    )
    cookie = signed(old, PLAIN.cookie)
    assert_starts_afresh(browser_with(new, cookie))
    client = browser_with(rotated, cookie)
    page = read(client.get("/").text)
    assert not message(page)
    assert shown(page).moves == ("X b2", "O a1")
    client.post("/score/reset")
    client.post("/moves", data={"cell": 8, "ply": 2})
    moves = shown(read(browser_with(new, cookie_of(client)).get("/").text)).moves
    assert moves[:3] == ("X b2", "O a1", "X c3")


SET = {
    "seat": ("/with", None),
    SESSION: ("/", None),
    "puzzles": ("/puzzles/tic-tac-toe/1", {"cell": load(TIC_TAC_TOE)[0].right[0]}),
    "settings": ("/settings", {"theme": "dark"}),
    "delay": ("/learn/testing/delay", {"seconds": 2}),
}


@pytest.mark.parametrize("name", SET)
@pytest.mark.parametrize(("scheme", "prefix"), [("http", ""), ("https", "__Host-")])
def test_on_https_the_cookies_are_bound_to_the_host(
    client: FlaskClient, name: str, scheme: str, prefix: str
) -> None:
    path, form = SET[name]
    method, base = "POST" if form else "GET", f"{scheme}://example.org"
    response = client.open(path, method=method, base_url=base, data=form)
    cookie = response.headers["Set-Cookie"]
    assert cookie.startswith(f"{prefix}{name}=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} < set(cookie.split("; "))
    assert ("Secure" in cookie.split("; ")) == (scheme == "https")
    assert ("Max-Age=31536000" in cookie) == (name in {"puzzles", "settings"})
    assert re.search("Expires|Max-Age", cookie), "it outlives the browser"
    assert "domain" not in cookie.lower()


@pytest.mark.parametrize(
    ("path", "form"), [*SET.values(), ("/learn/testing/delay", {"seconds": 0})], ids=str
)
def test_who_keeps_cookies_is_told_nothing_of_them(
    client: FlaskClient, path: str, form: dict[str, object] | None
) -> None:
    """A field that names the cookie goes at once, and no field that ends like it."""
    headers = {"Origin": "http://localhost"}
    page = client.open(
        path, method="POST" if form else "GET", data=form, headers=headers, follow_redirects=True
    )
    assert "your browser sent no cookie" not in read(page.text).text
    assert "cookie=" not in page.request.url
    if name := next(iter(page.request.cookies), ""):
        assert client.get(f"/?a=1&cookie={name}").location == "/?a=1"
        assert client.get(f"/?a=1&no-cookie={name}").status_code == 200


def test_on_https_a_match_goes_on_and_settings_are_kept(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, slept = "https://example.org", list[float]()
    monkeypatch.setattr("time.sleep", slept.append)
    client.get("/", base_url=here)
    client.post("/learn/testing/delay", data={"seconds": 2}, base_url=here)
    assert client.post("/moves", data={"cell": "4", "ply": "0"}, base_url=here).status_code == 303
    assert slept == [2]
    assert "X b2" in shown(read(client.get("/", base_url=here).text)).moves
    client.post("/settings", data={"theme": "dark"}, base_url=here)
    assert "color-scheme: dark" in client.get("/theme.css", base_url=here).text


def test_a_proxy_is_believed_only_where_one_is_configured(app: Flask) -> None:
    behind = create_app({"TESTING": True, "SECRET_KEY": "any", "PROXY_HOPS": 1})
    for there, prefix in ((app, f"{SESSION}="), (behind, f"__Host-{SESSION}=")):
        response = there.test_client().get("/", headers={"X-Forwarded-Proto": "https"})
        assert response.headers["Set-Cookie"].startswith(prefix)


@pytest.mark.parametrize("is_own", [False, True])
def test_the_cookie_fits_with_a_full_score_and_a_whole_game(app: Flask, is_own: bool) -> None:
    """Every two players have met a million times: the figures are as random as figures are. Games
    of one's own have the longest keys.
    """
    chance = Random(7)  # noqa: S311 - figures, not secrets
    keys = [HUMAN, *OPPONENTS]
    score = Score(
        {
            (one, other): Tally(
                *(chance.randrange(10**6) for _ in range(3)),
                *(chance.randrange(10**6) if HUMAN in pair else 0 for pair in (one, other)),
            )
            for one in keys
            for other in keys
            if one <= other
        }
    )
    matches = []
    for _match in range(3):
        plain = Model(longest_key(chance) if is_own else "square")
        replay(plain, chance.sample(plain.cells, 16))
        record = record_of(plain)
        helped = frozenset((ply, kind) for ply in record.plies[::2] for kind in Help)
        match = Match(record, Players(HUMAN, "medium"), SEEDS[-1], helped, uncounted=True)
        matches.append(match)
    session = Session(
        match, values=True, matches_left=tuple(matches[:2]), reset=Reset(score, (True, True, True))
    )
    cookie = signed(app, session.cookie)
    assert len(f"__Host-{SESSION}={cookie}; {ATTRIBUTES}") < 4096
    if not is_own:
        assert len(shown(read(browser_with(app, cookie).get("/").text)).moves) == len(plain.moves)
