"""Solved games: what is stored and read, and solving from scratch. That the values are true is a
law of tests/laws.py.
"""

import sys
from array import array
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import ai.exact.tablebase
from ai.exact.retrograde import census
from ai.exact.tablebase import (
    FOLDER,
    Tablebase,
    TablebaseError,
    has_table,
    kept,
    load,
    move_worths,
    probe,
)
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.position import Mark, Position, UnreachablePosition
from ai.study.study import study
from tests.solved_games import assert_solved_as_stored, assert_tells_progress, expect_table, solved


def test_only_what_a_game_reaches_has_a_value() -> None:
    """Marks that share a cell, leave the board or are not in turn; lines of both."""
    wrong = (1, 1), (1 << 9, 0), (1, 1 << 9), (-1, 0), (0b11, 0), (0b111, 0b111000)
    for (x, o), mark, ask in product(wrong, Mark, (probe, move_worths)):
        with pytest.raises(UnreachablePosition):
            ask(Position(TIC_TAC_TOE, x, o, mark))


def test_the_difficulties_of_first_moves_are_as_published() -> None:
    """In percent, as a plain recursion over all games found them. A stored table is small."""
    for game, published, best in (
        (TIC_TAC_TOE, {0: 96.3, 4: 92.2, 1: 91.2}, (0, 2, 6, 8)),
        (SQUARE, {5: 99.8, 1: 99.6, 0: 98.5}, (5, 6, 9, 10)),
    ):
        found = move_worths(Position(game))
        for cell, percent in published.items():
            assert round(100 * (found[cell].difficulty or 0), 1) == percent
        assert study(Position(game)).best_cells == best
        assert (FOLDER / game.key).stat().st_size < 1_000_000
        assert load(game) is load(game)


# Solved from scratch.


def test_a_game_without_a_name_has_its_values_at_hand() -> None:
    """Also if every game ends before the board is full, or some cells are on no way to win."""
    for text in ("4x2-a1b1c1-!a1a2", "2x2-a1b1-a1b2", "2x3-!a1b1-!b2b3"):
        expect_table(load(game_for(text)))


def test_solving_again_gives_the_stored_table_and_tells_progress_on_the_way() -> None:
    """By the classes of each layer: 765 in all."""
    assert_solved_as_stored(TIC_TAC_TOE)
    assert assert_tells_progress(TIC_TAC_TOE) == (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)
    expect_table(solved(TIC_TAC_TOE)[0])
    found = census(load(TIC_TAC_TOE))
    assert (found["positions"], found["classes"], found["value"]) == (5_478, 765, "draw")


# What is stored.


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
    for _again in range(2):
        assert stored.store() == folder / "tic-tac-toe"
        loaded = kept.__wrapped__(TIC_TAC_TOE)  # anew
        assert loaded is not stored
        assert loaded.game is TIC_TAC_TOE
        assert (loaded.codes, loaded.difficulties) == (stored.codes, stored.difficulties)
        stored.store().write_bytes(b"broken")


# A game with the key of tic-tac-toe, the board too, but other lines.
ROWS = frozenset(frozenset({row, row + 1, row + 2}) for row in (0, 3, 6))
ROWS_ONLY = Game("tic-tac-toe", "Rows", columns=3, rows=3, winning_sets=ROWS)


@pytest.mark.parametrize(
    ("game", "harm", "told"),
    [
        (TIC_TAC_TOE, lambda _stored: None, "Tic-tac-toe has no tablebase: solve and store it"),
        (TIC_TAC_TOE, lambda _stored: b"", "Tic-tac-toe is of other rules: solve it again"),
        (TIC_TAC_TOE, lambda stored: stored[:17] + bytes(100), "is of other rules: solve it again"),
        (TIC_TAC_TOE, lambda stored: stored[:-20], "Tic-tac-toe is damaged: solve it again"),
        (ROWS_ONLY, lambda stored: stored, "Rows is of other rules"),
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
        kept.__wrapped__(game)
    (folder / "tic-tac-toe").unlink(missing_ok=True)
    (folder / "tic-tac-toe").mkdir()
    with pytest.raises(TablebaseError, match=f"{game.name} cannot be read: "):
        kept.__wrapped__(game)


def test_a_table_of_another_length_is_refused() -> None:
    stored = load(TIC_TAC_TOE)
    for codes in (stored.codes[:-1], [*stored.codes, 0]):
        with pytest.raises(TablebaseError, match="The table of Tic-tac-toe has another length"):
            Tablebase(TIC_TAC_TOE, codes, stored.difficulties)


def test_a_file_has_the_same_bytes_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for order, swapped in (("little", 0x1234), ("big", 0x3412)):
        monkeypatch.setattr(sys, "byteorder", order)
        assert ai.exact.tablebase._little(array("H", [0x1234])) == array("H", [swapped])


@pytest.mark.usefixtures("folder")
def test_a_game_has_a_table_if_it_was_read_or_can_be() -> None:
    assert has_table(TIC_TAC_TOE), "kept, whatever became of its file"
    kept.cache_clear()
    assert not has_table(TIC_TAC_TOE)
