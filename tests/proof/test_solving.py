"""Games solved by processes of their own, though these are killed."""

import json
import multiprocessing
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from werkzeug.exceptions import TooManyRequests

from ai.exact import tablebase
from ai.puzzles import store
from ai.rules import Game
from tests.hosted import solvers
from tests.hosted import until as wait_until
from tests.reference import empty_board, value_and_distance
from tests.samples import pair
from tests.solving_site import GAMES, Site
from webapp.serving.errors import TryLater
from webapp.solving import queue
from webapp.solving.queue import Failed, Solved, Solving, Waiting

ASKED = GAMES[:5]


@pytest.fixture
def site(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    for name in ("tickets", "shelf"):
        monkeypatch.setitem(app.extensions, name, None)  # what the site puts there goes at the end
    return Site(app, tmp_path)


def at_the_end(site: Site, game: Game) -> queue.State | None:
    """The state of *game* once it is solved or has failed."""
    wait_until(lambda: not isinstance(site.state(game), Waiting | Solving))
    return site.state(game)


def test_a_game_is_solved_by_a_process_of_its_own(site: Site) -> None:
    game = GAMES[0]
    assert site.state(game) is None
    site.ask(game)
    assert isinstance(site.state(game), Solving)
    assert at_the_end(site, game) == Solved()
    assert site.tickets.read() == {}
    with site.visited():
        exact = tablebase.load(game).probe(0, 0)
        assert pair(exact) == value_and_distance(empty_board(game.key, "X"))
        assert store.load.__wrapped__(game)


def visit(site: Site, number: int, seed: int) -> None:
    """Ask for games until each is solved or has failed, and leave at random."""
    lots = Random(seed)  # noqa: S311
    for game in lots.sample(ASKED, len(ASKED)):
        found: queue.State | None = None
        while not isinstance(found, Solved | Failed):
            with suppress(TooManyRequests, TryLater):
                site.ask(game, number)
            time.sleep(lots.random() / 5)
            found = site.state(game)
            if lots.random() < 0.02:
                site.stop(game, number)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes in /proc")
def test_every_game_asked_for_ends_though_solvers_and_servers_are_killed(site: Site) -> None:
    lots, fork = Random(1), multiprocessing.get_context("fork")  # noqa: S311
    visitors = [fork.Process(target=visit, args=(site, n, n)) for n in range(2)]
    for visitor in visitors:
        visitor.start()
    killed, until = 0, time.monotonic() + 900
    while any(visitor.is_alive() for visitor in visitors):
        assert time.monotonic() < until
        time.sleep(lots.random() / 10)
        running = solvers(site.folder)
        if len(running) > 1:  # where one was killed that has just started it: the second ends
            wait_until(lambda: len(solvers(site.folder)) < 2)
        if running and (killed < 3 or lots.random() < 0.2):
            with suppress(ProcessLookupError):
                os.kill(running[0], signal.SIGKILL)
                killed += 1
        if lots.random() < 0.02:  # a server restarts
            number = lots.randrange(2)
            if visitors[number].is_alive():
                visitors[number].kill()
                visitors[number].join()
                again = (site, number, lots.randrange(10**6))
                visitors[number] = fork.Process(target=visit, args=again)
                visitors[number].start()
    assert killed > 2
    ends = [at_the_end(site, game) for game in ASKED]
    assert all(isinstance(end, Solved | Failed | None) for end in ends), ends
    assert any(isinstance(end, Solved) for end in ends)
    left = {path.name for path in site.folder.iterdir()} - {game.key for game in GAMES}
    known = {"queue.json", "queue.lock", "solver.lock", "start.lock"}
    assert left - {"queue.new", "unfinished"} == known
    for visitor in visitors:
        assert visitor.exitcode == 0
    assert json.loads((site.folder / "queue.json").read_text()).keys() <= {g.key for g in GAMES}
