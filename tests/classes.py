"""A class on the site: its teacher, its pupils, and what the store keeps of it."""

import re
from contextlib import suppress

from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import solution, tries
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import GAMES
from ai.rules.position import IllegalMove
from webapp.classroom.classroom import Classroom
from webapp.classroom.series import CLASSES

FORM = {"theme": "mixed", "count": "3", "level": "easy", "once": "once"}


def browser(site: Flask) -> FlaskClient:
    """A browser with a mark."""
    client = site.test_client()
    client.get("/c")
    return client


def begin(teacher: FlaskClient) -> str:
    answer = teacher.post("/class", data=FORM)
    assert answer.status_code == 303
    return answer.headers["Location"].rpartition("/")[2]


def join(pupil: FlaskClient, code: str) -> str:
    """The path of the first puzzle, to which joining leads."""
    answer = pupil.post(f"/c/{code}")
    assert answer.status_code == 303
    return answer.headers["Location"]


def kept(site: Flask, code: str) -> Classroom:
    return Classroom.from_text(site.extensions["games"].read(CLASSES.prefix + code).thing)


def wrong_answers(puzzle: Puzzle) -> list[int]:
    """The answers that fail at first: cells, or winners."""
    found = []
    for answer in puzzle.game.cells:
        with suppress(IllegalMove):
            found += [step.answer for step in tries(puzzle, [answer]) if not step.is_right]
    return found


def solve(pupil: FlaskClient, path: str) -> str:
    """Solve the puzzle at *path*; where the last answer leads."""
    found = re.match(r"/puzzles/([\w-]+)/(\d+)", path)
    assert found
    for step in solution(puzzle_numbered(GAMES[found[1]], int(found[2]))):
        answer = pupil.post(path, data={"cell": step.answer})
        assert answer.status_code == 303
        path = answer.headers["Location"]
    return path
