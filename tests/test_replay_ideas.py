"""The ideas of a position on the page of a replay: whole, true, and each stepped through."""

import re

import pytest
from flask import Flask

from ai.study.study import study
from ai.words.told import why_so
from tests.page import board_shown
from tests.positions_again import expect_why
from tests.reference import (
    Board,
    after,
    in_words,
    moves,
    other,
    position,
    value_and_distance,
    worths,
)
from tests.replays import address, address_of, last_ply, links, model_at, replay_at, visit
from tests.samples import at_random

BOARDS = at_random("tic-tac-toe", range(1, 9), 8, seed=4) + at_random(
    "square", range(2, 8), 8, seed=4
)


@pytest.mark.parametrize("board", BOARDS)
def test_the_moves_that_decide_are_listed_and_lead_to_the_end(app: Flask, board: Board) -> None:
    value, _ = value_and_distance(board)
    page = visit(app, address_of(board, ideas="on"))
    section = page.by_id("ideas")
    heading = {1: f"How {board.mover} wins", 0: "Why it is a draw", -1: f"Why {board.mover} loses"}
    assert section.all("h2")[0].text == heading[value]
    assert expect_why(board)
    assert section.all("p")[0].text == why_so(study(position(board)))
    decides = 1 if value == 1 else -1
    expected = {cell for cell in moves(board) if worths(board)[cell][0] == decides}
    found = set()
    for alike in section.all("li"):
        for link in links(alike):
            there = replay_at(link)
            shown = board_shown(visit(app, link))
            (cell,) = shown.last
            assert shown.marks == after(board, cell).marks
            assert in_words(worths(board)[cell]) in alike.text
            winner = board.mover if decides == 1 else other(board.mover)
            assert model_at(there, last_ply(there)).winner == winner
            found.add(cell)
    assert found == expected
    noted = page.by_id("sketch").all("text")
    assert len(noted) == len(expected)
    heard = re.compile(r": empty, [a-d][1-4], (?:wins (?:by|at once)|loses to)\b")
    names = [button["aria-label"] for button in page.by_id("board").all("button")]
    assert {cell for cell, name in enumerate(names) if heard.search(name)} == expected


def test_where_the_game_is_over_there_is_nothing_to_ask(app: Flask) -> None:
    over = visit(app, address("tic-tac-toe", "a1a2b1b2c1", ideas="on"))
    assert over.by_id("ideas").text.endswith("Nothing: the game is over.")
