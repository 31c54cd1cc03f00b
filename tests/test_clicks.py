"""Cells clicked in every state of a board: they take the mark, or the click is refused."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.page import HTMX, Element, read
from tests.views import VIEWS

STATES = (
    *("first", "hint", "won-by-a-row", "retry", "watch", "replay-middle", "replay-variation"),
    *("replay-last", "puzzle-wrong", "puzzle-in-set", "friend-joined", "friend-gone"),
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
    """As its name says: the last of each kind. Refused clicks leave the board as it was."""
    browser, path = VIEWS[state].opened(app)
    page = read(browser.get(path).text)
    kinds = {"aria-disabled" in cell.attributes: (cell, form) for cell, form in cells(page)}
    if True in kinds:
        assert 400 <= click(browser, *kinds[True], htmx=True).status_code < 500
        assert read(browser.get(path).text).by_id("board") == page.by_id("board")
    if False in kinds:
        response = click(browser, *kinds[False], htmx=False)
        clicked = read(response.text).by_id(kinds[False][0]["id"]).attributes
        took = response.status_code == 200 and "data-mark" in clicked
        assert took or "data-tried" in clicked
