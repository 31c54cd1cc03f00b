"""A site with a queue of games to solve, for the tests of solving."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from flask import Flask

from ai.rules import Game, game_for
from ai.solving import __main__ as solver
from ai.solving.shelf import Shelf
from ai.solving.tickets import Tickets
from webapp.solving import queue

GAMES = [
    game_for(f"5x2-a1b1c1-!a1{cell}" if cell else "5x2-a1b1c1")
    for cell in ("", "d1", "e1", "a2", "b2", "c2", "d2", "e2", "d1-!a1e1", "d1-!a1a2")
]
ROOM = 10**6


class Site:
    """The application with a folder of its own, seen by visitors; each has a number. *patch* takes
    all back at the end.
    """

    def __init__(self, app: Flask, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.app, self.folder, self.patch = app, folder, patch
        self.tickets = Tickets(folder)
        patch.setitem(app.extensions, "tickets", self.tickets)
        patch.setitem(app.extensions, "shelf", Shelf(folder, ROOM))

    @contextmanager
    def visited(self, by: int = 1) -> Iterator[None]:
        with self.app.test_request_context("/", environ_base={"REMOTE_ADDR": f"10.0.{by}.1"}):
            yield

    def state(self, game: Game) -> queue.State | None:
        with self.visited():
            return queue.state(game)

    def ask(self, game: Game, by: int = 1) -> None:
        with self.visited(by):
            queue.ask(game)

    def stop(self, game: Game, by: int = 1) -> None:
        with self.visited(by):
            queue.stop(game)

    def solve(self) -> None:
        """Let the solver's process work in this one."""
        solver.main(self.folder, ROOM)


def refuse(error: BaseException) -> Callable[..., NoReturn]:
    def refused(*_arguments: object, **_more: object) -> NoReturn:
        raise error

    return refused
