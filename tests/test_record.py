"""Records: any game of either kind from any start, and its text, against plain boards."""

from contextlib import suppress
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import NotationError
from ai.rules.position import (
    IllegalMove,
    Mark,
    NoSuchCell,
    Position,
    UnreachablePosition,
    parse,
)
from ai.rules.record import Record, parse_record
from tests import reference
from tests.model import Model, name, replay
from tests.records import NO_RECORDS, WORKED_EXAMPLE, position_after
from tests.reference import diagram, other, position, result
from tests.samples import BOARDS, CLASSES
from tests.strategies import record_of


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Any game so far; *set_up* of its moves stand on the board when the record starts."""
    model = Model(draw(st.sampled_from(list(GAMES))), first=draw(st.sampled_from("XO")))
    order = draw(st.permutations(model.cells))
    replay(model, order[: draw(st.integers(0, len(order)))])
    model.set_up = draw(st.integers(0, len(model.moves)))
    return model


def position_of(model: Model, ply: int) -> Position:
    """The position after so many of the model's moves."""
    return position_after(GAMES[model.game], model.moves[:ply], Mark(model.first))


@settings(max_examples=50)
@given(models())
def test_a_record_has_the_positions_and_the_moves_of_its_game(model: Model) -> None:
    record, ply = record_of(model), len(model.moves)
    assert (record.game.key, record.first, record.ply) == (model.game, model.first, ply)
    assert list(record.plies) == list(range(model.set_up, ply + 1))
    assert record.position == position_of(model, ply)
    assert str(record.position).replace(" ", "") == model.marks
    assert [*map(record.position_at, record.plies)] == [
        position_of(model, each) for each in record.plies
    ]
    assert [*map(record.move_at, record.plies[:-1])] == model.moves[model.set_up :]
    turns = [model.first, other(model.first)] * len(model.cells)
    assert [*map(record.mover_at, model.cells)] == turns[: len(model.cells)]


@given(models())
def test_a_record_comes_back_from_its_text(model: Model) -> None:
    record = record_of(model)
    text = record.text
    assert parse_record(record.game, text, record.first) == record
    moves = "".join(name(model.game, cell) for cell in model.moves[model.set_up :])
    assert text.endswith(moves)
    marks = text.removesuffix(moves)
    assert marks.replace("-", " ") == (str(record.start) if model.set_up else "")


@given(models())
def test_the_text_alone_tells_the_start_but_not_always_who_began(model: Model) -> None:
    """A game that O began may be no game at all if X did."""
    record = record_of(model)
    try:
        again = parse_record(record.game, record.text)
    except IllegalMove:
        assert model.first == "O"
        return
    assert (again.moves, again.text) == (record.moves, record.text)
    assert again == record or (again.first, model.first) == (Mark.X, "O")


@given(models(), st.data())
def test_a_record_is_cut_and_continued(model: Model, data: st.DataObject) -> None:
    record = record_of(model)
    ply = data.draw(st.sampled_from(record.plies))
    cut = record.up_to(ply)
    assert cut == Record(record.start, record.moves[: ply - model.set_up])
    assert cut.position == cut.positions[-1] == record.position_at(ply)
    assert cut.positions == record.positions[: ply - model.set_up + 1]
    assert cut.is_prefix_of(record)
    assert record.is_prefix_of(cut) == (cut == record)
    for cell in model.moves[ply:]:
        cut = cut.play(cell)
    assert (cut, hash(cut), cut.positions) == (record, hash(record), record.positions)


@given(models(), st.integers(-2, 17))
def test_a_forbidden_move_is_numbered_and_named(model: Model, cell: int) -> None:
    """``play`` reports only the reason; a list of moves also the number and the cell."""
    record = record_of(model)
    if model.allows(cell):
        assert record.play(cell) == Record(record.start, (*record.moves, cell))
        return
    with pytest.raises(IllegalMove) as plain:
        record.play(cell)
    with pytest.raises(type(plain.value)) as told:
        Record(record.start, (*record.moves, cell, 0))
    on_board = cell in model.cells
    assert isinstance(told.value, NoSuchCell) == (not on_board)
    named = f", {name(model.game, cell)}," if on_board else ""
    assert str(told.value) == f"Move {len(model.moves) + 1}{named} cannot be played. {plain.value}"


@given(models(), st.integers(-3, 20))
def test_there_is_nothing_outside_the_plies_of_a_record(model: Model, ply: int) -> None:
    record = record_of(model)
    assume(ply not in record.plies)
    for ask in (record.position_at, record.up_to, record.move_at):
        with pytest.raises(IndexError, match=f"Ply {ply} "):
            ask(ply)
    with pytest.raises(IndexError, match=f"Ply {record.ply} "):
        record.move_at(record.ply)


def test_a_record_that_differs_is_no_prefix() -> None:
    record = Record(Position(TIC_TAC_TOE), (4, 0))
    assert not Record(Position(TIC_TAC_TOE), (4, 1)).is_prefix_of(record)
    assert not Record(Position(TIC_TAC_TOE, to_move=Mark.O), (4,)).is_prefix_of(record)
    assert not Record(Position(TIC_TAC_TOE).play(4), (0,)).is_prefix_of(record)


# Diagrams.


def test_every_board_of_3x3_is_read_from_its_diagram() -> None:
    """With the mark that began; without it as if X had, unless only O can have."""
    began = {board: first for first in "XO" for board in reference.reachable("tic-tac-toe", first)}
    marks_of_x = {board.marks for board, first in began.items() if first == "X"}
    for board in CLASSES:
        first = began[board]
        assert parse_record(TIC_TAC_TOE, diagram(board), Mark(first)).start == position(board)
        alone = parse_record(TIC_TAC_TOE, diagram(board))
        assert alone.first == ("X" if board.marks in marks_of_x else "O")
        assert str(alone.start).replace(" ", "") == board.marks


def test_a_board_that_the_other_mark_cannot_have_begun_is_refused_with_it() -> None:
    for board in CLASSES:
        if len(reference.moves(board)) % 2 == 0:
            first = other(board.mover)
            assert parse_record(TIC_TAC_TOE, diagram(board), Mark(first)).first == first
            with pytest.raises(UnreachablePosition):
                parse_record(TIC_TAC_TOE, diagram(board), Mark(board.mover))


def test_the_hyphens_are_optional_and_moves_follow() -> None:
    record = parse_record(SQUARE, WORKED_EXAMPLE + "c2a1")
    assert record.start == parse(SQUARE, WORKED_EXAMPLE.replace("-", " "), Mark.O)
    assert record.moves == (6, 0)
    assert parse_record(SQUARE, WORKED_EXAMPLE.replace("-", "") + "c2a1") == record
    assert parse_record(SQUARE, "") == Record(Position(SQUARE))
    assert parse_record(SQUARE, "", Mark.O) == Record(Position(SQUARE, to_move=Mark.O))


@pytest.mark.parametrize(("game", "text", "refusal", "says"), NO_RECORDS)
def test_other_texts_are_refused(
    game: Game, text: str, refusal: type[ValueError], says: str
) -> None:
    with pytest.raises(refusal, match=says):
        parse_record(game, text)


@pytest.mark.parametrize("first", [None, *Mark])
def test_marks_that_do_not_add_up_are_refused_for_who_began_only_if_that_was_said(
    first: Mark | None,
) -> None:
    for x, o in product(range(10), repeat=2):
        if x + o > 9:
            continue
        said, text = "", "X" * x + "O" * o + "." * (9 - x - o)
        try:
            parse_record(TIC_TAC_TOE, text, first)
        except UnreachablePosition as refusal:
            said = str(refusal)
        if abs(x - o) > 1:
            assert said == f"These marks can't occur in a game: X has {x}, O has {o}."
        elif x != o and first is (Mark.O if x > o else Mark.X):
            assert said == (
                f"These marks can't occur if {first} moved first: X has {x}, O has {o}."
            )
        else:
            assert "These marks" not in said


@given(st.sampled_from(list(GAMES.values())), st.text("abcd1234XO.-", max_size=24) | st.text())
def test_any_text_is_a_record_or_a_value_error(game: Game, text: str) -> None:
    with suppress(NotationError, UnreachablePosition, IllegalMove):
        record = parse_record(game, text)
        assert parse_record(game, record.text, record.first) == record


def test_a_finished_board_may_start_a_record() -> None:
    for board in BOARDS:
        if result(board):
            record = Record(position(board))
            assert (record.moves, record.positions) == ((), (record.start,))
            with pytest.raises(IllegalMove, match="over"):
                record.play(0)
