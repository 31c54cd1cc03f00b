"""Every view leads on: its forms and links are tried, and all of it below a path of a host."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.approve import approved, expect_outlined
from tests.own_games import OWN
from tests.page import Element, read
from tests.views import RARE, VIEWS, View, Visits

ROOT = "http://localhost"
BELOW = "/games/why"
SEAT = re.compile(r"/with/[^/]+/(seat|here)|^/class/")  # for who holds it
LISTS = {"ol", "ul", "table", "dl", "nav"}

Fields = dict[str, Any]
VIEWS_APPROVED = approved()
SOLVING = {"gallery.solve", "gallery.stop"}  # need no cookie, and change what other views show


@pytest.mark.parametrize("name", VIEWS)
def test_an_outline_is_that_of_its_view(visits: Visits, name: str) -> None:
    expect_outlined(visits, VIEWS_APPROVED[name])


@pytest.mark.parametrize("name", VIEWS)
def test_forms_and_links_lead_on(visits: Visits, opened: "Opened", name: str) -> None:
    app, view, response = visits.app, VIEWS[name], visits[name]
    page = visits.page(name)
    for endpoint, action, fields in posts(app, page, response.request.path):
        if endpoint not in SOLVING and (endpoint, view.path) not in opened:
            opened[endpoint, view.path] = Led(0, "", set())
            expect_told_without_cookies(app, action, fields)
    for link in ends_of_lists(page):
        if link[0] == "#":
            assert link[1:] in page.ids
        else:
            expect_leads_on(app, opened, view, path_of(response), link)


def posts(app: Flask, page: Element, path: str) -> Iterator[tuple[str, str, Fields]]:
    """The endpoint, the address and the fields of what each button posts that can be pressed on the
    *page* at *path*.
    """
    urls = app.url_map.bind("localhost")
    for form in page.all("form"):
        own = [it for it in page if it.attributes.get("form") == form.attributes.get("id", "-")]
        fields: Fields = {**form.chosen}
        fields |= {it["name"]: it["value"] for it in form.all("input") if "value" in it.attributes}
        for it in (*form.all("button"), *own):
            method = it.attributes.get("formmethod") or form.attributes.get("method")
            waits = {"type", "aria-disabled"} & it.attributes.keys()
            if it.tag == "button" and method == "post" and not waits:
                action = it.attributes.get("formaction") or form.attributes.get("action") or path
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


class Led(NamedTuple):
    """A link that was followed: to the *status* of the page *at* an address, which has these
    *ids*.
    """

    status: int
    at: str
    ids: set[str]


Opened = dict[object, Led]


@pytest.fixture(scope="module")
def opened() -> Opened:
    """The pages at links that were followed, each once."""
    return {}


def ends_of_lists(page: Element) -> list[str]:
    """The links of this site that are the first and the last of a list or table, or of all others,
    and those to definitions.
    """
    links: dict[int, list[str]] = {}

    def collect(element: Element, within: int) -> None:
        within = id(element.node) if element.tag in LISTS else within
        link = element.attributes.get("href", "").removeprefix(ROOT)
        if element.tag == "a" and link and not urlsplit(link).netloc:
            links.setdefault(within, []).append(link)
        for child in element.children:
            if isinstance(child, Element):
                collect(child, within)

    collect(page, 0)
    found = {link for group in links.values() for link in (group[0], group[-1])}
    found |= {link for group in links.values() for link in group if link.startswith("/learn/")}
    return sorted(link for link in found if not SEAT.match(link))


def expect_leads_on(app: Flask, opened: Opened, view: View, path: str, link: str) -> None:
    """There is a page at *link*, with an element that has the id of its fragment, and it is not the
    page at *path* that one leaves.
    """
    address, _, fragment = link.partition("#")
    own = view.own, view.session.fingerprint if urlsplit(address).path == "/" else ""
    if (address, own) not in opened:
        browser, _ = View.opened(view, app)
        response = browser.get(address, follow_redirects=True)
        found = read(response.text).ids if response.mimetype == "text/html" else set()
        opened[address, own] = Led(response.status_code, path_of(response), found)
    led = opened[address, own]
    assert led.status == 200, link
    assert not fragment or fragment in led.ids, link
    assert led.at != path or address in {path, path.partition("?")[0]}, f"{link} leads back"


def path_of(response: TestResponse) -> str:
    """The path and the query that *response* answers."""
    return response.request.full_path.rstrip("?")


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
