"""Games played move by move, and their text: cells, positions, records. Laws of any board are in
tests/laws.py.
"""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.notation import NotationError, parse_cell, parse_game, winning_set_name
from ai.rules.position import IllegalMove, Mark, NoSuchCell, Position, UnreachablePosition, parse
from ai.rules.record import Record, parse_record
from tests.model import Model, name
from tests.names_in_words import LINES
from tests.samples import position_after
from tests.strategies import models, record_of

NAMES = {
    "tic-tac-toe": ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    "square": [column + row for row in "1234" for column in "abcd"],
}
any_game = st.sampled_from([*GAMES.values()])


# Names of cells and winning sets, and games in one word.


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
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
@example(TIC_TAC_TOE, "B2 a1,")
@example(TIC_TAC_TOE, "b2a1\n")
@example(TIC_TAC_TOE, "b 2")
@example(TIC_TAC_TOE, "b2a")
@example(TIC_TAC_TOE, "b٢")
def test_a_text_is_a_game_if_it_falls_into_names_of_cells(game: Game, text: str) -> None:
    word = re.sub(r"(?<![a-zA-Z])[\s,]+", "", text).lower()
    names = [word[start : start + 2] for start in range(0, len(word), 2)]
    if set(names) <= set(NAMES[game.key]):
        assert parse_game(game, text) == tuple(NAMES[game.key].index(name) for name in names)
    else:
        with pytest.raises(NotationError, match=r"is no game|no cell"):
            parse_game(game, text)


ENDS = game_for("3x3-a1c3-a1b1c2")  # of a diagonal


def test_a_winning_set_has_a_name_that_tells_its_cells() -> None:
    """Only neighbours stand in a diagonal."""
    for game in (*GAMES.values(), ENDS):
        for named, cells in LINES[game.key].items():
            assert winning_set_name(game, cells) == named
            assert winning_set_name(game, sorted(cells, reverse=True)) == named
    assert winning_set_name(ENDS, {0, 8}) == "shape a1 c3"


# Records.


MODELS = any_game.flatmap(models)  # any game so far, perhaps with marks set up


@given(MODELS)
def test_a_record_has_the_positions_and_the_moves_of_its_game(model: Model) -> None:
    """From any ply on it can be cut and continued; outside its plies there is nothing."""
    record, plies = record_of(model), range(model.set_up, len(model.moves) + 1)
    assert (record.game.key, record.first, [*record.plies]) == (model.game, model.first, [*plies])
    assert str(record.position).replace(" ", "") == model.marks
    for ply in range(-3, 21):
        if ply not in plies:
            for ask in (record.position_at, record.up_to, record.move_at):
                with pytest.raises(IndexError, match=f"Ply {ply} "):
                    ask(ply)
            continue
        cut, here = record.up_to(ply), position_after(record.game, model.moves[:ply], record.first)
        assert cut == Record(record.start, record.moves[: ply - model.set_up])
        assert record.position_at(ply) == cut.position == cut.positions[-1] == here
        assert cut.positions == record.positions[: ply - model.set_up + 1]
        assert record.mover_at(ply) == here.to_move
        assert cut.is_prefix_of(record)
        assert record.is_prefix_of(cut) == (cut == record)
        for cell in model.moves[ply:]:
            cut = cut.play(cell)
        assert (cut, hash(cut), cut.positions) == (record, hash(record), record.positions)
    assert [*map(record.move_at, plies[:-1])] == model.moves[model.set_up :]


@given(MODELS)
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


@given(MODELS, st.integers(-2, 17))
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


def test_a_record_that_differs_is_no_prefix() -> None:
    record = Record(Position(TIC_TAC_TOE), (4, 0))
    assert not Record(Position(TIC_TAC_TOE), (4, 1)).is_prefix_of(record)
    assert not Record(Position(TIC_TAC_TOE, to_move=Mark.O), (4,)).is_prefix_of(record)
    assert not Record(Position(TIC_TAC_TOE).play(4), (0,)).is_prefix_of(record)


REFUSED: list[tuple[Game, str, type[ValueError], str]] = [
    *((TIC_TAC_TOE, it, NotationError, it) for it in ("d1", "b2a", "hello", "b2;a1", "b2X")),
    (SQUARE, "a5", NotationError, "a5"),
    (TIC_TAC_TOE, "x..-...-...", NotationError, r"x\.\."),
    (TIC_TAC_TOE, "X.-..-.....", NotationError, "^The rows of the board are 3 cells long"),
    (TIC_TAC_TOE, "b2b2", IllegalMove, "^Move 2, b2, cannot be played. That cell is taken"),
    (TIC_TAC_TOE, "a1a2b1b2c1c2", IllegalMove, "^Move 6, c2, cannot be played. The game is"),
    (TIC_TAC_TOE, "X..-.O.-...b2", IllegalMove, "^Move 3, b2, cannot be played. That cell"),
    (TIC_TAC_TOE, "XXX-OO.-...c3", IllegalMove, "^Move 6, c3, cannot be played. The game is"),
    (TIC_TAC_TOE, "XX.-...-...", UnreachablePosition, "^These .* in a game: X has 2, O has 0"),
    (TIC_TAC_TOE, "." * 16, UnreachablePosition, "^The board is 9 of X, O and full stop"),
    (SQUARE, "X..-...-...", UnreachablePosition, "16 of X, O"),
    (TIC_TAC_TOE, "XXX-OOO-...", UnreachablePosition, "over before"),
    (SQUARE, "XXOO-XXXO-OXOX-OOX.", UnreachablePosition, "over before"),
]


def test_other_texts_are_refused() -> None:
    for game, text, refusal, says in REFUSED:
        with pytest.raises(refusal, match=says):
            parse_record(game, text)
        if refusal is UnreachablePosition:
            with pytest.raises(refusal, match=says):
                parse(game, text.replace("-", " "))
