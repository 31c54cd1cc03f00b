"""Puzzles, sets of them and their pages, for tests of several rooms."""

import re
from collections.abc import Sequence

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import strategies as st

from ai.puzzles.puzzle import GRADES, QUESTIONS, Puzzle, Theme
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import GAMES
from tests.browser import browser_with, cookie_of, signed
from tests.page import Element, read
from tests.reference import Board
from webapp.honours.kept import COOKIE as HONOURS
from webapp.honours.kept import Honours, current_honours
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import COOKIE, Progress, current_progress
from webapp.puzzles.sets import PLIES, PuzzleSet

EVERY = [puzzle for game in GAMES.values() for puzzle in load(game)]
PLAYED = [puzzle for puzzle in EVERY if puzzle.theme not in QUESTIONS]
ASKED = [puzzle for puzzle in EVERY if puzzle.theme in QUESTIONS]
LATE = [puzzle for puzzle in PLAYED if len(puzzle.position.empty_cells) <= 7]

CELL = re.compile(r"\b[a-d][1-4]\b")

puzzles = st.sampled_from(EVERY)
played = st.sampled_from(PLAYED)


@st.composite
def puzzle_sets(draw: st.DrawFn) -> PuzzleSet:
    if draw(st.integers(0, 3)) == 0:
        listed = draw(st.lists(puzzles, min_size=1, max_size=24, unique_by=address))
        return PuzzleSet(listed=tuple(listed))

    def some(numbers: tuple[int, ...]) -> tuple[int, ...]:
        first, last = sorted((draw(st.sampled_from(numbers)), draw(st.sampled_from(numbers))))
        return draw(st.sampled_from([(), tuple(n for n in numbers if first <= n <= last)]))

    themes = draw(st.sets(st.sampled_from(Theme), max_size=3))
    return PuzzleSet(
        draw(st.sampled_from([None, *GAMES.values()])),
        tuple(theme for theme in Theme if theme in themes),
        some(PLIES),
        some(tuple(GRADES)),
        draw(st.none() | st.integers(0, 9999)),
        draw(st.none() | st.integers(1, 100)),
    )


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game.key}/{puzzle.number}"


def page_at(client: FlaskClient, path: str) -> Element:
    """The page at *path*, which saves nothing."""
    response = client.get(path)
    assert response.status_code == 200, response.text
    assert "Set-Cookie" not in response.headers
    return read(response.text)


def click(client: FlaskClient, path: str, cell: int) -> str:
    """The address to which a click on *cell* leads."""
    response = client.post(path, data={"cell": cell})
    assert response.status_code == 303, response.text
    return str(response.headers["Location"])


def solve(client: FlaskClient, puzzle: Puzzle, path: str = "") -> str:
    """Solve *puzzle*, at another address if given; the last address."""
    path = path or address(puzzle)
    for step in solution(puzzle):
        path = click(client, path, step.answer)
    return path


def possible(attempt: Attempt) -> Sequence[int]:
    """The cells that can be marked, or the answers that can be given."""
    if attempt.puzzle.theme is Theme.WHO:
        return range(3)
    found = {step.answer for step in attempt.right} if attempt.puzzle.theme is Theme.ALL else {-1}
    return attempt.puzzle.moves or [c for c in attempt.position.empty_cells if c not in found]


def wrong(puzzle: Puzzle) -> list[int]:
    """The cells that fail."""
    cells = puzzle.moves or puzzle.position.empty_cells
    return [cell for cell in cells if cell not in puzzle.right]


def board_of(puzzle: Puzzle) -> Board:
    return Board(puzzle.game.key, puzzle.rows.replace("-", ""), "X")


def browser_that_has(app: Flask, payload: object) -> FlaskClient:
    """A browser with this payload in the cookie of progress, signed."""
    return browser_with(app, signed(app, payload, COOKIE.name), COOKIE.name)


def honours_in(client: FlaskClient) -> Honours:
    """The honours that *client* has: in their cookie, or the streak in that of progress."""
    kept = "; ".join(f"{it.name}={cookie_of(client, it.name)}" for it in (COOKIE, HONOURS))
    with client.application.test_request_context(headers={"Cookie": kept}):
        return current_honours()


def progress_in(client: FlaskClient) -> Progress:
    """The progress in the cookie of *client*."""
    kept = {"Cookie": f"{COOKIE.name}={cookie_of(client, COOKIE.name)}"}
    with client.application.test_request_context(headers=kept):
        return current_progress()
