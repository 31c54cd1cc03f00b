"""Games played move by move, and their text: cells, positions, records. Laws of any board are in
tests/laws.py.
"""

import re
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import NotationError, parse_cell, parse_game, winning_set_name
from ai.rules.position import (
    IllegalMove,
    Mark,
    NoSuchCell,
    Outcome,
    Position,
    PositionError,
    UnreachablePosition,
    parse,
)
from ai.rules.record import Record, parse_record
from tests.model import Model, name, replay
from tests.names_in_words import LINES
from tests.records import NO_RECORDS, position_after
from tests.reference import other
from tests.strategies import record_of

NAMES = {
    "tic-tac-toe": ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    "square": [column + row for row in "1234" for column in "abcd"],
}
BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
any_game = st.sampled_from([*GAMES.values()])


# Positions.


def test_one_move_can_complete_several_squares_upright_and_tilted() -> None:
    after = parse(SQUARE, "XXOO X..O XOX. OXO.").play(5)
    assert after.outcome == Outcome(
        Mark.X, frozenset({frozenset({0, 1, 4, 5}), frozenset({5, 8, 10, 13})})
    )


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        (TIC_TAC_TOE, "", "9 of X, O"),
        (TIC_TAC_TOE, "X.. ... ..", "9 of X, O"),
        (TIC_TAC_TOE, "x.. ... ...", "9 of X, O"),
        (TIC_TAC_TOE, "X-- --- ---", "9 of X, O"),
        (SQUARE, "X.. ... ...", "16 of X, O"),
        (TIC_TAC_TOE, "XX. ... ...", "X has 2, O has 0"),
        (TIC_TAC_TOE, "XXX OOO ...", "over before"),
        (SQUARE, "XX.. XX.. .O.O O.O.", "over before"),
        (SQUARE, "XX.. XX.O OXXO OXXO", "X has 8, O has 5"),
        (SQUARE, "XXOO XXXO OXOX OOX.", "over before"),
    ],
)
def test_impossible_boards_are_refused(game: Game, text: str, why: str) -> None:
    with pytest.raises(UnreachablePosition, match=why) as refused:
        parse(game, text)
    assert isinstance(refused.value, PositionError)


# Names of cells and winning sets, and games in one word.


@BOTH
def test_a_letter_names_the_column_and_a_number_the_row(game: Game) -> None:
    names = NAMES[game.key]
    assert [game.cell_names[cell] for cell in game.cells] == names
    for text in ("{}", " {} ", "{}\n"):
        for cell, named in enumerate(names):
            assert parse_cell(game, text.format(named)) == cell
            assert parse_cell(game, text.format(named.upper())) == cell
    for text in ("", "a", "1", "a0", "a5", "e1", "1a", "a01", "a 1", "a1.", "a-1", "a¹", "a1a1"):
        with pytest.raises(NotationError, match=f"no cell “{text}”, only a1 to {names[-1]}"):
            parse_cell(game, text)


@given(
    any_game,
    st.text("abcde12345 ,-٢¹", max_size=8)
    | st.lists(st.sampled_from(NAMES["square"])).map("".join),
)
@example(TIC_TAC_TOE, "d1")
@example(TIC_TAC_TOE, "B2 a1,")
@example(TIC_TAC_TOE, "b2a1\n")
@example(TIC_TAC_TOE, "b 2")
@example(TIC_TAC_TOE, "b2a")
@example(TIC_TAC_TOE, "2a1b")
@example(TIC_TAC_TOE, "b٢")
@example(TIC_TAC_TOE, "")
def test_a_text_is_a_game_if_it_falls_into_names_of_cells(game: Game, text: str) -> None:
    word = re.sub(r"(?<![a-zA-Z])[\s,]+", "", text).lower()
    names = [word[start : start + 2] for start in range(0, len(word), 2)]
    if set(names) <= set(NAMES[game.key]):
        assert parse_game(game, text) == tuple(NAMES[game.key].index(name) for name in names)
    else:
        with pytest.raises(NotationError, match=r"is no game|no cell"):
            parse_game(game, text)


@BOTH
def test_a_winning_set_has_a_name_that_tells_its_cells(game: Game) -> None:
    for named, cells in LINES[game.key].items():
        assert winning_set_name(game, cells) == named
        assert winning_set_name(game, sorted(cells, reverse=True)) == named


# Records.


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
    """Without the mark that began, a game that O began may be no game at all."""
    record = record_of(model)
    assert parse_record(record.game, record.text, record.first) == record
    moves = "".join(name(model.game, cell) for cell in model.moves[model.set_up :])
    assert record.text.endswith(moves)
    marks = record.text.removesuffix(moves)
    assert marks.replace("-", " ") == (str(record.start) if model.set_up else "")
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
    for x, o in product(range(6), range(4)):
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


@given(any_game, st.text("abcd1234XO.-", max_size=24))
def test_any_text_is_a_record_or_a_value_error(game: Game, text: str) -> None:
    with suppress(NotationError, UnreachablePosition, IllegalMove):
        record = parse_record(game, text)
        assert parse_record(game, record.text, record.first) == record
