"""A class of thirty behind one address, with the limits that hosts have by default, while processes
of the server are killed: nothing is refused, and each answer that came is on the wall.
"""

import os
import re
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from ai.puzzles.solving import solution
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import GAMES
from tests.hosted import hosted
from tests.proof.players import Browser
from webapp.classroom.classroom import Classroom
from webapp.classroom.series import place_of
from webapp.friend.sqlite import SQLiteStore

PUPILS = 30
FORM = {"theme": "fork", "count": "6", "level": "easy", "once": "once"}
THINK = 3  # seconds at most before a move


class Pupil(Browser):
    """A browser of the school, on a *page*."""

    page = ""

    def post(self, path: str, form: dict[str, str]) -> str:
        """Where the answer leads, whose page is read too."""
        status, _, location = self.fetch(path, form, {})
        assert status == 303, f"{path} was answered {status}."
        path = urlsplit(location)._replace(scheme="", netloc="", fragment="").geturl()
        status, self.page, _ = self.fetch(path, headers={})
        assert status == 200
        return path

    def work(self, code: str) -> int:
        """Join, and solve all puzzles, some after a wrong try; how many wrong first tries."""
        self.fetch(f"/c/{code}", headers={})
        path, wrong = self.post(f"/c/{code}", {}), 0
        while found := re.match(r"/puzzles/([\w-]+)/(\d+)\?class=", path):
            puzzle = puzzle_numbered(GAMES[found[1]], int(found[2]))
            cells = [step.move.cell for step in solution(puzzle)]
            if self.lots.random() < 0.5:
                others = (it for it in puzzle.position.empty_cells if it not in puzzle.right)
                cells, wrong = [next(others), *cells], wrong + 1
            for cell in cells:
                time.sleep(self.lots.random() * THINK)
                path = self.post(path, {"cell": f"{cell}"})
            next_one = re.search(r'id="next"[^>]* href="([^"#]+)"', self.page)
            assert next_one
            path = next_one[1].replace("&amp;", "&")
            self.fetch(path, headers={})
        return wrong


def test_a_class_behind_one_address_loses_nothing_while_processes_are_killed(
    tmp_path: Path,
) -> None:
    file, lots, counts = tmp_path / "games.sqlite", Random(1), Counter[str]()  # noqa: S311
    with hosted(FLASK_GAMES_STORAGE=f"sqlite://{file}") as server:
        teacher, *pupils = (
            Pupil([server.port], Random(number), "127.0.0.9", counts)  # noqa: S311
            for number in range(1 + PUPILS)
        )
        teacher.fetch("/class", headers={})
        code = teacher.post("/class", FORM).rpartition("/")[2]
        with ThreadPoolExecutor(PUPILS) as pool:
            works = [pool.submit(pupil.work, code) for pupil in pupils]
            for _ in range(2):
                time.sleep(2)
                with suppress(ProcessLookupError, IndexError):
                    os.kill(lots.choice(server.workers), signal.SIGKILL)
            wrong = sum(work.result() for work in works)
        _, wall, _ = teacher.fetch(f"/class/{code}/wall", headers={})
        for browser in (teacher, *pupils):
            browser.close()
    with closing(SQLiteStore(file)) as store:
        kept = store.read(place_of(code))
    assert kept
    room = Classroom.from_text(kept.text)
    assert not counts["turned away"]
    assert len(room.pupils) == room.finished == PUPILS
    assert sum(len(it.firsts.replace("=", "")) for it in room.pupils.values()) == wrong
    assert len(re.findall('class="y"', wall)) == PUPILS * len(room.puzzles)
