"""The table of moves from here in a replay: its rows, its order and its addresses."""

from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings

from ai.study.moves_from_here import both_ways, in_order, moves_from_here, orders
from ai.study.study import study
from tests.page import board_shown
from tests.reference import Board, after
from tests.replays import (
    address,
    assert_no_such_address,
    at,
    of_position,
    replay_at,
    replays,
    rows,
    table,
    variations,
    visit,
)
from tests.samples import at_random
from webapp.replay.replay import Replay

BOARD = at_random("square", [5], 1, seed=1)[0]
SIX_LEFT = at_random("square", [6], 1, seed=3)[0]
SYMMETRIC = Board("tic-tac-toe", "X...O...X", "O")


def test_each_row_leads_to_the_position_after_its_move_and_its_table(app: Flask) -> None:
    """The approved views hold its words; a law of `tests/laws.py` that the engine's row is true."""
    replay = of_position(BOARD, "table", "values")
    for (cell, *_twins), link in rows(visit(app, at(app, replay))):
        assert replay_at(link).on == replay.on
        page = visit(app, link)
        assert board_shown(page).marks == after(BOARD, cell).marks
        assert page.by_id(urlsplit(link).fragment).text == "Moves from here"


@pytest.mark.parametrize("board", [SYMMETRIC, SIX_LEFT], ids=lambda board: board.game)
def test_the_headers_sort(app: Flask, board: Board) -> None:
    """Which order that is, is tested with the engine's. That of the present order turns it."""
    replay = of_position(board, "table")
    found = moves_from_here(study(replay.position))
    for order in both_ways(orders(replay.game))[::3]:
        page = visit(app, at(app, replace(replay, sort=order)))
        expected = [row.cells for row in in_order(found, order, replay.position.to_move)]
        assert [cells for cells, _link in rows(page)] == expected
        headers = table(page).all("tr")[0].all("th")
        below = [part for part in page.all("p") if part.attributes.get("class") == "orders"]
        links = [link for part in (*headers, *below) for link in part.all("a")]
        for key, link in zip(orders(replay.game), links, strict=True):
            leads_to = f"-{key}" if key == order else key
            assert replay_at(link["href"]) == replace(replay, sort=leads_to)
            assert urlsplit(link["href"]).fragment == link["id"]
        sorted_by = [it["aria-sort"] for it in headers if "aria-sort" in it.attributes]
        upwards = (order.strip("-") in {"move", "idea"}) != order.startswith("-")
        assert {*sorted_by} <= {"ascending" if upwards else "descending"}


def test_an_order_that_there_is_not_is_no_address(client: FlaskClient) -> None:
    """Games are not counted on Square."""
    for sort in ("", "strength", "Odds", "1"):
        response = client.get(address("tic-tac-toe", "b2", table="on", sort=sort))
        assert_no_such_address(response, "sort", "worth")
    response = client.get(address("square", "b2", table="on", sort="games"))
    assert_no_such_address(response, "sort")


@settings(max_examples=2)
@given(replays() | variations())
def test_the_page_of_moves_and_the_replay_lead_to_each_other(app: Flask, replay: Replay) -> None:
    """With the same query; the address that the table once had leads to its page for good."""
    there, back = (replace(replay, on=on) for on in (replay.on | {"table"}, replay.on - {"table"}))
    link = visit(app, at(app, back)).by_id("from-here")
    assert replay_at(link["href"]) == there
    page = visit(app, link["href"])
    assert board_shown(page) == board_shown(visit(app, at(app, back)))
    assert replay_at(page.all("header")[-1].all("a")[0]["href"]) == back
    old = app.test_client().get(f"{at(app, back)}&table=on")
    assert old.status_code == 308
    assert replay_at(old.location) == there
    assert urlsplit(old.location).path.endswith("/moves")
