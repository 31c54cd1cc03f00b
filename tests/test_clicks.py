"""Every cell clicked in every state of a board: it takes the mark, or the click is refused."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.page import HTMX, Element, read
from tests.views import VIEWS, FriendView

STATES = (
    *("first", "middle", "hint", "won-by-a-row", "retry", "watch"),
    *("replay-middle", "replay-variation", "replay-last"),
    *("puzzle-wrong", "puzzle-in-set", "friend-joined", "friend-gone"),
)


def cells(element: Element, form: Element | None = None) -> Iterator[tuple[Element, Element]]:
    """The cells in *element*, each with the form around it."""
    form = element if element.tag == "form" else form
    if element.attributes.get("name") == "cell" and element.tag == "button":
        assert form
        yield element, form
    for child in element.children:
        if isinstance(child, Element):
            yield from cells(child, form)


def click(browser: FlaskClient, cell: Element, form: Element, *, htmx: bool) -> TestResponse:
    """The response to which a click on *cell* leads."""
    fields, address = {**form.fields, "cell": cell["value"]}, form["action"]
    if form.attributes.get("method") == "post":
        headers = HTMX if htmx else {}
        return browser.post(address, data=fields, headers=headers, follow_redirects=True)
    path = address.partition("?")[0]
    return browser.get(path, query_string=fields, follow_redirects=True)


@pytest.mark.parametrize("state", STATES)
def test_a_cell_takes_a_mark_or_refuses_the_click(app: Flask, state: str) -> None:
    """As its name says. Clicks that are refused leave the board as it was."""
    view = VIEWS[state]
    browser, path = view.opened(app)
    page = read(browser.get(path).text)
    for cell, form in cells(page):
        if "aria-disabled" in cell.attributes:
            response = click(browser, cell, form, htmx=True)
            assert 400 <= response.status_code < 500, cell["id"]
    assert read(browser.get(path).text).by_id("board") == page.by_id("board")

    for number, (cell, _) in enumerate(cells(page)):
        if "aria-disabled" not in cell.attributes:
            browser, path = view.opened(app)
            now = read(browser.get(path).text) if isinstance(view, FriendView) else page
            response = click(browser, *[*cells(now)][number], htmx=False)
            clicked = read(response.text).by_id(cell["id"]).attributes
            took = response.status_code == 200 and "data-mark" in clicked
            assert took or "data-tried" in clicked, cell["id"]
