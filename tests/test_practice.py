"""The page for those who practise browser tests: what it promises is so."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.browser import play, post
from tests.page import HTMX, Element, Shown, read, shown
from webapp import ROOT
from webapp.learn.delay import ROOM, SECONDS
from webapp.learn.testing import KIT, LANGUAGES

ADDRESS = "/learn/testing"
BY_LANGUAGE = pytest.mark.parametrize("code", LANGUAGES)
SIMPLE = re.compile(r"(?P<tag>[a-z]+)?(?P<id>#[\w-]+)?(?P<attributes>(?:\[[^\]]+\])*)")


@pytest.fixture(scope="module")
def page(app: Flask) -> Element:
    """The page, which says the same to everybody."""
    return read(app.test_client().get(ADDRESS).text)


@pytest.fixture(scope="module")
def everywhere(every_page: Mapping[str, Element]) -> list[Element]:
    """All elements of every kind of page and state."""
    return [element for page in every_page.values() for element in page]


def section(page: Element, name: str) -> Element:
    """The section of that *name*."""
    (found,) = [s for s in page.all("section") if s["aria-labelledby"] == name]
    return found


def terms(page: Element, name: str) -> list[str]:
    """The terms of the list in the section of that *name*."""
    return [code.text for term in section(page, name).all("dt") for code in term.all("code")]


def matching(selector: str, elements: list[Element]) -> Iterator[Element]:
    """Those of *elements* that a simple *selector* means, such as `button#undo[name="cell"]`."""
    parts = SIMPLE.fullmatch(selector)
    assert parts, selector
    wanted = dict(re.findall(r'\[([\w-]+)(?:="([^"]*)")?\]', parts["attributes"]))
    if parts["id"]:
        wanted["id"] = parts["id"][1:]
    for element in elements:
        if parts["tag"] in {None, element.tag}:
            has = element.attributes
            if all(name in has and value in {"", has[name]} for name, value in wanted.items()):
                yield element


@pytest.mark.long
def test_what_stays_is_there(page: Element, everywhere: list[Element]) -> None:
    selectors = terms(page, "contract")
    assert len(selectors) > 8
    for selector in selectors:
        assert any(True for _ in matching(selector, everywhere)), selector
    assert not [*matching("button[data-nothing]", everywhere)]


@pytest.mark.long
def test_nothing_else_stays_in_a_cell_or_round_the_board(
    page: Element, everywhere: list[Element]
) -> None:
    """The contract lists every attribute that identifies its parts."""
    selectors = terms(page, "contract")
    for board in matching("#board", everywhere):
        assert {f"[{name}]" for name in board.attributes if name.startswith("data-")} == set(
            re.findall(r"\[[^\]]+\]", selectors[0])
        )
    for cell in matching('button[name="cell"]', everywhere):
        assert cell["id"] == f"cell-{cell['value']}"
        assert "disabled" not in cell.attributes


def test_every_address_is_there(app: Flask, page: Element) -> None:
    adapter = app.url_map.bind("localhost")
    named = [text.split(" ") for text in terms(page, "addresses")]
    assert len(named) > 6
    for method, address in named:
        assert adapter.match(address.partition("?")[0], method)


@pytest.mark.long
def test_every_name_in_the_contract_is_on_a_page(page: Element, everywhere: list[Element]) -> None:
    named = {*re.findall("“(.+?)”", section(page, "contract").text)}
    assert {"Hint", "Skip", "Next cut"} < named
    said = "\n".join(
        text
        for element in everywhere
        if element.tag in {"a", "button", "span", "p"}
        for text in (element.text, element.attributes.get("aria-label", ""))
    )
    assert {name for name in named if not re.search(rf"\b{re.escape(name)}(?!\w)", said)} == set()


@pytest.mark.long
def test_every_field_of_an_address_is_sent_by_a_page(
    page: Element, everywhere: list[Element]
) -> None:
    """By a control's name and value, or in an address."""
    sent: set[str] = set()
    for element in everywhere:
        has = element.attributes
        sent |= {has.get("name", ""), has.get("value", "")}
        for name in ("action", "formaction", "href"):
            sent |= {*re.findall(r"[a-z-]+", has.get(name, ""))}
    told = [code.text for dd in section(page, "addresses").all("dd") for code in dd.all("code")]
    fields = {it for code in told for it in code.split("=") if re.fullmatch("[a-z-]+", it)}
    assert len(fields) > 20
    assert fields - sent == set()


@BY_LANGUAGE
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


def test_every_name_in_the_kit_is_on_a_page(everywhere: list[Element]) -> None:
    names = {element.text.strip() for element in everywhere if element.tag in {"a", "button"}}
    names |= {element.attributes.get("aria-label") or "" for element in everywhere}
    for _language, page_objects, _examples in LANGUAGES.values():
        code = (KIT / page_objects).read_text()
        said = re.findall(r"(?:exactly that name:|the link) ([A-Z][^.]*)\.", code)
        assert len(said) == 2
        for name in re.split(", | or ", ", ".join(said)):
            assert any(it == name or it.startswith(f"{name} ") for it in names), name


def test_an_unknown_language_is_refused(client: FlaskClient) -> None:
    assert client.get(f"{ADDRESS}?code=cobol").status_code == 400


def winning(one: Shown) -> bool:
    return one.state == "won" and len(one.winning) == 4


# A check for the page of each state, by the state's name.
SEEN: dict[str, Callable[[Shown], bool]] = {
    "A new game with a seed": lambda one: one.game == "square" and not one.set_up,
    "The computer about to lose": lambda one: one.state == "active" and 2 in one.playable,
    "A fork to find": lambda one: one.marks == "X...O.O.X",
    "A fork to find on Square": lambda one: one.marks == "O...XX....X..O.O",
    "A won tilted square": lambda one: winning(one) and one.winning == {1, 7, 8, 14},
    "Two squares at once": lambda one: one.state == "active" and 0 in one.playable,
    "A drawn end": lambda one: one.playable == {8},
    "A full board of Square": lambda one: one.state == "tied" and "." not in one.marks,
    "A retry": lambda one: one.marks == "X...O.O.X" and one.state == "active",
    "Two programs to watch": lambda one: one.state == "active" and not one.playable,
}


@pytest.mark.parametrize("name", SEEN)
def test_a_button_starts_its_state(page: Element, client: FlaskClient, name: str) -> None:
    (form,) = [f for f in page.all("form") if f.text == name]
    assert form["method"] == "post"
    assert client.post(form["action"]).status_code == 303
    assert SEEN[name](shown(read(client.get("/").text)))


def test_every_state_is_looked_at(page: Element) -> None:
    assert [button.text for button in section(page, "states").all("button")] == [*SEEN]


@pytest.mark.parametrize(
    ("name", "cell", "end", "winning"),
    [
        ("The computer about to lose", 2, "won", 3),
        ("Two squares at once", 0, "won", 7),
        ("A drawn end", 8, "tied", 0),
    ],
)
def test_one_move_is_missing(
    page: Element, client: FlaskClient, name: str, cell: int, end: str, winning: int
) -> None:
    (form,) = [f for f in page.all("form") if f.text == name]
    client.post(form["action"])
    play(client, cell, ply=len(shown(read(client.get("/").text)).marks.replace(".", "")))
    after = shown(read(client.get("/").text))
    assert (after.state, len(after.winning)) == (end, winning)


# A slow answer.


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long the application slept, instead of sleeping."""
    slept: list[int] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


@pytest.mark.parametrize("seconds", SECONDS)
def test_moves_are_answered_late_until_one_asks_for_no_more(
    client: FlaskClient, slept: list[int], seconds: int
) -> None:
    assert post(client, f"{ADDRESS}/delay", seconds=seconds).status_code == 303
    client.get("/")
    assert not slept
    play(client, 0)
    assert slept == ([seconds] if seconds else [])
    post(client, f"{ADDRESS}/delay", seconds=0)
    assert post(client, "/undo", ply=2).status_code == 303
    assert len(slept) == bool(seconds)


def test_the_page_asks_for_what_it_says(page: Element) -> None:
    (form,) = [f for f in page.all("form") if f["action"] == f"{ADDRESS}/delay"]
    assert {int(button["value"]) for button in form.all("button")} <= {*SECONDS}
    assert max(SECONDS) == 3


@pytest.mark.parametrize("text", ["", "4", "60", "-1", "1e9", "²", "٣", "2 ", "x" * 3000])
def test_no_cookie_asks_for_more(client: FlaskClient, slept: list[int], text: str) -> None:
    client.set_cookie("delay", text)
    play(client, 0)
    assert not slept


@pytest.mark.parametrize("text", ["", "4", "-1", "late"])
def test_a_delay_that_cannot_be_is_refused(client: FlaskClient, text: str) -> None:
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


# The folders that a host deploys, without tests.
DEPLOYED = ("ai", "webapp", "templates", "static")
ASK = f"""
from webapp import create_app
client = create_app().test_client()
for code in {[*LANGUAGES]}:
    print(client.get("{ADDRESS}", query_string={{"code": code}}).text)
"""


@pytest.mark.long
def test_a_checkout_without_tests_shows_every_example(app: Flask, tmp_path: Path) -> None:
    for folder in DEPLOYED:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    said = subprocess.check_output(  # noqa: S603
        [sys.executable, "-c", ASK],
        cwd=tmp_path,
        env={"FLASK_SECRET_KEY": "a key of the tests"},
        text=True,
    )
    shown = [app.test_client().get(ADDRESS, query_string={"code": code}).text for code in LANGUAGES]
    assert said.splitlines() == "\n".join(shown).splitlines()
