"""Frames for the pages of others, and what they share with the pages that they show."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.test import TestResponse

from tests.page import Element, dangling, read
from tests.puzzle_pages import click
from tests.replays import visit
from webapp.learn.lessons import LessonState
from webapp.puzzles.address import Attempt
from webapp.replay.replay import Replay, replay_url


def ancestors(response: TestResponse) -> str:
    """The sites that may frame *response*."""
    (found,) = re.findall("frame-ancestors ([^;]*)", response.headers["Content-Security-Policy"])
    assert "X-Frame-Options" not in response.headers
    return str(found)


def frame(app: Flask, path: str) -> Element:
    """The frame at *path* below `/embed`; it sets no cookie."""
    response = app.test_client().get(f"/embed{path}")
    assert response.status_code == 200, response.text
    assert "Set-Cookie" not in response.headers
    assert ancestors(response) == "*"
    page = read(response.text)
    assert not dangling(page)
    return page


def cells(page: Element) -> list[Element]:
    return [it for it in page.by_id("board") if (it.attributes.get("id") or "").startswith("cell-")]


def below(url: str) -> str:
    """The address *url* of a frame without `/embed` and its fragment."""
    assert url.startswith("/embed/")
    return url.removeprefix("/embed").partition("#")[0]


def assert_same_steps(shown: Element, page: Element, keys: Iterable[str]) -> None:
    """The *keys* of a frame lead to the frames of where those of its page lead."""
    for step, other in ((shown.by_id(key), page.by_id(key)) for key in keys):
        leads = other.attributes.get("href")
        assert step.attributes.get("href") == (leads and f"/embed{leads}")
        assert ("aria-disabled" in step.attributes) == ("aria-disabled" in other.attributes)
        assert step.text == other.text
    assert {it["role"] for it in cells(shown)} == {"img"}


def assert_shows_its_page(app: Flask, state: Attempt | Replay | LessonState) -> None:
    """A frame has the board, state and sentence of its page; a cell leads to the frame of where its
    click leads.
    """
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
        keys = ("first", "back", "forward", "last") if state.moves_shown else ()
        assert_same_steps(shown, page, keys)
        return
    assert heard == status.all("span")[0].text
    card = isinstance(state, Attempt) and state.solved
    said = page.by_id("review" if card else "why").all("p")
    assert any(it.text and it.text in shown.by_id("main").text for it in said)
    if isinstance(state, Attempt):
        told = shown.by_id("main").attributes
        assert ("data-solved" in told) == state.solved
        assert int(told["data-tries"] or 0) == len(state.cells) - len(state.right)
    touched = {it["id"]: it["href"] for it in cells(shown) if "href" in it.attributes}
    assert touched.keys() == {it["id"] for it in buttons if "aria-disabled" not in it.attributes}
    for name, link in touched.items():
        cell = int(name.removeprefix("cell-"))
        if isinstance(state, Attempt):
            clicked = click(app.test_client(), path, cell)
            assert below(link) == clicked.partition("#")[0]
        else:
            assert below(link) == f"{urlsplit(path).path}?step={state.step}&cell={cell}"


def assert_search_is_walked(app: Flask, path: str, places: Iterable[int]) -> None:
    """At these *places* of a search the steps of its frame are those of its page, and the board has
    its values.
    """
    for at in places:
        url = f"/search/{path}&at={at}"
        page, shown = visit(app, url), frame(app, url)
        assert [it["href"] for it in shown.all("a") if "target" in it.attributes] == [url]
        assert page.by_id("status").all("span")[0].text == shown.by_id("status").all("span")[0].text
        assert_same_steps(shown, page, ("first", "back", "forward", "cut", "out"))
        row = [ol for ol in page.all("ol") if "nodes" in ol["class"].split()]
        (beside,) = [ol for ol in row if any("aria-current" in a.attributes for a in ol.all("a"))]
        for move in beside.all("li") if at > 1 else []:
            name, *figure = [it.text for it in move.all("b")]
            (heard,) = [it["aria-label"] for it in cells(shown) if f", {name}," in it["aria-label"]]
            assert figure == [] or heard.endswith(figure[0])
            assert figure == [] or figure[0] in shown.by_id("sketch").text
