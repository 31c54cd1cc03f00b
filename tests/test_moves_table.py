"""The table of moves from here in a replay: it says what the engine finds."""

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given

from ai.study.moves_from_here import ORDERS, Row, in_order, moves_from_here, orders
from ai.study.study import study
from tests import samples
from tests.model import name
from tests.page import Element, board_shown
from tests.reference import Board, after, position, value_and_distance
from tests.samples import at_random
from tests.test_positions_in_words import in_a_word
from tests.test_replay import (
    address,
    assert_no_such_address,
    at,
    of_position,
    replay_at,
    replays,
    variations,
    visit,
)
from webapp.replay.replay import Replay

# Boards that the reference solves quickly.
BOARDS = [*samples.ACTIVE_CLASSES[40::15], *at_random("square", range(1, 7), 15, seed=1)]
HEADERS = {
    "move": "Move",
    "worth": "Value",
    "replies": "Replies",
    "odds": "Odds",
    "programs": "Played by",
    "idea": "Idea",
    "games": "Games",
    "positions": "Positions",
}
SIX_LEFT = at_random("square", [6], 1, seed=3)[0]
SYMMETRIC = Board("tic-tac-toe", "X...O...X", "O")


def table(page: Element) -> Element:
    """The table of moves on *page*."""
    (found,) = page.by_id("from-here").all("table")
    return found


def rows(page: Element) -> Iterator[tuple[tuple[int, ...], dict[str, str], str]]:
    """For each row its cells, its texts by the headers, those of its details by theirs, and where
    its link leads.
    """
    head, *body = table(page).all("tr")
    names = [header.text for header in head.all("th")]
    for row, below in zip(body[::2], body[1::2], strict=True):
        texts = [e.text for e in row if e.tag in {"th", "td"}]
        assert len(texts) == len(names) == 6
        (link,) = row.all("a")
        cells = tuple(map(int, row["data-cells"].split()))
        assert (below["class"], below.all("td")[0]["colspan"]) == ("details", "6")
        told = zip(("Programs", "Games", "Positions"), below.text.split(" · "), strict=False)
        yield cells, dict(zip(names, texts, strict=True)) | dict(told), link["href"]


def shown(app: Flask, board: Board) -> Element:
    """The page of *board* with the table on it."""
    return visit(app, at(app, of_position(board, "table")))


def percentages(text: str) -> list[float]:
    """The numbers before per cent signs."""
    return [float(number) for number in re.findall(r"([\d.]+) %", text.replace("\xa0", " "))]


def choosers(text: str) -> dict[str, float]:
    """The per cent of each program that the table names."""
    if text == "No program plays it.":
        return {}
    groups = (part.split(": ") for part in text.replace("\xa0", " ").split("; ") if part)
    return {
        program: float(percent.removesuffix(" %"))
        for percent, programs in groups
        for program in programs.split(", ")
    }


def found_rows(app: Flask, board: Board) -> Iterator[tuple[Row, dict[str, str]]]:
    """The engine's rows, which tests/test_moves_from_here.py checks, and the texts of the page's.

    There is one for each.
    """
    found = moves_from_here(study(position(board)))
    for row, (cells, texts, _link) in zip(found, rows(shown(app, board)), strict=True):
        assert cells == row.cells
        yield row, texts


@pytest.mark.long
def test_turns_and_mirror_images_share_a_row_with_the_twins_named(app: Flask) -> None:
    for board in (SYMMETRIC, *BOARDS):
        said = shown(app, board).by_id("from-here").text
        assert "Turns and mirror images share a row." in said
        for row, texts in found_rows(app, board):
            names = [name(board.game, cell) for cell in row.cells]
            assert re.findall("[a-d][1-4]", texts["Move"]) == names
            assert ("also" in texts["Move"]) == bool(row.twins)


@pytest.mark.long
def test_values_replies_and_ideas_are_told(app: Flask) -> None:
    for board in BOARDS:
        wins = value_and_distance(board)[0] == 1
        for row, texts in found_rows(app, board):
            value, _, percent = texts["Value"].removesuffix(" best").partition(" (hard: ")
            assert value == f"{row.worth.exact}"
            if row.worth.difficulty is None or wins:
                assert not percent
            else:
                found = percent.removesuffix(" % lose)")
                digits = len(found.partition(".")[2])
                share = 100 * row.worth.difficulty
                assert float(found) == pytest.approx(share, abs=0.501 * 10**-digits)
            lost = f"{row.losing} of {row.replies} lose{'s' * (row.losing == 1)}"
            told = lost if row.losing else "none loses" if row.replies else "ends the game"
            assert texts["Replies"] == told
            assert texts["Idea"] == in_a_word(board.game, row.idea)


@pytest.mark.long
def test_odds_are_written_and_drawn(app: Flask) -> None:
    for board in BOARDS:
        bars = [e for e in table(shown(app, board)).all("svg") if e["class"] == "chances"]
        for (row, texts), bar in zip(found_rows(app, board), bars, strict=True):
            odds = (row.odds.x_wins, row.odds.draws, row.odds.o_wins)
            expected = [100 * float(chance) for chance in odds]
            assert percentages(texts["Odds"]) == pytest.approx(expected, abs=0.051)
            assert re.findall("[A-Za-z]+", texts["Odds"]) == ["X", "draw", "O"]
            ends = [float(re.findall(r"h([\d.]+)v", path["d"])[0]) for path in bar.all("path")]
            assert ends == pytest.approx([100, expected[0] + expected[1], expected[0]], abs=0.051)


def test_programs_are_named_with_how_likely_they_choose_the_move(app: Flask) -> None:
    for board in BOARDS:
        for row, texts in found_rows(app, board):
            likely = {who.name: 100 * float(chance) for who, chance in row.choosers.items()}
            assert choosers(texts["Programs"]) == pytest.approx(likely, abs=0.51)


def test_games_and_positions_that_follow_are_counted_at_tic_tac_toe(app: Flask) -> None:
    for board in BOARDS:
        for row, texts in found_rows(app, board):
            assert bool(row.tree) == ("Games" in texts) == ("Positions" in texts)
            counts = {"game": row.tree.games, "position": row.tree.positions} if row.tree else {}
            for noun, count in counts.items():
                told = texts[f"{noun.title()}s"]
                assert told == f"{count:,} {noun}{'s' * (count != 1)}"


@pytest.mark.long
def test_each_row_leads_to_the_position_after_its_move_and_its_table(app: Flask) -> None:
    for board in BOARDS[::4]:
        replay = of_position(board, "table", "values")
        for (cell, *_twins), _texts, link in rows(visit(app, at(app, replay))):
            there = replay_at(link)
            assert there.on == replay.on
            page = visit(app, link)
            assert board_shown(page).marks == after(board, cell).marks
            assert page.by_id(urlsplit(link).fragment).text == "Moves from here"


@pytest.mark.parametrize("board", [SYMMETRIC, SIX_LEFT], ids=lambda board: board.game)
def test_the_headers_sort(app: Flask, board: Board) -> None:
    replay = of_position(board, "table")
    for order in orders(replay.game):
        page = visit(app, at(app, replace(replay, sort=order)))
        headers = table(page).all("tr")[0].all("th")
        below = [part for part in page.all("p") if part.attributes.get("class") == "orders"]
        links = [link for part in (*headers, *below) for link in part.all("a")]
        assert [link.text for link in links] == [HEADERS[o] for o in orders(replay.game)]
        for key, link in zip(orders(replay.game), links, strict=True):
            assert replay_at(link["href"]) == replace(replay, sort=key)
            assert urlsplit(link["href"]).fragment == link["id"]
            assert link.attributes.get("aria-current") == (
                "true" if key == order and key in {"games", "positions"} else None
            )
        for key, header in zip(orders(replay.game), headers, strict=False):
            direction = "ascending" if key in {"move", "idea"} else "descending"
            assert header.attributes.get("aria-sort") == (direction if key == order else None)
    assert set(HEADERS) == set(ORDERS)


def test_rows_stand_in_the_order_that_is_asked_for(app: Flask) -> None:
    """Which order that is, is tested with the engine's."""
    for board in (SYMMETRIC, *at_random("square", [5, 6], 2, seed=5)):
        replay = of_position(board, "table")
        found = moves_from_here(study(replay.position))
        for order in orders(replay.game):
            expected = [row.cells for row in in_order(found, order, replay.position.to_move)]
            page = visit(app, at(app, replace(replay, sort=order)))
            assert [cells for cells, _texts, _link in rows(page)] == expected


@pytest.mark.parametrize("sort", ["", "strength", "Odds", "odds ", "1"])
def test_an_order_that_there_is_not_is_no_address(client: FlaskClient, sort: str) -> None:
    response = client.get(address("tic-tac-toe", "b2", table="on", sort=sort))
    assert_no_such_address(client, response, "sort", "worth")


def test_games_are_no_order_where_they_are_not_counted(client: FlaskClient) -> None:
    response = client.get(address("square", "b2", table="on", sort="games"))
    assert_no_such_address(client, response, "sort")


def test_there_is_no_move_once_the_game_is_over(app: Flask) -> None:
    over = visit(app, "/replay/tic-tac-toe/a1a2b1b2c1/moves").by_id("from-here")
    assert not over.all("table")
    assert "the game is over" in over.text


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
