"""The page of the atlas: which games a filter leaves, and the rows of its table in all orders."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.exact.atlas import SHAPES, AtlasGameData, load
from tests.api_laws import validator
from tests.page import Element, read
from tests.reference import winners_own
from webapp.gallery.atlas import AtlasView
from webapp.sharing.pages import COVERS

GAMES = {game["game"]: game for game in load()["games"]}


def visit(client: FlaskClient, query: str = "") -> Element:
    response = client.get(f"/games/atlas{query}")
    assert response.status_code == 200
    return read(response.text).by_id("main")


def playing(page: Element) -> dict[str, Element]:
    """The links to games by their keys, in order."""
    links = {it["href"].removeprefix("/games/"): it for it in page.all("a")}
    return {key: link for key, link in links.items() if key in GAMES}


def test_what_a_filter_leaves_out_stays_in_its_place(client: FlaskClient) -> None:
    """Filters are links with the counts of what they show."""
    query = "?who=first&moves=4"
    fitting = {key for key, game in GAMES.items() if winners_own(game["distance"] or 0) == 4}
    page = visit(client, query)
    assert [*playing(page)] == [*playing(visit(client))]
    assert {key for key, it in playing(page).items() if "data-off" not in it.attributes} == fitting
    counts = {
        it["href"].removeprefix("/games/atlas"): it.text for it in page.all("nav")[0].all("a")
    }
    won = sum(game["value"] == "win" for game in GAMES.values())
    shown = {"": len(GAMES), "?who=first": won, query: len(fitting)}
    assert {it: int(counts[it].split()[-1]) for it in shown} == shown
    assert COVERS["gallery.atlas"].sentence.startswith(f"{len(GAMES)} games")


SORTED: dict[str, Callable[[AtlasGameData], Any]] = {
    "shape": lambda it: [*SHAPES].index(it["shape"]),
    "value": lambda it: winners_own(it["distance"] or 18),
    "longest": lambda it: -it["longest_win"],
    "loses": lambda it: -(it["loses_first"] or 0),
    "positions": lambda it: -it["positions"],
    "board": lambda it: it["columns"] * it["rows"],
    "ways": lambda it: -it["ways"],
    "second": lambda it: -(it["loses_second"] or 0),
}


def test_each_order_sorts_all_games() -> None:
    for order, by in SORTED.items():
        found = AtlasView(sort=order).games()
        assert len(found) == len(GAMES)
        assert [*map(by, found)] == sorted(map(by, found)), order


@pytest.mark.parametrize("order", ["value", "ways"])
def test_pressed_again_a_heading_turns_the_order_round(client: FlaskClient, order: str) -> None:
    """The rows tell the figures of draws. Filters keep the way it is, other headings have their own
    first.
    """
    page = visit(client, f"?who=draw&sort={order}")
    games, link = [GAMES[key] for key in playing(page)], page.by_id(f"sort-{order}")
    assert games == AtlasView("draw", sort=order).games()
    for row, game in zip(page.all("tr")[1:], games, strict=True):
        _name, first, longest, loses, positions = (it.text for it in row if it.tag in {"td", "th"})
        assert first == "draw"
        assert longest == f"{winners_own(game['longest_win']) or 'none'}"
        assert positions == f"{game['positions']:,}"
        told = [float(it.strip("%\u00a0 ")) for it in loses.split(",")]
        exact = [100 * (game[it] or 0) for it in ("loses_first", "loses_second")]
        assert told == pytest.approx(exact, abs=0.051)
    assert link["href"] == f"/games/atlas?who=draw&sort=-{order}#sort-{order}"
    turned = visit(client, link["href"].removeprefix("/games/atlas"))
    assert [*playing(turned)] == [*playing(page)][::-1]
    for here, said in ((page, "."), (turned, ", the other way round.")):
        (status,) = (it for it in here if it.attributes.get("role") == "status")
        assert status.text == f"Sorted by: {link.text}{said}"
        seen = here.by_id(f"sort-{order}")
        heads = [it["aria-sort"] for it in here.all("th") if "aria-sort" in it.attributes]
        assert heads == [seen["data-sorted"]] * ("aria-current" not in seen.attributes)
    ways = [it.by_id(f"sort-{order}")["data-sorted"] for it in (page, turned)]
    assert ways == sorted(["ascending", "descending"], reverse=order == "ways")
    assert all("sort=-" in it["href"] for it in turned.all("nav")[0].all("a"))
    for other in SORTED:
        assert turned.by_id(f"sort-{other}")["href"].endswith(f"sort={other}#sort-{other}")


def test_other_views_are_refused(client: FlaskClient) -> None:
    for query in ("who=second", "who=", "moves=0", "moves=9", "sort=x", "sort=-", "sort=--ways"):
        assert client.get(f"/games/atlas?{query}").status_code == 404


def test_programs_get_the_same_games(app: Flask, client: FlaskClient) -> None:
    found = client.get("/api/atlas").json
    assert found == load()
    validator(app, "Atlas").validate(found)
