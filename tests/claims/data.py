"""Answers as plain data: every field agrees with rules and a solver that they do not share."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from ai import plain_data
from ai.opponents import OPPONENTS
from ai.rules.games import game_for
from ai.study.study import Label, study
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

VALUES = {1: "win", 0: "draw", -1: "loss"}
GIVING_AWAY = {Label.MISSED_WIN, Label.MISTAKE, Label.BLUNDER}


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
        assert (found["label"] in GIVING_AWAY) == (worths(board)[cell][0] < best)
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


DATA_LAWS = (expect_values, expect_rows, expect_hindsight)
