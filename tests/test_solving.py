"""The queue of games to solve, and the process that solves: every game that is asked for is solved
or fails in words, whatever is killed, full or broken. The shelf of solved games keeps its bounds.
"""

import json
import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path

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

ONE, TWO, THREE, FOUR, FIVE = GAMES[:5]
FULL_DISK = OSError(28, "No space left on device")
OVER = SystemExit()  # as if the process was killed
START = Tickets.start


@pytest.fixture
def site(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site whose solver does not start by itself, and finds no puzzles, which takes longest."""
    for name in ("tickets", "shelf"):
        monkeypatch.setitem(app.extensions, name, None)  # what the site puts there goes at the end
    monkeypatch.setattr(finding, "sample", lambda _game: [])
    monkeypatch.setattr(Tickets, "start", lambda _self, _most: None)
    return Site(app, tmp_path)


@pytest.fixture
def quick(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site where a game is solved as soon as it is begun."""
    monkeypatch.setattr(solver, "solve", lambda *_all: None)
    return site


# The queue.


def test_those_who_wait_are_told_their_place_and_the_time_and_all_are_solved(site: Site) -> None:
    for number, game in enumerate((ONE, TWO, THREE)):
        site.ask(game, number)
    assert site.state(ONE) == Solving((), 0, 11)
    second, third = site.state(TWO), site.state(THREE)
    assert isinstance(second, Waiting)
    assert isinstance(third, Waiting)
    assert (second.before, third.before) == (1, 2)
    assert 0 < second.seconds < third.seconds
    with site.tickets.change() as tickets:
        tickets[ONE.key].found = 1, 5
    assert site.state(ONE) == Solving((1, 5), 0, 11)
    site.solve()
    assert [site.state(game) for game in (ONE, TWO, THREE)] == [Solved()] * 3
    site.ask(ONE)
    assert site.tickets.read() == {}, "who comes later does not wait"


def test_progress_is_told_layer_by_layer(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    told, read = dict[tuple[int, int], None](), Tickets.read

    def listen(self: Tickets) -> dict[str, Ticket]:
        tickets = read(self)
        told.update({(len(it.found), it.valued): None for it in tickets.values()})
        return tickets

    site.ask(ONE)
    monkeypatch.setattr(Tickets, "read", listen)
    site.solve()
    assert [*told] == [*((n, 0) for n in range(12)), *((11, n) for n in range(1, 12))]


def test_eight_wait_at_most_and_any_visitor_starts_a_solver_that_was_killed(
    quick: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if those who wait have left, and nobody else may join them."""
    for number, game in enumerate(GAMES[:8]):
        quick.ask(game, number)
    started = []
    monkeypatch.setattr(Tickets, "start", lambda _self, most: started.append(most))
    with pytest.raises(TryLater) as refused:
        quick.ask(GAMES[8], 8)
    assert refused.value.seconds > 0
    with pytest.raises(TooManyRequests, match="Your network has its share") as share:
        quick.ask(GAMES[8], 1)
    assert share.value.get_response().headers["Retry-After"]
    assert quick.state(GAMES[9]) is None
    assert len(started) == 3
    assert "10.0." not in (quick.folder / "queue.json").read_text()


def test_a_network_may_ask_for_so_many(quick: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [Limit("2 per hour", "solves", None)]
    monkeypatch.setitem(quick.app.extensions, "webapp.serving.limits.solves", limits)
    for game in (ONE, TWO):
        quick.ask(game)
        quick.ask(game)
        quick.stop(game)
    with pytest.raises(TooManyRequests, match="Too many games to solve"):
        quick.ask(THREE)
    quick.ask(THREE, 2)
    quick.ask(THREE, 1)


def test_solving_can_be_switched_off(quick: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(quick.app.config, "LIMIT_SOLVES", "off")
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


def test_a_game_is_stopped_by_who_asked_for_it_first(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even while it is solved, or while puzzles are looked for; the next one goes on."""
    site.stop(ONE)
    for game, by in ((ONE, 1), (ONE, 2), (TWO, 3), (THREE, 4)):
        site.ask(game, by)
    site.stop(ONE, 2)
    assert isinstance(site.state(ONE), Solving)
    asked, change = [0], Tickets.change

    def change_once_stopped(self: Tickets) -> AbstractContextManager[dict[str, Ticket]]:
        asked[0] += 1
        if asked[0] == 5:
            site.stop(ONE, 1)
        return change(self)

    def sample(game: Game) -> list[Puzzle]:
        if game is TWO:
            site.stop(TWO, 3)
        return []

    monkeypatch.setattr(Tickets, "change", change_once_stopped)
    monkeypatch.setattr(finding, "sample", sample)
    site.solve()
    assert [site.state(it) for it in (ONE, TWO, THREE)] == [None, None, Solved()]


def test_a_game_that_is_asked_for_twice_at_once_is_asked_for_once(
    quick: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second neither takes it from the first nor counts."""
    limits = [Limit("1 per hour", "solves", None)]
    monkeypatch.setitem(quick.app.extensions, "webapp.serving.limits.solves", limits)
    change = Tickets.change

    def change_as_another_has(self: Tickets) -> AbstractContextManager[dict[str, Ticket]]:
        monkeypatch.setattr(Tickets, "change", change)
        quick.ask(ONE, 1)
        return change(self)

    monkeypatch.setattr(Tickets, "change", change_as_another_has)
    quick.ask(ONE, 2)
    quick.stop(ONE, 2)
    assert isinstance(quick.state(ONE), Solving)
    quick.ask(TWO, 2)


def forever(*_arguments: object) -> None:
    """Solve without an end."""
    while True:
        pass


@pytest.mark.parametrize(
    ("broken", "broken_by", "message"),
    [
        ("solve", refuse(MemoryError()), TOO_MUCH),
        ("solve", refuse(tablebase.TablebaseError("Solving needs numpy")), FAULT),
        ("solve", forever, TOO_MUCH),
        ("put", refuse(OverflowError()), TOO_MUCH),
        ("put", refuse(FULL_DISK), NO_ROOM),
    ],
)
def test_what_cannot_be_solved_fails_in_words_and_can_be_asked_for_again(
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    broken: str,
    broken_by: Callable[..., None],
    message: str,
) -> None:
    """A game has so much processor time."""
    site.ask(ONE, 1)
    with monkeypatch.context() as patch:
        if broken_by is forever:
            patch.setattr(solver, "SECONDS", 0.02)
        patch.setattr(retrograde if broken == "solve" else Shelf, broken, broken_by)
        site.solve()
    assert site.state(ONE) == Failed(message)
    site.ask(ONE, 2)
    assert isinstance(site.state(ONE), Solving)


@pytest.mark.parametrize(("found", "message"), [((), FAULT), ((1, 3), TOO_MUCH)])
def test_a_game_whose_solver_is_killed_is_tried_three_times(
    site: Site, monkeypatch: pytest.MonkeyPatch, found: tuple[int, ...], message: str
) -> None:
    """It was too much only if the killed ones had found something."""

    def die(game: Game, _shelf: Shelf, tickets: Tickets) -> None:
        with tickets.change() as left:
            left[game.key].found = found
        raise OVER

    site.ask(ONE, 1)
    site.ask(TWO, 2)
    with monkeypatch.context() as patch:
        patch.setattr(solver, "solve", die)
        for _ in range(3):
            assert isinstance(site.state(ONE), Solving)
            with pytest.raises(SystemExit):
                site.solve()
    site.solve()
    assert site.state(ONE) == Failed(message)
    assert site.state(TWO) == Solved()


WRONG: list[dict[str, object]] = [{"tries": "x"}, {"found": "abc"}, {"found": None}, {"failed": 1}]


@pytest.mark.parametrize(
    "contents",
    [
        *(b"", b"{", b"3", b'{"a": {"b": 1}}', b"\xff", b"[" * 200_000),
        *(json.dumps({"a": asdict(Ticket("")) | wrong}).encode() for wrong in WRONG),
    ],
    ids=range(10),
)
def test_a_queue_that_cannot_be_read_is_begun_anew(quick: Site, contents: bytes) -> None:
    quick.ask(ONE)
    (quick.folder / "queue.json").write_bytes(contents)
    assert quick.state(ONE) is None
    quick.ask(ONE)
    assert quick.state(ONE) == Solving((), 0, 11)


def test_few_failures_are_remembered(tmp_path: Path) -> None:
    tickets = Tickets(tmp_path)
    for number in range(2 * queues.MOST_FAILED + 8):
        with tickets.change() as found:
            found[f"{number}"] = Ticket("", failed="so" if number % 2 else "")
    kept = tickets.read()
    assert len([key for key, it in kept.items() if it.failed]) == queues.MOST_FAILED
    assert f"{2 * queues.MOST_FAILED + 7}" in kept
    assert "0" in kept


@pytest.mark.parametrize("error", [FULL_DISK, OSError(30, "Read-only file system")])
def test_a_disk_that_cannot_be_written_is_told(
    quick: Site, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """To ask is refused with 503, and what waited already says so; nothing is started."""
    quick.ask(ONE)
    monkeypatch.setattr(Tickets, "start", START)
    monkeypatch.setattr("subprocess.run", refuse(AssertionError("nothing starts")))
    monkeypatch.setattr(Path, "write_text", refuse(error))
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
    replace, refused = Path.replace, list[Path]()

    def replace_third(source: Path, target: Path) -> Path:
        if len(refused) < 2:
            refused.append(target)
            raise PermissionError
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", replace_third)
    with Tickets(tmp_path).change() as found:
        found["a"] = Ticket("")
    assert len(refused) == 2
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
        for name in ("tickets", "shelf"):
            patch.setitem(app.extensions, name, None)
        patch.setattr(Tickets, "start", lambda _self, _most: None)
        patch.setattr(solver, "solve", lambda *_all: None)
        site, expected = Site(app, tmp_path_factory.mktemp("queue")), list[tuple[Game, int, int]]()
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
    shelf(FIRST)
    now = time.monotonic()
    for later, noted in ((shelves.USED - 1, False), (shelves.USED + 1, True)):
        os.utime(tmp_path / FIRST.key, ns=(0, 0))
        monkeypatch.setattr(time, "monotonic", lambda later=later: now + later)
        assert_is_that_of(shelf(FIRST), FIRST)
        assert ((tmp_path / FIRST.key).stat().st_mtime_ns > 0) == noted
    (tmp_path / FIRST.key).unlink()
    assert_is_that_of(shelf(FIRST), FIRST)
    monkeypatch.setattr(time, "monotonic", lambda: now + 3 * shelves.USED)
    with pytest.raises(Unsolved):
        shelf(FIRST)


def test_a_process_holds_few_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "MOST_OPEN", 2)
    shelf = Shelf(tmp_path, ROOM)
    for game in (FIRST, SECOND, THIRD):
        shelf.put(table(game))
        assert_is_that_of(shelf(game), game)
        assert len(shelf._held) <= 2
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


def test_a_disk_that_is_read_only_or_cannot_be_read_for_now_gives_what_it_has(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse(OSError(24, "Too many open files")))
        with pytest.raises(Unsolved):
            shelf(FIRST)
    monkeypatch.setattr(os, "utime", refuse(OSError(30, "Read-only file system")))
    assert_is_that_of(shelf(FIRST), FIRST)


@pytest.mark.parametrize("mapped", [True, False], ids=["mapped", "read"])
def test_values_are_found_in_a_file(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, mapped: bool
) -> None:
    monkeypatch.setattr(shelves, "MAPPED", mapped)
    monkeypatch.setattr(tablebase, "shelf", shelf)
    for masks in table(FIRST).positions():
        assert tablebase.load(FIRST).probe(*masks) == table(FIRST).probe(*masks)
