"""Sets of puzzles: their one address, what they have, and playing through them."""

import re
from dataclasses import replace
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from werkzeug.datastructures import MultiDict

from ai.rules.games import TIC_TAC_TOE
from tests.page import read
from tests.puzzle_pages import EVERY, address, page_at, puzzle_sets
from webapp.puzzles.sets import PuzzleSet


@settings(max_examples=2)
@given(puzzle_sets())
def test_the_address_of_a_set_is_one_and_tells_it(app: Flask, chosen: PuzzleSet) -> None:
    client = app.test_client()
    assert PuzzleSet.read(MultiDict(chosen.query)) == chosen
    path = f"/puzzles?{'&'.join(f'{name}={text}' for name, text in chosen.query.items())}"
    page = page_at(client, path)
    form = MultiDict([*chosen.query.items(), ("order", "easiest"), ("grade", "")])
    form.setlist("theme", [*chosen.themes])
    if chosen.listed:
        form.setlist("list", [*chosen.query["list"].split(","), ""])
    for name, numbers in (("plies", chosen.plies), ("grade", chosen.grades)):
        form.setlist(name, [*map(str, numbers[:1] + numbers[-1:])] or ["", ""])
    sent = client.get("/puzzles", query_string=form)
    assert sent.status_code == 303
    assert page_at(client, sent.headers["Location"]) == page


@given(puzzle_sets())
@example(PuzzleSet(count=30))
@example(PuzzleSet(TIC_TAC_TOE, seed=7))
def test_a_set_has_the_puzzles_that_it_asks_for(chosen: PuzzleSet) -> None:
    found = chosen.puzzles
    if chosen.listed:
        assert found == chosen.listed
        return
    fitting = [
        puzzle
        for puzzle in EVERY
        if chosen.game in {None, puzzle.game}
        and (not chosen.themes or puzzle.theme in chosen.themes)
        and (not chosen.plies or puzzle.plies in chosen.plies)
        and (not chosen.grades or puzzle.grade in chosen.grades)
    ]
    assert len(found) == len({*found}) == min(chosen.count or len(fitting), len(fitting))
    assert {*found} <= {*fitting}
    grades = [puzzle.grade for puzzle in found]
    if chosen.seed is None:
        assert grades == sorted(grades)
        every = replace(chosen, count=None).puzzles
        places = [*map(every.index, found)]
        steps = [after - before for before, after in pairwise(places)]
        assert not steps or max(steps) - min(steps) <= 1, "an even spread"
        assert places[:1] == [0][: len(found)]
        assert len(found) < 2 or places[-1] == len(every) - 1
    elif len(found) > 20:
        assert found != replace(chosen, seed=chosen.seed + 1).puzzles
        assert grades != sorted(grades) or len({*grades}) == 1


@pytest.mark.parametrize("first", [1, 101, 201])
def test_a_list_begins_at_any_place_of_its_set(client: FlaskClient, first: int) -> None:
    chosen = PuzzleSet(TIC_TAC_TOE)
    last = len(chosen.puzzles)
    main = page_at(client, f"/puzzles?game=tic-tac-toe&from={first}").by_id("main")
    shown = [it["href"] for it in main.all("ol")[0].all("a")]
    asked = chosen.puzzles[first - 1 : first + 99]
    assert [urlsplit(it).path for it in shown] == [*map(address, asked)]
    assert [it["href"] for it in main.all("a") if it.text == "Begin"] == shown[:1]
    (parts,) = [it for it in main.all("p") if it.attributes.get("class") == "figures"]
    places = [it["href"].rpartition("from=")[2] for it in parts.all("a") if "from=" in it["href"]]
    assert places == [f"{it}" for it in range(101, last + 1, 100)]


LEADS_TO = {
    "list=square-12&list=&list=tic-tac-toe-4%20square-12": "list=square-12,tic-tac-toe-4",
    "list=square-012": "list=square-12",
    "list=square-12&game=square&seed=3": "list=square-12",
    "count=10": "game=all&count=10",
    "plies=7-3": "game=all&plies=3-7",
    "plies=7&plies=3": "game=all&plies=3-7",
    "plies=3-": "game=all&plies=3-11",
    "plies=&plies=3": "game=all&plies=1-3",
    "game=square&theme=block,reflex": "game=square&theme=complete,block",
}


def test_a_form_leads_to_the_one_address(client: FlaskClient) -> None:
    """So does the key of a game."""
    assert client.get("/puzzles/el").headers["Location"] == "/puzzles?game=el"
    for query, leads_to in LEADS_TO.items():
        response = client.get(f"/puzzles?{query}")
        assert response.status_code == 303
        assert response.headers["Location"].replace("%2C", ",") == f"/puzzles?{leads_to}"
    response = client.get("/puzzles?game=square&order=shuffled")
    assert re.fullmatch(r"/puzzles\?game=square&seed=\d+", response.headers["Location"])


TOO_MANY = "list=" + ",".join(f"square-{number}" for number in range(1, 26))
REFUSED = f"""
theme=luck plies=x plies=12-14 plies=13-15 plies=13- plies=&plies=0 grade=17
seed=-1 order=any list= list=square list=12 list=square-0 list=square-9999 list=chess-1
list=square--1 {TOO_MANY} count=0 count=101 count=ten
"""


def test_a_set_that_cannot_be_is_refused(client: FlaskClient) -> None:
    for first in ("0", "6", "x"):
        response = client.get(f"/puzzles?game=all&count=5&from={first}")
        assert response.status_code in {400, 404}
        said = read(response.text).by_id("main").text
        assert f"This set ends with puzzle 5: “from” can't be “{first}”." in said
    for query in REFUSED.split():
        assert client.get(f"/puzzles?game=all&{query}").status_code == 404, query
        if "order" not in query:  # paper has no order of its own
            assert client.get(f"/puzzles/sheet?game=square&{query}").status_code == 404, query
