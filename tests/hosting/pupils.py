"""A class of thirty behind one address, with the limits that hosts have by default, while processes
of the server are killed: `.venv/bin/python -m tests.hosting.pupils` prints how long answers took,
how many were refused, and the bytes that the store keeps. `--kills=0` kills none.

Each answer that came must be on the wall. A request without an answer is sent again.
"""

import os
import re
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import click

from ai.puzzles.solving import solution
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import GAMES
from tests.hosted import hosted
from tests.proof.friends import Browser
from webapp.classroom.classroom import Classroom
from webapp.classroom.series import place_of
from webapp.friend.sqlite import SQLiteStore

PUPILS = 30
FORM = {"theme": "fork", "count": "6", "level": "easy", "once": "once"}
ADDRESS = "127.0.0.9"


class Pupil(Browser):
    """A browser of the school."""

    def post(self, path: str, form: dict[str, str]) -> str:
        """Where the answer leads, whose page is read too."""
        status, _, location = self.ask(path, form, {})
        assert status == 303, f"{path} was answered {status}."
        there = urlsplit(location)
        path = f"{there.path}?{there.query}" if there.query else there.path
        status, self.page, _ = self.ask(path, headers={})
        assert status == 200
        return path

    def work(self, code: str, lots: Random, think: float) -> int:
        """Join, and solve all puzzles, some after a wrong try; how many wrong first tries."""
        self.ask(f"/c/{code}", headers={})
        path, wrong = self.post(f"/c/{code}", {}), 0
        while found := re.match(r"/puzzles/([\w-]+)/(\d+)\?class=", path):
            puzzle = puzzle_numbered(GAMES[found[1]], int(found[2]))
            cells = [it for it in puzzle.position.empty_cells if it not in puzzle.right]
            time.sleep(lots.random() * think)
            if lots.random() < 0.5:
                path, wrong = self.post(path, {"cell": f"{cells[0]}"}), wrong + 1
            for step in solution(puzzle):
                time.sleep(lots.random() * think)
                path = self.post(path, {"cell": f"{step.move.cell}"})
            next_one = re.search(r'id="next"[^>]* href="([^"#]+)"', self.page)
            assert next_one
            path = next_one[1].replace("&amp;", "&")
            self.ask(path, headers={})
        return wrong


def play(folder: Path, kills: int, think: float, pupils: int = PUPILS) -> dict[str, float]:
    """Let a class work, and compare what the store has with what was answered; the figures."""
    counts = Counter[str]()
    uri, lots = f"sqlite://{folder}/games.sqlite", Random(1)  # noqa: S311
    with hosted(FLASK_GAMES_STORAGE=uri) as server:
        teacher, *browsers = (Pupil(server.port, ADDRESS, counts) for _ in range(1 + pupils))
        teacher.ask("/class", headers={})
        code = teacher.post("/class", FORM).rpartition("/")[2]
        with ThreadPoolExecutor(pupils) as pool:
            works = [pool.submit(it.work, code, Random(), think) for it in browsers]  # noqa: S311
            for _ in range(kills):
                time.sleep(2)
                with suppress(ProcessLookupError, IndexError):
                    os.kill(lots.choice(server.workers), signal.SIGKILL)
                    counts["killed"] += 1
            wrong = sum(work.result() for work in works)
        store = SQLiteStore(folder / "games.sqlite")
        kept = store.read(place_of(code))
        store.close()
        assert kept
        room = Classroom.from_text(kept.text)
        _, wall, _ = teacher.ask(f"/class/{code}/wall", headers={})
        for browser in (teacher, *browsers):
            browser.leave()
    assert len(room.pupils) == room.finished == pupils, f"{len(room.pupils)}, {room.finished}"
    assert sum(len(it.firsts.replace("=", "")) for it in room.pupils.values()) == wrong
    assert len(re.findall('class="y"', wall)) == pupils * len(room.puzzles)
    p99 = quantiles([it for browser in browsers for it in browser.delays], n=100)[-1]
    return {**counts, "p99 ms": p99 * 1000, "bytes": len(kept.text.encode())}


@click.command()
@click.option("--kills", default=2, show_default=True, help="Processes to kill, one every 2 s.")
@click.option("--think", default=3.0, show_default=True, help="Seconds at most before a move.")
def main(kills: int, think: float) -> None:
    """Let a class of thirty work."""
    with TemporaryDirectory() as folder:
        for name, figure in play(Path(folder), kills, think).items():
            click.echo(f"{name}: {figure:.0f}")


if __name__ == "__main__":
    main()
