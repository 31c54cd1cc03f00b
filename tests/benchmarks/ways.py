"""The ways of a request through the code: calls of functions, modules, and changes of room.

`python -m tests.benchmarks.ways` sends requests of each kind, whose templates are known and whose
positions are new. A change of room is a call of a function in another room than that of the last
call; a room is a folder below `ai` or `webapp`. It is no part of the tests.
"""

import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple

from flask import Flask

from ai.rules.games import SQUARE
from tests.browser import browser_in
from tests.page import HTMX
from tests.views import match
from tests.visitors import empty_app, two
from webapp import ROOT

SWITCHES = "values=on&ideas=on&programs=on"
LONG = "/replay/square/a1a2b1a3c1a4d2b2b3d3c3d4b4c2d1c4?first=x&x=human&o=hard"


class Way(NamedTuple):
    """What a request takes: calls of Python functions, generators that go on counted, the modules
    of `ai` and `webapp` among them, and changes of their rooms.
    """

    calls: int
    modules: int
    changes: int


@cache
def module_of(file: str) -> str:
    """The path of a module of `ai` or `webapp` below the checkout; empty for any other *file*."""
    found = re.fullmatch(rf"{re.escape(str(ROOT))}/((?:ai|webapp)/.*\.py)", file)
    return found[1] if found else ""


def way_of(request: Callable[[], object]) -> Way:
    """The way of *request*."""
    calls, changes, room, modules = 0, 0, "", set[str]()

    def count(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls, changes, room
        if event != "call":
            return
        calls += 1
        if module := module_of(frame.f_code.co_filename):
            modules.add(module)
            here = "/".join(module.split("/")[:2])
            changes, room = changes + (here != room), here

    sys.setprofile(count)
    try:
        request()
    finally:
        sys.setprofile(None)
    return Way(calls, len(modules), changes)


def ways(app: Flask) -> Mapping[str, Way]:
    """The way of each kind of request. One of the same kind goes before, so that templates and all
    that pages have in common are known.
    """
    found: dict[str, Way] = {}

    def measure(kind: str, *paths: str) -> None:
        for path in paths:
            found[kind] = way_of(partial(app.test_client().get, path))

    for moves in ("a1b2", "b1a1d2a2c4b2"):
        player = browser_in(app, match(SQUARE, moves, o="hard"))
        click = {"cell": 10, "ply": len(moves) // 2}
        move = partial(player.post, "/moves", data=click, headers=HTMX)
        found["a click in a match"] = way_of(move)
        mover, _ = two(app, game="square")
        click = {"cell": 5, "ply": 0}
        move = partial(mover.client.post, f"{mover.address}/moves", data=click, headers=HTMX)
        found["a friend's move"] = way_of(move)
    measure("a puzzle's try", "/puzzles/square/500?moves=a1", "/puzzles/square/321?moves=b4")
    measure("a visit of a search", "/search/tic-tac-toe/?at=9", "/search/tic-tac-toe/?at=300")
    fresh = f"/replay/square/b1a1d2a2c4b2a3?first=x&x=human&o=hard&ply=4&{SWITCHES}"
    others = f"/replay/square/b2c3a1b1?first=x&x=human&o=medium&{SWITCHES}"
    measure("a replay with all on", f"{LONG}&ply=6&{SWITCHES}", others, fresh)
    why = "/api/why/square/b1a1d2a2c3b3a4?x=unbeatable"
    measure("an API why", "/api/why/square/a1b2c3?x=unbeatable", why)
    return found


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        table = ways(empty_app(Path(folder)))
    print("| request | calls | modules | changes of room |")  # noqa: T201 - a program
    print("| --- | ---: | ---: | ---: |")  # noqa: T201
    for kind, way in table.items():
        print(f"| {kind} | {way.calls:,} | {way.modules} | {way.changes:,} |")  # noqa: T201
