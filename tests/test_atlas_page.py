"""The page of the atlas: what its squares and rows say, by the stored games; filters and orders."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from ai.exact.atlas import SHAPES, AtlasGameData, load
from ai.rules.games import game_for
from tests.page import Element, read
from webapp.sharing.pages import COVERS

GAMES = load()["games"]
BY_KEY = {game["game"]: game for game in GAMES}


def visit(client: FlaskClient, query: str = "") -> Element:
    """The page of the atlas."""
    response = client.get(f"/games/atlas{query}")
    assert response.status_code == 200
    return read(response.text).by_id("main")


def playing(part: Element) -> list[Element]:
    """The links to games, in order."""
    return [
        link
        for link in part.all("a")
        if link["href"].startswith("/games/")
        and "?" not in link["href"]
        and link["href"] != "/games/atlas"
    ]


def key(link: Element) -> str:
    return link["href"].removeprefix("/games/")


def moves(game: AtlasGameData) -> int:
    """In how many moves the first player wins; 0 for a draw."""
    return ((game["distance"] or -1) + 1) // 2


def test_each_square_says_who_wins_and_leads_to_its_game(client: FlaskClient) -> None:
    squares = playing(visit(client))
    assert [*map(key, squares)] == [*dict.fromkeys(map(key, squares))]
    assert {*map(key, squares)} == {*BY_KEY}
    for square in squares:
        game = BY_KEY[key(square)]
        name = re.sub(r"line-(\d)", r"\1 in a line", game["shape"]).capitalize()
        won = f"first wins in {moves(game)} moves" if moves(game) else "a draw"
        ways = len(game_for(game["game"]).winning_sets)
        number = f"{ways} ways" if ways > 1 else "one way"
        board = f"{game['columns']}×{game['rows']}"
        assert square["aria-label"] == f"{name} on {board}: {won}, {number}"
        assert square["data-value"] == game["value"]
        assert square.text == (str(moves(game)) if moves(game) else "=")
    assert COVERS["gallery.atlas"].sentence.startswith(f"{len(GAMES)} games")


FILTERS: dict[str, Callable[[AtlasGameData], bool]] = {
    "?who=draw": lambda game: game["value"] == "draw",
    "?who=first&moves=4": lambda game: moves(game) == 4,
}


@pytest.mark.parametrize("query", FILTERS)
def test_what_a_filter_leaves_out_stays_in_its_place(client: FlaskClient, query: str) -> None:
    """Filters are links with the counts of what they show."""
    fitting = {game["game"] for game in GAMES if FILTERS[query](game)}
    page, every = visit(client, query), playing(visit(client))
    assert [*map(key, playing(page))] == [*map(key, every)]
    assert {key(it) for it in playing(page) if "data-off" not in it.attributes} == fitting
    rows = playing(visit(client, f"{query}&sort=shape"))
    assert {*map(key, rows)} == fitting
    assert len(rows) == len(fitting)
    (nav,) = page.all("nav")
    counts = {link["href"].removeprefix("/games/atlas"): link.text for link in nav.all("a")}
    assert len(counts) == (7 if "first" in query else 3)
    assert counts[query].split()[-1] == f"{len(fitting)}"
    assert counts[""].split()[-1] == f"{len(GAMES)}"
    won = sum(game["value"] == "win" for game in GAMES)
    assert counts["?who=first"].split()[-1] == f"{won}"
    marked = [it.text for it in nav.all("a") if it.attributes.get("aria-current") == "true"]
    assert counts[query] in marked


SORTED: dict[str, Callable[[AtlasGameData], Any]] = {
    "shape": lambda it: [*SHAPES].index(it["shape"]),
    "value": lambda it: moves(it) or 9,
    "longest": lambda it: -it["longest_win"],
    "loses": lambda it: -(it["loses_first"] or 0),
    "positions": lambda it: -it["positions"],
    "board": lambda it: it["columns"] * it["rows"],
    "ways": lambda it: -it["ways"],
    "second": lambda it: -(it["loses_second"] or 0),
}


def expect_rows(table: Element, games: list[AtlasGameData]) -> None:
    """The rows of *table* tell the figures of *games*."""
    for row, game in zip(table.all("tr")[1:], games, strict=True):
        _name, first, longest, loses, positions = (
            cell.text for cell in row.children if isinstance(cell, Element)
        )
        assert first == (f"in {moves(game)}" if moves(game) else "draw")
        assert longest == (str((game["longest_win"] + 1) // 2) if game["longest_win"] else "none")
        assert positions == f"{game['positions']:,}"
        told = [] if "–" in loses else [float(it.strip("%\u00a0 ")) for it in loses.split(",")]
        exact = [100 * it for it in (game["loses_first"], game["loses_second"]) if it is not None]
        assert told == pytest.approx(exact, abs=0.051)


def status_in(page: Element) -> str:
    """What is heard of a page."""
    (status,) = (it for it in page if it.attributes.get("role") == "status")
    return status.text


@pytest.mark.parametrize("order", SORTED)
def test_pressed_again_a_heading_turns_the_order_round(client: FlaskClient, order: str) -> None:
    """Filters keep the way it is, other headings have their own first."""
    query = f"?who=draw&sort={order}"
    page = visit(client, query)
    link, (table,) = page.by_id(f"sort-{order}"), page.all("table")
    games = [BY_KEY[key(row)] for row in playing(page)]
    drawn = [game for game in GAMES if game["value"] == "draw"]
    assert [*map(SORTED[order], games)] == sorted(map(SORTED[order], drawn))
    expect_rows(table, games)
    heads = [it.text for it in table.all("th") if "aria-sort" in it.attributes]
    assert heads == ([link.text] if link.text in [it.text for it in table.all("th")] else [])
    assert bool(heads) != (link.attributes.get("aria-current") == "true")
    assert status_in(page) == f"Sorted by: {link.text}."
    assert link["href"] == f"/games/atlas?who=draw&sort=-{order}#sort-{order}"
    turned = visit(client, link["href"].removeprefix("/games/atlas"))
    assert [*map(key, playing(turned))] == [game["game"] for game in games][::-1]
    ways = [{*ways_sorted(it, order)} for it in (page, turned)]
    assert ways in ([{"ascending"}, {"descending"}], [{"descending"}, {"ascending"}])
    assert all("sort=-" in it["href"] for it in turned.all("nav")[0].all("a"))
    for other in SORTED:
        assert turned.by_id(f"sort-{other}")["href"].endswith(f"sort={other}#sort-{other}")
    assert status_in(turned).endswith(", the other way round.")


def ways_sorted(page: Element, order: str) -> Iterator[str]:
    """The way of the present order, heard if its column is there, and seen."""
    yield from (it["aria-sort"] for it in page if "aria-sort" in it.attributes)
    yield page.by_id(f"sort-{order}")["data-sorted"]


def test_other_views_are_refused(client: FlaskClient) -> None:
    for query in ("who=second", "who=", "moves=0", "moves=9", "sort=x", "sort=-", "sort=--ways"):
        assert client.get(f"/games/atlas?{query}").status_code == 404


def test_programs_get_the_same_games(client: FlaskClient) -> None:
    found = client.get("/api/atlas").json
    assert found == load()
    described: Any = client.get("/api/openapi.json").json
    schema = described["paths"]["/api/atlas"]["get"]["responses"]["200"]["content"]
    Draft202012Validator(described | schema["application/json"]["schema"]).validate(found)
    assert client.get("/api/atlas?who=first").status_code == 400
