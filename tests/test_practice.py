"""The page for those who practise browser tests: its addresses, examples, states and delays."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.rules import TIC_TAC_TOE
from tests.browser import browser_in, play, post
from tests.learn_pages import section
from tests.page import HTMX, Element, Shown, read, shown
from tests.views import match
from webapp.learn.delay import ROOM, SECONDS
from webapp.learn.testing import KIT, LANGUAGES

ADDRESS = "/learn/testing"


@pytest.fixture(scope="module")
def testing(app: Flask) -> Element:
    """The page, which says the same to everybody."""
    return read(app.test_client().get(ADDRESS).text)


def test_every_address_is_there(app: Flask, testing: Element) -> None:
    adapter = app.url_map.bind("localhost")
    told = [code for term in section(testing, "addresses").all("dt") for code in term.all("code")]
    assert len(told) > 6
    for method, address in (code.text.split(" ") for code in told):
        assert adapter.match(address.partition("?")[0], method)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_code_is_that_of_the_examples(client: FlaskClient, code: str) -> None:
    """All of it: no example is forgotten."""
    language, *files = LANGUAGES[code]
    text = "\n".join((KIT / file).read_text() for file in files)
    markup = client.get(f"{ADDRESS}?code={code}").text
    response = unescape(markup)
    shown = section(read(markup), "examples")
    examples = {heading["id"]: heading.text for heading in shown.all("h3")}
    labels = [pre["aria-label"] for pre in shown.all("pre")]
    assert labels == [f"{name} in {language}" for name in examples.values()]
    for key in examples:
        _, _, rest = text.partition(f"region {key}\n")
        code = rest.partition("endregion")[0].rstrip(" /#\n")
        assert len(code) > 100
        assert f"<code>{code}</code></pre>" in response
    tests = re.findall(r"^(?:def test_| *test\().*", text, re.MULTILINE)
    assert len(tests) == len(examples) - 1
    assert all(test in response for test in tests)


# A check for the page of each state, by the state's name.
SEEN: dict[str, Callable[[Shown], bool]] = {
    "A new game with a seed": lambda one: one.game == "square" and not one.set_up,
    "The computer about to lose": lambda one: one.state == "active" and 2 in one.playable,
    "A fork to find": lambda one: one.marks == "X...O.O.X",
    "A fork to find on Square": lambda one: one.marks == "O...XX....X..O.O",
    "A won tilted square": lambda one: one.winning == {1, 7, 8, 14},
    "Two squares at once": lambda one: one.state == "active" and 0 in one.playable,
    "A drawn end": lambda one: one.playable == {8},
    "A full board of Square": lambda one: one.state == "tied" and "." not in one.marks,
    "A retry": lambda one: one.marks == "X...O.O.X" and one.state == "active",
    "Two programs to watch": lambda one: one.state == "active" and not one.playable,
}


MISSING = {  # the cell of the one move that is missing, the end, and the length of what wins
    "The computer about to lose": (2, "won", 3),
    "Two squares at once": (0, "won", 7),
    "A drawn end": (8, "tied", 0),
}


def test_each_button_starts_its_state(testing: Element, client: FlaskClient) -> None:
    """All in one browser, one after the other."""
    assert [button.text for button in section(testing, "states").all("button")] == [*SEEN]
    for form in section(testing, "states").all("form"):
        assert form["method"] == "post"
        assert client.post(form["action"]).status_code == 303
        begun = shown(read(client.get("/").text))
        assert SEEN[form.text](begun)
        if form.text in MISSING:
            cell, end, winning = MISSING[form.text]
            play(client, cell, ply=len(begun.marks.replace(".", "")))
            after = shown(read(client.get("/").text))
            assert (after.state, len(after.winning)) == (end, winning)


# A slow answer.


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long the application slept, instead of sleeping."""
    slept: list[int] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


def test_moves_are_answered_late_until_one_asks_for_no_more(
    app: Flask, testing: Element, slept: list[int]
) -> None:
    client = browser_in(app, match(TIC_TAC_TOE))  # of two people
    (form,) = [f for f in testing.all("form") if f["action"] == f"{ADDRESS}/delay"]
    asked = [int(button["value"]) for button in form.all("button")]
    assert {*asked} <= {*SECONDS}
    assert max(SECONDS) == 3
    for ply, seconds in enumerate((0, 3)):
        assert post(client, f"{ADDRESS}/delay", seconds=seconds).status_code == 303
        play(client, ply, ply=ply)
        assert slept == [3] * ply
    post(client, f"{ADDRESS}/delay", seconds=0)
    assert post(client, "/undo", ply=2).status_code == 303
    assert slept == [3]


@pytest.mark.parametrize("text", ["", "4", "-1", "1e9", "²", "2 ", "x" * 3000])
def test_no_cookie_asks_for_more(client: FlaskClient, slept: list[int], text: str) -> None:
    client.set_cookie("delay", text)
    play(client, 0)
    assert not slept


def test_a_delay_or_a_language_that_cannot_be_is_refused(client: FlaskClient) -> None:
    assert client.get(f"{ADDRESS}?code=cobol").status_code == 400
    for text in ("", "4", "late"):
        response = post(client, f"{ADDRESS}/delay", seconds=text)
        assert response.status_code == 400
        assert not response.headers.getlist("Set-Cookie")


def test_few_are_late_at_once(client: FlaskClient, slept: list[int]) -> None:
    client.set_cookie("delay", "3")
    taken = 0
    while ROOM.acquire(blocking=False):
        taken += 1
    try:
        play(client, 0)
    finally:
        ROOM.release(taken)
    assert taken == 4
    assert not slept
    client.post("/undo", data={"ply": 2}, headers=HTMX)
    assert slept == [3]
    assert ROOM.acquire(blocking=False)
    ROOM.release()
