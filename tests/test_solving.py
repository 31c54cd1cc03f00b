"""The queue of games to solve, and the process that solves: every game that is asked for is solved
or fails in words, whatever is killed, full or broken. The shelf of solved games keeps its bounds.
"""

import json
import os
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.exceptions import Forbidden, TooManyRequests

from ai.exact import retrograde, tablebase
from ai.exact.tablebase import Tablebase, Unsolved
from ai.puzzles import finding
from ai.puzzles.puzzle import Puzzle
from ai.rules import NAMED, Game, game_for
from ai.solving import __main__ as solver
from ai.solving import shelf as shelves
from ai.solving import tickets as queues
from ai.solving.shelf import Shelf
from ai.solving.tickets import FAULT, NO_ROOM, TOO_MUCH, Ticket, Tickets
from tests.solving_site import GAMES, ROOM, Site, refuse
from webapp.serving.errors import TryLater
from webapp.serving.limits import Limit
from webapp.solving.queue import Failed, Solved, Solving, Waiting

ONE, TWO, THREE = GAMES[:3]
FULL_DISK = OSError(28, "No space left on device")
OVER = SystemExit()  # as if the process was killed
START = Tickets.start


@pytest.fixture
def site(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site whose solver does not start by itself, and finds no puzzles, which takes longest."""
    monkeypatch.setattr(finding, "sample", lambda _game: [])
    return idle_site(app, tmp_path, monkeypatch)


def idle_site(app: Flask, folder: Path, patch: pytest.MonkeyPatch) -> Site:
    """A site in *folder* whose solver does not start by itself."""
    patch.setattr(Tickets, "start", lambda _self, _most: None)
    return Site(app, folder, patch)


@pytest.fixture
def quick(site: Site) -> Site:
    """A site where a game is solved as soon as it is begun."""
    site.patch.setattr(solver, "solve", lambda *_all: None)
    return site


# The queue.


def test_those_who_wait_are_told_their_place_and_the_time_and_all_are_solved(site: Site) -> None:
    """Layer by layer."""
    for number, game in enumerate((ONE, TWO, THREE)):
        site.ask(game, number)
    assert site.state(ONE) == Solving((), 0, 11)
    second, third = site.state(TWO), site.state(THREE)
    assert isinstance(second, Waiting)
    assert isinstance(third, Waiting)
    assert (second.before, third.before) == (1, 2)
    assert 0 < second.seconds < third.seconds
    told, read = dict[tuple[int, int], None](), Tickets.read

    def listen(self: Tickets) -> dict[str, Ticket]:
        tickets = read(self)
        told.update({(len(it.found), it.valued): None for it in tickets.values()})
        return tickets

    site.patch.setattr(Tickets, "read", listen)
    site.solve()
    assert [*told] == [*((n, 0) for n in range(12)), *((11, n) for n in range(1, 12))]
    assert [site.state(game) for game in (ONE, TWO, THREE)] == [Solved()] * 3
    site.ask(ONE)
    assert site.tickets.read() == {}, "who comes later does not wait"


def test_eight_wait_at_most_and_any_visitor_starts_a_solver_that_was_killed(quick: Site) -> None:
    """Even if those who wait have left, and nobody else may join them."""
    for number, game in enumerate(GAMES[:8]):
        quick.ask(game, number)
    started = []
    quick.patch.setattr(Tickets, "start", lambda _self, most: started.append(most))
    with pytest.raises(TryLater) as refused:
        quick.ask(GAMES[8], 8)
    assert refused.value.seconds > 0
    with pytest.raises(TooManyRequests, match="Your network has its share") as share:
        quick.ask(GAMES[8], 1)
    assert share.value.get_response().headers["Retry-After"]
    assert quick.state(GAMES[9]) is None
    assert len(started) == 3
    assert "10.0." not in (quick.folder / "queue.json").read_text()


def test_a_network_may_ask_for_so_many(quick: Site) -> None:
    """A game that is asked for twice at once is asked for once: the second neither takes it from
    the first nor counts.
    """
    limits = [Limit("2 per hour", "solves", None)]
    quick.patch.setitem(quick.app.extensions, "webapp.serving.limits.solves", limits)
    for game in (ONE, TWO):
        quick.ask(game)
        quick.ask(game)
        quick.stop(game)
    with pytest.raises(TooManyRequests, match="Too many games to solve"):
        quick.ask(THREE)
    change = Tickets.change

    def change_as_another_has(self: Tickets) -> AbstractContextManager[dict[str, Ticket]]:
        quick.patch.setattr(Tickets, "change", change)
        quick.ask(THREE, 3)
        return change(self)

    quick.patch.setattr(Tickets, "change", change_as_another_has)
    for game in (THREE, ONE, TWO):
        quick.ask(game, 2)
        quick.stop(game, 2)
    assert isinstance(quick.state(THREE), Solving)


def test_solving_can_be_switched_off(quick: Site) -> None:
    quick.patch.setitem(quick.app.config, "LIMIT_SOLVES", "off")
    for game in (ONE, game_for("3x3-a1b1c2")):
        with pytest.raises(Forbidden):
            quick.ask(game)
        assert quick.state(game) is None
        with quick.visited(), pytest.raises(Unsolved) as unsolved:
            tablebase.load(game)
        assert unsolved.value.game is game
    for game in NAMED.values():
        assert quick.state(game) == Solved()
        quick.ask(game)


def test_a_game_is_stopped_while_it_is_solved_or_puzzles_are_looked_for(site: Site) -> None:
    """The next one goes on."""
    for game, by in ((ONE, 1), (TWO, 3), (THREE, 4)):
        site.ask(game, by)
    solve = retrograde.solve

    def stop_and_solve(game: Game, progress: retrograde.Progress) -> Tablebase:
        site.stop(ONE, 1)
        return solve(game, progress)

    def sample(_game: Game) -> list[Puzzle]:
        site.stop(TWO, 3)
        return []

    site.patch.setattr(retrograde, "solve", stop_and_solve)
    site.patch.setattr(finding, "sample", sample)
    site.solve()
    assert [site.state(it) for it in (ONE, TWO, THREE)] == [None, None, Solved()]


def test_a_game_that_is_stopped_and_asked_for_again_waits_anew(site: Site) -> None:
    solve, again = solver.solve, iter([True] * 4)

    def stop_and_ask(*asked: Any) -> None:
        if next(again, False):
            site.stop(ONE)
            site.ask(ONE)
            raise InterruptedError
        solve(*asked)

    site.patch.setattr(solver, "solve", stop_and_ask)
    site.ask(ONE)
    site.solve()
    assert site.state(ONE) == Solved()


def forever(*_arguments: object) -> None:
    while True:
        pass


BROKEN = (
    (retrograde, "solve", refuse(MemoryError()), TOO_MUCH),
    (retrograde, "solve", refuse(tablebase.TablebaseError("Solving needs numpy")), FAULT),
    (retrograde, "solve", forever, TOO_MUCH),
    (Shelf, "put", refuse(OverflowError()), TOO_MUCH),
    (Shelf, "put", refuse(FULL_DISK), NO_ROOM),
)


def test_what_cannot_be_solved_fails_in_words_and_can_be_asked_for_again(site: Site) -> None:
    """A game has so much processor time."""
    for by, (place, name, broken, message) in enumerate(BROKEN):
        site.ask(ONE, by)
        assert isinstance(site.state(ONE), Solving)
        with site.patch.context() as patch:
            if broken is forever:
                patch.setattr(solver, "SECONDS", 0.02)
            patch.setattr(place, name, broken)
            site.solve()
        assert site.state(ONE) == Failed(message)


def test_a_game_whose_solver_is_killed_is_tried_three_times(site: Site) -> None:
    """It was too much only if the killed ones had found something."""
    found = {ONE.key: (), TWO.key: (1, 3)}

    def die(game: Game, _shelf: Shelf, tickets: Tickets) -> None:
        with tickets.change() as left:
            left[game.key].found = found[game.key]
        raise OVER

    for game in (ONE, TWO, THREE):
        site.ask(game)
    with site.patch.context() as patch:
        patch.setattr(solver, "solve", die)
        for game in (ONE, ONE, ONE, TWO, TWO, TWO):
            with pytest.raises(SystemExit):
                site.solve()
            assert isinstance(site.state(game), Solving)
    site.solve()
    states = [site.state(game) for game in (ONE, TWO, THREE)]
    assert states == [Failed(FAULT), Failed(TOO_MUCH), Solved()]


WRONG: list[dict[str, object]] = [{"tries": "x"}, {"found": "abc"}, {"found": None}, {"failed": 1}]


def test_a_queue_that_cannot_be_read_is_begun_anew(quick: Site) -> None:
    of_wrong_kind = (json.dumps({"a": asdict(Ticket("")) | it}).encode() for it in WRONG)
    broken = b"", b"{", b"3", b'{"a": {"b": 1}}', b"\xff", b"[" * 200_000
    for contents in (*broken, *of_wrong_kind):
        quick.ask(ONE)
        assert quick.state(ONE) == Solving((), 0, 11), contents[:40]
        (quick.folder / "queue.json").write_bytes(contents)
        assert quick.state(ONE) is None, contents[:40]


def test_few_failures_are_remembered(tmp_path: Path) -> None:
    tickets, every = Tickets(tmp_path), range(2 * queues.MOST_FAILED + 8)
    with tickets.change() as found:
        found.update({f"{at}": Ticket("", failed="so" if at % 2 else "") for at in every})
    kept = tickets.read()
    assert len([key for key, it in kept.items() if it.failed]) == queues.MOST_FAILED
    assert {"0", f"{every[-1]}"} <= kept.keys()


def test_a_disk_that_cannot_be_written_is_told(quick: Site) -> None:
    """To ask is refused with 503, and what waited already says so; nothing is started."""
    quick.ask(ONE)
    quick.patch.setattr(Tickets, "start", START)
    quick.patch.setattr("subprocess.run", refuse(AssertionError("nothing starts")))
    quick.patch.setattr(Path, "write_text", refuse(FULL_DISK))
    with pytest.raises(TryLater):
        quick.ask(TWO, 2)
    with pytest.raises(TryLater):
        quick.stop(ONE)
    assert quick.state(ONE) == Failed(NO_ROOM)
    assert quick.state(TWO) is None


def test_a_change_waits_for_others_but_not_forever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Tickets(tmp_path), Tickets(tmp_path)
    monkeypatch.setattr(queues, "PATIENCE", 0.02)
    with one.change() as found:
        found["a"] = Ticket("")
        with pytest.raises(TimeoutError), other.change():
            pytest.fail("both change it")
    with other.change() as found:
        assert found.keys() == {"a"}
    with suppress(KeyError), other.change() as found:
        found["b"] = Ticket("")
        raise KeyError
    assert one.read().keys() == {"a"}


def test_a_change_waits_for_who_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows has it: nobody replaces a file that another process has open."""
    replace, refuse_twice = Path.replace, iter([True, True])

    def replace_third(source: Path, target: Path) -> Path:
        if next(refuse_twice, False):
            raise PermissionError
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", replace_third)
    with Tickets(tmp_path).change() as found:
        found["a"] = Ticket("")
    assert not next(refuse_twice, False)
    assert Tickets(tmp_path).read().keys() == {"a"}


steps = st.tuples(
    st.sampled_from(["ask", "ask", "ask", "stop", "solve", "kill"]),
    st.integers(0, len(GAMES) - 1),
    st.sampled_from([0, 0, 0, 1, 1, *range(2, 10)]),
)


@given(st.lists(steps, max_size=30))
def test_whatever_visitors_do_the_queue_keeps_its_laws(
    app: Flask, tmp_path_factory: pytest.TempPathFactory, todo: list[tuple[str, int, int]]
) -> None:
    """Against a list of who waits for what: second games of a visitor wait behind first ones, and
    only while half of the places are free, so it takes six visitors at least to fill the queue.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "solve", lambda *_all: None)
        site = idle_site(app, tmp_path_factory.mktemp("queue"), patch)
        expected = list[tuple[Game, int, int]]()
        tries = 0
        for kind, number, who in todo:
            game = GAMES[number]
            own = [visitor for _game, visitor, _after in expected].count(who)
            mine = [one for one in expected if one[:2] == (game, who)]
            match kind:
                case "ask":
                    most = 8 if not own else 4 if own < 3 else 0
                    joins = game in [it[0] for it in expected]
                    try:
                        site.ask(game, who)
                        assert joins or len(expected) < most
                        if not joins:
                            at = sum(after <= own for _game, _visitor, after in expected)
                            expected.insert(at, (game, who, own))
                    except (TooManyRequests, TryLater):
                        assert not joins
                        assert len(expected) >= most
                case "stop":
                    site.stop(game, who)
                    if mine:
                        tries = 0 if mine == expected[:1] else tries
                        expected.remove(*mine)
                case "kill" if expected:
                    with patch.context() as killed:
                        killed.setattr(solver, "solve", refuse(OVER))
                        with pytest.raises(SystemExit):
                            site.solve()
                    tries += 1
                    if tries > 3:  # the next one was begun, and killed
                        del expected[0]
                        tries = 1
                    expected[:1] = [(*it[:2], 0) for it in expected[:1]]  # it is begun
                case "solve":
                    site.solve()
                    expected, tries = [], 0
            waiting = queues.waiting(site.tickets.read())
            assert waiting == [it[0].key for it in expected]


# The shelf.


TEXTS = ["3x2-a1b1c1", "2x3-a1a2a3", "3x2-a1b1a2", "3x2-a1b1c1-!a1b2", "3x2-!a1b1c1"]
FIRST, SECOND, THIRD = map(game_for, TEXTS[:3])
games = st.sampled_from(TEXTS).map(game_for)
PUZZLES = "a line\nand another\n"


@cache
def table(game: Game) -> Tablebase:
    """The table of *game* with puzzles, solved once."""
    found = retrograde.solve(game)
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


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A shelf with the first table."""
    found = Shelf(tmp_path, ROOM)
    found.put(table(FIRST))
    return found


kinds = st.sampled_from(["put", "read", "read", "cut", "flip", "swap", "restart"])


@given(st.lists(st.tuples(kinds, games, st.integers(0, 10**6)), max_size=20), st.integers(1, 4))
def test_a_shelf_keeps_its_bounds_and_tells_the_truth(
    tmp_path_factory: pytest.TempPathFactory, todo: list[tuple[str, Game, int]], room: int
) -> None:
    folder = tmp_path_factory.mktemp("shelf") / "games"
    size = max(len(shelves.packed(table(game_for(text)))) for text in TEXTS)
    shelf, intact = Shelf(folder, room * size), set[Game]()
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
                    stored = bytearray(shelves.packed(table(game_for(TEXTS[at % len(TEXTS)]))))
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
    room = sum(len(shelves.packed(table(game))) for game in (FIRST, SECOND, THIRD)) - 1
    shelf, other = Shelf(tmp_path, room), Shelf(tmp_path, room)
    for number, game in enumerate((FIRST, SECOND)):
        shelf.put(table(game))
        os.utime(tmp_path / game.key, ns=(0, number))
    held = other(SECOND)
    assert_is_that_of(other(FIRST), FIRST)  # whose use is noted last
    os.utime(tmp_path / SECOND.key, ns=(0, 0))
    shelf.put(table(THIRD))
    assert files(tmp_path).keys() == {FIRST.key, THIRD.key}
    assert_is_that_of(held, SECOND)


def test_use_is_noted_again_after_a_while_and_a_dropped_table_is_missed_then(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process holds few tables."""
    path, clock = tmp_path / FIRST.key, SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr(shelves, "time", clock)
    shelf(FIRST)
    for now, noted in ((shelves.USED - 1, False), (shelves.USED + 1, True)):
        os.utime(path, ns=(0, 0))
        clock.monotonic = lambda now=now: now
        assert_is_that_of(shelf(FIRST), FIRST)
        assert (path.stat().st_mtime_ns > 0) == noted
    path.unlink()
    assert_is_that_of(shelf(FIRST), FIRST)
    clock.monotonic = lambda: 3.0 * shelves.USED
    with pytest.raises(Unsolved):
        shelf(FIRST)
    monkeypatch.setattr(shelves, "MOST_OPEN", 2)
    for game in (FIRST, SECOND, THIRD):
        shelf.put(table(game))
        assert_is_that_of(shelf(game), game)
    assert [it.key for it in shelf._held] == [SECOND.key, THIRD.key]


def test_a_table_that_finds_no_room_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes more than all may, or the disk is full."""
    with pytest.raises(OverflowError):
        Shelf(tmp_path, 100).put(table(FIRST))
    assert not files(tmp_path)
    shelf = Shelf(tmp_path, ROOM)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse(FULL_DISK))
        with pytest.raises(OSError, match="No space left"):
            shelf.put(table(FIRST))
    assert not files(tmp_path)
    with pytest.raises(Unsolved):
        shelf(FIRST)
    (tmp_path / "unfinished").write_bytes(bytes(1000))  # which a killed process left
    shelf.put(table(FIRST))
    assert files(tmp_path).keys() == {FIRST.key}


@pytest.mark.parametrize("mapped", [True, False], ids=["mapped", "read"])
def test_a_disk_that_is_read_only_or_cannot_be_read_for_now_gives_what_it_has(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, mapped: bool
) -> None:
    monkeypatch.setattr(shelves, "MAPPED", mapped)
    monkeypatch.setattr(tablebase, "shelf", shelf)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse(OSError(24, "Too many open files")))
        with pytest.raises(Unsolved):
            tablebase.load(FIRST)
    monkeypatch.setattr(os, "utime", refuse(OSError(30, "Read-only file system")))
    assert_is_that_of(tablebase.load(FIRST), FIRST)
    for masks in table(FIRST).positions():
        assert shelf(FIRST).probe(*masks) == table(FIRST).probe(*masks)
