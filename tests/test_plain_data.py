"""Answers as plain data: every field agrees with rules and a solver that they do not share, and a
game in hindsight.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai import plain_data
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES, game_for
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import study
from tests.claims.boards import FEW
from tests.claims.facts import GIVEN_AWAY
from tests.claims.positions import blocked, idea_of, threatened, winners
from tests.claims.reasons import content
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    Board,
    Cells,
    after,
    chances,
    completed,
    moves,
    perfect,
    position,
    result,
    worth,
    worths,
)
from tests.samples import games, played

VALUES = {1: "win", 0: "draw", -1: "loss"}


def expect_lines(
    board: Board, lines: Sequence[plain_data.LineData], wanted: Iterable[Cells]
) -> None:
    """These are the *wanted* lines, and their names tell their cells."""
    for line in lines:
        shape = line["name"].split()
        assert shape[-1] in {*line["cells"], *line["cells"][0]}
    cells = sorted([name(board.game, cell) for cell in sorted(line)] for line in wanted)
    assert sorted(line["cells"] for line in lines) == cells


def expect_move(board: Board, move: plain_data.MoveData) -> None:
    """Every field of a move is true."""
    cell, left = move["cell"], after(board, move["cell"])
    value, distance = worths(board)[cell]
    replies = [] if result(left) else moves(left)
    exact = {
        "name": name(board.game, cell),
        "value": VALUES[value],
        "distance": distance,
        "replies": len(replies),
        "losing_replies": sum(worths(left)[reply][0] == -1 for reply in replies),
        "difficulty": pytest.approx(chances(board).get(cell)),
        "best": cell in perfect(board) != moves(board),
        "idea": idea_of(board, cell),
    }
    assert exact.items() <= move.items()
    expect_lines(board, move["completes"], completed(left))
    expect_lines(board, move["blocks"], blocked(board, cell))
    standing = () if result(left) else threatened(left, board.mover)
    expect_lines(board, [it["line"] for it in move["threatens"]], [line for _, line in standing])
    lacking = sorted(name(board.game, at) for at, _ in standing)
    assert sorted(it["cell"] for it in move["threatens"]) == lacking
    assert bool(move["answer"]) == (value == -1)
    if found := move["answer"]:
        answer = cell_named(board.game, found["name"])
        assert answer in winners(left)
        assert found["idea"] == idea_of(left, answer)
        assert found["continuation"][:2] == [move["name"], found["name"]]
        assert len(found["continuation"]) == distance


def expect_values(board: Board) -> None:
    """The values of a position and of every move."""
    found = plain_data.values(position(board))
    value, distance = worth(board)
    assert found["to_move"] == board.mover.lower()
    assert (found["value"], found["distance"]) == (VALUES[value], distance)
    assert [move["cell"] for move in found["cells"]] == moves(board)
    for move in found["cells"]:
        expect_move(board, move)


def expect_rows(board: Board) -> None:
    """A move from here is a move, and its twins are the others."""
    rows = plain_data.moves(position(board))["moves"]
    cells = {move["name"]: move for move in plain_data.values(position(board))["cells"]}
    assert all(cells[row["name"]].items() <= row.items() for row in rows)
    assert sorted(it for row in rows for it in (row["name"], *row["twins"])) == sorted(cells)
    total = sum(chooser["chance_p"] for row in rows for chooser in row["choosers"])
    assert total == pytest.approx(sum(it.plays(game_for(board.game)) for it in OPPONENTS.values()))


def expect_hindsight(board: Board) -> None:
    """The label of a move says what it gave away, and a better move is better. A program tells why,
    and what else it might have played.
    """
    best, here = worth(board)[0], study(position(board))
    for cell, move in here.moves.items():
        found = plain_data.why(move)
        assert found["ply"] == len(board.marks) - len(moves(board)) + 1
        assert found["mark"] == board.mover.lower()
        assert (found["label"] in GIVEN_AWAY) == (worths(board)[cell][0] < best)
        assert found["program"] is None
        as_good = worths(board)[cell] == worth(board)
        assert (found["better"] is None) == (best < 0 or as_good)
        if better := found["better"]:
            assert better["cell"] in perfect(board)
            assert better["value"] == VALUES[best]
        for key in (it for it in OPPONENTS if OPPONENTS[it].plays(move.game)):
            program = plain_data.why(move, OPPONENTS[key])["program"]
            assert program
            shares = {it["cell"]: it["chance_p"] for it in program["would_play"]}
            lots = Counter(content(board, key))
            assert shares == pytest.approx({at: lots[at] / lots.total() for at in lots})
            others = program["answer"].startswith(f"{OPPONENTS[key].name} would have played ")
            assert others == (cell not in shares)


def test_every_field_of_a_few_positions_is_true() -> None:
    for board in FEW[::4]:
        expect_values(board)
        expect_rows(board)
        expect_hindsight(board)


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
    gave_away = [move for move in found["moves"] if move["label"] in GIVEN_AWAY]
    assert found["turning_point"] == (gave_away[-1]["ply"] if gave_away else None)
    for mark in Mark:
        counted = found["accuracy"][plain_data.mark_key(mark)]
        wrong = [move for move in gave_away if move["mark"] == mark.lower()]
        assert counted["decisions"] - counted["right"] == len(wrong)
        assert 0 <= (counted["percent"] or 0) <= 100
