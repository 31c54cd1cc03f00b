"""The cookie: it brings every match back, and whatever else it holds does no harm."""

import json
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st
from webapp.saved import UNREADABLE
from webapp.score import Score, Tally

from ai.games import GAMES
from ai.opponents import HUMAN, OPPONENTS
from tests.model import Model, replay
from tests.page import HTMX, message, read, shown
from tests.strategies import matches
from webapp import create_app
from webapp.match import SEEDS, Help, Match, UnreadableMatch

PLAIN = Match(seed=1, moves=(4, 0))

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


def signed(app: Flask, payload: object) -> str:
    """A cookie with *payload*, signed with the right key."""
    with app.test_request_context():
        serializer: Any = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        return str(serializer.dumps(payload))


def browser_with(app: Flask, cookie: str) -> FlaskClient:
    """A browser that has *cookie*."""
    client = app.test_client()
    client.set_cookie("session", cookie)
    return client


def assert_starts_afresh(client: FlaskClient) -> None:
    """The page says that the match is lost and shows a new one; a reload shows it in peace."""
    page = read(client.get("/").text)
    assert message(page) == UNREADABLE
    assert shown(page) == Model().shown
    again = read(client.get("/").text)
    assert not message(again)
    assert again.by_id("shown") == page.by_id("shown")


@given(matches())
def test_any_match_is_read_back_as_it_was(match: Match) -> None:
    assert Match.from_session(json.loads(json.dumps(match.to_session()))) == match


@given(matches())
def test_the_cookie_brings_any_match_back(app: Flask, match: Match) -> None:
    with app.test_request_context():
        session = app.session_interface.open_session(app, request_with(app, match))
    assert session is not None
    assert Match.from_session(session["match"]) == match


def request_with(app: Flask, match: Match) -> Any:
    """A request that brings the cookie of *match*."""
    header = {"Cookie": f"session={signed(app, {'match': match.to_session()})}"}
    return app.test_request_context(headers=header).request


@given(st.data())
def test_a_cookie_with_another_character_anywhere_starts_afresh(
    app: Flask, data: st.DataObject
) -> None:
    cookie = signed(app, {"match": PLAIN.to_session()})
    # The last character alone has bits that mean nothing.
    place = data.draw(st.integers(0, len(cookie) - 2))
    character = data.draw(st.sampled_from("AZaz09-_.%+/").filter(lambda c: c != cookie[place]))
    assert_starts_afresh(browser_with(app, cookie[:place] + character + cookie[place + 1 :]))


@given(st.integers(0, 400))
def test_a_cookie_cut_short_starts_afresh(app: Flask, length: int) -> None:
    cookie = signed(app, {"match": PLAIN.to_session()})
    assert_starts_afresh(browser_with(app, cookie[: length % len(cookie)]))


@given(st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=300))
def test_any_bytes_for_a_cookie_start_afresh(app: Flask, value: str) -> None:
    """Any bytes: as the server gets them, header values are latin-1."""
    client = app.test_client(use_cookies=False)
    answer = client.get("/", headers={"Cookie": f"session={value}"})
    assert answer.status_code == 200
    page = read(answer.text)
    assert shown(page) == Model().shown
    # Some bytes are no cookie at all, and so are none that was lost.
    assert message(page) in {"", UNREADABLE}


@given(json_values)
def test_another_version_of_the_saved_match_starts_afresh(app: Flask, saved: object) -> None:
    assert_starts_afresh(browser_with(app, signed(app, {"match": saved})))


@given(json_values)
@example([[None, None]])
def test_anything_else_that_is_signed_starts_afresh(app: Flask, payload: object) -> None:
    assert_starts_afresh(browser_with(app, signed(app, payload)))


@pytest.mark.parametrize("field", PLAIN.to_session())
@given(value=json_values)
def test_a_saved_match_with_another_field_is_read_as_a_match_or_not_at_all(
    field: str, value: Any
) -> None:
    try:
        match = Match.from_session({**PLAIN.to_session(), field: value})
    except UnreadableMatch:
        return
    assert Match.from_session(json.loads(json.dumps(match.to_session()))) == match


@pytest.mark.parametrize("field", PLAIN.to_session())
def test_a_saved_match_without_a_field_is_not_read(field: str) -> None:
    saved = PLAIN.to_session()
    del saved[field]
    with pytest.raises(UnreadableMatch):
        Match.from_session(saved)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"x": "nobody"},
        {"first": "x"},
        {"first": "Z"},
        {"seed": -1},
        {"seed": SEEDS.stop},
        {"seed": "1"},
        {"moves": "b2b2"},
        {"moves": "d4"},
        {"moves": "a1a2b1b2c1c2"},
        {"moves": [4, 0]},
        {"score": None},
        {"score": {"easy human": [1]}},
    ],
    ids=str,
)
def test_a_saved_match_that_no_version_writes_is_not_read(
    app: Flask, wrong: dict[str, object]
) -> None:
    saved = PLAIN.to_session() | wrong
    with pytest.raises(UnreadableMatch):
        Match.from_session(saved)
    assert_starts_afresh(browser_with(app, signed(app, {"match": saved})))


def test_of_two_cookies_of_one_name_neither_does_harm(app: Flask) -> None:
    good = signed(app, {"match": PLAIN.to_session()})
    client = app.test_client(use_cookies=False)
    for cookies in (f"session={good}; session=bad", f"session=bad; session={good}"):
        page = read(client.get("/", headers={"Cookie": cookies}).text)
        assert (message(page) == UNREADABLE) == (shown(page).moves == ())


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("path", ["/moves", "/step"])
def test_a_move_in_a_match_that_cannot_be_read_is_refused_and_says_so(
    app: Flask, path: str, htmx: bool
) -> None:
    client = browser_with(app, "broken")
    fields = {"cell": "8", "ply": "0"}
    answer = client.post(path, data=fields, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    told = read(answer.text)
    assert message(told) == UNREADABLE
    assert told.by_id("board")["data-ply"] == "0"
    page = read(client.get("/").text)
    assert not message(page)
    assert page.by_id("shown").fields == told.by_id("shown").fields


@pytest.mark.parametrize("htmx", [True, False])
def test_a_browser_that_keeps_no_cookie_is_told_what_is_missing(app: Flask, htmx: bool) -> None:
    client = app.test_client(use_cookies=False)
    fields = read(client.get("/").text).by_id("shown").fields | {"cell": "4"}
    answer = client.post("/moves", data=fields, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    assert "cookie" in message(read(answer.text))


def test_a_first_visit_is_no_loss(client: FlaskClient) -> None:
    assert not message(read(client.get("/").text))


def test_a_cookie_of_another_key_starts_afresh_and_one_of_a_former_key_does_not() -> None:
    old, new, rotated = (
        create_app({"TESTING": True, "SECRET_KEY": key, "SECRET_KEY_FALLBACKS": former})
        for key, former in [("old", None), ("new", None), ("new", ["older", "old"])]
    )
    saved = signed(old, {"match": PLAIN.to_session()})
    assert_starts_afresh(browser_with(new, saved))
    client = browser_with(rotated, saved)
    page = read(client.get("/").text)
    assert not message(page)
    assert shown(page).moves == ("X b2", "O a1")
    client.post("/score/reset")
    client.post("/moves", data={"cell": 8, "ply": 2})
    renewed = client.get_cookie("session")
    assert renewed
    moves = shown(read(browser_with(new, renewed.value).get("/").text)).moves
    assert moves[:3] == ("X b2", "O a1", "X c3")


def test_the_cookie_is_the_servers_alone_and_outlives_the_browser(client: FlaskClient) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    parts = cookie.split("; ")
    assert cookie.startswith("session=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} < set(parts)
    assert not {"Secure", "Domain"} & {part.partition("=")[0] for part in parts}
    assert any(part.startswith("Expires=") for part in parts)


def test_on_https_the_cookie_is_bound_to_the_host(app: Flask) -> None:
    client = app.test_client()
    cookie = client.get("/", base_url="https://example.org").headers["Set-Cookie"]
    assert cookie.startswith("__Host-session=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} < set(cookie.split("; "))
    assert "domain" not in cookie.lower()
    move = {"cell": "4", "ply": "0"}
    assert client.post("/moves", data=move, base_url="https://example.org").status_code == 303
    page = read(client.get("/", base_url="https://example.org").text)
    assert "X b2" in shown(page).moves


def test_a_proxy_is_believed_only_where_one_is_configured() -> None:
    for hops, prefix in [(0, "session="), (1, "__Host-session=")]:
        app = create_app({"TESTING": True, "SECRET_KEY": "any", "PROXY_HOPS": hops})
        answer = app.test_client().get("/", headers={"X-Forwarded-Proto": "https"})
        assert answer.headers["Set-Cookie"].startswith(prefix)


def test_the_cookie_fits_with_a_full_score_and_a_whole_game(app: Flask) -> None:
    """Every two players have met a million times: the figures are as random as figures are."""
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
    square = GAMES["square"]
    plain = Model("square")
    replay(plain, chance.sample(square.cells, 16))
    moves = tuple(plain.moves)
    helped = frozenset((ply, kind) for ply in range(0, len(moves) + 1, 2) for kind in Help)
    match = Match(square, HUMAN, "medium", seed=SEEDS[-1], moves=moves, score=score, help=helped)
    cookie = signed(app, {"match": match.to_session()})
    assert len(f"session={cookie}; Expires=Mon, 21 Dec 2026 21:22:55 GMT; HttpOnly; Path=/") < 4000
    answer = browser_with(app, cookie).get("/")
    assert len(shown(read(answer.text)).moves) == len(moves)
