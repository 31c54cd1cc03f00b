"""Frames for the pages of others, and oEmbed: no cookie, few bytes, and nothing else is framed."""

import json
import re
from datetime import date
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import brotli
import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from ai.puzzles.days import puzzle_of_day
from ai.puzzles.solving import solution
from tests.addresses import PRIVATE, PUBLIC, REFUSED
from tests.browser import browser_in
from tests.page import Element, dangling, linked, read
from tests.puzzle_pages import EVERY, address, board_of, click, possible, puzzles
from tests.replays import replays, variations, visit
from tests.views import MIDDLE, on
from webapp.learn.lessons import GUESSES, LESSONS, LessonState
from webapp.puzzles.address import Attempt
from webapp.puzzles.sets import PuzzleSet
from webapp.replay.replay import Replay, replay_url
from webapp.serving.caching import public_view
from webapp.serving.static_files import lean

SITE = "http://localhost"
WEIGHT = 20_000  # bytes
EXAMPLES = [
    "/embed/puzzles/square/500?moves=a1&hint=2",
    "/embed/puzzles/square/500?moves=a1b4b2d2",
    "/embed/puzzles/2026-11-01",
    "/embed/puzzles?game=square&theme=fork&count=3",
    "/embed/puzzles?list=tic-tac-toe-4,square-12",
    "/embed/replay/square/b1a1d2a2c4b2a3?first=x&ply=4&values=on&ideas=on",
    "/embed/replay/tic-tac-toe/",
    "/embed/learn/forks",
    "/embed/learn/quiet-moves?cell=6",
    "/embed/search/tic-tac-toe/XX.-OO.-...?at=12",
    "/embed/search/tic-tac-toe/?by=medium&colours=dark",
]
BROKEN = [
    "/embed/",
    "/embed/learn/none",
    "/embed/learn/forks?cell=0",
    "/embed/puzzles/square/9999",
    "/embed/puzzles",
    "/embed/puzzles?theme=bogus",
    "/embed/puzzles?game=tic-tac-toe&plies=11",
    "/embed/puzzles/square/500?moves=b1",
    "/embed/puzzles/square/500?colours=blue",
    "/embed/search/tic-tac-toe/XX.-OO.-...?at=48",
    "/embed/search/square/b2",
]


def ancestors(response: TestResponse) -> str:
    """The sites that may frame *response*."""
    policy = response.headers["Content-Security-Policy"]
    (found,) = re.findall("frame-ancestors ([^;]*)", policy)
    assert "X-Frame-Options" not in response.headers
    return str(found)


def frame(app: Flask, path: str) -> Element:
    """The frame at *path* below `/embed`; it sets no cookie and is cached."""
    response = app.test_client().get(f"/embed{path}")
    assert response.status_code == 200, response.text
    assert "Set-Cookie" not in response.headers
    assert ancestors(response) == "*"
    page = read(response.text)
    assert not dangling(page)
    return page


def cells(page: Element) -> list[Element]:
    """The cells."""
    return [it for it in page.by_id("board") if (it.attributes.get("id") or "").startswith("cell-")]


def marks(page: Element) -> str:
    """The marks on the board, as the accessible names say."""
    said = [it["aria-label"].partition(": ")[2].partition(",")[0] for it in cells(page)]
    return "".join("." if it == "empty" else it for it in said)


def below(url: str) -> str:
    """The address *url* of a frame without `/embed` and its fragment."""
    assert url.startswith("/embed/")
    return url.removeprefix("/embed").partition("#")[0]


# Who may frame what.


@pytest.mark.parametrize(
    "path", [*PUBLIC.values(), *PRIVATE.values(), *REFUSED, *EXAMPLES, *BROKEN]
)
def test_only_frames_are_framed(client: FlaskClient, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "OPTIONS"):
        response = client.open(path, method=method)
        framed = path.startswith("/embed/")
        assert ancestors(response) == ("*" if framed else "'none'")
        assert (response.headers["Cross-Origin-Resource-Policy"] == "cross-origin") >= framed


@pytest.mark.parametrize("path", [*EXAMPLES, *BROKEN])
def test_a_frame_reads_and_sets_no_cookie(app: Flask, path: str) -> None:
    plain = app.test_client().get(path)
    browser = browser_in(app, MIDDLE)
    for name, value in (("settings", "dark.off"), ("puzzles", "any"), ("tic-tac-why", "broken")):
        browser.set_cookie(name, value)
        response = browser.get(path)
        assert response.data == plain.data
        assert "Set-Cookie" not in response.headers
        assert "Cookie" not in response.headers["Vary"]


@pytest.mark.parametrize("path", EXAMPLES)
def test_a_frame_weighs_little(client: FlaskClient, path: str) -> None:
    """With all that it loads, as a browser gets it that has none of it."""
    response = client.get(path, headers={"Accept-Encoding": "gzip"})
    page, weight = read(client.get(path).text), len(response.data)
    loaded = [it["src"] for it in page.all("script")]
    for url in loaded + [it["href"] for it in page.all("link") if it["rel"] == "stylesheet"]:
        data = client.get(url, buffered=True).data
        weight += len(brotli.compress(lean(data) if url.endswith(".css") else data))
    assert weight < WEIGHT
    assert len(loaded) == 2


@pytest.mark.parametrize("path", EXAMPLES)
def test_every_process_knows_a_frame_by_the_same_text(app: Flask, path: str) -> None:
    """Without any place in memory."""
    with app.test_request_context(path):
        view = public_view()
        assert view
        assert " at 0x" not in " ".join(map(str, view.asked(**(request.view_args or {}))))


# Frames and pages.


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    """Any attempt at a puzzle, with any hint."""
    attempt = Attempt(draw(puzzles))
    while not attempt.solved and draw(st.booleans()):
        attempt = attempt.play(draw(st.sampled_from(possible(attempt))))
    return attempt if attempt.solved else attempt.ask(draw(st.integers(0, 3)))


lessons = st.sampled_from(
    [
        LessonState(lesson, cell, guess)
        for lesson in LESSONS.values()
        for cell in (None, *lesson.position.empty_cells)
        for guess in (("", *GUESSES) if lesson.key == "values" and cell is not None else ("",))
    ]
)


@given(attempts() | replays() | variations() | lessons)
def test_a_frame_shows_what_its_page_shows(
    app: Flask, state: Attempt | Replay | LessonState
) -> None:
    """Its board, state and sentence; a cell leads to the frame of where its click leads."""
    with app.test_request_context():
        path = replay_url(state) if isinstance(state, Replay) else state.url
    shown, page = frame(app, path), visit(app, path)
    (whole,) = [it["href"] for it in shown.all("a") if "target" in it.attributes]
    assert whole == path
    buttons = page.by_id("board").all("button")
    assert [it["aria-label"] for it in cells(shown)] == [it["aria-label"] for it in buttons]
    for name in ("data-game", "data-ply", "data-state"):
        assert shown.by_id("board")[name] == page.by_id("board")[name]
    heard, status = shown.by_id("status").all("span")[0].text, page.by_id("status")
    if isinstance(state, Replay):
        assert heard.startswith(status.text)
        assert {it["role"] for it in cells(shown)} == {"img"}
        for key in ("first", "back", "forward", "last") if state.moves_shown else ():
            step, other = shown.by_id(key), page.by_id(key)
            assert step.text == other.text
            assert step.attributes.get("aria-disabled") == other.attributes.get("aria-disabled")
            assert (
                step.attributes.get("href", "/embed") == f"/embed{other.attributes.get('href', '')}"
            )
        return
    assert heard == status.all("span")[0].text
    card = isinstance(state, Attempt) and state.solved
    said = page.by_id("review" if card else "why").all("p")
    assert any(it.text and it.text in shown.by_id("main").text for it in said)
    told = shown.by_id("main").attributes
    if isinstance(state, Attempt):
        assert ("data-solved" in told) == state.solved
        assert int(told["data-tries"] or 0) == len(state.cells) - len(state.right)
    touched = {it["id"] for it in cells(shown) if "href" in it.attributes}
    assert touched == {it["id"] for it in buttons if "aria-disabled" not in it.attributes}
    for cell, link in enumerate(cells(shown)):
        if isinstance(state, Attempt) and "href" in link.attributes:
            clicked = click(app.test_client(), path, cell)
            assert below(link["href"]) == clicked.partition("#")[0]
        elif "href" in link.attributes:
            assert below(link["href"]) == f"{urlsplit(path).path}?cell={cell}"


STEPS = ("first", "back", "forward", "cut", "out")


@pytest.mark.parametrize(
    ("path", "last"),
    [
        ("tic-tac-toe/XX.-OO.-...?by=alpha-beta", 47),
        ("tic-tac-toe/?by=medium", 82),
        ("square/OX..-XO.X-X.OO-OX.O?by=minimax", 89),
    ],
)
def test_a_search_is_walked_in_a_frame(app: Flask, path: str, last: int) -> None:
    """Its steps lead to the frames of where those of the page lead; the board has its values."""
    for at in (*range(1, 13), last - 1, last):
        url = f"/search/{path}&at={at}"
        page, shown = visit(app, url), frame(app, url)
        assert [it["href"] for it in shown.all("a") if "target" in it.attributes] == [url]
        assert page.by_id("status").all("span")[0].text == shown.by_id("status").all("span")[0].text
        for here, there in ((shown.by_id(key), page.by_id(key)) for key in STEPS):
            asked = there.attributes.get("href")
            assert here.attributes.get("href") == (asked and f"/embed{asked}")
            assert ("aria-disabled" in here.attributes) == ("aria-disabled" in there.attributes)
        assert {it["role"] for it in cells(shown)} == {"img"}
        row = [ol for ol in page.all("ol") if ol["class"] == "nodes"]
        (beside,) = [ol for ol in row if any("aria-current" in a.attributes for a in ol.all("a"))]
        for move in beside.all("li") if at > 1 else []:
            name, *figure = [it.text for it in move.all("b")]
            (heard,) = [it["aria-label"] for it in cells(shown) if f", {name}," in it["aria-label"]]
            assert figure == [] or heard.endswith(figure[0])
            assert figure == [] or figure[0] in shown.by_id("sketch").text


@pytest.mark.parametrize("path", [path for path in EXAMPLES if "colours" not in path])
def test_the_colours_of_a_frame_stay(client: FlaskClient, path: str) -> None:
    """On every way on but that to the site; nothing else is different."""
    plain = client.get(path).text
    for colours in ("light", "dark"):
        asked = f"colours={colours}"
        text = client.get(f"{path}{'&' if '?' in path else '?'}{asked}").text
        page = read(text)
        assert page.all("html")[0]["data-colours"] == colours
        for url in [it["href"] for it in page.all("a") if "href" in it.attributes]:
            assert url.startswith("/embed/") == (asked in urlsplit(url).query.split("&"))
        assert re.sub(rf" data-colours=.{colours}.|([?]|&amp;){asked}", "", text) == plain


def test_a_frame_refuses_other_colours(client: FlaskClient) -> None:
    for path in ("/embed/puzzles/square/500?colours=blue", "/embed/puzzles/today?colours="):
        response = client.get(path)
        assert response.status_code == 400
        assert "must be light or dark" in read(response.text).by_id("main").text
    for colours, status in (("dark", 200), ("blue", 400)):
        page = f"{SITE}/embed/puzzles/square/500?colours={colours}"
        response = client.get("/oembed", query_string={"url": page})
        assert response.status_code == status
        assert ("500?colours=dark" in response.text) == (status == 200)


def test_a_shuffled_set_stays_as_it_was_when_the_frame_came(client: FlaskClient) -> None:
    """The puzzle that is solved is the one that was shown."""
    response = client.get("/embed/puzzles?game=square&order=shuffled&count=5&colours=dark")
    assert response.status_code == 303
    assert response.headers["Cache-Control"] == "no-store"
    url = response.headers["Location"]
    assert re.fullmatch(r"/embed/puzzles\?game=square&seed=\d+&count=5&colours=dark", url)
    shown = client.get(url)
    assert shown.status_code == 200
    first = PuzzleSet.read(MultiDict(parse_qsl(urlsplit(url).query))).puzzles[0]
    assert f"/embed/puzzles/square/{first.number}?" in shown.text


# oEmbed.


def described(client: FlaskClient, url: str, **query: Any) -> Any:
    """The answer about *url*."""
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


@pytest.mark.parametrize("path", [path.removeprefix("/embed") for path in EXAMPLES])
def test_a_page_leads_to_its_frame(client: FlaskClient, path: str) -> None:
    root = "https://example.org/below"
    page = read(client.get(path, base_url=root).text)
    (link,) = [it for it in page.all("link") if it["rel"] == "alternate"]
    assert link["type"] == "application/json+oembed"
    asked = urlsplit(link["href"])
    assert link["href"].startswith(f"{root}/oembed?")
    answer = json.loads(client.get("/oembed", query_string=asked.query, base_url=root).data)
    assert answer["provider_url"] == f"{root}/"
    found = iframe(answer)
    assert (found["width"], found["height"]) == (f"{answer['width']}", f"{answer['height']}")
    assert found["title"] == answer["title"]
    assert answer["title"]
    assert found["src"].startswith(f"{root}/embed/")
    src = urlsplit(found["src"])
    there = client.get(
        src.path.removeprefix(urlsplit(root).path), query_string=src.query, base_url=root
    )
    assert there.status_code == 200
    assert ancestors(there) == "*"
    assert linked(page, "canonical")


@given(st.sampled_from(EVERY).map(address) | replays().map(lambda it: f"{it}"), st.data())
def test_whatever_has_a_frame_is_described(app: Flask, path: str, data: st.DataObject) -> None:
    path = path if path.startswith("/") else f"/replay/{path.replace('/moves', '')}"
    sizes = st.integers(1, 3000)
    most = {"maxwidth": data.draw(sizes), "maxheight": data.draw(sizes)}
    answer = described(app.test_client(), SITE + path, **most)
    assert 0 < answer["width"] <= most["maxwidth"]
    assert 0 < answer["height"] <= most["maxheight"]
    frame(app, below(iframe(answer)["src"].removeprefix(SITE)))


@pytest.mark.parametrize(
    "query", ["game=square&theme=fork&count=3", "list=tic-tac-toe-4,square-12", "plies=3&count=4"]
)
def test_a_set_is_solved_in_a_frame_one_puzzle_after_the_other(app: Flask, query: str) -> None:
    """After the last comes the first again: a frame keeps nothing."""
    puzzles = PuzzleSet.read(MultiDict(parse_qsl(query))).puzzles
    page = read(app.test_client().get(f"/embed/puzzles?{query}", follow_redirects=True).text)
    for puzzle in (*puzzles, puzzles[0]):
        assert marks(page) == puzzle.rows.replace("-", "")
        for step in solution(puzzle):
            link = page.by_id(f"cell-{step.move.cell}")["href"]
            page = frame(app, below(link))
        page = frame(app, below(page.by_id("next")["href"]))


def test_the_puzzle_of_today_has_a_frame_that_stays(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first click leads to the frame of the day."""
    for day in (date(2026, 11, 22), date(2026, 11, 23)):
        on(monkeypatch, day)
        for path in ("/puzzles/today", "/embed/puzzles/today"):
            src = iframe(described(app.test_client(), SITE + path))["src"]
            assert src == f"{SITE}/embed/puzzles/today"
        today, of_day = (frame(app, f"/puzzles/{it}") for it in ("today", day))
        assert today == of_day
        assert marks(today) == board_of(puzzle_of_day(day)).marks
        links = [it["href"] for it in cells(today) if "href" in it.attributes]
        assert links
        assert all(it.startswith(f"/embed/puzzles/{day}?moves=") for it in links)


OTHERS = [
    "",
    "http://[",
    "puzzles/square/5",
    "/puzzles/square/5",
    "//localhost/puzzles/square/5",
    "javascript:alert(1)",
    "ftp://localhost/puzzles/square/5",
    "http://evil.example/puzzles/square/5",
    "http://localhost@evil.example/puzzles/square/5",
    "http://localhost:81/puzzles/square/5",
    "http://localhost.evil.example/puzzles/square/5",
    f"{SITE}/",
    f"{SITE}/learn",
    f"{SITE}/puzzles",
    f"{SITE}/puzzles/square",
    f"{SITE}/puzzles/square/9999",
    f"{SITE}/puzzles/square/5?moves=zz",
    f"{SITE}/replay/chess/e2e4",
    f'{SITE}/replay/square/"><script>alert(1)</script>',
    f"{SITE}/embed/nothing",
    f"{SITE}/oembed?url={SITE}/puzzles/square/5",
]


@pytest.mark.parametrize("url", OTHERS)
def test_other_addresses_have_none(client: FlaskClient, url: str) -> None:
    response = client.get("/oembed", query_string={"url": url})
    assert response.status_code == 404
    assert json.loads(response.data).keys() == {"error"}


@given(st.text(max_size=60), st.text(max_size=60))
@example("x=human&o=hard", '"><script>')
@example('values=on&"onload="alert(1)', "ply=2")
def test_no_text_of_an_address_becomes_markup(app: Flask, query: str, fragment: str) -> None:
    url = f"{SITE}/replay/square/b2c3?{query}#{fragment}"
    response = app.test_client().get("/oembed", query_string={"url": url})
    if response.status_code == 200:
        found = iframe(json.loads(response.data))
        assert found["src"].startswith(f"{SITE}/embed/replay/square/b2c3?")
        assert set(dict(parse_qsl(urlsplit(found["src"]).query))) <= {
            *("first", "x", "o", "from", "variation", "ply", "values", "ideas", "programs"),
            *("figure", "sort"),
        }
    else:
        assert response.status_code == 404


def test_xml_is_not_offered(client: FlaskClient) -> None:
    page = f"{SITE}/puzzles/square/5"
    for form, status in (("xml", 501), ("json", 200), ("yaml", 501)):
        query = urlencode({"url": page, "format": form})
        response = client.get(f"/oembed?{query}")
        assert response.status_code == status
        assert ("leave “format” out" in response.text) == (status == 501)
    assert client.get("/oembed?url=nowhere&format=xml").status_code == 404
    assert client.get("/oembed").status_code == 400
    assert client.get(f"/oembed?url={page}&maxwidth=wide").status_code == 400
    assert described(client, page, maxwidth="") == described(client, page)
