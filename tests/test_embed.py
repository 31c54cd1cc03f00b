"""Frames for the pages of others, and oEmbed: no cookie, few bytes, and nothing else is framed."""

import gzip
import json
import re
from datetime import date
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import brotli
import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from ai.puzzles.days import puzzle_of_day
from ai.puzzles.solving import solution
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import SQUARE
from tests.browser import browser_in
from tests.embed_laws import (
    ancestors,
    assert_search_is_walked,
    assert_shows_its_page,
    below,
    cells,
    frame,
)
from tests.page import Element, linked, read
from tests.puzzle_pages import board_of
from tests.replays import replay_at
from tests.views import MIDDLE, on
from webapp.learn.lessons import LESSONS, LessonState
from webapp.puzzles.address import Attempt
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.caching import public_view
from webapp.serving.static_files import lean

SITE = "http://localhost"
WEIGHT = 20_000  # bytes
EXAMPLES = (
    "/embed/puzzles/square/500?moves=a1&hint=2",
    "/embed/puzzles/2026-11-01",
    "/embed/puzzles?game=square&theme=fork&count=3",
    "/embed/replay/square/b1a1d2a2c4b2a3?first=x&ply=4&values=on&ideas=on",
    "/embed/learn/quiet-moves?cell=6",
    "/embed/search/tic-tac-toe/XX.-OO.-...?at=12",
)
BROKEN = (
    *("/embed/", "/embed/learn/none", "/embed/puzzles", "/embed/puzzles?theme=bogus"),
    *("/embed/puzzles/square/9999", "/embed/puzzles/square/500?colours=blue"),
)


def marks(page: Element) -> str:
    said = [it["aria-label"].partition(": ")[2].partition(",")[0] for it in cells(page)]
    return "".join("." if it == "empty" else it for it in said)


def test_a_frame_reads_and_sets_no_cookie(app: Flask) -> None:
    """Nothing else is framed, say tests/test_security.py and the proof tier."""
    browser = browser_in(app, MIDDLE)
    for name, value in (("settings", "dark.off"), ("puzzles", "any")):
        browser.set_cookie(name, value)
    for path in (*EXAMPLES, *BROKEN):
        plain, response = app.test_client().get(path), browser.get(path)
        assert (plain.status_code < 400) == (path in EXAMPLES)
        assert response.data == plain.data
        assert "Set-Cookie" not in response.headers
        assert "Cookie" not in response.headers["Vary"]
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert ancestors(response) == "*"
        assert "<nav" not in plain.text, "nothing of the page round it"


def test_every_process_caches_a_frame_by_the_same_text(app: Flask) -> None:
    for path in EXAMPLES:
        with app.test_request_context(path):
            view = public_view()
            assert view
            asked = map(str, view.asked(**(request.view_args or {})))
            assert " at 0x" not in " ".join(asked), "no place in memory"


def test_a_frame_shows_what_its_page_shows(app: Flask) -> None:
    """Any frame does, in the proof tier."""
    for state in (
        Attempt(puzzle_numbered(SQUARE, 500)).play(0).ask(2),
        replay_at("/replay/tic-tac-toe/a1b2c3?first=x&from=2&variation=c1b1&ply=3"),
        LessonState(LESSONS["values"], 2),
    ):
        assert_shows_its_page(app, state)
    assert_search_is_walked(app, "tic-tac-toe/XX.-OO.-...?by=alpha-beta", (1, 47))


def test_a_frame_weighs_little_and_its_colours_stay(client: FlaskClient) -> None:
    """With all that it loads, as a browser gets it that has none of it. The colours stay on every
    way on but that to the site; nothing else is different.
    """

    @cache
    def weight(url: str) -> int:
        data = client.get(url, buffered=True).data
        return len(brotli.compress(lean(data) if url.endswith(".css") else data, quality=5))

    for path in EXAMPLES:
        response = client.get(path, headers={"Accept-Encoding": "gzip"}, follow_redirects=True)
        plain = gzip.decompress(response.data).decode()
        page = read(plain)
        scripts = [it["src"] for it in page.all("script")]
        loaded = sum(map(weight, scripts + linked(page, "stylesheet")))
        assert len(response.data) + loaded < WEIGHT
        assert len(scripts) == 4
        asked = "colours=dark"
        text = client.get(f"{path}{'&' if '?' in path else '?'}{asked}", follow_redirects=True).text
        page = read(text)
        assert page.all("html")[0]["data-colours"] == "dark"
        for url in [it["href"] for it in page.all("a") if "href" in it.attributes]:
            assert url.startswith("/embed/") == (asked in urlsplit(url).query.split("&"))
        assert re.sub(rf" data-colours=.dark.|([?]|&amp;){asked}", "", text) == plain
    refused = client.get("/embed/puzzles/square/500?colours=blue")
    assert "must be light or dark" in read(refused.text).by_id("main").text


def test_a_set_is_solved_in_a_frame_one_puzzle_after_the_other(app: Flask) -> None:
    """After the last comes the first again: a frame keeps nothing. A shuffled one stays as it was
    when the frame came.
    """
    client, asked = app.test_client(), "/embed/puzzles?game=square&theme=fork"
    response = client.get(f"{asked}&order=shuffled&count=2&colours=dark")
    assert response.status_code == 303
    assert response.headers["Cache-Control"] == "no-store"
    url = response.headers["Location"]
    assert re.fullmatch(rf"{re.escape(asked)}&seed=\d+&count=2&colours=dark", url)
    puzzles = PuzzleSet.read(MultiDict(parse_qsl(urlsplit(url).query)[:-1])).puzzles
    page = read(client.get(url).text)
    for puzzle in (*puzzles, puzzles[0]):
        assert marks(page) == puzzle.rows.replace("-", "")
        for step in solution(puzzle):
            page = frame(app, below(page.by_id(f"cell-{step.answer}")["href"]))
        page = frame(app, below(page.by_id("next")["href"]))


# oEmbed.


def described(client: FlaskClient, url: str, **query: Any) -> Any:
    response = client.get("/oembed", query_string={"url": url, **query})
    assert response.status_code == 200, response.text
    assert response.mimetype == "application/json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in response.headers
    return json.loads(response.data)


def iframe(answer: Any) -> Element:
    """The frame in an *answer*, which must be all of its markup."""
    (found,) = read(answer["html"]).children
    assert isinstance(found, Element)
    assert (found.tag, found.children) == ("iframe", [])
    assert not [name for name in found.attributes if name.startswith("on")]
    return found


def test_a_page_leads_to_its_frame(client: FlaskClient) -> None:
    root = "https://example.org/below"
    for path in EXAMPLES:
        page = read(client.get(path.removeprefix("/embed"), base_url=root).text)
        (link,) = [it for it in page.all("link") if "json" in it.attributes.get("type", "")]
        assert link["type"] == "application/json+oembed"
        assert link["href"].startswith(f"{root}/oembed?")
        asked = urlsplit(link["href"]).query
        answer = json.loads(client.get("/oembed", query_string=asked, base_url=root).data)
        assert answer["provider_url"] == f"{root}/"
        found = iframe(answer)
        assert (found["width"], found["height"]) == (f"{answer['width']}", f"{answer['height']}")
        assert found["title"] == answer["title"] != ""
        src = urlsplit(found["src"].removeprefix(root))
        there = client.get(src.path, query_string=src.query, base_url=root)
        assert there.status_code in {200, 303}
        assert ancestors(there) == "*"
        assert linked(page, "canonical")


def test_a_description_is_as_small_and_as_coloured_as_asked(client: FlaskClient) -> None:
    page = f"{SITE}/puzzles/square/5"
    plain = described(client, page)
    assert (plain["width"], plain["height"]) == (480, 680)
    for width, height in ((1, 3000), (300, 100), (3000, 1), (479, 679)):
        answer = described(client, page, maxwidth=width, maxheight=height)
        assert 0 < answer["width"] <= min(width, 480)
        assert 0 < answer["height"] <= height
    assert described(client, page, maxwidth="", format="json") == plain
    dark = described(client, f"{SITE}/embed/puzzles/square/5?colours=dark")
    assert iframe(dark)["src"] == f"{SITE}/embed/puzzles/square/5?colours=dark"
    for query, status in (
        *(({"url": page, "format": "xml"}, 501), ({"url": "nowhere", "format": "xml"}, 404)),
        *(({"url": f"{page}?colours=blue"}, 400), ({"url": page, "maxwidth": "wide"}, 400)),
        ({}, 400),
    ):
        response = client.get("/oembed", query_string=query)
        assert response.status_code == status
        assert ("leave “format” out" in response.text) == (status == 501)


def test_the_puzzle_of_today_has_a_frame_that_stays(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first click leads to the frame of the day."""
    day = date(2026, 11, 23)
    on(monkeypatch, day)
    for path in ("/puzzles/today", "/embed/puzzles/today"):
        found = iframe(described(app.test_client(), SITE + path))
        assert found["src"] == f"{SITE}/embed/puzzles/today"
    today, of_day = (frame(app, f"/puzzles/{it}") for it in ("today", day))
    assert today == of_day
    assert marks(today) == board_of(puzzle_of_day(day)).marks
    links = [it["href"] for it in cells(today) if "href" in it.attributes]
    assert links
    assert all(it.startswith(f"/embed/puzzles/{day}?moves=") for it in links)


OTHERS = [
    *("", "http://[", "/puzzles/square/5", "//localhost/puzzles/square/5"),
    *("javascript:alert(1)", "ftp://localhost/puzzles/square/5"),
    "http://evil.example/puzzles/square/5",
    "http://localhost@evil.example/puzzles/square/5",
    "http://localhost:81/puzzles/square/5",
    "http://localhost.evil.example/puzzles/square/5",
    *(f"{SITE}/", f"{SITE}/puzzles", f"{SITE}/puzzles/square/5?moves=zz"),
    *(f"{SITE}/embed/nothing", f'{SITE}/replay/square/"><script>alert(1)</script>'),
]


def test_other_addresses_have_none_and_no_text_becomes_markup(client: FlaskClient) -> None:
    for url in OTHERS:
        response = client.get("/oembed", query_string={"url": url})
        assert response.status_code == 404, url
        assert json.loads(response.data).keys() == {"error"}
    for hostile in ('values=on&"onload="alert(1)#ply=2', 'x=human&o=hard#"><script>'):
        found = iframe(described(client, f"{SITE}/replay/square/b2c3?{hostile}"))
        assert found["src"].startswith(f"{SITE}/embed/replay/square/b2c3?")
        asked = dict(parse_qsl(urlsplit(found["src"]).query)).keys()
        assert asked <= {"first", "x", "o", "ply", "values"}


def test_pages_hand_out_the_frame_that_editors_find_by_their_address(client: FlaskClient) -> None:
    """Beside Share, as HTML to copy; and *Show large* shows what the page shows."""
    for path in EXAMPLES:
        page = client.get(path.removeprefix("/embed"))
        (code,) = re.findall(r'"embedding".*?<code>(.*?)</code>', page.text, re.DOTALL)
        (mine,) = read(unescape(code)).all("iframe")
        (link,) = [it for it in linked(read(page.text), "alternate") if "/oembed?" in it]
        (theirs,) = read(json.loads(client.get(link).data)["html"]).all("iframe")
        for name in ("src", "width", "height"):
            assert mine[name] == theirs[name]
        (large,) = [it["href"] for it in read(page.text).all("a") if it.text == "Show large"]
        assert client.get(large).data == client.get(path).data
