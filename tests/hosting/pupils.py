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
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlencode, urlsplit

import click

from ai.puzzles.solving import solution
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import GAMES
from tests.hosted import Answer, Hosted, ask, hosted
from webapp.classroom.classroom import Classroom
from webapp.classroom.series import place_of
from webapp.friend.sqlite import SQLiteStore

PUPILS = 30
FORM = {"theme": "fork", "count": "6", "level": "easy", "once": "once"}
PATIENCE = 60.0  # seconds
ADDRESS = "127.0.0.9"


@dataclass
class Browser:
    """A browser of the school, with what it counts and how long each answer took."""

    server: Hosted
    counts: Counter[str]
    delays: list[float]
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, form: dict[str, str] | None = None) -> Answer:
        """The answer; a request without one, or with a 5xx, is sent again.

        :raises AssertionError: if there is none in time.
        """
        end = time.monotonic() + PATIENCE
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        body = None if form is None else urlencode(form)
        while time.monotonic() < end:
            headers["Cookie"] = "; ".join(f"{name}={it}" for name, it in self.cookies.items())
            try:
                answer = ask(self.server.port, path, headers, body, address=ADDRESS)
            except (OSError, HTTPException):
                self.counts["cut"] += 1
                time.sleep(0.1)
                continue
            self.counts[f"{answer.status}"] += 1
            self.delays.append(answer.seconds)
            if answer.status < 500 and answer.status != 429:
                for name, kept in answer.headers.items():
                    if name == "Set-Cookie":
                        key, _, value = kept.partition(";")[0].partition("=")
                        self.cookies[key] = value
                return answer
            time.sleep(0.5)
        raise AssertionError(f"{path} was not answered in {PATIENCE:.0f} s.")

    def post(self, path: str, form: dict[str, str]) -> str:
        """Where the answer leads, whose page is read too."""
        answer = self.ask(path, form)
        assert answer.status == 303, f"{path} was answered {answer.status}."
        there = urlsplit(answer.headers["Location"])
        path = f"{there.path}?{there.query}" if there.query else there.path
        assert self.ask(path).status == 200
        return path

    def work(self, code: str, lots: Random, think: float) -> int:
        """Join, and solve all puzzles, some after a wrong try; how many wrong first tries."""
        self.ask(f"/c/{code}")
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
            page = self.ask(path).body.decode()
            next_one = re.search(r'id="next"[^>]* href="([^"#]+)"', page)
            assert next_one
            path = next_one[1].replace("&amp;", "&")
        return wrong


def play(folder: Path, kills: int, think: float, pupils: int = PUPILS) -> dict[str, float]:
    """Let a class work, and compare what the store has with what was answered; the figures."""
    counts, delays = Counter[str](), list[float]()
    uri, lots = f"sqlite://{folder}/games.sqlite", Random(1)  # noqa: S311
    with hosted(FLASK_GAMES_STORAGE=uri) as server:
        teacher = Browser(server, counts, delays)
        teacher.ask("/class")
        code = teacher.post("/class", FORM).rpartition("/")[2]
        browsers = [Browser(server, counts, delays) for _ in range(pupils)]
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
        wall = teacher.ask(f"/class/{code}/wall").body.decode()
    assert len(room.pupils) == room.finished == pupils, f"{len(room.pupils)}, {room.finished}"
    assert sum(len(it.firsts.replace("=", "")) for it in room.pupils.values()) == wrong
    assert len(re.findall('class="y"', wall)) == pupils * len(room.puzzles)
    p99 = quantiles(delays, n=100)[-1]
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
