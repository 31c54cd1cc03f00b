"""Answers as plain data: each field of :mod:`tests.claims.data`, and a game in hindsight."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai import plain_data
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import study
from tests.claims.boards import FEW
from tests.claims.data import DATA_LAWS, GIVING_AWAY, expect_lines
from tests.reference import Board, completed, position, result
from tests.samples import games, played


@pytest.mark.parametrize("law", DATA_LAWS, ids=lambda law: law.__name__)
def test_every_field_of_a_few_positions_is_true(law: Callable[[Board], None]) -> None:
    for board in FEW[::4]:
        law(board)


@settings(max_examples=3)
@given(st.sampled_from(sorted(GAMES)).flatmap(games), st.data())
def test_a_game_in_hindsight(boards: list[Board], data: st.DataObject) -> None:
    """Any part of it, from its beginning or from a diagram."""
    start = data.draw(st.integers(0, len(boards) - 1))
    boards = boards[start : data.draw(st.integers(start, len(boards))) + 1]
    record, last = Record(position(boards[0]), played(boards)), boards[-1]
    key = data.draw(st.sampled_from([HUMAN, "hard", "unbeatable"]))
    found = plain_data.review(record, o=OPPONENTS.get(key))
    assert found == json.loads(plain_data.as_json(found))
    assert (found["game"], found["record"]) == (last.game, record.text)
    assert (found["x"], found["o"]) == (HUMAN, key)
    assert (found["outcome"] is None) == (result(last) is None)
    if outcome := found["outcome"]:
        assert outcome["winner"] == {"X": "x", "O": "o"}.get(result(last) or "")
        expect_lines(last, outcome["lines"], completed(last))
    assert [move["cell"] for move in found["moves"]] == [*played(boards)]
    for board, move in zip(boards, found["moves"], strict=False):
        opponent = OPPONENTS.get(key) if board.mover == "O" else None
        assert move == plain_data.why(study(position(board)).moves[move["cell"]], opponent)
    gave_away = [move for move in found["moves"] if move["label"] in GIVING_AWAY]
    assert found["turning_point"] == (gave_away[-1]["ply"] if gave_away else None)
    for mark in Mark:
        counted = found["accuracy"][plain_data.mark_key(mark)]
        wrong = [move for move in gave_away if move["mark"] == mark.lower()]
        assert counted["decisions"] - counted["right"] == len(wrong)
        assert 0 <= (counted["percent"] or 0) <= 100
