"""Solved games: value and distance against a second solver; winners hurry, losers delay."""

import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given

import ai.tablebase
from ai.games import GAMES, SQUARE, TIC_TAC_TOE, Game, lines, squares
from ai.position import Mark, Position, UnreachablePosition, parse
from ai.tablebase import (
    FOLDER,
    Tablebase,
    TablebaseError,
    fingerprint,
    hardest_draws,
    load,
    losing_chances,
    move_values,
    probe,
    ways_to_reply,
)
from ai.value import Exact, Value, from_movers_side
from tests import reference
from tests.reference import (
    ACTIVE_CLASSES,
    BOARDS,
    Board,
    after,
    at_random,
    key,
    moves,
    position,
    result,
    score,
    value_and_distance,
)


def pair(exact: Exact) -> tuple[int, int | None]:
    """Value and distance as plain numbers."""
    return int(exact.value), exact.distance


def test_every_position_has_its_value_and_distance() -> None:
    for board in BOARDS:
        assert pair(probe(position(board))) == value_and_distance(board), board


def test_every_move_has_the_value_of_what_it_leaves_to_the_other_side() -> None:
    for board in ACTIVE_CLASSES:
        values = move_values(position(board))
        assert list(values) == moves(board)
        for cell, exact in values.items():
            value, distance = value_and_distance(after(board, cell))
            assert pair(exact) == (-value, None if distance is None else distance + 1)


REACHED = frozenset(BOARDS)


@pytest.mark.long
@pytest.mark.parametrize("ask", [probe, move_values])
def test_only_what_a_game_reaches_has_a_value(ask: Callable[[Position], object]) -> None:
    """Of all ways to fill nine cells with X, O or nothing, whoever is to move."""
    answered = 0
    for board in reference.drawings():
        x, o = (
            sum(1 << cell for cell, on_it in enumerate(board.marks) if on_it == mark)
            for mark in "XO"
        )
        with suppress(UnreachablePosition):
            ask(Position(TIC_TAC_TOE, x, o, Mark(board.mover)))
            assert board in REACHED
            answered += 1
    assert answered == 765


@pytest.mark.parametrize(("x", "o"), [(1, 1), (1 << 9, 0), (1, 1 << 9), (-1, 0)])
def test_marks_that_share_a_cell_or_leave_the_board_have_no_value(x: int, o: int) -> None:
    for to_move in Mark:
        with pytest.raises(UnreachablePosition):
            probe(Position(TIC_TAC_TOE, x, o, to_move))


def test_a_position_is_worth_its_best_move() -> None:
    for board in ACTIVE_CLASSES:
        values = move_values(position(board)).values()
        assert probe(position(board)) == max(values, key=lambda exact: exact.rank)


def test_nothing_can_be_moved_where_the_game_is_over() -> None:
    ended = [board for board in BOARDS if result(board)]
    assert ended
    assert all(move_values(position(board)) == {} for board in ended)


def test_the_empty_board_is_a_draw_whatever_is_played() -> None:
    assert set(move_values(parse(TIC_TAC_TOE, "... ... ...")).values()) == {Exact(Value.DRAW, None)}


def test_late_positions_of_square_have_their_value_and_distance() -> None:
    for board in at_random("square", range(1, 9), count=30, seed=1):
        assert pair(probe(position(board))) == value_and_distance(board), board
        for cell in moves(board):
            there = after(board, cell)
            assert pair(probe(position(there))) == value_and_distance(there), there


@given(reference.active("square"))
def test_a_position_of_square_is_worth_its_best_move(board: Board) -> None:
    """And where a move ends the game, the end itself says what it is worth."""
    values = move_values(position(board))
    assert list(values) == moves(board)
    assert probe(position(board)) == max(values.values(), key=lambda exact: exact.rank)
    for cell, exact in values.items():
        there = after(board, cell)
        assert exact == from_movers_side(probe(position(there)))
        assert (exact == Exact(Value.WIN, 1)) == (result(there) == board.mover)
        if ended := result(there):
            assert pair(probe(position(there))) == ((0, None) if ended == "tie" else (-1, 0))


@given(reference.games("square"))
def test_wins_and_losses_on_square_come_within_twelve_plies(boards: list[Board]) -> None:
    for board in boards:
        exact = probe(position(board))
        assert exact.distance is None or 0 <= exact.distance <= min(12, len(moves(board)))
        assert exact.distance is None or exact.distance % 2 == (exact.value is Value.WIN)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_both_games_are_a_draw(game: Game) -> None:
    assert probe(Position(game)) == Exact(Value.DRAW, None)


def test_no_first_move_on_square_wins_and_none_loses() -> None:
    assert set(move_values(Position(SQUARE)).values()) == {Exact(Value.DRAW, None)}


# How often a random player loses.


@cache
def losing_chance(board: Board) -> Fraction:
    """How often the side to move loses from a draw if it plays at random against perfect play."""
    if result(board):
        return Fraction(0)
    chances = [chance_after_reply(after(board, cell)) for cell in moves(board)]
    return sum(chances, Fraction(0)) / len(chances)


def chance_after_reply(board: Board) -> Fraction:
    """The same once it has moved: what is won by force is won."""
    if score(board):
        return Fraction(1)
    return max((losing_chance(after(board, cell)) for cell in drawing(board)), default=Fraction(0))


def drawing(board: Board) -> list[int]:
    """The cells that keep the draw of a drawn board; none where the game is over or decided."""
    if result(board) or score(board):
        return []
    return [cell for cell in moves(board) if not score(after(board, cell))]


def assert_has_its_chances(board: Board) -> None:
    """The chances of all drawing cells are the nearest floats, and the greatest are the hardest."""
    chances = losing_chances(position(board))
    assert chances == {cell: float(losing_chance(after(board, cell))) for cell in drawing(board)}
    if chances:
        most = max(chances.values())
        assert hardest_draws(position(board)) == tuple(c for c in chances if chances[c] == most)


@pytest.mark.long
def test_every_drawing_move_has_its_chance_that_random_play_loses() -> None:
    for board in BOARDS:
        assert_has_its_chances(board)


@pytest.mark.long
def test_drawing_moves_late_on_square_have_theirs() -> None:
    """From seven marks on: the table ends with eight, and the rest is counted."""
    boards = at_random("square", range(1, 10), count=25, seed=4)
    assert {bool(drawing(board)) for board in boards} == {True, False}
    for board in boards:
        assert_has_its_chances(board)


@pytest.mark.slow
@given(reference.games("square"))
def test_a_chance_on_square_is_the_mean_of_those_after_each_reply(boards: list[Board]) -> None:
    """From the first move on, so that what holds late holds early."""
    for board in boards[:-1]:
        here = position(board)
        chances = losing_chances(here)
        drawn = [c for c, exact in move_values(here).items() if exact.value is Value.DRAW]
        assert list(chances) == (drawn if probe(here).value is Value.DRAW else [])
        for cell, chance in chances.items():
            there = here.play(cell)
            replies = [there.play(reply) for reply in there.empty_cells if not there.outcome]
            met = [max(losing_chances(p).values(), default=probe(p).value) for p in replies]
            assert chance == pytest.approx(fmean(met) if met else 0, abs=1e-12)
            assert 0 <= chance <= 1
        if chances:
            most = max(chances.values())
            assert hardest_draws(here) == tuple(c for c in chances if chances[c] == most)


def test_replies_are_counted_to_the_end() -> None:
    """The side that is not counted has one move at a time."""

    def counted(empty: int) -> int:
        return empty * counted(empty - 2) if empty > 0 else 1

    assert [ways_to_reply(empty) for empty in range(17)] == [counted(n) for n in range(17)]
    assert ways_to_reply(-1) == 1


# What is stored.

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@BOTH
def test_the_stored_table_is_less_than_a_megabyte(game: Game) -> None:
    assert (FOLDER / game.key).stat().st_size < 1_000_000


def read(game: Game) -> Tablebase:
    """The tablebase of *game*, read anew."""
    return load.__wrapped__(game)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder from which tables are loaded, not there yet; those kept are read before."""
    for game in GAMES.values():
        load(game)
    monkeypatch.setattr(ai.tablebase, "FOLDER", tmp_path / "tables")
    return tmp_path / "tables"


def test_what_is_stored_is_loaded(folder: Path) -> None:
    """Of Square the solver's tests compare what is loaded; packing it anew takes seconds."""
    stored = load(TIC_TAC_TOE)
    assert stored.store() == folder / "tic-tac-toe"
    loaded = read(TIC_TAC_TOE)
    assert loaded is not stored
    assert loaded.game is TIC_TAC_TOE
    assert loaded.taken == stored.taken
    assert loaded.values == stored.values
    assert loaded.best == stored.best
    assert loaded.losing_ways == stored.losing_ways


def test_a_table_is_stored_over_the_one_before(folder: Path) -> None:
    stored = load(TIC_TAC_TOE)
    stored.store().write_bytes(b"broken")
    assert stored.store() == folder / "tic-tac-toe"
    assert read(TIC_TAC_TOE).values == stored.values


@BOTH
def test_a_table_is_read_once(game: Game) -> None:
    assert load(game) is load(game)


@BOTH
def test_a_missing_table_is_said(game: Game, folder: Path) -> None:
    assert not folder.exists()
    with pytest.raises(TablebaseError, match=f"{game.name} has no tablebase: solve and store it"):
        read(game)


@pytest.mark.parametrize("kept", [0, 5, 17])
@pytest.mark.usefixtures("folder")
def test_a_file_of_other_contents_is_refused(kept: int) -> None:
    """Empty, cut off, or with other rules."""
    path = load(TIC_TAC_TOE).store()
    start = path.read_bytes()[:kept]
    path.write_bytes(start + bytes(100 if start else 0))
    with pytest.raises(TablebaseError, match="Tic-tac-toe is of other rules: solve it again"):
        read(TIC_TAC_TOE)


@pytest.mark.usefixtures("folder")
def test_the_table_of_another_game_is_refused() -> None:
    """Here one with the key of tic-tac-toe, the board too, but other lines."""
    rows = frozenset(frozenset({row, row + 1, row + 2}) for row in (0, 3, 6))
    only_rows = Game("tic-tac-toe", "Rows", size=3, winning_sets=rows)
    load(TIC_TAC_TOE).store()
    with pytest.raises(TablebaseError, match="Rows is of other rules"):
        read(only_rows)


def test_rules_have_fingerprints() -> None:
    nine = Game("a", "A", size=3, winning_sets=squares(3))
    same = Game("b", "B", size=3, winning_sets=lines(3))
    empty = Game("c", "C", size=3, winning_sets=frozenset())
    large = Game("c", "C", size=4, winning_sets=frozenset())
    assert fingerprint(same) == fingerprint(TIC_TAC_TOE)
    others = {fingerprint(game) for game in (TIC_TAC_TOE, SQUARE, nine, empty, large)}
    assert len(others) == 5
    assert all(len(found) == 4 for found in others)


def test_tables_of_unequal_lengths_are_refused() -> None:
    stored = load(TIC_TAC_TOE)
    taken, values, best, ways = stored.taken, stored.values, stored.best, stored.losing_ways
    assert Tablebase(TIC_TAC_TOE, taken, values, best, ways).values == values
    for unequal in (
        (taken, values[:-1], best, ways),
        (taken, values, best[:-1], ways),
        (taken[:-1], values, best, ways),
        (taken, values + bytes(1), best + array("H", [0]), ways),
        (taken, values, best, array("I", bytes(4 * len(values) + 4))),
    ):
        with pytest.raises(TablebaseError, match="The tables of Tic-tac-toe are not of one length"):
            Tablebase(TIC_TAC_TOE, *unequal)


def test_the_bytes_of_a_file_are_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    native = array("H", [1, 0x1234])
    swapped = array("H", [0x0100, 0x3412])
    monkeypatch.setattr(sys, "byteorder", "little")
    assert ai.tablebase._little(native[:]) == native
    monkeypatch.setattr(sys, "byteorder", "big")
    assert ai.tablebase._little(native[:]) == swapped


@pytest.mark.long
def test_every_position_has_its_slot() -> None:
    """Symmetric positions share one, unless their taken cells are symmetric; others never do."""
    holds: dict[int, set[frozenset[Board]]] = {}
    for board in BOARDS:
        if board.mover == "X":
            slot, _ = load(TIC_TAC_TOE).slot(*key(board))
            holds.setdefault(slot, set()).add(reference.images(board))
    assert all(len(classes) == 1 for classes in holds.values())
    assert len({found for classes in holds.values() for found in classes}) == 765


# Values.


def test_better_is_a_sooner_win_then_a_draw_then_a_later_loss() -> None:
    wins = [Exact(Value.WIN, distance) for distance in (1, 3, 5)]
    losses = [Exact(Value.LOSS, distance) for distance in (4, 2, 0)]
    best_first = [*wins, Exact(Value.DRAW, None), *losses]
    assert sorted(best_first, key=lambda exact: exact.rank) == best_first[::-1]


@pytest.mark.parametrize(
    ("left", "made"),
    [
        (Exact(Value.LOSS, 0), Exact(Value.WIN, 1)),
        (Exact(Value.WIN, 3), Exact(Value.LOSS, 4)),
        (Exact(Value.DRAW, None), Exact(Value.DRAW, None)),
    ],
)
def test_what_a_move_leaves_is_seen_from_the_other_side_a_ply_later(
    left: Exact, made: Exact
) -> None:
    assert from_movers_side(left) == made
