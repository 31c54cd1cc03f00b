"""Sets of puzzles: their one address, what they have, and playing through them."""

from dataclasses import replace
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from ai.puzzles.puzzle import Theme
from ai.puzzles.store import load
from ai.rules.games import GAMES, TIC_TAC_TOE
from tests.page import read
from tests.puzzle_pages import EVERY, address, browser_that_has, page_at, puzzle_sets, solve
from webapp.puzzles.progress import SIGNS, Progress, Result, Trial
from webapp.puzzles.sets import PuzzleSet


@settings(max_examples=4)
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
    if chosen.game:
        others = {name: text for name, text in chosen.query.items() if name != "game"}
        short = f"/puzzles/{chosen.game.key}"
        assert read(client.get(short, query_string=others, follow_redirects=True).text) == page


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


def test_a_set_is_played_through(client: FlaskClient) -> None:
    """From puzzle to puzzle, each once, until all are solved."""
    path = "/puzzles?game=tic-tac-toe&theme=stop-fork&seed=3&count=3"
    seen, count = set[str](), 3
    for done in range(count):
        page = page_at(client, path)
        assert f"{done} of {count} solved" in page.all("main")[0].text
        (link,) = [it["href"] for it in page.all("a") if it.text in {"Begin", "Go on"}]
        seen.add(link)
        number = int(urlsplit(link).path.rpartition("/")[2])
        page = page_at(client, solve(client, load(TIC_TAC_TOE)[number - 1], link))
        following = page.by_id("room").all("a")[0]
        assert (following["href"] == path) == (done == count - 1)
        assert following.text == ("See how it went" if done == count - 1 else "Next puzzle")
    assert len(seen) == count
    assert "All solved." in page_at(client, path).all("main")[0].text


def test_all_is_solved_once_every_puzzle_is(app: Flask) -> None:
    first = SIGNS[Trial(Result.FIRST)]
    full = Progress({key: first * len(load(game)) for key, game in GAMES.items()})
    client = browser_that_has(app, full.cookie)
    assert "All solved." in page_at(client, "/puzzles?game=all&count=9").all("main")[0].text
    told = page_at(client, "/puzzles").all("main")[0].text
    for theme in Theme:
        count = sum(puzzle.theme is theme for puzzle in EVERY)
        assert f"{count} of {count} solved" in told


@settings(max_examples=4)
@given(puzzle_sets(), st.integers(0, 1100), st.sampled_from(["", "/sheet"]))
@example(PuzzleSet(TIC_TAC_TOE), 101, "")
@example(PuzzleSet(TIC_TAC_TOE), 0, "/sheet")
def test_a_list_begins_at_any_place_of_its_set(
    app: Flask, chosen: PuzzleSet, first: int, page: str
) -> None:
    client, last = app.test_client(), max(len(chosen.puzzles), 1)
    query = {**chosen.query, "from": f"{first}"}
    response = client.get(f"/puzzles{page}", query_string=query)
    if not 1 <= first <= last:
        assert response.status_code in {400, 404}
        said = f"This set ends with puzzle {last}: “from” can't be “{first}”."
        assert said in read(response.text).by_id("main").text
        return
    assert response.status_code == 200
    if page or not chosen.puzzles:
        return
    main = read(response.text).by_id("main")
    shown = [it["href"] for it in main.all("ol")[0].all("a")]
    asked = chosen.puzzles[first - 1 : first + 99]
    assert [urlsplit(it).path for it in shown] == [*map(address, asked)]
    (begin,) = [it["href"] for it in main.all("a") if it.text == "Begin"]
    assert begin == shown[0]
    lists = [it for it in main.all("p") if it.attributes.get("class") == "figures"]
    assert len(lists) == (first > 1 or last > 100)
    if lists and last < 500:
        every = [page_at(client, it["href"]).by_id("main") for it in lists[0].all("a")]
        places = [int(link.text) for it in every for link in it.all("ol")[0].all("a")]
        assert places == [*range(1, last + 1)]


@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        ("list=square-12&list=&list=tic-tac-toe-4%20square-12", "list=square-12,tic-tac-toe-4"),
        ("list=square-012", "list=square-12"),
        ("list=square-12&game=square&seed=3", "list=square-12"),
        ("count=10", "game=all&count=10"),
        ("plies=7-3", "game=all&plies=3-7"),
        ("plies=7&plies=3", "game=all&plies=3-7"),
        ("plies=3-", "game=all&plies=3-11"),
        ("plies=&plies=3", "game=all&plies=1-3"),
        ("game=square&theme=reflex", "game=square&theme=complete,block"),
        ("game=square&theme=block,reflex", "game=square&theme=complete,block"),
    ],
)
def test_a_form_leads_to_the_one_address(client: FlaskClient, query: str, leads_to: str) -> None:
    response = client.get(f"/puzzles?{query}")
    assert response.status_code == 303
    assert response.headers["Location"].replace("%2C", ",") == f"/puzzles?{leads_to}"


TOO_MANY = "list=" + ",".join(f"square-{number}" for number in range(1, 26))
REFUSED = f"""
theme=luck plies=x plies=12-14 plies=13-15 plies=13- plies=&plies=0 grade=17
seed=-1 order=any list= list=square list=12 list=square-0 list=square-9999 list=chess-1
list=square--1 {TOO_MANY} count=0 count=101 count=ten
"""


@pytest.mark.parametrize("query", REFUSED.split())
def test_a_set_that_cannot_be_is_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/puzzles?game=all&{query}").status_code == 404
    if "order" not in query:  # paper has no order of its own
        assert client.get(f"/puzzles/sheet?game=square&{query}").status_code == 404


def test_a_shuffled_set_from_the_form_has_a_seed(client: FlaskClient) -> None:
    response = client.get("/puzzles?game=square&order=shuffled")
    query = dict(parse_qsl(urlsplit(response.headers["Location"]).query))
    assert query.pop("seed").isdecimal()
    assert query == {"game": "square"}


def test_ticked_puzzles_make_a_set_that_is_played_in_its_order(client: FlaskClient) -> None:
    main = page_at(client, "/puzzles?game=square&theme=hold").by_id("main")
    boxes = [it for it in main.all("input") if it.attributes.get("type") == "checkbox"]
    names = [it["value"] for it in boxes if it["name"] == "list"][2:5]
    response = client.get("/puzzles", query_string=MultiDict([("list", it) for it in names]))
    main = page_at(client, response.headers["Location"]).by_id("main")
    links = [it["href"] for it in main.all("ol")[0].all("a")]
    paths = [f"/puzzles/{'/'.join(name.rsplit('-', 1))}" for name in names]
    assert [urlsplit(it).path for it in links] == paths
    assert "2 of 3" in page_at(client, links[1]).text
