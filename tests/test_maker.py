"""The maker of games: its state, what it says, and the pages and forms round it."""

from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from ai.rules.definition import Definition, DefinitionError
from ai.rules.games import game_for
from tests import reference
from tests.definitions import texts
from tests.page import read
from webapp.gallery.maker import DrawnShape, Maker

PLACES = st.frozensets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=9)
SHAPES = st.lists(st.builds(DrawnShape, PLACES, st.booleans()), min_size=1, max_size=8)


@st.composite
def makers(draw: st.DrawFn) -> Maker:
    """Any state, most of them of no game."""
    shapes = tuple(draw(SHAPES))
    sides = st.integers(2, 8)
    return Maker(draw(sides), draw(sides), shapes, draw(st.integers(1, len(shapes))))


def asked(fields: list[tuple[str, str]]) -> Maker:
    return Maker.read(MultiDict(fields))


def shown(client: FlaskClient, address: str) -> str:
    return read(client.get(address).text).by_id("told").text


@given(makers())
def test_a_state_is_read_as_it_was_written(maker: Maker) -> None:
    assert asked(maker.query) == maker


@given(makers())
def test_what_can_be_solved_is_what_the_definition_of_all_shapes_allows(maker: Maker) -> None:
    """As drawn, a definition names cells of the board alone; a turn may bring others onto it."""
    told, drawn = maker.told, [shape for shape in maker.shapes if shape.places]
    assert told.sentence
    assert not (told.bad and maker.is_new)
    text = "-".join(
        [f"{maker.columns}x{maker.rows}", *("!" * it.here + "".join(it.cells) for it in drawn)]
    )
    try:
        made = Definition.parse(text)
    except DefinitionError:
        return
    assert (maker.game.definition if maker.game else None) == made


@given(texts())
def test_a_game_leads_to_a_state_that_makes_it(text: str) -> None:
    game = game_for(text)
    maker = Maker.of(game)
    assert maker.game is game
    assert len(maker.ways) == len(reference.ways(text))


@given(makers(), st.integers(1, 8))
def test_to_drop_what_was_added_changes_nothing(maker: Maker, at: int) -> None:
    """So does what cannot be: a ninth shape, and to drop one that is not there, or the last."""
    added, fewer = (asked([*maker.query, it]) for it in (("go", "add"), ("drop", f"{at}")))
    if len(maker.shapes) < 8:
        assert added.shapes == (*maker.shapes, DrawnShape())
        assert added.at == len(added.shapes)
        assert added.without(added.at).shapes == maker.shapes
    else:
        assert added == maker
    if 1 < len(maker.shapes) >= at:
        assert fewer.shapes == maker.shapes[: at - 1] + maker.shapes[at:]
    else:
        assert fewer == maker
    assert fewer.at <= len(fewer.shapes)


NAMES = ["columns", "rows", "s1", "s2", "s8", "s9", "where1", "where2", "at", "go", "drop"]
VALUES = ["", *"234890", "a1", "b2", "h8", "i9", "any", "here", "add", "count", "ж"]


@settings(max_examples=4)
@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)), max_size=12))
def test_any_query_is_answered_in_words(app: Flask, fields: list[tuple[str, str]]) -> None:
    client = app.test_client()
    response = client.get(f"/games/new?{urlencode(fields)}")
    assert response.status_code in {200, 400}
    page = read(response.text)
    said = page.by_id("told") if response.status_code == 200 else page.by_id("main").all("p")[0]
    assert said.text
    posted = client.post("/games", data=MultiDict(fields))
    assert posted.status_code in {303, 400, 403, 429, 503}


ONE = "columns=3&rows=3&s1=a1&s1=b1&s1=c1"
SAYS = {  # the views have other boards, and what helps
    "s1=b2": "One cell would win at the first move. Add a cell.",
    "columns=5&rows=3&s1=b1&s1=b2&s1=b3&s1=c3": "4 in an L: 40 ways to win on this board.",
    "s1=b1&s1=b2&s1=c4&where1=here": "A shape of 3: one way to win on this board. Only here.",
    "s1=b1&s1=b2&s2=a1&at=1": "Shape 2: One cell would win at the first move. Add a cell.",
    "s1=b1&s1=b2&at=2": "Draw shape 2, or drop it.",
    f"{ONE}&s2=a1&s2=b1&at=2": (
        "2 shapes: 12 ways to win on this board. Shape 1 never counts: it holds or repeats another."
    ),
}


@pytest.mark.parametrize("query", SAYS)
def test_it_says_what_is_drawn_or_wrong(client: FlaskClient, query: str) -> None:
    page = read(client.get(f"/games/new?{query}").text)
    assert page.by_id("told").text == SAYS[query]
    solvable = "data-closed" not in page.by_id("solve").attributes
    assert solvable == ("on this board" in SAYS[query])


def test_what_helps_helps(client: FlaskClient) -> None:
    """The board that is offered fits the shape, which stays; to draw again empties it."""
    page = read(client.get(f"/games/new?{ONE}&s1=d1").text)
    fitting, again = (link["href"] for link in page.by_id("helps").all("a"))
    assert shown(client, fitting) == "4 in a row: 3 ways to win on this board."
    assert shown(client, again) == "Tap the cells of a shape that wins."


def test_solve_it_leads_to_the_one_page_of_a_game(client: FlaskClient) -> None:
    """Or back to what is wrong with it."""
    mirrored = {"columns": 4, "rows": 2, "s1": ["d1", "d2", "c2"]}
    for game in (mirrored, {"game": "4x2-b1a1b2"}):
        response = client.post("/games", data=game)
        assert (response.status_code, response.headers["Location"]) == (303, "/games/4x2-a1b1a2")
    undrawn = {"s1": ["a1", "b1"], "where2": "any", "s3": ["a1", "c1"]}
    for wrong, said in (({"s1": ["a1"]}, SAYS["s1=b2"]), (undrawn, "Draw shape 2, or drop it.")):
        back = client.post("/games", data=wrong).headers["Location"]
        assert shown(client, back) == said
