"""Caching: a response that depends on its address alone may be stored; no other may."""

import gc
import gzip
import tracemalloc
from collections.abc import Iterator, Sequence
from datetime import date, time
from hashlib import sha256
from pathlib import Path
from sys import modules
from types import FunctionType, ModuleType

import brotli
import pytest
from flask import Flask
from hypothesis import given
from jinja2 import Environment
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from ai.rules.games import GAMES
from ai.rules.position import Position
from ai.study.study import study
from tests.addresses import PRIVATE, PUBLIC, REFUSED
from tests.browser import browser_in
from tests.conftest import NO_LIMITS, caches
from tests.page import HTMX
from tests.replays import at, replays
from tests.views import MIDDLE, TILTED, on
from webapp import create_app, server
from webapp.board import parts
from webapp.game.match_page import _match_page as match_page
from webapp.replay.replay import SWITCHES, Replay, preview_url
from webapp.serving.caching import AddressView, CachedResponse, ResponseCache
from webapp.serving.static_files import digest

SITE = "http://localhost"

OTHER_TAGS = ["*", '"other"', 'W/"other"', "garbage"]
ENCODINGS = ["br", "gzip", "identity"]  # a plain body that is kept could serve all that follow

every_public = pytest.mark.parametrize("path", PUBLIC.values())


def directives(headers: Headers) -> dict[str, str]:
    """The directives of `Cache-Control` with their values."""
    parts = headers["Cache-Control"].split(", ")
    return {name: value for name, _, value in (part.partition("=") for part in parts)}


def application(**config: object) -> Flask:
    """An application that keeps nothing yet."""
    return create_app({"TESTING": True, "SECRET_KEY": "tests", **NO_LIMITS, **config})


def told(response: TestResponse) -> dict[str, str]:
    """The headers of *response*, without the id of its request."""
    return {name: value for name, value in response.headers.items() if name != "X-Request-Id"}


def content(response: TestResponse) -> bytes:
    """The body of *response*, unpacked."""
    unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
    return bytes(unpack.get(response.headers.get("Content-Encoding", ""), bytes)(response.data))


@pytest.fixture(scope="module")
def keeping() -> Flask:
    """An application that keeps what it drew."""
    return application()


def test_of_every_address_it_is_known_whether_it_may_be_kept(app: Flask) -> None:
    gettable = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert gettable == {*PUBLIC, *PRIVATE, "static"}
    views = app.view_functions.items()
    read = {endpoint: view for endpoint, view in views if isinstance(view, AddressView)}
    assert {endpoint for endpoint, view in read.items() if view.life} == set(PUBLIC)


@every_public
def test_a_public_response_is_rendered_once_for_everybody(
    app: Flask, keeping: Flask, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for each encoding. Whoever has it is told so, by another process too."""
    plain = app.test_client().get(path)
    assert b"data-private" not in plain.data
    for session, headers in ((MIDDLE, {}), (TILTED, HTMX | {"Page-Version": "00000000"})):
        browser = browser_in(app, session)
        browser.set_cookie("settings", "dark.off")
        response = browser.get(path, headers=headers)
        assert response.data == plain.data
        assert not {"Set-Cookie", "HX-Redirect"} & {*response.headers.keys()}
        assert directives(response.headers)["public"] == ""
        assert 0 < int(directives(response.headers)["max-age"]) <= 24 * 60 * 60
        assert response.headers["Vary"] == "Accept-Encoding"

    client = keeping.test_client()
    head = client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    assert told(head) == told(plain), "even the first request"
    sent = [{"Accept-Encoding": encoding} for encoding in ENCODINGS]
    first = [client.get(path, headers=headers) for headers in sent]
    draws_nothing(keeping, monkeypatch)
    draws_nothing(app, monkeypatch)
    for headers, response in zip(sent, first, strict=True):
        coding = response.headers.get("Content-Encoding", "identity")
        assert coding in {headers["Accept-Encoding"], "identity"}
        assert content(response) == plain.data
        again, head = client.get(path, headers=headers), client.head(path, headers=headers)
        assert (again.data, head.data) == (response.data, b"")
        assert told(again) == told(head) == told(response)
        tag = response.headers["ETag"]
        assert tag.startswith('W/"'), "it stands for the response in every encoding"
        for method in ("GET", "HEAD"):
            asked = headers | {"If-None-Match": f'"other", {tag}'}
            confirmed = app.test_client().open(path, method=method, headers=asked)
            assert (confirmed.status_code, confirmed.data) == (304, b"")
            for name in ("Cache-Control", "ETag", "Vary"):
                assert confirmed.headers[name] == response.headers[name]
    for tag in OTHER_TAGS:
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("path", [*PRIVATE.values(), *REFUSED])
def test_nobody_keeps_anything_else(app: Flask, path: str) -> None:
    browser = browser_in(app, MIDDLE)
    status = browser.get(path).status_code
    for headers in ({}, HTMX, *({"If-None-Match": tag} for tag in OTHER_TAGS)):
        query = {"ply": "4", "match": MIDDLE.fingerprint} if headers is HTMX and path == "/" else {}
        response = browser.get(path, headers=headers, query_string=query or None)
        assert response.status_code == status or (headers is HTMX and response.status_code < 500)
        assert directives(response.headers) == {"no-store": ""}
        assert "ETag" not in response.headers
        # Back may show the page as it was: it says that it has to be loaded anew.
        if status == 200 and response.data.startswith(b"<!doctype html>"):
            assert b" data-private>" in response.data


def draws_nothing(app: Flask, patch: pytest.MonkeyPatch) -> None:
    """Let every view of *app* fail."""
    for endpoint in PUBLIC:
        patch.setattr(app.view_functions[endpoint], "view", lambda *_: 1 / 0)


def test_each_name_of_the_site_is_kept_apart(keeping: Flask) -> None:
    """Else who asks under a name of their own would decide where the pages of others lead."""
    path, client = PUBLIC["replay.show"], keeping.test_client()
    seen = set()
    for root in ("http://evil.example", "http://localhost", "https://localhost", "http://a.b/c"):
        for _ in range(2):
            response = client.get(path, base_url=root)
            assert f'content="{root}/replay' in response.text
        seen.add(response.headers["ETag"])
    assert len(seen) == 4


@pytest.mark.long
def test_a_tag_changes_with_the_address_and_the_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    some = [*PUBLIC.values()][::4]

    def tags() -> dict[str, str]:
        client = application(KEPT_RESPONSES=0).test_client()
        return {path: client.get(path).headers["ETag"] for path in some}

    before = tags()
    assert before == tags(), "for every process alike"
    monkeypatch.setattr("webapp.serving.caching.sources", lambda _: "other")
    after = tags()
    assert len({*before.values(), *after.values()}) == 2 * len(some)


def test_a_version_is_what_the_files_say(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    file = tmp_path / "room" / "page.html"
    seen = set()
    for text in ("one", "two"):
        file.write_text(text)
        seen.add(digest(tmp_path))
        (tmp_path / "room" / "made.pyc").write_text(text)
        assert digest(tmp_path) in seen
    file.rename(tmp_path / "page.html")
    seen.add(digest(tmp_path))
    (tmp_path / "new.css").touch()
    seen.add(digest(tmp_path))
    assert len(seen) == 4


@pytest.mark.parametrize(
    "path",
    ["/api/puzzles/today", "/embed/puzzles/today", f"/oembed?url={SITE}/puzzles/today"],
)
def test_nobody_keeps_what_is_of_today_beyond_midnight(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the response is the one of noon. The next day has another."""
    client, seen = application().test_client(), []
    for day in (date(2026, 11, 22), date(2026, 11, 23)):
        for clock, seconds in ((time(12), 360), (time(23, 57), 180), (time(23, 59, 50), 10)):
            on(monkeypatch, day, clock)
            response = client.get(path)
            asked = {"If-None-Match": response.headers["ETag"]}
            for answer in (response, client.get(path, headers=asked)):
                kept = directives(answer.headers)
                least = int(kept["max-age"])
                assert least == min(seconds, 60)
                assert least + int(kept["stale-while-revalidate"]) == seconds
            seen.append((response.headers["ETag"], response.data))
    assert len({*seen[:3]}) == len({*seen[3:]}) == 1
    assert not {*seen[0]} & {*seen[-1]}


def test_while_debugging_nothing_is_kept() -> None:
    client = application(DEBUG=True).test_client()
    for path in PUBLIC.values():
        assert directives(client.get(path).headers) == {"no-store": ""}


@pytest.mark.long
@given(replays())
def test_a_replay_is_the_same_kept_as_drawn(app: Flask, keeping: Flask, replay: Replay) -> None:
    client, drawn = keeping.test_client(), app.test_client()
    with app.test_request_context():
        picture = preview_url(replay).removeprefix("http://localhost")
    for address in (at(app, replay), picture):
        client.get(address)
        kept, fresh = client.get(address), drawn.get(address)
        assert kept.data == fresh.data
        assert told(kept) == told(fresh)


@pytest.mark.parametrize(
    "addresses",
    [
        ["/robots.txt", "/robots.txt?", "/robots.txt?a=b", "/robots.txt?" + "a" * 1900],
        ["/learn/testing", "/learn/testing?code=python", "/learn/testing?code=python&code=a&b"],
        ["/api/values/square", "/api/values/square/", "/api/values/square/?sort=odds&ply=00"],
        [
            "/api/review/square/b2c3?ply=1",
            "/api/review/square/b2c3",
            "/api/review/square/b2c3?from=1",
        ],
        [
            "/replay/square/b2c3",
            "/replay/square/b2c3?first=x&ply=2",
            "/replay/square/b2c3?o=human&values=off&reasons=on&ply=0002&unknown=1",
            "/replay/square/b2c3?sort=worth&x=human",
        ],
        ["/replay/square/b2c3/moves", "/replay/square/b2c3/moves?table=off&first=x&ply=2"],
        ["/preview/square.png?moves=b2", "/preview/square.png?ply=1&moves=b2&moves=c3"],
        ["/picture/learn.games.png", "/picture/learn.games.png?1"],
    ],
)
def test_addresses_that_ask_for_the_same_are_rendered_once(
    app: Flask, addresses: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = [app.test_client().get(address) for address in addresses]
    client = (keeping := application()).test_client()
    kept = [client.get(addresses[0])]
    draws_nothing(keeping, monkeypatch)
    kept += [client.get(address) for address in addresses[1:]]
    for response in (*kept, *fresh):
        assert response.status_code == 200
        assert response.data == kept[0].data
        assert response.headers["ETag"] == kept[0].headers["ETag"]


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", None),
        ("identity", None),
        ("rot13", None),
        ("gzip;q=0", None),
        ("*", "br"),
        ("gzip, br, zstd", "br"),
        ("gzip, deflate, br", "br"),
        ("br;q=0.1, gzip;q=0.2, x", "gzip"),
        ("GZIP", "gzip"),
        ("identity, gzip;q=0.5", None),
    ],
)
def test_a_response_is_kept_by_the_coding_that_was_chosen(
    accepted: str, coding: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = (app := application()).test_client()
    client.get("/learn/terms", headers={"Accept-Encoding": coding or "identity"})
    draws_nothing(app, monkeypatch)
    response = client.get("/learn/terms", headers={"Accept-Encoding": accepted})
    assert response.status_code == 200
    assert response.headers.get("Content-Encoding") == coding


@pytest.mark.long
@given(replays(), replays())
def test_the_text_of_a_replay_tells_it_from_others(replay: Replay, other: Replay) -> None:
    assert (str(replay) == str(other)) == (replay == other)
    for name in SWITCHES:
        assert str(replay.switched(name)) != str(replay)


def test_as_much_is_kept_as_there_is_room_for() -> None:
    responses = ResponseCache(100 * CachedResponse(bytes(10), "[]").size)
    for number in range(500):
        responses.put(f"{number}", CachedResponse(bytes(10), "[]"))
        responses.put(f"{number}", CachedResponse(bytes(10), "[]"))
        assert responses.get("0"), "asked for again and again"
        assert responses.size <= responses.capacity
    kept = [number for number in range(500) if responses.get(f"{number}")]
    assert kept == [0, *range(401, 500)]
    responses.put("large", CachedResponse(bytes(responses.capacity), ""))
    assert responses.size <= responses.capacity
    assert not responses.get("large")


COUNT = 200


@pytest.mark.parametrize("body", [0, 100, 5000])
@pytest.mark.parametrize("headers", [2, 500])
def test_the_size_of_a_cache_is_that_in_memory(body: int, headers: int) -> None:
    """No less than Python takes, and not much more."""
    responses = ResponseCache(10**9)
    tracemalloc.start()
    for number in range(COUNT):
        key = sha256(b"%d" % number).hexdigest() + " identity"
        responses.put(key, CachedResponse(bytes(body), "a" * headers))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken <= responses.size <= 2 * taken + COUNT * 200


NOBODY = "Zebra crossing"


def texts(thing: object, seen: set[int]) -> Iterator[str]:
    """All texts to which *thing* leads, through data alone."""
    if id(thing) in seen or isinstance(thing, (type, ModuleType, FunctionType, Environment)):
        return
    seen.add(id(thing))
    if isinstance(thing, str):
        yield thing
    for inner in gc.get_referents(thing):
        yield from texts(inner, seen)


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "page"])
def test_no_text_of_a_visitor_is_kept(htmx: bool) -> None:
    """The caches keep no refused field, no odd path or query, and no invented host."""
    headers = HTMX if htmx else {}
    client = browser_in(application(), MIDDLE)
    names = ("cell", "ply", "game", "x", "o", "first", "seed", "moves", "show", "match", "until")
    for rule in client.application.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            for name in names:
                form = {"ply": "4", "cell": "0", "game": "square", "x": "human", "o": "easy"}
                form |= {"first": "x", "show": "on", name: NOBODY}
                response = client.post(rule.rule, data=form, headers=headers)
                assert response.status_code < 500
    address = PUBLIC["replay.show"]
    for path in (f"/{NOBODY}", f"{address}&a={NOBODY}", f"/replay/{NOBODY}/", f"/?why={NOBODY}"):
        assert client.get(path, headers=headers).status_code < 500
    client.get(address, base_url="http://zebra-crossing.example", headers=headers)
    for cache in (match_page, parts._cached_rendering):
        kept = [text for text in texts(cache, set()) if "zebra" in text.lower()]
        assert not kept


@pytest.mark.long
@pytest.mark.parametrize("host", ["localhost", "example.org"])
def test_pages_that_teach_are_rendered_before_the_first_visitor(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("FLASK_ACCESS_LOG", "false")
    monkeypatch.setenv("FLASK_TRUSTED_HOSTS", f'[".{host}"]')
    client = server.application().test_client()

    def refuse(_position: Position) -> None:
        raise AssertionError("The odds are counted anew.")

    study.cache_clear()
    monkeypatch.setitem(vars(modules["ai.study.study"]), "odds_after_moves", refuse)
    base_url = f"http://{host}"
    assert client.get("/api/moves/square/", base_url=base_url).status_code == 500
    assert client.get("/learn/openings", base_url=base_url).status_code == 200


@pytest.mark.long
@given(replays())
def test_a_cache_without_bound_has_few_keys(app: Flask, replay: Replay) -> None:
    """Those of the rules, not of what visitors ask for."""
    client = app.test_client()
    client.get(f"{at(app, replay)}&values=on&programs=on")
    with app.test_request_context():
        client.get(preview_url(replay))
    few = 2 * sum(len(game.winning_sets) + len(game.cells) for game in GAMES.values())
    for cache in caches():
        if cache.cache_info().maxsize is None:
            assert cache.cache_info().currsize <= few
