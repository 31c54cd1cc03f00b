"""Frames at length: each shows what its page shows, and nothing else is framed."""

from contextlib import suppress

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.rules.position import IllegalMove
from tests.addresses import PRIVATE, PUBLIC, REFUSED
from tests.embed_laws import ancestors, assert_search_is_walked, assert_shows_its_page
from tests.puzzle_pages import puzzles
from tests.replays import replays, variations
from webapp.learn.lessons import LESSONS, LessonState
from webapp.puzzles.address import Attempt
from webapp.replay.replay import Replay

lessons = st.sampled_from(
    [
        state
        for lesson in LESSONS.values()
        for step in (1, 2, 3, 4)
        for cell in (None, *(lesson.board(step).empty_cells if step > 1 else ()))
        # A wrong try leads to the third step, and a right one from there.
        if (state := LessonState(lesson, step, cell)).wrong == (step == 3) or not cell or step == 4
    ]
    + [LessonState(lesson, step, hint=True) for lesson in LESSONS.values() for step in (2, 4)]
)


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    """Any attempt at a puzzle, with any hint."""
    attempt = Attempt(draw(puzzles))
    for answer in draw(st.lists(st.integers(0, 15), max_size=5)):
        with suppress(IllegalMove):
            attempt = attempt if attempt.solved else attempt.play(answer)
    return attempt if attempt.solved else attempt.ask(draw(st.integers(0, 3)))


@settings(max_examples=60)
@given(attempts() | replays() | variations() | lessons)
def test_a_frame_shows_what_its_page_shows(
    app: Flask, state: Attempt | Replay | LessonState
) -> None:
    assert_shows_its_page(app, state)


@pytest.mark.parametrize(
    ("path", "last"),
    [("tic-tac-toe/?by=medium", 82), ("square/OX..-XO.X-X.OO-OX.O?by=minimax", 89)],
)
def test_a_search_is_walked_in_a_frame(app: Flask, path: str, last: int) -> None:
    assert_search_is_walked(app, path, (*range(1, 13), last - 1, last))


@pytest.mark.parametrize("path", [*PUBLIC.values(), *PRIVATE.values(), *REFUSED])
def test_only_frames_are_framed(app: Flask, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "OPTIONS"):
        response = app.test_client().open(path, method=method)
        framed = path.startswith("/embed/")
        assert ancestors(response) == ("*" if framed else "'none'")
        assert (response.headers["Cross-Origin-Resource-Policy"] == "cross-origin") >= framed
