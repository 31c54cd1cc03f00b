"""The page for those who practise browser tests: its addresses, examples, states and delays."""

import re
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.rules import TIC_TAC_TOE
from tests.browser import browser_in, kept, play, post
from tests.page import Element, read, shown
from tests.views import match
from webapp.learn import delay
from webapp.learn.delay import ROOM
from webapp.learn.testing import KIT, LANGUAGES

ADDRESS = "/learn/testing"


@pytest.fixture(scope="module")
def testing(app: Flask) -> Element:
    """The page, which says the same to everybody."""
    return read(app.test_client().get(ADDRESS).text)


def section(page: Element, name: str) -> Element:
    """The section that the heading with the id *name* labels."""
    (found,) = [it for it in page.all("section") if it.attributes["aria-labelledby"] == name]
    return found


def test_every_address_is_there(app: Flask, testing: Element) -> None:
    adapter = app.url_map.bind("localhost")
    told = [code for term in section(testing, "addresses").all("dt") for code in term.all("code")]
    assert len(told) > 6
    for method, address in (code.text.split(" ") for code in told):
        assert adapter.match(address.partition("?")[0], method)


def test_every_example_is_shown_in_its_language(client: FlaskClient) -> None:
    for code, (language, *files) in LANGUAGES.items():
        shown = section(read(client.get(f"{ADDRESS}?code={code}").text), "examples")
        labels = [f"{heading.text} in {language}" for heading in shown.all("h3")]
        assert [it["aria-label"] for it in shown.all("pre")] == labels
        told = " ".join(it.text for it in shown.all("pre"))
        for file in files:
            text = (KIT / file).read_text()
            regions = re.split(r"[/ #]+region \S+\n", text)[1:]
            assert regions
            assert all(" ".join(it.split()) in told for it in regions)
    assert client.get(f"{ADDRESS}?code=cobol").status_code == 400


MISSING = {  # the cell of the one move that is missing, the end, and the length of what wins
    "The computer about to lose": (2, "won", 3),
    "Two squares at once": (0, "won", 7),
    "A drawn end": (8, "tied", 0),
}


def test_each_button_starts_its_state(testing: Element, client: FlaskClient) -> None:
    """All in one browser, one after the other."""
    for form in section(testing, "states").all("form"):
        assert client.post(form["action"]).status_code == 303
        if form.text in MISSING:
            cell, end, winning = MISSING[form.text]
            play(client, cell, ply=kept(client).match.record.ply)
            after = shown(read(client.get("/").text))
            assert (after.state, len(after.winning)) == (end, winning)
    assert {*MISSING} < {it.text for it in section(testing, "states").all("form")}


# A slow answer.


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long a request slept, instead of sleeping. Stores of earlier tests may still look for
    news, and sleep in between.
    """
    slept: list[int] = []
    monkeypatch.setattr(delay, "time", Mock(sleep=slept.append))
    return slept


def test_few_moves_at_once_are_answered_late_until_one_asks_for_no_more(
    app: Flask, slept: list[int]
) -> None:
    client = browser_in(app, match(TIC_TAC_TOE))  # of two people
    for ply, seconds in enumerate((0, 3)):
        assert post(client, f"{ADDRESS}/delay", seconds=seconds).status_code == 303
        play(client, ply, ply=ply)
        assert slept == [3] * ply
    taken = [*iter(lambda: ROOM.acquire(blocking=False), False)]
    play(client, 2, ply=2)
    assert (len(taken), slept) == (4, [3])
    ROOM.release()
    play(client, 3, 4, ply=3)  # each leaves its room to the next
    assert slept == [3, 3, 3]
    ROOM.release(3)
    post(client, f"{ADDRESS}/delay", seconds=0)
    assert post(client, "/undo", ply=5).status_code == 303
    assert slept == [3, 3, 3]


def test_no_cookie_or_form_asks_for_more(client: FlaskClient, slept: list[int]) -> None:
    for text in ("", "4", "-1", "1e9", "²", "2 ", "x" * 3000):
        client.set_cookie("delay", text)
        assert post(client, "/undo", ply=0).status_code == 409
        response = post(client, f"{ADDRESS}/delay", seconds=text)
        assert (response.status_code, response.headers.getlist("Set-Cookie")) == (400, [])
    assert not slept
