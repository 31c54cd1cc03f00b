"""The page of the atlas: what its squares and rows say, by the stored games; filters and orders."""

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


def board(game: AtlasGameData) -> str:
    return f"{game['columns']}×{game['rows']}"


def moves(game: AtlasGameData) -> int:
    """In how many moves the first player wins; 0 for a draw."""
    return ((game["distance"] or -1) + 1) // 2


def test_each_square_says_who_wins_and_leads_to_its_game(client: FlaskClient) -> None:
    by_key = {game["game"]: game for game in GAMES}
    squares = playing(visit(client))
    assert {key(square) for square in squares} == {*by_key}
    assert len(squares) == len(GAMES)
    for square in squares:
        game = by_key[key(square)]
        name = game["shape"].capitalize().replace("Line-2", "2 in a line")
        name = name.replace("Line-3", "3 in a line").replace("Line-4", "4 in a line")
        won = f"first wins in {moves(game)} moves" if moves(game) else "a draw"
        ways = len(game_for(game["game"]).winning_sets)
        number = f"{ways} ways" if ways > 1 else "one way"
        assert square["aria-label"] == f"{name} on {board(game)}: {won}, {number}"
        assert square["data-value"] == game["value"]
        assert square.text == (str(moves(game)) if moves(game) else "=")


def test_the_picture_for_links_counts_the_games() -> None:
    assert COVERS["gallery.atlas"].sentence.startswith(f"{len(GAMES)} games")


def test_elly_on_4x4_is_named_as_drawn(client: FlaskClient) -> None:
    (square,) = (it for it in playing(visit(client)) if it["aria-label"].startswith("Elly on 4×4"))
    assert square["aria-label"] == "Elly on 4×4: first wins in 4 moves, 48 ways"
    assert game_for(key(square)).definition.text == "4x4-a1b1c1a2"


def test_tables_have_a_head_for_each_board_and_each_shape(client: FlaskClient) -> None:
    tables = [it for it in visit(client) if it.attributes.get("role") == "table"]
    for table in tables:
        rows = [
            [cell for cell in row if cell.attributes.get("role") in CELLS]
            for group in table.children
            if isinstance(group, Element)
            for row in group.children
            if isinstance(row, Element) and (group["role"], row["role"]) == ("rowgroup", "row")
        ]
        heads, *others = [[cell["role"] for cell in row] for row in rows]
        assert heads == ["columnheader"] * (int(table["data-boards"]) + 1)
        sizes = [cell.text for cell in rows[0][1:]]
        shapes = [row for row in others if len(row) > 1]
        assert shapes == [["rowheader", *(["cell"] * len(sizes))]] * len(shapes)
        assert [row for row in others if len(row) == 1] == [["rowheader"]] * 5
        for head, *cells in (row for row in rows[1:] if len(row) > 1):
            for size, cell in zip(sizes, cells, strict=True):
                links = playing(cell)
                assert bool(links) != ("too large" in cell.text)
                assert all(f"{head.text} on {size}:" in it["aria-label"] for it in links)
    assert [table["data-boards"] for table in tables] == ["4", "6"]
    shown = [it for table in tables for it in playing(table)]
    assert len(shown) == len(GAMES)


CELLS = {"columnheader", "rowheader", "cell"}

FILTERS: dict[str, Callable[[AtlasGameData], bool]] = {
    "": lambda _game: True,
    "?who=first": lambda game: game["value"] == "win",
    "?who=draw": lambda game: game["value"] == "draw",
    "?who=first&moves=4": lambda game: moves(game) == 4,
    "?moves=5": lambda game: moves(game) == 5,
}


@pytest.mark.parametrize("query", FILTERS)
def test_what_a_filter_leaves_out_stays_in_its_place(client: FlaskClient, query: str) -> None:
    fitting = {game["game"] for game in GAMES if FILTERS[query](game)}
    squares, every = playing(visit(client, query)), playing(visit(client))
    assert [*map(key, squares)] == [*map(key, every)]
    assert {key(it) for it in squares if "data-off" not in it.attributes} == fitting
    rows = playing(visit(client, f"{query or '?'}&sort=shape"))
    assert {key(row) for row in rows} == fitting
    assert len(rows) == len(fitting)


@pytest.mark.parametrize("query", [*FILTERS, "?sort=ways", "?who=first&sort=value"])
def test_filters_are_links_with_the_counts_of_what_they_show(
    client: FlaskClient, query: str
) -> None:
    (nav,) = visit(client, query).all("nav")
    for link in nav.all("a"):
        there = visit(client, link["href"].removeprefix("/games/atlas"))
        shown = [it for it in playing(there) if "data-off" not in it.attributes]
        assert len(shown) == int(link.text.split()[-1])
        marked = [it.text for it in there.all("a") if it.attributes.get("aria-current") == "true"]
        assert link.text in marked
        assert bool(there.all("table")) == ("sort=" in query)
    assert len(nav.all("a")) == (7 if "first" in query or "moves" in query else 3)


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


@pytest.mark.parametrize("order", SORTED)
def test_the_table_has_all_games_in_each_order(client: FlaskClient, order: str) -> None:
    by_key = {game["game"]: game for game in GAMES}
    page = visit(client, f"?sort={order}")
    games = [by_key[key(row)] for row in playing(page)]
    assert [*map(SORTED[order], games)] == sorted(map(SORTED[order], GAMES))
    assert len(games) == len(GAMES)
    (table,) = page.all("table")
    heads = [it.text for it in table.all("th") if "aria-sort" in it.attributes]
    link = page.by_id(f"sort-{order}")
    assert heads == ([link.text] if link.text in [it.text for it in table.all("th")] else [])
    assert bool(heads) != (link.attributes.get("aria-current") == "true")
    (status,) = (it for it in page if it.attributes.get("role") == "status")
    assert status.text == f"Sorted by: {link.text}."
    for row, game in zip(table.all("tr")[1:], games, strict=True):
        _name, first, longest, loses, positions = (
            cell.text for cell in row.children if isinstance(cell, Element)
        )
        assert first == (f"in {moves(game)}" if moves(game) else "draw")
        assert longest == (str((game["longest_win"] + 1) // 2) if game["longest_win"] else "none")
        assert positions == f"{game['positions']:,}"
        shares = (
            [float(it.strip("%\u00a0 ")) for it in loses.split(",")] if "–" not in loses else []
        )
        exact = [100 * it for it in (game["loses_first"], game["loses_second"]) if it is not None]
        assert shares == pytest.approx(exact, abs=0.051)


@pytest.mark.parametrize("query", ["", "who=first&"])
@pytest.mark.parametrize("order", SORTED)
def test_pressed_again_a_heading_turns_the_order_round(
    client: FlaskClient, order: str, query: str
) -> None:
    """And then back. Filters keep the way it is, other headings have their own first."""
    pages = [visit(client, f"?{query}sort={order}")]
    for _press in range(2):
        link = pages[-1].by_id(f"sort-{order}")
        pages.append(visit(client, link["href"].removeprefix("/games/atlas")))
    there, round_, back = (
        ([*map(key, playing(page))], [*ways_sorted(page, order)]) for page in pages
    )
    assert round_[0] == there[0][::-1]
    assert {*there[1], *round_[1]} == {"ascending", "descending"}
    assert back == there
    address = f"/games/atlas?{query}sort=-{order}#sort-{order}"
    assert pages[0].by_id(f"sort-{order}")["href"] == address
    assert all("sort=-" in it["href"] for it in pages[1].all("nav")[0].all("a"))
    assert all(
        pages[1].by_id(f"sort-{it}")["href"].endswith(f"sort={it}#sort-{it}") for it in SORTED
    )
    statuses = (it for it in pages[1] if it.attributes.get("role") == "status")
    assert [it.text.endswith(", the other way round.") for it in statuses] == [True]


def ways_sorted(page: Element, order: str) -> Iterator[str]:
    """The way of the present order, heard if its column is there, and seen."""
    yield from (it["aria-sort"] for it in page if "aria-sort" in it.attributes)
    yield page.by_id(f"sort-{order}")["data-sorted"]


@pytest.mark.parametrize(
    "query",
    ["who=second", "who=", "moves=0", "moves=9", "moves=x", "sort=x", "sort=-", "sort=--ways"],
)
def test_other_views_are_refused(client: FlaskClient, query: str) -> None:
    assert client.get(f"/games/atlas?{query}").status_code == 404


def test_programs_get_the_same_games(client: FlaskClient) -> None:
    found = client.get("/api/atlas").json
    assert found == load()
    described: Any = client.get("/api/openapi.json").json
    schema = described["paths"]["/api/atlas"]["get"]["responses"]["200"]["content"]
    Draft202012Validator(described | schema["application/json"]["schema"]).validate(found)
    assert client.get("/api/atlas?who=first").status_code == 400
