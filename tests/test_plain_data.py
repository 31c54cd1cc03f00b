"""Answers as plain data: every field agrees with rules and a solver that they do not share."""

import json
from collections.abc import Iterable, Sequence
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai import plain_data
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import Label, study
from tests.effects_again import blocked, expect_told, threatened
from tests.model import cell as cell_named
from tests.model import name
from tests.positions_again import idea_of, winners
from tests.reference import (
    Board,
    Cells,
    after,
    completed,
    difficulties,
    merits,
    moves,
    position,
    result,
    value_and_distance,
    worths,
)
from tests.samples import ACTIVE_CLASSES, CLASSES, at_random, games, played

VALUES = {1: "win", 0: "draw", -1: "loss"}
LATE = at_random("square", range(1, 8), 40, seed=3)
GIVING_AWAY = {Label.MISSED_WIN, Label.MISTAKE, Label.BLUNDER}


def names(board: Board, cells: Cells) -> list[str]:
    """The names of some cells, in reading order."""
    return [name(board.game, cell) for cell in sorted(cells)]


def expect_lines(
    board: Board, lines: Sequence[plain_data.LineData], wanted: Iterable[Cells]
) -> None:
    """These are the *wanted* lines, and their names tell their cells."""
    for line in lines:
        shape = line["name"].split()
        assert shape[-1] in {*line["cells"], *line["cells"][0]}
    assert sorted(line["cells"] for line in lines) == sorted(names(board, it) for it in wanted)


def expect_move(board: Board, move: plain_data.MoveData) -> None:
    """Every field of a move is true."""
    cell, left = move["cell"], after(board, move["cell"])
    value, distance = worths(board)[cell]
    assert move["name"] == name(board.game, cell)
    assert (move["value"], move["distance"]) == (VALUES[value], distance)
    replies = [] if result(left) else moves(left)
    assert move["replies"] == len(replies)
    assert move["losing_replies"] == sum(worths(left)[reply][0] == -1 for reply in replies)
    drawn, merit = difficulties(board), merits(board)
    assert move["difficulty"] == (float(drawn[cell]) if cell in drawn else None)
    assert move["best"] == (merit[cell] == max(merit.values()) > min(merit.values()))
    expect_lines(board, move["completes"], completed(left))
    expect_lines(board, move["blocks"], blocked(board, cell))
    standing = set() if result(left) else threatened(left, board.mover)
    expect_lines(board, [it["line"] for it in move["threatens"]], [line for _, line in standing])
    lacking = sorted(name(board.game, at) for at, _ in standing)
    assert sorted(it["cell"] for it in move["threatens"]) == lacking
    expect_told(board, cell, move["how"] or "")
    assert bool(move["answer"]) == (value == -1)
    if found := move["answer"]:
        answer = cell_named(board.game, found["name"])
        assert answer in winners(left)
        assert found["idea"] == idea_of(left, answer)
        assert found["continuation"][:2] == [move["name"], found["name"]]
        assert len(found["continuation"]) == move["distance"]


@pytest.mark.long
@pytest.mark.parametrize("boards", [CLASSES, LATE], ids=["3x3", "late squares"])
def test_the_values_of_a_position_and_of_every_move(boards: Sequence[Board]) -> None:
    for board in boards:
        found = plain_data.values(position(board))
        value, distance = value_and_distance(board)
        assert found["to_move"] == board.mover.lower()
        assert (found["value"], found["distance"]) == (VALUES[value], distance)
        cells = [] if result(board) else moves(board)
        assert [move["cell"] for move in found["cells"]] == cells
        for move in found["cells"]:
            expect_move(board, move)


@pytest.mark.long
def test_a_move_from_here_is_a_move_and_stands_for_its_twins() -> None:
    alike = itemgetter(
        "value", "distance", "replies", "losing_replies", "difficulty", "best", "idea"
    )
    for board in (*ACTIVE_CLASSES[::3], *LATE):
        rows = plain_data.moves(position(board))["moves"]
        cells = {move["name"]: move for move in plain_data.values(position(board))["cells"]}
        for row in rows:
            assert cells[row["name"]].items() <= row.items()
            assert all(alike(cells[twin]) == alike(row) for twin in row["twins"])
        assert sorted(it for row in rows for it in (row["name"], *row["twins"])) == sorted(cells)
        total = sum(chooser["chance_p"] for row in rows for chooser in row["choosers"])
        assert total == pytest.approx(sum(it.plays(GAMES[board.game]) for it in OPPONENTS.values()))


@pytest.mark.long
def test_every_move_in_hindsight() -> None:
    """Of both games; its label says what it gave away, and a better move is better."""
    for board in (*ACTIVE_CLASSES, *LATE):
        best = max(value for value, _ in worths(board).values())
        highest = max(merit for merit, _ in merits(board).values())
        for move in plain_data.values(position(board))["cells"]:
            cell = move["cell"]
            found = plain_data.why(study(position(board)).moves[cell])
            assert move.items() <= found.items()
            assert found["ply"] == len(board.marks) - len(moves(board)) + 1
            assert found["mark"] == board.mover.lower()
            assert (found["label"] in GIVING_AWAY) == (worths(board)[cell][0] < best)
            assert found["reason"]
            assert found["program"] is None
            assert (found["better"] is None) == (best < 0 or merits(board)[cell][0] == highest)
            if better := found["better"]:
                assert merits(board)[better["cell"]] > merits(board)[cell]
                assert better["value"] == VALUES[best]
                assert better["text"].startswith(f"Better: {better['name']}")


@pytest.mark.parametrize("key", OPPONENTS)
def test_a_program_tells_why_and_what_else_it_might_have_played(key: str) -> None:
    opponent = OPPONENTS[key]
    boards = [board for board in ACTIVE_CLASSES[::9] if len(moves(board)) < 8]
    for board in (*boards, *(LATE if opponent.plays(GAMES["square"]) else ())):
        for cell in moves(board):
            program = plain_data.why(study(position(board)).moves[cell], opponent)["program"]
            assert program
            assert program["player"] == key
            chances = {it["cell"]: it["chance_p"] for it in program["would_play"]}
            assert sum(chances.values()) == pytest.approx(1)
            assert min(chances.values()) > 0
            others = program["answer"].startswith(f"{opponent.name} would have played ")
            assert others == (cell not in chances)


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
    ended = result(last)
    assert (found["outcome"] is None) == (ended is None)
    if outcome := found["outcome"]:
        assert outcome["winner"] == (None if ended == "tie" else str(ended).lower())
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
