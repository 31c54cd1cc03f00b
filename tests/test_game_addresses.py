"""Games in addresses and forms: one address of each, and none before its game is solved."""

import re
from random import Random
from unittest.mock import patch
from urllib.parse import quote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ai.exact import retrograde, tablebase
from ai.rules import Game, game_for
from tests.browser import browser_in, cookie_of, post
from tests.definitions import longest_key
from tests.page import HTMX
from tests.views import match
from webapp.serving.limits import LONGEST_ADDRESS

REST = {"text": "a1", "moves": "a1", "number": "1", "rows": "...-...-..."}
LARGE = "4x4-a1b1c2-!a1c1d2"


def addresses(app: Flask, key: str, **more: str) -> list[str]:
    """An address of every page, picture, frame and answer on the game of *key*."""
    asked = {"game": key, "game_key": key} | REST | more
    found = []
    for rule in app.url_map.iter_rules():
        if re.search("<game(_key)?>", rule.rule) and "GET" in (rule.methods or ()):
            built = rule.build(asked)
            assert built
            found.append(urlsplit(built[1]).path)
    return found


def leads(response: TestResponse) -> str:
    """Where a redirect leads, as the path alone."""
    assert response.status_code == 308
    return urlsplit(response.headers["Location"]).path


@pytest.mark.parametrize(
    ("spelled", "key"),
    [("4x4-A2a1b1c1", "elly"), ("Square", "square"), ("4x2-!D2c2-!b1A1", "4x2-!a1b1-!c2d2")],
)
def test_every_spelling_leads_in_one_step_to_the_one_address(
    client: FlaskClient, spelled: str, key: str
) -> None:
    pairs = zip(*(addresses(client.application, it) for it in (spelled, key)), strict=True)
    for there, here in pairs:
        response = client.get(f"{there}?first=x&a=%2F")
        path = leads(response)
        assert path in {here, here.removesuffix("/")}
        assert response.headers["Location"] == f"{path}?first=x&a=%2F"
        if "!" in spelled:
            assert client.get(there.replace("!", "%21")).headers["Location"] == path


@pytest.mark.parametrize(("diagram", "spelled"), [("", " C1,\u00a0A3 "), ("X..-.O.-...", "c1 a3,")])
def test_moves_in_any_spelling_lead_in_one_step_to_the_one_address(
    app: Flask, spelled: str, diagram: str
) -> None:
    client, text, typed = app.test_client(), f"{diagram}c1a3", quote(f"{diagram}{spelled}")
    found = [it for it in addresses(app, "tic-tac-toe", text="=", moves="=") if "=" in it]
    assert len(found) > 8, found
    for address in found:
        assert leads(client.get(address.replace("=", typed))) == address.replace("=", text)


@pytest.mark.parametrize(
    "text",
    [LARGE, "8x8-a1b1", "²x3-a1b1", "2x2-!a1b1" * 300, "4x4-a1b1c1c2\n", "\x00%"],
    ids=lambda text: repr(text)[:40],
)
def test_no_definition_does_harm(app: Flask, text: str) -> None:
    """Nor does any other text: nothing large is solved, and no request fails."""
    client, solve = app.test_client(), retrograde.solve

    def solve_small(game: Game) -> tablebase.Tablebase:
        assert len(game.cells) <= 9
        return solve(game)

    with patch.object(retrograde, "solve", solve_small):
        for address in Random(text).sample(addresses(app, text), 4):  # noqa: S311
            for where in {address, quote(address)}:
                assert client.get(where).status_code in {200, 303, 308, 400, 404, 409, 414}, where
        for address in ("/puzzles", "/puzzles/sheet", "/api/puzzles/square", "/learn/strength"):
            assert client.get(address, query_string={"game": text}).status_code < 500
        client.get("/with")
        fields = {"game": text, "x": "human", "o": "hard", "first": "x", "side": "x"}
        for path in ("/matches", "/with"):
            assert client.post(path, data=fields).status_code in {303, 400, 403}
        assert client.get("/").status_code in {200, 303}


def test_the_longest_key_fits_into_every_address(app: Flask) -> None:
    """With a whole game, a variation as long, and all switches."""
    key = longest_key(Random(18))  # noqa: S311
    moves = "".join(game_for(key).cell_names)
    query = f"first=x&ply=16&from=0&variation={moves}&x=alpha-beta&o=alpha-beta&values=on&why=on"
    for address in addresses(app, quote(key), text=moves, moves=moves):
        there = quote(f"http://localhost{address}?{query}&programs=on&story=on", safe="")
        assert len(f"/oembed?url={there}&maxwidth=1000") < LONGEST_ADDRESS


UNSOLVED = game_for(LARGE)  # of which no table is on the shelf of the tests


def test_pages_of_an_unsolved_game_lead_to_where_it_is_solved(app: Flask) -> None:
    """Whole pages lead back from there; programs and frames are told."""
    client, page = app.test_client(), f"/games/{UNSOLVED.key}"
    for address in addresses(app, UNSOLVED.key):
        response = client.get(f"{address}?first=x", headers={"Accept-Language": "en"})
        if address == page:
            assert response.status_code == 200
        elif address.startswith(("/api/", "/embed/")) or address.endswith(".png"):
            assert response.status_code == 409
            assert page in response.text
            assert not address.startswith("/api/") or response.json
        else:
            assert response.status_code == 303
            found = urlsplit(response.headers["Location"])
            assert (found.path, found.query) == (page, f"then={address}?first%3Dx")
            head = client.head(f"{address}?first=x")
            assert head.headers["Location"] == response.headers["Location"]
    told = client.get("/oembed", query_string={"url": f"http://localhost/replay/{UNSOLVED.key}/"})
    assert (told.status_code, page in told.text) == (409, True)


def test_nothing_is_lost_while_the_game_of_a_match_is_not_solved(app: Flask) -> None:
    client = browser_in(app, match(UNSOLVED, "a1b2", o="medium"))
    before, page = cookie_of(client), f"/games/{UNSOLVED.key}?then=/"
    for method, path in (("GET", "/"), ("POST", "/moves"), ("POST", "/undo"), ("POST", "/hint")):
        fields = {"cell": "5", "ply": "2"} if method == "POST" else {}
        plain = client.open(path, method=method, data=fields)
        assert (plain.status_code, plain.headers["Location"]) == (303, page)
        part = client.open(path, method=method, data=fields, headers=HTMX)
        assert (part.status_code, part.headers["HX-Redirect"], part.text) == (200, page, "")
        assert cookie_of(client) == before
    post(client, "/matches", game="square", x="human", o="hard", first="x")
    assert client.get("/").status_code == 200
    post(client, "/back")
    assert client.get("/").headers["Location"] == page


def test_nor_in_a_game_with_a_friend(app: Flask) -> None:
    client = app.test_client()
    client.get("/with")
    fields = {"game": UNSOLVED.key, "first": "x", "side": "x"}
    refused = client.post("/with", data=fields)
    assert (refused.status_code, refused.headers["Location"]) == (303, f"/games/{UNSOLVED.key}")
    with patch.object(tablebase, "shelf"):  # as if it were solved
        path = urlsplit(client.post("/with", data=fields).headers["Location"]).path
    page = f"/games/{UNSOLVED.key}?then={path}"
    assert client.get(path).headers["Location"] == page
    moved = {"cell": "0", "ply": "0", "number": "1"}
    assert client.post(f"{path}/moves", data=moved).headers["Location"] == page
    assert client.post(f"{path}/moves", data=moved, headers=HTMX).headers["HX-Redirect"] == page
    assert path in client.get("/with").text
