"""The queue of games to solve, and the process that solves: every game that is asked for is solved
or fails in words, whatever is killed, full or broken.
"""

import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.exceptions import Forbidden, TooManyRequests

from ai.exact import retrograde, tablebase
from ai.puzzles import finding, store
from ai.puzzles.puzzle import Puzzle
from ai.rules import NAMED, Game, game_for
from ai.solving import __main__ as solver
from ai.solving import tickets as queues
from ai.solving.shelf import Shelf
from ai.solving.tickets import FAULT, NO_ROOM, TOO_MUCH, Ticket, Tickets
from tests.hosted import solvers
from tests.hosted import until as wait_until
from tests.reference import empty_board, value_and_distance
from webapp.serving.errors import TryLater
from webapp.serving.limits import Limit
from webapp.solving import queue
from webapp.solving.queue import Failed, Solved, Solving, Waiting

GAMES = [
    game_for(f"5x2-a1b1c1-!a1{cell}" if cell else "5x2-a1b1c1")
    for cell in ("", "d1", "e1", "a2", "b2", "c2", "d2", "e2", "d1-!a1e1", "d1-!a1a2")
]
ONE, TWO, THREE = GAMES[:3]
ROOM = 10**6


class Site:
    """The application with a folder of its own, seen by visitors."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.app, self.folder = app, folder
        self.tickets = Tickets(folder)

    @contextmanager
    def visited(self, by: str = "10.0.0.1") -> Iterator[None]:
        with self.app.test_request_context("/", environ_base={"REMOTE_ADDR": by}):
            yield

    def state(self, game: Game) -> queue.State | None:
        with self.visited():
            return queue.state(game)

    def ask(self, game: Game, by: str = "10.0.0.1") -> None:
        with self.visited(by):
            queue.ask(game)

    def stop(self, game: Game, by: str = "10.0.0.1") -> None:
        with self.visited(by):
            queue.stop(game)

    def solve(self) -> None:
        """Let the solver's process work in this one."""
        solver.main(self.folder, ROOM)

    def at_the_end(self, game: Game, seconds: float = 60) -> queue.State | None:
        """The state of *game* once it is solved or has failed."""
        until = time.monotonic() + seconds
        while isinstance(found := self.state(game), Waiting | Solving):
            assert time.monotonic() < until, found
            time.sleep(0.05)
        return found


@pytest.fixture
def site(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setitem(app.extensions, "tickets", Tickets(tmp_path))
    monkeypatch.setitem(app.extensions, "shelf", Shelf(tmp_path, ROOM))
    return Site(app, tmp_path)


@pytest.fixture
def still(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site whose solver does not start by itself, and finds no puzzles, which takes longest."""
    monkeypatch.setattr(finding, "sample", lambda _game: [])
    monkeypatch.setattr(Tickets, "start", lambda _self, _most: None)
    return site


def refuse(error: BaseException) -> Callable[..., NoReturn]:
    def refused(*_arguments: object, **_more: object) -> NoReturn:
        raise error

    return refused


FULL_DISK = OSError(28, "No space left on device")


@pytest.mark.long
def test_a_game_is_solved_by_a_process_of_its_own(site: Site) -> None:
    assert site.state(ONE) is None
    with site.visited(), pytest.raises(tablebase.Unsolved) as unsolved:
        tablebase.load(ONE)
    assert unsolved.value.game is ONE
    site.ask(ONE)
    assert isinstance(site.state(ONE), Solving)
    assert site.at_the_end(ONE) == Solved()
    assert site.tickets.read() == {}
    with site.visited():
        exact = tablebase.load(ONE).probe(0, 0)
        assert (int(exact.value), exact.distance) == value_and_distance(empty_board(ONE.key, "X"))
        assert store.load.__wrapped__(ONE)
    site.ask(ONE)
    assert site.tickets.read() == {}, "who comes later does not wait"


def test_those_who_wait_are_told_their_place_and_the_time(still: Site) -> None:
    for number, game in enumerate((ONE, TWO, THREE)):
        still.ask(game, f"10.0.0.{number}")
    assert still.state(ONE) == Solving((), 0, 11)
    second, third = still.state(TWO), still.state(THREE)
    assert isinstance(second, Waiting)
    assert isinstance(third, Waiting)
    assert (second.before, third.before) == (1, 2)
    assert 0 < second.seconds < third.seconds
    with still.tickets.change() as tickets:
        tickets[ONE.key].found = 1, 5
    assert still.state(ONE) == Solving((1, 5), 0, 11)
    still.solve()
    assert [still.state(game) for game in (ONE, TWO, THREE)] == [Solved()] * 3


def test_progress_is_told_layer_by_layer(still: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    told, read = list[tuple[tuple[int, ...], int]](), Tickets.read

    def listen(self: Tickets) -> dict[str, Ticket]:
        tickets = read(self)
        told.extend((tuple(it.found), it.valued) for it in tickets.values())
        return tickets

    still.ask(ONE)
    monkeypatch.setattr(Tickets, "read", listen)
    still.solve()
    told = [*dict.fromkeys(told)][1:]
    assert [(len(found), valued) for found, valued in told] == [
        *((count, 0) for count in range(1, 12)),
        *((11, valued) for valued in range(1, 12)),
    ]


def test_three_games_of_a_visitor_wait_and_all_may_join_them(still: Site) -> None:
    for game in (ONE, ONE, TWO, THREE):
        still.ask(game, "10.0.0.1")
    with pytest.raises(TooManyRequests, match="Your network has its share") as refused:
        still.ask(GAMES[3], "10.0.0.1")
    assert refused.value.get_response().headers["Retry-After"]
    for by in ("10.0.0.2", "10.0.0.1"):
        still.ask(GAMES[3], by)
    assert len(still.tickets.read()) == 4
    assert "10.0.0" not in (still.folder / "queue.json").read_text()


@pytest.mark.parametrize("others", range(8))
def test_a_visitor_waits_a_second_time_while_half_of_the_places_are_free(
    still: Site, others: int
) -> None:
    """So it takes six visitors at least to fill the queue."""
    for number, game in enumerate(GAMES[:others], 2):
        still.ask(game, f"10.0.0.{number}")
    still.ask(GAMES[8], "10.0.0.1")
    if others < 3:
        still.ask(GAMES[9], "10.0.0.1")
    else:
        with pytest.raises(TooManyRequests, match="Your network has its share"):
            still.ask(GAMES[9], "10.0.0.1")


def test_second_games_of_a_visitor_delay_nobodys_first(still: Site) -> None:
    for game in (ONE, TWO, THREE):
        still.ask(game, "10.0.0.1")
    still.ask(GAMES[3], "10.0.0.2")
    still.ask(GAMES[4], "10.0.0.3")
    expected = [it.key for it in (ONE, GAMES[3], GAMES[4], TWO, THREE)]
    assert queues.waiting(still.tickets.read()) == expected


def test_a_second_game_that_is_begun_stays_the_first(
    still: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    still.ask(ONE)
    still.ask(TWO)
    still.stop(ONE)
    monkeypatch.setattr(solver, "solve", refuse(SystemExit()))  # as if it was killed
    with pytest.raises(SystemExit):
        still.solve()
    still.ask(THREE, "10.0.0.2")
    assert queues.waiting(still.tickets.read()) == [TWO.key, THREE.key]


def test_eight_wait_at_most(still: Site) -> None:
    for number, game in enumerate(GAMES[:8]):
        still.ask(game, f"10.0.0.{number}")
    with pytest.raises(TryLater) as refused:
        still.ask(GAMES[8], "10.0.0.8")
    assert refused.value.seconds > 0
    still.ask(ONE, "10.0.0.8")
    assert len(still.tickets.read()) == 8


def test_any_visitor_of_any_game_starts_a_solver_that_was_killed(
    still: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if those who wait have left, and nobody else may join them."""
    for number, game in enumerate(GAMES[:8]):
        still.ask(game, f"10.0.0.{number}")
    started = []
    monkeypatch.setattr(Tickets, "start", lambda _self, most: started.append(most))
    with pytest.raises(TryLater):
        still.ask(GAMES[8], "10.0.0.8")
    assert still.state(GAMES[9]) is None
    assert len(started) == 2


def test_a_network_may_ask_for_so_many(still: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [Limit("2 per hour", "solves", None)]
    monkeypatch.setitem(still.app.extensions, "webapp.serving.limits.solves", limits)
    for game in (ONE, TWO):
        still.ask(game)
        still.ask(game)
        still.stop(game)
    with pytest.raises(TooManyRequests, match="Too many games to solve"):
        still.ask(THREE)
    still.ask(THREE, "10.0.0.2")
    still.ask(THREE, "10.0.0.1")


def test_solving_can_be_switched_off(still: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(still.app.config, "LIMIT_SOLVES", "off")
    for game in (ONE, game_for("3x3-a1b1c2")):
        with pytest.raises(Forbidden):
            still.ask(game)
        assert still.state(game) is None
        with still.visited(), pytest.raises(tablebase.Unsolved):
            tablebase.load(game)
    for game in NAMED.values():
        assert still.state(game) == Solved()
        still.ask(game)


def test_who_asked_for_a_game_stops_it(still: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even while it is solved; the next one goes on."""
    still.stop(ONE)
    still.ask(ONE, "10.0.0.1")
    still.ask(ONE, "10.0.0.2")
    still.ask(TWO, "10.0.0.3")
    still.stop(ONE, "10.0.0.2")
    assert isinstance(still.state(ONE), Solving)
    asked, change = [0], Tickets.change

    def change_once_stopped(self: Tickets) -> AbstractContextManager[dict[str, Ticket]]:
        asked[0] += 1
        if asked[0] == 5:
            still.stop(ONE, "10.0.0.1")
        return change(self)

    monkeypatch.setattr(Tickets, "change", change_once_stopped)
    still.solve()
    assert still.state(ONE) is None
    assert still.state(TWO) == Solved()


def test_a_game_that_is_stopped_and_asked_for_again_waits_anew(
    still: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def solve(*_arguments: object) -> None:
        tried.append(ONE)
        if len(tried) == 1:
            still.stop(ONE)
            still.ask(ONE)
            raise InterruptedError

    monkeypatch.setattr(solver, "solve", solve)
    still.ask(ONE)
    still.solve()
    assert len(tried) == 2
    assert still.tickets.read() == {}


def test_a_game_that_is_asked_for_twice_at_once_is_asked_for_once(
    still: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second neither takes it from the first nor counts."""
    limits = [Limit("1 per hour", "solves", None)]
    monkeypatch.setitem(still.app.extensions, "webapp.serving.limits.solves", limits)
    change = Tickets.change

    def change_as_another_has(self: Tickets) -> AbstractContextManager[dict[str, Ticket]]:
        monkeypatch.setattr(Tickets, "change", change)
        still.ask(ONE, "10.0.0.1")
        return change(self)

    monkeypatch.setattr(Tickets, "change", change_as_another_has)
    still.ask(ONE, "10.0.0.2")
    still.stop(ONE, "10.0.0.2")
    assert isinstance(still.state(ONE), Solving)
    still.ask(TWO, "10.0.0.2")


def test_a_game_that_is_stopped_while_puzzles_are_looked_for_is_not_kept(
    still: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sample(game: Game) -> list[Puzzle]:
        still.stop(game)
        return []

    monkeypatch.setattr(finding, "sample", sample)
    still.ask(ONE, "10.0.0.1")
    still.ask(TWO, "10.0.0.2")
    still.solve()
    assert still.state(ONE) is None
    assert still.state(TWO) == Solved()


@pytest.mark.parametrize(
    ("broken", "error", "message"),
    [
        ("solve", MemoryError(), TOO_MUCH),
        ("solve", tablebase.TablebaseError("Solving needs numpy"), FAULT),
        ("put", OverflowError(), TOO_MUCH),
        ("put", FULL_DISK, NO_ROOM),
    ],
)
def test_what_cannot_be_solved_fails_in_words_and_can_be_asked_for_again(
    still: Site, monkeypatch: pytest.MonkeyPatch, broken: str, error: Exception, message: str
) -> None:
    still.ask(ONE, "10.0.0.1")
    still.ask(TWO, "10.0.0.2")
    with monkeypatch.context() as patch:
        patch.setattr(retrograde if broken == "solve" else Shelf, broken, refuse(error))
        still.solve()
    assert still.state(ONE) == still.state(TWO) == Failed(message)
    still.ask(ONE, "10.0.0.2")
    assert isinstance(still.state(ONE), Solving)
    still.solve()
    assert still.state(ONE) == Solved()


def test_a_game_has_so_much_processor_time(still: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*_arguments: object) -> None:
        while True:
            pass

    monkeypatch.setattr(retrograde, "solve", forever)
    monkeypatch.setattr(solver, "SECONDS", 0.05)
    still.ask(ONE)
    still.solve()
    assert still.state(ONE) == Failed(TOO_MUCH)


@pytest.mark.parametrize(("found", "message"), [((), FAULT), ((1, 3), TOO_MUCH)])
def test_a_game_whose_solver_is_killed_is_tried_three_times(
    still: Site, monkeypatch: pytest.MonkeyPatch, found: tuple[int, ...], message: str
) -> None:
    """It was too much only if the killed ones had found something."""

    def die(game: Game, _shelf: Shelf, tickets: Tickets) -> None:
        with tickets.change() as left:
            left[game.key].found = found
        raise SystemExit

    still.ask(ONE, "10.0.0.1")
    still.ask(TWO, "10.0.0.2")
    with monkeypatch.context() as patch:
        patch.setattr(solver, "solve", die)  # as if it was killed
        for _ in range(3):
            assert isinstance(still.state(ONE), Solving)
            with pytest.raises(SystemExit):
                still.solve()
    still.solve()
    assert still.state(ONE) == Failed(message)
    assert still.state(TWO) == Solved()


@pytest.mark.parametrize(
    "contents",
    [
        *(b"", b"{", b"[]", b"3", b'{"a": 1}', b'{"a": {"b": 1}}', b"\xff", b"[" * 200_000),
        *(
            json.dumps({"a": asdict(Ticket("")) | wrong}).encode()
            for wrong in ({"tries": "x"}, {"found": "abc"}, {"found": None}, {"failed": 1})
        ),
    ],
    ids=range(12),
)
def test_a_queue_that_cannot_be_read_is_begun_anew(still: Site, contents: bytes) -> None:
    still.ask(ONE)
    (still.folder / "queue.json").write_bytes(contents)
    assert still.state(ONE) is None
    still.ask(ONE)
    assert still.state(ONE) == Solving((), 0, 11)


def test_few_failures_are_remembered(tmp_path: Path) -> None:
    tickets = Tickets(tmp_path)
    for number in range(100):
        with tickets.change() as found:
            found[f"{number}"] = Ticket("", failed="so" if number % 2 else "")
    kept = tickets.read()
    assert len([key for key, it in kept.items() if it.failed]) == queues.MOST_FAILED
    assert "99" in kept
    assert "0" in kept


@pytest.mark.parametrize("error", [FULL_DISK, OSError(30, "Read-only file system")])
def test_a_disk_that_cannot_be_written_is_told(
    site: Site, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """To ask is refused with 503, and what waited already says so; nothing is started."""
    with monkeypatch.context() as patch:
        patch.setattr(Tickets, "start", lambda _self, _most: None)
        site.ask(ONE)
    monkeypatch.setattr("subprocess.run", refuse(AssertionError("nothing starts")))
    monkeypatch.setattr(Path, "write_text", refuse(error))
    with pytest.raises(TryLater):
        site.ask(TWO, "10.0.0.2")
    with pytest.raises(TryLater):
        site.stop(ONE)
    assert site.state(ONE) == Failed(NO_ROOM)
    assert site.state(TWO) is None


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
    """Against a list of who waits for what: second games of a visitor wait behind first ones."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("queue")
        patch.setitem(app.extensions, "tickets", Tickets(folder))
        patch.setitem(app.extensions, "shelf", Shelf(folder, 8 * ROOM))
        patch.setattr(Tickets, "start", lambda _self, _most: None)
        patch.setattr(solver, "solve", lambda *_all: None)
        site, expected, tries = Site(app, folder), list[tuple[Game, int, int]](), 0
        for kind, number, who in todo:
            game, by = GAMES[number], f"10.0.0.{who}"
            own = [visitor for _game, visitor, _after in expected].count(who)
            mine = [one for one in expected if one[:2] == (game, who)]
            match kind:
                case "ask":
                    most = 8 if not own else 4 if own < 3 else 0
                    joins = game in [it[0] for it in expected]
                    try:
                        site.ask(game, by)
                        assert joins or len(expected) < most
                        if not joins:
                            at = sum(after <= own for _game, _visitor, after in expected)
                            expected.insert(at, (game, who, own))
                    except (TooManyRequests, TryLater):
                        assert not joins
                        assert len(expected) >= most
                case "stop":
                    site.stop(game, by)
                    if mine:
                        tries = 0 if mine == expected[:1] else tries
                        expected.remove(*mine)
                case "kill" if expected:
                    with patch.context() as killed:
                        killed.setattr(solver, "solve", refuse(SystemExit()))
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


# Processes.


def visit(site: Site, number: int, seed: int) -> None:
    """Ask for games until each is solved or has failed, and leave at random."""
    lots = Random(seed)  # noqa: S311
    games = GAMES[:]
    lots.shuffle(games)
    for game in games:
        found: queue.State | None = None
        while not isinstance(found, Solved | Failed):
            with suppress(TooManyRequests, TryLater):
                site.ask(game, f"10.0.{number}.1")
            time.sleep(lots.random() / 5)
            found = site.state(game)
            if lots.random() < 0.02:
                site.stop(game, f"10.0.{number}.1")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes in /proc")
def test_every_game_asked_for_ends_though_solvers_and_servers_are_killed(site: Site) -> None:
    lots, fork = Random(1), multiprocessing.get_context("fork")  # noqa: S311
    visitors = [fork.Process(target=visit, args=(site, n, n)) for n in range(3)]
    for visitor in visitors:
        visitor.start()
    killed, until = 0, time.monotonic() + 300
    while any(visitor.is_alive() for visitor in visitors):
        assert time.monotonic() < until
        time.sleep(lots.random() / 10)
        running = solvers(site.folder)
        if len(running) > 1:  # where one was killed that has just started it: the second ends
            wait_until(lambda: len(solvers(site.folder)) < 2)
        if running and lots.random() < 0.2:
            with suppress(ProcessLookupError):
                os.kill(running[0], signal.SIGKILL)
                killed += 1
        if lots.random() < 0.02:  # a server restarts
            number = lots.randrange(3)
            if visitors[number].is_alive():
                visitors[number].kill()
                visitors[number].join()
                again = (site, number, lots.randrange(10**6))
                visitors[number] = fork.Process(target=visit, args=again)
                visitors[number].start()
    assert killed > 2
    ends = [site.at_the_end(game) for game in GAMES]
    assert all(isinstance(end, Solved | Failed | None) for end in ends), ends
    assert sum(isinstance(end, Solved) for end in ends) >= 5
    left = {path.name for path in site.folder.iterdir()} - {game.key for game in GAMES}
    known = {"queue.json", "queue.lock", "solver.lock", "start.lock"}
    assert left - {"queue.new", "unfinished"} == known
    for visitor in visitors:
        assert visitor.exitcode == 0
    assert json.loads((site.folder / "queue.json").read_text()).keys() <= {g.key for g in GAMES}
