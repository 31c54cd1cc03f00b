"""Refusals: the right status, words that say what was wrong, and nothing lost."""

import re
from copy import deepcopy
from io import BytesIO
from itertools import cycle, product
from typing import Any
from urllib.parse import quote, unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import create_environ, run_wsgi_app

from ai.opponents import HUMAN
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, Position
from ai.rules.record import Record
from tests.addresses import REFUSED
from tests.browser import SESSION, kept, signed
from tests.page import HTMX, Element, differences, fold, message, read, shown, swap
from tests.refusals import FORM, asked, expect_ways_without_additions
from webapp import ROOT, create_app
from webapp.board.players import Players
from webapp.game import responses
from webapp.game.match import Match
from webapp.game.score import Score
from webapp.game.session import Session
from webapp.serving import cookies, errors
from webapp.serving.health import PROBES

NEW = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x"}
NO_PAIR = NEW | {"game": "square", "o": "minimax"}

# The board has X in the centre and O in the corner. Each request, a path with the fields of a form,
# is refused with this status and these words.
REFUSALS = {
    "a taken cell": ("/moves", {"cell": "4", "ply": "2"}, 409, "taken"),
    "the cell after the last": ("/moves", {"cell": "9", "ply": "2"}, 400, "0 to 8"),
    "a huge cell": ("/moves", {"cell": "9" * 50, "ply": "2"}, 400, f"from 0 to {10**18 - 1}"),
    "other digits": ("/moves", {"cell": "१", "ply": "2"}, 400, "whole number"),
    "markup": ("/moves", {"cell": "<b>bold</b>", "ply": "2"}, 400, "<b>bold</b>"),
    "no cell": ("/moves", {"ply": "2"}, 400, "“cell” is missing"),
    "a ply that is past": ("/moves", {"cell": "8", "ply": "1"}, 409, "was behind"),
    "a ply that is to come": ("/moves", {"cell": "8", "ply": "3"}, 409, "was behind"),
    "too much": ("/moves", {"cell": "8", "ply": "2" * 5000}, 413, "too much to read"),
    "a step in a person's turn": ("/step", {"ply": "2"}, 409, "your turn"),
    "an unknown game": ("/matches", NEW | {"game": "chess"}, 400, "chess"),
    "an opponent of other games": ("/matches", NO_PAIR, 400, "Minimax does not play Square"),
    "a seed that is too large": ("/matches", NEW | {"seed": f"{2**32}"}, 400, "seed"),
    "moves that are none": ("/matches", NEW | {"moves": "hello"}, 400, "hello"),
    "moves after the end": ("/matches", NEW | {"moves": "a1a2b1b2c1c2"}, 409, "over"),
}


@pytest.fixture
def begun(client: FlaskClient) -> Element:
    """The page that a browser shows while X has the centre, O the corner, and X won before."""
    match = Match(Record(Position(TIC_TAC_TOE), (4, 0)), Players(), seed=7)
    session = Session(match, Score().plus(HUMAN, HUMAN, Mark.X))
    client.set_cookie(SESSION, signed(client.application, session.cookie))
    page = read(client.get("/").text)
    assert shown(page).marks == "O...X...."
    assert shown(page).score == (1, 0, 0)
    return page


def is_short(text: str) -> bool:
    """Whether *text* has at most 90 characters, what it quotes aside."""
    return len(re.sub("“.*?”", "“”", text)) <= 90


def test_every_refusal_is_short() -> None:
    """Filled with names of eight letters."""
    texts = [path.read_text() for top in ("ai", "webapp") for path in (ROOT / top).rglob("*.py")]
    pattern = r'(?:\braise [\w.]+\(\s*|\belse )N_\(\s*((?:"[^"\n]*"\s*)+)'
    raised = re.findall(pattern, "".join(texts))
    messages = ["".join(re.findall('"(.*)"', literals)) for literals in raised]
    assert len(messages) > 20
    messages += [*(said for _name, said in errors.SAID.values() if said), errors.NOT_TO_SEE]
    messages += [responses.UNREADABLE, cookies.NOT_KEPT]
    assert [text for text in messages if not is_short(re.sub(r"%\(\w+\)[sr]", "8" * 8, text))] == []


def test_words_for_a_wait_are_true() -> None:
    """They never say less, and not twice as much, but from ten seconds to a minute."""
    seconds = {"a few seconds": 10, "minute": 60, "minutes": 60, "hour": 3_600, "hours": 3_600}
    for wait in (*range(1, 200), *range(3_400, 3_800), 7_199, 7_200, 7_201, 86_399, 86_400):
        words = re.fullmatch(r"in (?:an? (?=m|h))?(\d*) ?(.+)", errors.in_time(wait))
        assert words, wait
        told = int(words[1] or 1) * seconds[words[2]]
        assert wait <= told < 2 * wait or wait < told in {10, 60}


def test_a_refusal_says_why_and_changes_nothing(client: FlaskClient, begun: Element) -> None:
    """With htmx and without in turn; the page that it came from is as it was."""
    before, session = deepcopy(begun), kept(client)
    for (name, (path, fields, status, says)), headers in zip(REFUSALS.items(), cycle((HTMX, {}))):
        response = client.post(path, data=fields, headers=headers)
        assert response.status_code == status, name
        assert kept(client) == session, "nothing is lost"
        refused = read(response.text)
        if headers:
            swap(begun, refused)
            refused = begun
        assert says in message(refused), name
        assert is_short(message(refused)), name
        fold(refused)
        assert not differences(refused, before, but={"message", "new-game"}), name


def test_a_request_without_a_length_is_bounded_too(client: FlaskClient, begun: Element) -> None:
    environ: dict[str, Any] = {"CONTENT_TYPE": FORM, "HTTP_TRANSFER_ENCODING": "chunked"}
    environ |= {"wsgi.input": (body := BytesIO(b"a" * 2**20)), "wsgi.input_terminated": True}
    response = client.post("/moves", environ_overrides=environ)
    assert response.status_code in {400, 413}
    assert 0 < body.tell() < 2**16
    assert not differences(read(client.get("/").text), begun, but=set())


def test_a_form_that_is_refused_comes_back_as_it_was_filled_in(client: FlaskClient) -> None:
    page = read(client.post("/matches", data=NO_PAIR | {"x": "hard", "first": "o"}).text)
    form = page.by_id("new-game")
    folds = [fold for fold in page.all("details") if form in fold]
    assert ["open" in fold.attributes for fold in folds] == [True] * 3
    assert message(page) == form.all("p")[0].text
    assert form.chosen == NO_PAIR | {"x": "hard", "first": "o"}


def test_what_cannot_be_seen_of_a_request_is_shown_as_escapes(client: FlaskClient) -> None:
    """The page quotes the text sent: as it is, it could garble the page or turn its text round."""
    unseen = "\0\a\n\x1b\x7f\x85\u202e\u2028\ufeff"
    text = f"b{unseen}2"
    refused = [client.get(it.format(quote(text))) for it in ("/replay/{}/", "/preview/{}.png")]
    refused.append(client.post("/moves", data={"ply": "0", "cell": text}))
    assert [response.status_code for response in refused] == [404, 404, 400]
    for response in refused:
        assert r"b\x00\x07\n\x1b\x7f\x85\u202e\u2028\ufeff2”" in read(response.text).text
        assert not set(response.text) & set(unseen) - {"\n"}


def test_an_unknown_address_or_method_loses_nothing(client: FlaskClient, begun: Element) -> None:
    for path, status, says, allowed in (
        ("/%ff%00", 404, "Not found", {""}),
        ("/moves", 405, "Nothing to see here directly", {"POST", "OPTIONS"}),
    ):
        response, swapped = client.get(path), client.put(path, headers=HTMX)
        assert (response.status_code, swapped.status_code) == (status, status)
        assert says in read(response.text).by_id("main").text
        assert {*response.headers.get("Allow", "").split(", ")} == allowed
        assert not differences(read(client.get("/").text), begun, but={"message"})
        swap(begun, read(swapped.text))
        assert message(begun)
    # Loading the answer to a form anew would send the form once more.
    posted = client.post("/nothing")
    assert [" data-private>" in page.text for page in (response, posted)] == [True, False]


def test_an_address_with_characters_added_leads_on_or_means_the_same(app: Flask) -> None:
    expect_ways_without_additions(app, "/below", 1, every=3)


def test_no_character_of_an_address_is_taken_for_an_added_one(client: FlaskClient) -> None:
    """A diagram ends in full stops. An address that is wrong with all of them stays refused."""
    for rows in ("XO.-.X.-O..", "XO.-OX.-..."):
        for path in (f"/play/tic-tac-toe/{rows}", f"/preview/tic-tac-toe.png?moves={rows}"):
            assert client.get(path).status_code == 200
            for added in ("...", ".%20", "%E2%80%8B."):
                response = client.get(path + added)
                assert (response.status_code, unquote(response.location)) == (308, path)
    for path in (*REFUSED, "/learn//nothing.", "/replay/square/z9.", "/api/values/square/a1a1.)"):
        assert client.get(path).status_code in {404, 405}, path
    elsewhere = ("//example.org/", "//example.org.", "/\\example.org/", "/\\example.org.")
    for path, method in product(elsewhere, ("GET", "POST")):
        response = client.open(method=method, environ_overrides={"PATH_INFO": path})
        assert response.status_code == 404
    assert client.get("/api/puzzles/square?count=3.").status_code == 400
    assert client.post("/matches.", data=NEW).status_code == 308


def test_a_host_that_is_none_or_not_trusted_is_refused_but_by_the_probes(app: Flask) -> None:
    """Any such host by some addresses, and one of them by all. Others may be names or numbers."""
    wrong = (None, "", "a" * 64, "a..b", "xn--a", "\xff", "a b", "a:b", "?")
    own = {"TRUSTED_HOSTS": ["play.example", "localhost"], "HTTPS_ONLY": True}
    named = create_app({"TESTING": True, "SECRET_KEY": "any", **own})
    for proper in ("xn--bcher-kva.example", "[::1]:8000", "10.0.0.1", "a-b.c:80"):
        assert app.test_client().get("/theme.css", headers={"Host": proper}).status_code == 200
    served = named.test_client().get("/theme.css", base_url="https://play.example")
    assert served.status_code == 200
    for site, others in ((app, wrong), (named, (*wrong, "evil.example"))):
        some: list[tuple[str | None, str, str]]
        some = [*product(others, ("/", "/nothing", *PROBES), ("GET",))]
        some += product(others[-1:], [*asked(site)][::5], ("POST",))
        for host, path, method in some:
            # Not by the client, which could not read such a host either.
            environ = create_environ(path, method=method) | {"wsgi.url_scheme": "https"}
            del environ["HTTP_HOST"]
            environ |= {} if host is None else {"HTTP_HOST": host}
            body, status, headers = run_wsgi_app(site, environ)
            if path in PROBES:
                assert status == "200 OK", host
                continue
            assert status == "400 BAD REQUEST", host
            assert b"This site is not served under that name." in b"".join(body)
            assert "html" not in headers["Content-Type"]
            assert not {"Location", "Set-Cookie"} & {*headers.keys()}


def test_bytes_of_an_address_are_read_as_if_they_were_escaped(client: FlaskClient) -> None:
    paths = ("/", "/replay/square/b2", "/no")
    for path, query in product(paths, ("seed=\xff", "\xed\xa0=1", "why=\xf0\x9f&ply=1")):
        response = client.get(path, environ_overrides={"QUERY_STRING": query})
        escaped = client.get(path, query_string=quote(query, "=&", "latin-1"))
        assert response.status_code == escaped.status_code < 500
        one, other = (read(it.text).by_id("main").text for it in (response, escaped))
        assert one == other


def test_a_mistake_of_ours_is_reported_without_its_details(
    client: FlaskClient,
    begun: Element,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is logged, and the game is as it was."""
    config = client.application.config
    monkeypatch.setitem(config, "PROPAGATE_EXCEPTIONS", False)  # as outside tests
    monkeypatch.setattr(Session, "play", lambda *_: 1 / 0)
    for headers in ({}, HTMX):
        response = client.post("/moves", data={"cell": "8", "ply": "2"}, headers=headers)
        assert response.status_code == 500
        assert "division" not in response.text
        read(response.text)
    assert "ZeroDivisionError" in caplog.text
    assert read(client.get("/").text) == begun
