"""The shelf of solved games: whatever is put, read, dropped or damaged, it keeps its bounds, and a
table that it gives is that of the game.
"""

import os
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.exact import tablebase
from ai.exact.retrograde import solve
from ai.exact.tablebase import Tablebase, Unsolved
from ai.rules import Game, game_for
from ai.solving import shelf as shelves
from ai.solving.shelf import Shelf

TEXTS = ["5x2-a1b1c1", "2x5-a1a2a3", "5x2-a1b1a2", "5x2-a1b1c1-!a1b2", "5x2-!a1b1c1"]
games = st.sampled_from(TEXTS).map(game_for)
PUZZLES = "a line\nand another\n"


@cache
def table(game: Game) -> Tablebase:
    """The table of *game* with puzzles, solved once."""
    found = solve(game)
    found.puzzles = PUZZLES
    return found


def assert_is_that_of(found: Tablebase, game: Game) -> None:
    known = table(game)
    assert found.game is game
    for numbers in ("taken", "codes", "difficulties"):
        assert [*getattr(found, numbers)] == [*getattr(known, numbers)]
    assert found.puzzles == PUZZLES


def files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in folder.iterdir()}


@st.composite
def actions(draw: st.DrawFn) -> list[tuple[str, Game, int]]:
    """Puts, reads, damages and restarts, each with a game and a number."""
    kinds = st.sampled_from(["put", "read", "read", "cut", "flip", "swap", "restart"])
    return draw(st.lists(st.tuples(kinds, games, st.integers(0, 10**6)), max_size=20))


@given(actions(), st.integers(1, 4))
def test_a_shelf_keeps_its_bounds_and_tells_the_truth(
    tmp_path_factory: pytest.TempPathFactory, todo: list[tuple[str, Game, int]], room: int
) -> None:
    folder = tmp_path_factory.mktemp("shelf") / "games"
    size = max(len(shelves.packed(table(game_for(text)))) for text in TEXTS)
    shelf = Shelf(folder, room * size)
    intact = set[Game]()
    for number, (kind, game, at) in enumerate(todo):
        path = folder / game.key
        match kind:
            case "put":
                shelf.put(table(game))
                os.utime(path, ns=(0, number))
                intact.add(game)
            case "read":
                try:
                    assert_is_that_of(shelf(game), game)
                except Unsolved:
                    assert game not in intact or not path.exists()
                    assert not path.exists(), "a damaged file is removed"
            case "restart":
                shelf = Shelf(folder, room * size)
            case _ if path.exists():
                stored = bytearray(path.read_bytes())
                if kind == "cut":
                    del stored[at % len(stored) :]
                elif kind == "flip":
                    stored[at % len(stored)] ^= 1 + at % 255
                else:
                    other = game_for(TEXTS[at % len(TEXTS)])
                    stored = bytearray(shelves.packed(table(other)))
                # A new file, as a disk would have it after a crash: mapped ones stay as they are.
                path.unlink()
                path.write_bytes(stored)
                intact.discard(game)
                shelf = Shelf(folder, room * size)
        if folder.exists():
            assert sum(files(folder).values()) <= room * size
            assert files(folder).keys() <= {game_for(text).key for text in TEXTS}


def test_the_least_recently_used_is_dropped_and_stays_readable_where_it_is_mapped(
    tmp_path: Path,
) -> None:
    first, second, third = (game_for(text) for text in TEXTS[:3])
    size = max(len(shelves.packed(table(it))) for it in (first, second, third))
    shelf, other = Shelf(tmp_path, 2 * size), Shelf(tmp_path, 2 * size)
    for number, game in enumerate((first, second)):
        shelf.put(table(game))
        os.utime(tmp_path / game.key, ns=(0, number))
    held = other(second)
    assert_is_that_of(other(first), first)  # whose use is noted last
    os.utime(tmp_path / second.key, ns=(0, 0))
    shelf.put(table(third))
    assert files(tmp_path).keys() == {first.key, third.key}
    assert_is_that_of(held, second)


def test_use_is_noted_again_after_a_while_and_a_dropped_table_is_missed_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, game = Shelf(tmp_path, 10**6), game_for(TEXTS[0])
    shelf.put(table(game))
    shelf(game)
    now = time.monotonic()
    for later, noted in ((shelves.USED - 1, False), (shelves.USED + 1, True)):
        os.utime(tmp_path / game.key, ns=(0, 0))
        monkeypatch.setattr(time, "monotonic", lambda later=later: now + later)
        assert_is_that_of(shelf(game), game)
        assert ((tmp_path / game.key).stat().st_mtime_ns > 0) == noted
    (tmp_path / game.key).unlink()
    assert_is_that_of(shelf(game), game)
    monkeypatch.setattr(time, "monotonic", lambda: now + 3 * shelves.USED)
    with pytest.raises(Unsolved):
        shelf(game)


def test_a_process_holds_few_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "MOST_OPEN", 2)
    shelf = Shelf(tmp_path, 10**6)
    for text in TEXTS:
        shelf.put(table(game_for(text)))
        assert_is_that_of(shelf(game_for(text)), game_for(text))
        assert len(shelf._held) <= 2
    assert [it.key for it in shelf._held] == [game_for(text).key for text in TEXTS[-2:]]


def test_a_table_that_takes_more_than_all_may_is_not_put(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 1000)
    with pytest.raises(OverflowError):
        shelf.put(table(game_for(TEXTS[0])))
    assert not files(tmp_path)


def test_a_disk_that_is_full_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, game = Shelf(tmp_path, 10**6), game_for(TEXTS[0])

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        shelf.put(table(game))
    assert not files(tmp_path)
    with pytest.raises(Unsolved):
        shelf(game)


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "unfinished").write_bytes(bytes(10**6))
    shelf, game = Shelf(tmp_path, 10**6), game_for(TEXTS[0])
    shelf.put(table(game))
    assert files(tmp_path).keys() == {game.key}


def test_a_read_only_disk_gives_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, game = Shelf(tmp_path, 10**6), game_for(TEXTS[0])
    shelf.put(table(game))

    def read_only(*_path: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "utime", read_only)
    assert_is_that_of(shelf(game), game)


def test_a_table_that_cannot_be_read_for_now_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, game = Shelf(tmp_path, 10**6), game_for(TEXTS[0])
    shelf.put(table(game))

    def full(*_arguments: object, **_more: object) -> None:
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(Unsolved):
            shelf(game)
    assert_is_that_of(shelf(game), game)


@pytest.mark.parametrize("mapped", [True, False], ids=["mapped", "read"])
def test_values_are_found_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mapped: bool
) -> None:
    monkeypatch.setattr(shelves, "MAPPED", mapped)
    shelf, game = Shelf(tmp_path, 10**6), game_for(TEXTS[0])
    shelf.put(table(game))
    monkeypatch.setattr(tablebase, "shelf", shelf)
    for masks in table(game).positions():
        assert tablebase.load(game).probe(*masks) == table(game).probe(*masks)
