"""Solved games: value and distance against a second solver; winners hurry, losers delay."""

import sys
from array import array
from collections.abc import Callable
from math import prod
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given

import ai.exact.tablebase
from ai.exact.tablebase import (
    FOLDER,
    Tablebase,
    TablebaseError,
    fingerprint,
    has_table,
    kept,
    load,
    move_worths,
    probe,
)
from ai.exact.value import Exact, Value, from_movers_side
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position, UnreachablePosition
from ai.study.study import study
from ai.words.values import in_a_ring
from tests import reference, samples
from tests.reference import (
    Board,
    after,
    completing,
    moves,
    position,
    result,
    value_and_distance,
)
from tests.samples import BOARDS, at_random, pair

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_every_position_has_its_value_and_distance() -> None:
    for board in BOARDS:
        assert pair(probe(position(board))) == value_and_distance(board), board


@pytest.mark.parametrize("ask", [probe, move_worths])
@pytest.mark.parametrize(
    ("x", "o"), [(1, 1), (1 << 9, 0), (1, 1 << 9), (-1, 0), (0b11, 0), (0b111, 0b111000)]
)
def test_only_what_a_game_reaches_has_a_value(
    ask: Callable[[Position], object], x: int, o: int
) -> None:
    """Marks that share a cell, leave the board or are not in turn; lines of both.

    Of all drawings tests/test_position.py finds those that are reached.
    """
    for to_move in Mark:
        with pytest.raises(UnreachablePosition):
            ask(Position(TIC_TAC_TOE, x, o, to_move))


@given(samples.active("square"))
def test_a_position_of_square_is_worth_its_best_move(board: Board) -> None:
    """And where a move ends the game, the end itself says what it is worth."""
    values = study(position(board)).values
    assert list(values) == moves(board)
    assert probe(position(board)) == max(values.values(), key=lambda exact: exact.rank)
    for cell, exact in values.items():
        there = after(board, cell)
        assert exact == from_movers_side(probe(position(there)))
        assert (exact == Exact(Value.WIN, 1)) == (result(there) == board.mover)
        if ended := result(there):
            assert pair(probe(position(there))) == ((0, None) if ended == "tie" else (-1, 0))


# Difficulties and the worth of moves.


def assert_has_its_worths(board: Board) -> None:
    """Values and difficulties, as the nearest floats, are those of the second solver, and so the
    same moves are best.
    """
    worths, drawn = move_worths(position(board)), reference.difficulties(board)
    assert pair(probe(position(board))) == value_and_distance(board), board
    assert [*worths] == (moves(board) if result(board) is None else [])
    for cell, worth in worths.items():
        there = position(after(board, cell))
        assert pair(probe(there)) == value_and_distance(after(board, cell))
        assert from_movers_side(probe(there)) == worth.exact
        assert worth.difficulty == (float(drawn[cell]) if cell in drawn else None), board
    if worths:
        best = reference.best_cells(board)
        assert list(study(position(board)).best_cells) == best, board
        ringed = best if len(best) < len(worths) else []
        assert [cell for cell, worth in worths.items() if worth.best] == ringed, board


@pytest.mark.slow
def test_every_move_has_its_difficulty_and_the_most_difficult_draws_are_best() -> None:
    for board in BOARDS:
        assert_has_its_worths(board)


@pytest.mark.long
def test_so_have_late_moves_on_square() -> None:
    for board in at_random("square", range(1, 10), count=60, seed=4):
        assert_has_its_worths(board)


@pytest.mark.slow
@given(samples.games("square"))
def test_a_difficulty_on_square_is_the_mean_over_what_a_beginner_replies(
    boards: list[Board],
) -> None:
    """From the first move on, so that a law of late moves holds of early ones."""
    for board in boards[:-1]:
        for cell, worth in move_worths(position(board)).items():
            left = after(board, cell)
            if worth.difficulty is None or result(left):
                assert not worth.difficulty
                continue
            threatened = completing(left, left.mover), completing(left, board.mover)
            medium = next(filter(None, threatened), moves(left))
            lost = {reply: lost_after(after(left, reply)) for reply in moves(left)}
            halves = fmean(lost[reply] for reply in medium), fmean(lost.values())
            assert worth.difficulty == pytest.approx(fmean(halves), abs=1e-12)


def lost_after(board: Board) -> float:
    """How often a beginner loses who has just moved, by the difficulties of the next draws."""
    worths = move_worths(position(board)).values()
    if any(worth.exact.value is Value.WIN for worth in worths):
        return 1
    return max((worth.difficulty or 0 for worth in worths), default=0)


def test_the_difficulties_of_first_moves_are_as_published() -> None:
    """In percent, as a plain recursion over all games found them."""
    for game, published in (
        (TIC_TAC_TOE, {0: 96.3, 4: 92.2, 1: 91.2}),
        (SQUARE, {5: 99.8, 1: 99.6, 0: 98.5}),
    ):
        worths = move_worths(Position(game))
        assert {cell: round(100 * (worths[cell].difficulty or 0), 1) for cell in published} == (
            published
        )
    assert study(Position(TIC_TAC_TOE)).best_cells == (0, 2, 6, 8)
    assert study(Position(SQUARE)).best_cells == (5, 6, 9, 10)


@BOTH
def test_difficulties_of_moves_from_one_position_are_equal_or_apart(game: Game) -> None:
    """They are multiples of one fraction, which is more than 1e-9."""
    parts = prod(range(2 * (len(game.cells) - 1), 0, -4))
    assert 1 / parts > 1e-9
    for worth in move_worths(Position(game)).values():
        share = (worth.difficulty or 0) * parts
        assert share == pytest.approx(round(share), abs=1e-6)


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0, "0"),
        (1e-9, "<1"),
        (0.0149, "1"),
        (0.744, "74"),
        (0.994, "99"),
        (0.995, ">99"),
        (1, "100"),
    ],
)
def test_a_ring_shows_whole_percents_and_nothing_as_certain_that_is_not(
    share: float, shown: str
) -> None:
    assert in_a_ring(share) == shown


# What is stored.


@BOTH
def test_the_stored_table_is_less_than_a_megabyte(game: Game) -> None:
    assert (FOLDER / game.key).stat().st_size < 1_000_000


def read(game: Game) -> Tablebase:
    """The tablebase of *game*, read anew."""
    return kept.__wrapped__(game)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder from which tables are loaded, not there yet; those kept are read before."""
    for game in GAMES.values():
        load(game)
    monkeypatch.setattr(ai.exact.tablebase, "FOLDER", tmp_path / "tables")
    return tmp_path / "tables"


def test_what_is_stored_is_loaded(folder: Path) -> None:
    """Only for tic-tac-toe: packing Square takes seconds, and the solver's tests cover it."""
    stored = load(TIC_TAC_TOE)
    assert stored.store() == folder / "tic-tac-toe"
    loaded = read(TIC_TAC_TOE)
    assert loaded is not stored
    assert loaded.game is TIC_TAC_TOE
    assert loaded.codes == stored.codes
    assert loaded.difficulties == stored.difficulties
    stored.store().write_bytes(b"broken")
    assert stored.store() == folder / "tic-tac-toe"
    assert read(TIC_TAC_TOE).codes == stored.codes


@BOTH
def test_a_table_is_read_once(game: Game) -> None:
    assert load(game) is load(game)


def rows_only() -> Game:
    """A game with the key of tic-tac-toe, the board too, but other lines."""
    rows = frozenset(frozenset({row, row + 1, row + 2}) for row in (0, 3, 6))
    return Game("tic-tac-toe", "Rows", columns=3, rows=3, winning_sets=rows)


@pytest.mark.parametrize(
    ("game", "harm", "told"),
    [
        (TIC_TAC_TOE, lambda _stored: None, "Tic-tac-toe has no tablebase: solve and store it"),
        (SQUARE, lambda _stored: None, "Square has no tablebase: solve and store it"),
        (TIC_TAC_TOE, lambda _stored: b"", "Tic-tac-toe is of other rules: solve it again"),
        (TIC_TAC_TOE, lambda stored: stored[:5] + bytes(100), "is of other rules: solve it again"),
        (TIC_TAC_TOE, lambda stored: stored[:17] + bytes(100), "is of other rules: solve it again"),
        (TIC_TAC_TOE, lambda stored: stored[:-20], "Tic-tac-toe is damaged: solve it again"),
        (rows_only(), lambda stored: stored, "Rows is of other rules"),
    ],
)
def test_a_file_that_is_not_the_table_is_refused(
    game: Game, harm: Callable[[bytes], bytes | None], told: str, folder: Path
) -> None:
    """Missing, empty, cut off, damaged, or of other rules."""
    stored = load(TIC_TAC_TOE).store().read_bytes()
    (folder / "tic-tac-toe").unlink()
    if (contents := harm(stored)) is not None:
        (folder / game.key).write_bytes(contents)
    with pytest.raises(TablebaseError, match=told):
        read(game)


@BOTH
@pytest.mark.usefixtures("folder")
def test_a_game_has_a_table_if_it_was_read_or_can_be(game: Game) -> None:
    assert has_table(game), "kept, whatever became of its file"
    kept.cache_clear()
    assert not has_table(game)


def test_a_file_that_cannot_be_read_is_refused(folder: Path) -> None:
    (folder / "tic-tac-toe").mkdir(parents=True)
    with pytest.raises(TablebaseError, match="Tic-tac-toe cannot be read: "):
        read(TIC_TAC_TOE)


def test_rules_have_fingerprints() -> None:
    nine = Game("a", "A", columns=3, rows=3, winning_sets=reference.WINNING["squares of nine"])
    same = Game("b", "B", columns=3, rows=3, winning_sets=TIC_TAC_TOE.winning_sets)
    empty = Game("c", "C", columns=3, rows=3, winning_sets=frozenset())
    large = Game("c", "C", columns=4, rows=4, winning_sets=frozenset())
    assert fingerprint(same) == fingerprint(TIC_TAC_TOE)
    others = {fingerprint(game) for game in (TIC_TAC_TOE, SQUARE, nine, empty, large)}
    assert len(others) == 5
    assert all(len(found) == 4 for found in others)


def test_tables_of_unequal_lengths_are_refused() -> None:
    stored = load(TIC_TAC_TOE)
    codes = array("H", stored.codes)
    for unequal in (codes[:-1], codes + array("H", [0])):
        with pytest.raises(TablebaseError, match="The table of Tic-tac-toe has another length"):
            Tablebase(TIC_TAC_TOE, unequal, stored.difficulties)


def test_the_bytes_of_a_file_are_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    native = array("H", [1, 0x1234])
    swapped = array("H", [0x0100, 0x3412])
    monkeypatch.setattr(sys, "byteorder", "little")
    assert ai.exact.tablebase._little(native[:]) == native
    monkeypatch.setattr(sys, "byteorder", "big")
    assert ai.exact.tablebase._little(native[:]) == swapped
