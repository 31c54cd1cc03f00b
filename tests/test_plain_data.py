"""Answers as plain data: every field agrees with rules and a solver that they do not share."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai import plain_data
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import Label, study
from tests.model import cell as cell_named
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    completed,
    difficulties,
    merits,
    moves,
    other,
    position,
    result,
    value_and_distance,
    worths,
)
from tests.samples import ACTIVE_CLASSES, CLASSES, at_random, games
from tests.test_positions_in_words import answers as answers_to
from tests.test_positions_in_words import expect_stops_and_makes, idea_of
from tests.test_wins_in_words import expect_loss, expect_win

VALUES = {1: "win", 0: "draw", -1: "loss"}
LATE = at_random("square", range(1, 8), 40, seed=3)
GIVING_AWAY = {Label.MISSED_WIN, Label.MISTAKE, Label.BLUNDER}


def name(board: Board, cell: int) -> str:
    """The name of a cell."""
    row, column = divmod(cell, 3 if board.game == "tic-tac-toe" else 4)
    return f"{'abcd'[column]}{row + 1}"


def names(board: Board, cells: Cells) -> list[str]:
    """The names of some cells, in reading order."""
    return [name(board, cell) for cell in sorted(cells)]


def losing_replies(board: Board, cell: int) -> tuple[int, int]:
    """How many replies lose, and how many there are."""
    left = after(board, cell)
    if result(left) in {"X", "O"}:
        return 0, 0
    return sum(worths(left)[reply][0] == -1 for reply in moves(left)), len(moves(left))


def lacking(board: Board, mark: str) -> Iterator[tuple[int, Cells]]:
    """The winning sets that lack one more *mark*, each with the cell."""
    for cells in WINNING[board.game]:
        empty = [cell for cell in cells if board.marks[cell] == "."]
        if len(empty) == 1 and all(board.marks[cell] == mark for cell in cells - {*empty}):
            yield empty[0], cells


def cells_of(lines: Sequence[plain_data.Line]) -> list[list[str]]:
    """The cells of some lines, in order; their names say the same."""
    for line in lines:
        shape = line["name"].split()
        assert shape[-1] in {*line["cells"], line["cells"][0][0], line["cells"][0][1]}
    return sorted(line["cells"] for line in lines)


def expect_move(board: Board, move: plain_data.Move) -> None:
    """Every field of a move is true."""
    cell, left = move["cell"], after(board, move["cell"])
    value, distance = worths(board)[cell]
    assert move["name"] == name(board, cell)
    assert (move["value"], move["distance"]) == (VALUES[value], distance)
    assert (move["losing_replies"], move["replies"]) == losing_replies(board, cell)
    drawn, merit = difficulties(board), merits(board)
    assert move["difficulty"] == (float(drawn[cell]) if cell in drawn else None)
    assert move["best"] == (merit[cell] == max(merit.values()) > min(merit.values()))
    assert cells_of(move["completes"]) == sorted(names(board, one) for one in completed(left))
    assert cells_of(move["blocks"]) == sorted(
        names(board, line) for at, line in lacking(board, other(board.mover)) if at == cell
    )
    standing = [] if result(left) else list(lacking(left, board.mover))
    assert sorted((it["cell"], it["line"]["cells"]) for it in move["threatens"]) == sorted(
        (name(board, at), names(board, line)) for at, line in standing
    )
    expect_how(board, cell, value, move["how"] or "")
    assert bool(move["answer"]) == (value == -1)
    if found := move["answer"]:
        answer = cell_named(board.game, found["name"])
        assert answer in answers_to(board, cell)
        assert found["idea"] == idea_of(left, answer)
        assert found["continuation"][:2] == [move["name"], found["name"]]
        assert len(found["continuation"]) == move["distance"]


def expect_how(board: Board, cell: int, value: int, text: str) -> None:
    """The text on a move in the game's terms is true."""
    if value == 1:
        expect_win(board, cell, text)
    elif value == -1:
        expect_loss(board, cell, text)
    else:
        expect_stops_and_makes(board, cell, text)


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
    for board in (*ACTIVE_CLASSES[::3], *LATE):
        found = plain_data.moves(position(board))
        cells = {move["name"]: move for move in plain_data.values(position(board))["cells"]}
        met = []
        for row in found["moves"]:
            assert cells[row["name"]].items() <= row.items()
            met += [row["name"], *row["twins"]]
            for twin in row["twins"]:
                same = (
                    "value",
                    "distance",
                    "replies",
                    "losing_replies",
                    "difficulty",
                    "best",
                    "idea",
                )
                assert [row[key] for key in same] == [cells[twin][key] for key in same]  # type: ignore[literal-required]
        assert sorted(met) == sorted(cells)
        total = sum(chooser["chance_p"] for row in found["moves"] for chooser in row["choosers"])
        assert total == pytest.approx(sum(it.plays(GAMES[board.game]) for it in OPPONENTS.values()))


@pytest.mark.long
def test_every_move_in_hindsight() -> None:
    """Of both games; its label says what it gave away, and a better move is better."""
    for board in (*ACTIVE_CLASSES, *LATE):
        best = max(worths(board)[cell][0] for cell in moves(board))
        for cell in moves(board):
            found = plain_data.why(study(position(board)).moves[cell])
            value, _distance = worths(board)[cell]
            assert found["ply"] == len(board.marks) - len(moves(board)) + 1
            assert found["mark"] == board.mover.lower()
            assert (found["label"] in GIVING_AWAY) == (value < best)
            assert found["reason"]
            assert found["program"] is None
            if better := found["better"]:
                assert merits(board)[better["cell"]] > merits(board)[cell]
                assert better["value"] == VALUES[best]
                assert better["text"].startswith(f"Better: {better['name']}")
            highest = max(merits(board)[one][0] for one in moves(board))
            assert (found["better"] is None) == (best < 0 or merits(board)[cell][0] == highest)


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


def record_of(boards: Sequence[Board]) -> Record:
    """The game that led through *boards*."""
    played = [
        next(cell for cell in moves(before) if before.marks[cell] != left.marks[cell])
        for before, left in pairwise(boards)
    ]
    return Record(position(boards[0]), tuple(played))


@given(st.sampled_from(sorted(GAMES)).flatmap(games), st.data())
def test_a_game_in_hindsight(boards: list[Board], data: st.DataObject) -> None:
    """Any part of it, from its beginning or from a diagram."""
    start = data.draw(st.integers(0, len(boards) - 1))
    boards = boards[start : data.draw(st.integers(start, len(boards))) + 1]
    record, last = record_of(boards), boards[-1]
    key = data.draw(st.sampled_from([HUMAN, "hard", "unbeatable"]))
    found = plain_data.review(record, o=OPPONENTS.get(key))
    assert found == json.loads(plain_data.as_json(found))
    assert (found["game"], found["record"]) == (last.game, record.text)
    assert (found["x"], found["o"]) == (HUMAN, key)
    ended = result(last)
    assert (found["outcome"] is None) == (ended is None)
    if outcome := found["outcome"]:
        assert outcome["winner"] == (None if ended == "tie" else str(ended).lower())
        assert cells_of(outcome["lines"]) == sorted(names(last, it) for it in completed(last))
    assert len(found["moves"]) == len(boards) - 1
    gave_away = []
    for board, move in zip(boards, found["moves"], strict=False):
        opponent = OPPONENTS.get(key) if board.mover == "O" else None
        assert move == plain_data.why(study(position(board)).moves[move["cell"]], opponent)
        if move["label"] in GIVING_AWAY:
            gave_away.append(move["ply"])
    assert found["turning_point"] == (gave_away[-1] if gave_away else None)
    for mark in Mark:
        counted = found["accuracy"][plain_data.mark_key(mark)]
        wrong = [
            it for it in found["moves"] if it["mark"] == mark.lower() and it["ply"] in gave_away
        ]
        assert counted["decisions"] - counted["right"] == len(wrong)
        assert 0 <= (counted["percent"] or 0) <= 100
