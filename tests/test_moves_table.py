"""The table of moves from here in a replay: it says what the engine finds."""

import re
from dataclasses import astuple, replace
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings

from ai.opponents import OPPONENTS
from ai.study.moves_from_here import both_ways, in_order, moves_from_here, orders
from ai.study.study import study
from tests import samples
from tests.claims.positions import in_a_word
from tests.model import name
from tests.page import Element, board_shown
from tests.reference import Board, after, in_words, position
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

BOARDS = [samples.ACTIVE_CLASSES[100], *at_random("square", [3, 5], 2, seed=1)]
SIX_LEFT = at_random("square", [6], 1, seed=3)[0]
PROGRAMS = [opponent.name for opponent in OPPONENTS.values()]
SYMMETRIC = Board("tic-tac-toe", "X...O...X", "O")


def shown(app: Flask, board: Board) -> Element:
    """The page of *board* with the table on it."""
    return visit(app, at(app, of_position(board, "table")))


@pytest.mark.parametrize("board", [SYMMETRIC, *BOARDS], ids=str)
def test_each_row_tells_what_the_engine_finds(app: Flask, board: Board) -> None:
    """There is one for each of the engine's, which a law of tests/laws.py checks."""
    found, page = moves_from_here(study(position(board))), shown(app, board)
    assert "Turns and mirror images share a row." in page.by_id("from-here").text
    for row, (cells, texts, _link) in zip(found, rows(page), strict=True):
        assert cells == row.cells
        names = [name(board.game, cell) for cell in cells]
        assert re.findall("[a-d][1-4]", texts["Move"]) == names
        assert ("also" in texts["Move"]) == bool(row.twins)
        exact = row.move.worth.exact
        assert texts["Value"].startswith(in_words((exact.value, exact.distance)))
        losing, replies = len(row.move.after.losing), len(row.move.after.moves)
        lost = f"{losing} of {replies} lose{'s' * (losing == 1)}"
        told = lost if losing else "none loses" if replies else "ends the game"
        assert texts["Replies"] == told
        assert texts["Idea"] == in_a_word(board.game, row.move.idea)
        odds = [100 * float(chance) for chance in astuple(row.odds)]
        assert [*map(float, re.findall(r"[\d.]+", texts["Odds"]))] == pytest.approx(odds, abs=0.051)
        likely = {who.name for who in row.choosers}
        assert {name for name in PROGRAMS if name in texts["Programs"]} == likely
        assert bool(row.tree) == ("Games" in texts) == ("Positions" in texts)
        counts = {"game": row.tree.games, "position": row.tree.positions} if row.tree else {}
        for noun, count in counts.items():
            assert texts[f"{noun.title()}s"] == f"{count:,} {noun}{'s' * (count != 1)}"


def test_each_row_leads_to_the_position_after_its_move_and_its_table(app: Flask) -> None:
    replay = of_position(BOARDS[-1], "table", "values")
    for (cell, *_twins), _texts, link in rows(visit(app, at(app, replay))):
        assert replay_at(link).on == replay.on
        page = visit(app, link)
        assert board_shown(page).marks == after(BOARDS[-1], cell).marks
        assert page.by_id(urlsplit(link).fragment).text == "Moves from here"


@pytest.mark.parametrize("board", [SYMMETRIC, SIX_LEFT], ids=lambda board: board.game)
def test_the_headers_sort(app: Flask, board: Board) -> None:
    """Which order that is, is tested with the engine's. That of the present order turns it."""
    replay = of_position(board, "table")
    found = moves_from_here(study(replay.position))
    for order in both_ways(orders(replay.game))[::3]:
        page = visit(app, at(app, replace(replay, sort=order)))
        expected = [row.cells for row in in_order(found, order, replay.position.to_move)]
        assert [cells for cells, _texts, _link in rows(page)] == expected
        headers = table(page).all("tr")[0].all("th")
        below = [part for part in page.all("p") if part.attributes.get("class") == "orders"]
        links = [link for part in (*headers, *below) for link in part.all("a")]
        for key, link in zip(orders(replay.game), links, strict=True):
            leads_to = f"-{key}" if key == order else key
            assert replay_at(link["href"]) == replace(replay, sort=leads_to)
            assert urlsplit(link["href"]).fragment == link["id"]
            assert link.attributes.get("aria-current") == (
                "true" if key == order.strip("-") and key in {"games", "positions"} else None
            )
        for key, header in zip(orders(replay.game), headers, strict=False):
            upwards = (key in {"move", "idea"}) != order.startswith("-")
            direction = "ascending" if upwards else "descending"
            sorted_ = direction if key == order.strip("-") else None
            assert header.attributes.get("aria-sort") == sorted_
        (status,) = [p for p in page.all("p") if p.text.startswith("Sorted by: ")]
        assert status.text.endswith(", the other way round.") == order.startswith("-")


@pytest.mark.parametrize("sort", ["", "strength", "Odds", "1"])
def test_an_order_that_there_is_not_is_no_address(client: FlaskClient, sort: str) -> None:
    response = client.get(address("tic-tac-toe", "b2", table="on", sort=sort))
    assert_no_such_address(client, response, "sort", "worth")
    response = client.get(address("square", "b2", table="on", sort="games"))  # not counted there
    assert_no_such_address(client, response, "sort")


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
