"""Caching: a response that depends on its address alone may be stored; no other may."""

import tracemalloc
from datetime import date, time
from hashlib import sha256
from itertools import product

import pytest
from flask import Flask

from tests.addresses import PRIVATE, PUBLIC, REFUSED
from tests.browser import browser_in
from tests.kept_responses import directives, draw_nothing, expect_one_rendering, keeping_app
from tests.views import MIDDLE, VIEWS, on
from webapp.serving.caching import AddressView, CachedResponse, ResponseCache

DAYS = (date(2026, 11, 22), date(2026, 11, 23))


@pytest.fixture(scope="module")
def keeping() -> Flask:
    return keeping_app()


def test_of_every_address_it_is_known_whether_it_may_be_kept(app: Flask) -> None:
    gettable = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert gettable == {*PUBLIC, *PRIVATE, "static"}
    views = app.view_functions.items()
    read = {endpoint: view for endpoint, view in views if isinstance(view, AddressView)}
    assert {endpoint for endpoint, view in read.items() if view.life} == set(PUBLIC)


SOME = "api.why embed.puzzles.current gallery.make learn.terms puzzles.sheet replay.preview"


@pytest.mark.parametrize("endpoint", [*SOME.split(), "replay.show", "sharing.robots"])
def test_a_public_response_is_rendered_once_for_everybody(
    app: Flask, keeping: Flask, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a few rooms; `tests/proof/test_caching.py` has all."""
    expect_one_rendering(app, keeping, PUBLIC[endpoint], monkeypatch)


def test_nobody_keeps_anything_else(app: Flask) -> None:
    browser = browser_in(app, MIDDLE)
    looked_at = {view.path for view in VIEWS.values()}  # by tests/test_views.py
    for path in (*(set(PRIVATE.values()) - looked_at), *REFUSED):
        response = browser.get(path, headers={"If-None-Match": '*, "other"'})
        assert directives(response.headers) == {"no-store": ""}, path
        assert "ETag" not in response.headers, path
        # Back may show the page as it was: it says that it has to be loaded anew.
        if response.status_code == 200 and response.data.startswith(b"<!doctype html>"):
            assert b" data-private>" in response.data, path


def test_a_tag_changes_with_the_address_and_the_version(
    keeping: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each name of the site is kept apart. Else who asks under a name of their own would decide
    where the pages of others lead.
    """
    monkeypatch.setattr("webapp.serving.caching.sources", lambda _: "other")
    clients, tags = (keeping.test_client(), keeping_app().test_client()), set()
    roots = ("http://evil.example", "http://localhost", "https://localhost", "http://a.b/c")
    for client, root, _time in product(clients, roots, range(2)):
        response = client.get("/robots.txt", base_url=root)
        assert f"{root}/sitemap.xml" in response.text
        tags |= {response.headers["ETag"], client.get("/api/values/square").headers["ETag"]}
    assert len(tags) == 2 * 4 + 2


def test_nobody_keeps_what_is_of_today_beyond_midnight(
    keeping: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the response is the one of noon. The next day has another."""
    client, clocks = keeping.test_client(), {time(12): 360, time(23, 57): 180, time(23, 59, 50): 10}
    for room in ("/api", "/embed", "/oembed?url=http://localhost"):
        seen = []
        for day, (clock, seconds) in product(DAYS, clocks.items()):
            on(monkeypatch, day, clock)
            response = client.get(f"{room}/puzzles/today")
            asked = {"If-None-Match": response.headers["ETag"]}
            for answer in (response, client.get(f"{room}/puzzles/today", headers=asked)):
                kept = directives(answer.headers)
                least = int(kept["max-age"])
                assert least == min(seconds, 60)
                assert least + int(kept["stale-while-revalidate"]) == seconds
            seen.append((response.headers["ETag"], response.data))
        assert len({*seen[:3]}) == len({*seen[3:]}) == 1
        assert not {*seen[0]} & {*seen[-1]}


ALIKE = {  # an address, and others that ask for the same
    "/robots.txt": ["?", "?a=b", "?" + "a" * 1900],
    "/api/values/square": ["/", "/?sort=odds&ply=00"],
    "/replay/square/b2c3": ["?first=x&ply=2", "?o=human&values=off&reasons=on&ply=0002&unknown=1"],
    "/preview/square.png?moves=b2": ["&moves=c3", "&ply=1"],
}


def test_addresses_that_ask_for_the_same_are_rendered_once(
    app: Flask, keeping: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = keeping.test_client()
    seen = {address: client.get(address) for address in ALIKE}
    fresh = {it: app.test_client().get(it + more[-1]) for it, more in ALIKE.items()}
    draw_nothing(keeping, monkeypatch)
    for address, more in ALIKE.items():
        first = seen[address]
        for response in (first, fresh[address], *(client.get(address + it) for it in more)):
            assert response.status_code == 200
            assert response.data == first.data
            assert response.headers["ETag"] == first.headers["ETag"]


def test_a_response_is_kept_by_the_coding_that_was_chosen(keeping: Flask) -> None:
    for coding in ("gzip", "br", "identity") * 2:
        response = keeping.test_client().get("/learn/games", headers={"Accept-Encoding": coding})
        assert response.headers.get("Content-Encoding", "identity") == coding


def test_as_much_is_kept_as_there_is_room_for() -> None:
    responses = ResponseCache(10 * CachedResponse(bytes(10), "[]").size)
    for number in range(50):
        for _ in range(2):
            responses.put(f"{number}", CachedResponse(bytes(10), "[]"))
        assert responses.get("0"), "asked for again and again"
        assert responses.size <= responses.capacity
    assert [number for number in range(50) if responses.get(f"{number}")] == [0, *range(41, 50)]
    responses.put("large", CachedResponse(bytes(responses.capacity), ""))
    assert responses.size <= responses.capacity
    assert not responses.get("large")


def test_the_size_of_a_cache_is_that_in_memory() -> None:
    """No less than Python takes, and not much more."""
    for body, headers in ((0, 2), (5000, 500)):
        responses = ResponseCache(10**9)
        tracemalloc.start()
        for number in range(200):
            key = sha256(b"%d" % number).hexdigest() + " identity"
            responses.put(key, CachedResponse(bytes(body), "a" * headers))
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert taken <= responses.size <= 2 * taken + 200 * 200
