"""Every view: its markup is the approved one, and all laws of pages hold on one visit of it."""

import json
import re
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ai.opponents import OPPONENTS
from ai.rules import NAMED
from tests.addresses import PUBLIC
from tests.approve import APPROVED, approved
from tests.browser import browser_in
from tests.markup import Printer, changes
from tests.names_of_states import missing
from tests.own_games import OWN
from tests.page import Element, dangling, linked, read
from tests.views import RARE, VIEWS, View, Visits
from webapp.learn.lessons import LESSONS

ROOT = "http://localhost"
BELOW = "/games/why"
SEAT = re.compile(r"/with/[^/]+/(seat|here)|^/class/")  # for who holds it
LISTS = {"ol", "ul", "table", "dl", "nav"}
SECTIONS = approved(APPROVED.read_text())
HEADINGS = {re.split(r"## |, like ", heading)[1]: heading for heading in SECTIONS}


@pytest.fixture(scope="module", params=VIEWS)
def name(request: pytest.FixtureRequest) -> str:
    """The name of each view, with all its tests one after another."""
    return str(request.param)


# The approved markup.


def test_the_markup_of_a_view_is_approved(visits: Visits, name: str) -> None:
    expect_approved(visits, name)


@pytest.mark.parametrize("name", RARE)
def test_a_rare_state_or_file_is_as_approved(visits: Visits, name: str) -> None:
    expect_approved(visits, name)


def expect_approved(visits: Visits, name: str) -> None:
    """The view is in the approved file as it is: `python -m tests.approve` renews it."""
    heading = HEADINGS[name]
    base, page = heading.partition(", like ")[2], lines(visits, name)
    found = changes(lines(visits, base), page) if base else page
    assert not [*unified_diff(SECTIONS[heading], found, "approved", name, lineterm="", n=2)]


@cache
def lines(visits: Visits, name: str) -> list[str]:
    """The lines of a view."""
    return Printer().lines(visits[name])


def test_the_approved_file_has_every_view_and_no_drawing_in_vain() -> None:
    assert [*HEADINGS] == ["drawings", *VIEWS, *RARE]
    views = "".join(line for heading in SECTIONS for line in SECTIONS[heading] if line[0] != "[")
    for drawing in SECTIONS[HEADINGS["drawings"]]:
        assert drawing.partition("]")[0] in views


# One visit, all laws.


class Seen(NamedTuple):
    """The *response* with the *page* of a view of that *name*."""

    name: str
    view: View
    response: TestResponse
    page: Element

    @property
    def is_frame(self) -> bool:
        """Whether it is shown in pages of other sites."""
        return self.name.startswith("embed-")


def test_the_laws_of_pages_hold(visits: Visits, opened: "Opened", name: str) -> None:
    app, response = visits.app, visits[name]
    seen = Seen(name, VIEWS[name], response, read(response.text))
    assert [*missing(name, seen.page)] == []
    expect_headers(app, seen)
    expect_no_script_or_style_within(seen)
    expect_scripts(app, seen.page)
    expect_settings_and_version(visits, seen)
    expect_names(seen.page)
    expect_headings(seen)
    expect_moves_of_the_winner(seen)
    expect_frame(seen)
    expect_ways(seen)
    assert not dangling(seen.page)
    expect_works_without_script(seen.page)
    for endpoint, action, fields in posts(app, seen):
        if endpoint not in SOLVING and (endpoint, seen.view.path) not in opened:
            opened[endpoint, seen.view.path] = 0, set()
            expect_told_without_cookies(app, action, fields)
    for link in ends_of_lists(app, seen.page):
        expect_leads_on(app, opened, seen, link)


def expect_headers(app: Flask, seen: Seen) -> None:
    """The response may be kept if its address alone decides, and it is what it says."""
    response, path = seen.response, urlsplit(seen.view.path).path
    assert (response.status_code, response.mimetype) == (seen.view.status, "text/html")
    by_address = type(seen.view) is View and seen.view.form is None and seen.view.status == 200
    kept = by_address and app.url_map.bind("localhost").match(path)[0] in PUBLIC
    assert response.headers["Cache-Control"].startswith("public" if kept else "no-store")
    assert not kept or response.headers["Vary"] == "Accept-Encoding"
    assert not kept or "Set-Cookie" not in response.headers


IN_PLIES = re.compile(r"\bplies\b(?!=)|both sides|moves of (both|yours|mine)")
HARD = re.compile(r"\btrips\b|\(hard:|beginners? (who loses?|would lose|falls|.* side loses)")


def expect_moves_of_the_winner(seen: Seen) -> None:
    """Pages count the winner's own moves; only definitions and the API's page speak of plies. The
    difficulty of a draw is how many beginners slip.
    """
    if not seen.view.path.startswith(("/learn/terms", "/learn/api")):
        names = ("aria-label", "title", "alt", "content")
        told = [it.attributes.get(name, "") for it in seen.page for name in names]
        for text in (seen.page.text, *told):
            assert not IN_PLIES.search(text), text
            assert not HARD.search(text), text


def expect_no_script_or_style_within(seen: Seen) -> None:
    """The policy refuses scripts and styles in the markup itself."""
    for element in seen.page:
        assert not [name for name in element.attributes if name == "style" or name[:2] == "on"]
        assert element.tag != "style"
        assert element.tag != "script" or (element["src"] and not element.text)


SHARED = {"arrows.js": ("cellReached",), "parts.js": ("fetchPage", "replaceParts")}


def expect_scripts(app: Flask, page: Element) -> None:
    """A function that a script has from another file is there before it. Parts have ids."""
    files = [script["src"].rpartition("/")[2] for script in page.all("script")]
    for at, file in enumerate(files):
        source = Path(app.static_folder or "", file).read_text()
        for shared in SHARED.keys() - {file}:
            uses = any(f"{name}(" in source for name in SHARED[shared])
            assert not uses or shared in files[:at], (file, shared)
    assert all(it["id"] for it in page if "data-part" in it.attributes)


def expect_works_without_script(page: Element) -> None:
    """An element that sends a request by htmx sends the same one without."""
    for element in page:
        attributes = element.attributes
        if (posted := attributes.get("data-hx-post")) is not None:
            assert attributes["action" if element.tag == "form" else "formaction"] == posted
        if (got := attributes.get("data-hx-get")) and element.tag in {"form", "a"}:
            plain = attributes["action" if element.tag == "form" else "href"]
            assert plain.partition("#")[0] == got


Fields = dict[str, Any]
SOLVING = {"gallery.solve", "gallery.stop"}  # need no cookie, and change what other views show


def posts(app: Flask, seen: Seen) -> Iterator[tuple[str, str, Fields]]:
    """The endpoint, the address and the fields of what each button posts that can be pressed."""
    urls = app.url_map.bind("localhost")
    for form in seen.page.all("form"):
        own = [
            it for it in seen.page if it.attributes.get("form") == form.attributes.get("id", "-")
        ]
        fields: Fields = {**form.chosen}
        fields |= {it["name"]: it["value"] for it in form.all("input") if "value" in it.attributes}
        for it in (*form.all("button"), *own):
            method = it.attributes.get("formmethod") or form.attributes.get("method")
            waits = {"type", "aria-disabled"} & it.attributes.keys()
            if it.tag == "button" and method == "post" and not waits:
                plain = form.attributes.get("action") or seen.response.request.path
                action = it.attributes.get("formaction") or plain
                pressed: Fields = {}
                if "name" in it.attributes:
                    pressed[it["name"]] = it["value"]
                if "enctype" in form.attributes:
                    pressed["file"] = BytesIO(json.dumps(OWN).encode()), "games.json"
                endpoint, _ = urls.match(urlsplit(action).path, "POST")
                yield endpoint, action, fields | pressed


def expect_told_without_cookies(app: Flask, action: str, fields: Fields) -> None:
    """After a form that needs a cookie the page says that the browser sent none."""
    client = app.test_client(use_cookies=False)
    response = client.post(action, data=fields, headers={"Origin": ROOT})
    needs = "Set-Cookie" in response.headers and response.status_code != 400  # nothing is typed
    while response.status_code in {303, 308}:
        response = client.get(response.headers["Location"].partition("#")[0])
    (main,) = read(response.text).all("main")
    assert not needs or "your browser sent no cookie" in main.text, action


def expect_settings_and_version(visits: Visits, seen: Seen) -> None:
    """The style sheet of the settings comes last. All pages name one version and one language."""
    sheets = [*chain.from_iterable(linked(it, "stylesheet") for it in seen.page.all("head"))]
    assert sheets[-1:] == ["/theme.css"] or seen.is_frame
    (html,), (first,) = seen.page.all("html"), read(visits["first"].text).all("html")
    assert html["lang"] == "en"
    assert html.attributes.get("data-version") == first["data-version"] or seen.is_frame


def expect_names(page: Element) -> None:
    """All that can be used or seen as a picture has a name; a visible text is part of the name."""
    labels = {label["for"] for label in page.all("label") if "for" in label.attributes}
    labelled = {id(it.node) for label in page.all("label") if name_of(label) for it in label}
    for element in exposed(page):
        kind = element.attributes.get("type")
        if element.tag in {"input", "select", "textarea"} and kind != "hidden":
            has_label = element.attributes.get("id") in labels or id(element.node) in labelled
            assert has_label or "aria-label" in element.attributes, element.attributes
        if element.tag in {"a", "button", "summary", "h1", "h2", "h3", "h4", "title"}:
            assert name_of(element), element.attributes
        if element.attributes.get("role") in {"img", "group", "dialog"}:
            assert {"aria-label", "aria-labelledby"} & element.attributes.keys()


def exposed(element: Element) -> Iterator[Element]:
    """The *element* and all below it that is not hidden from screen readers."""
    if element.attributes.get("aria-hidden") != "true":
        yield element
        for child in element.children:
            if isinstance(child, Element):
                yield from exposed(child)


def name_of(element: Element) -> str:
    """The accessible name of *element*."""
    if label := element.attributes.get("aria-label") or element.attributes.get("aria-labelledby"):
        return label
    if element.attributes.get("aria-hidden") == "true":
        return ""
    return "".join(it if isinstance(it, str) else name_of(it) for it in element.children).strip()


def expect_headings(seen: Seen) -> None:
    """One main part and one heading of the first level, no level is left out, and a section that is
    labelled by another element is so by a heading in it.
    """
    levels = [int(it.tag[1]) for it in seen.page if re.fullmatch("h[1-6]", it.tag)]
    assert [1, *levels].count(1) == 2 or seen.is_frame
    assert all(level <= before + 1 for before, level in zip([0, *levels], levels, strict=False))
    assert len(seen.page.all("main")) == 1
    assert len([it for head in seen.page.all("head") for it in head.all("title")]) == 1
    for section in seen.page.all("section"):
        if label := section.attributes.get("aria-labelledby"):
            (heading,) = [it for it in section if it.attributes.get("id") == label]
            assert re.fullmatch("h[1-6]", heading.tag)


def expect_frame(seen: Seen) -> None:
    """A frame has nothing to send, and one way out, by a new tab."""
    links = [it for it in seen.page.all("a") if "href" in it.attributes]
    ways_out = [it for it in links if "target" in it.attributes]
    if seen.is_frame:
        assert not {it.tag for it in seen.page} & {"form", "button", "input", "iframe"}
        assert [(it["target"], it["rel"]) for it in ways_out] == [("_blank", "noopener")]
        assert all(it in ways_out or it["href"].startswith("/embed/") for it in links)


# Links.

LABELS = {it.name: it.key for it in OPPONENTS.values()}
LABELS |= {it.name: it.key for it in NAMED.values()} | {it.name: it.key for it in LESSONS.values()}
del LABELS["Lines"]  # a lesson, and a group of shapes in the atlas
PUZZLES = {"puzzles", "places", "columns", "answers", "doors"}  # classes of lists of them


def expect_ways(seen: Seen) -> None:
    """An opponent, a game or a lesson that is named on its own, as in a heading, is one tap away:
    by a link, a button or a choice with its key, unless the page is about it alone. So is each
    puzzle in a list. Frames, and the board in words, lead to the page that they show.
    """
    if seen.is_frame or urlsplit(seen.view.path).path == "/position":
        return
    keys = {*re.split(r"[/?&=.]", seen.view.path)}
    for it in seen.page:
        for way in (it.attributes.get(name, "") for name in ("href", "formaction", "value")):
            keys.update(re.split(r"[/?&=#]", way))
    (main,) = seen.page.all("main")
    for it in main:
        label = " ".join(piece for piece in it.children if isinstance(piece, str)).strip()
        assert LABELS.get(label) in {None, *keys}, label
        if it.tag in {"ol", "ul"} and PUZZLES & {*it.attributes.get("class", "").split()}:
            assert all(item.all("a") for item in it.all("li"))


Opened = dict[object, tuple[int, set[str | None]]]


@pytest.fixture(scope="module")
def opened() -> Opened:
    """The status and the ids of the pages at links that were followed, each once."""
    return {}


def ends_of_lists(app: Flask, page: Element) -> list[str]:
    """The links of this site that are the first and the last of a list or table, or of all others,
    and those to definitions. There is an endpoint for every link.
    """
    links: dict[int, list[str]] = {}

    def collect(element: Element, within: int) -> None:
        within = id(element.node) if element.tag in LISTS else within
        link = element.attributes.get("href", "").removeprefix(ROOT)
        if element.tag == "a" and link and not urlsplit(link).netloc:
            assert link[0] in "#?" or urls.test(urlsplit(link).path), link
            links.setdefault(within, []).append(link)
        for child in element.children:
            if isinstance(child, Element):
                collect(child, within)

    urls = app.url_map.bind("localhost")
    collect(page, 0)
    found = {link for group in links.values() for link in (group[0], group[-1])}
    found |= {link for group in links.values() for link in group if link.startswith("/learn/")}
    return sorted(link for link in found if not SEAT.match(link))


def expect_leads_on(app: Flask, opened: Opened, seen: Seen, link: str) -> None:
    """There is a page at *link*, with an element that has the id of its fragment."""
    address, _, fragment = link.partition("#")
    if not address:
        assert fragment in ids(seen.page), link
        return
    own = seen.view.session.fingerprint if urlsplit(address).path == "/" else ""
    if (address, own) not in opened:
        response = browser_in(app, seen.view.session).get(address, follow_redirects=True)
        found = ids(read(response.text)) if response.mimetype == "text/html" else set()
        opened[address, own] = response.status_code, found
    status, found = opened[address, own]
    assert status == 200, link
    assert not fragment or fragment in found, link


def ids(page: Element) -> set[str | None]:
    """The ids on *page*."""
    return {element.attributes.get("id") for element in page}


# Below a path of its host.


def test_below_a_path_every_address_is_there_too(visits: Visits) -> None:
    """Nothing else differs, but for the QR codes of addresses."""
    app = visits.app
    code = re.compile('<svg class="qr".*?</svg>', re.DOTALL)
    urls = app.url_map.bind("localhost")
    each = {
        urls.match(urlsplit(view.path).path)[0]: name
        for name, view in VIEWS.items()
        if type(view) is View and view.status == 200
    }
    names = [*each.values(), "not-found", "bad-address", "manifest", "robots", "sitemap", "offline"]
    every = {**VIEWS, **RARE}
    for name, response in Visits(app, {name: every[name] for name in names}, BELOW).items():
        assert BELOW in response.text
        same = response.text.replace(BELOW, "").replace(quote(BELOW, safe=""), "")
        assert code.sub("", same) == code.sub("", visits[name].text), name
