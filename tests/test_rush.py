"""A rush: puzzles from easy to hard until three mistakes or three minutes."""

import re
from dataclasses import astuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st

from ai.puzzles.puzzle import Puzzle
from tests.browser import browser_with, signed
from tests.page import Element, board_shown
from tests.puzzle_pages import EVERY, page_at, progress_in
from tests.reference import Board, after, completed, defence, keeping, result
from tests.strategies import json_values
from webapp.puzzles import rush
from webapp.puzzles.progress import Result
from webapp.puzzles.rush import COOKIE, Run

PATH = "/puzzles/rush"


class Clock:
    """The time, in seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def board_on(page: Element) -> Board:
    """The board of a puzzle, X to move."""
    shown = board_shown(page)
    return Board(shown.game, shown.marks, "X")


def is_running(page: Element) -> bool:
    """Whether a board waits for a move."""
    return any(it.attributes.get("id") == "board" for it in page.all("div"))


def fields(page: Element) -> dict[str, str]:
    """The hidden fields of the form."""
    return {it["name"]: it["value"] for it in page.by_id("match").all("input")}


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["right", "right", "right", "wrong", "stale", "wait"]), st.integers(0, 40)
    ),
    max_size=25,
)


@given(st.booleans(), ACTIONS)
@example(True, [("right", 0), ("wait", 40), ("wait", 40), ("wait", 40), ("wait", 40), ("wait", 40)])
@example(False, [("wrong", 0), ("wait", 40), ("wrong", 0), ("stale", 0), ("wrong", 0)])
def test_a_run_ends_after_three_mistakes_or_three_minutes(
    app: Flask, timed: bool, actions: list[tuple[str, int]]
) -> None:
    """As one who watches counts; an old form counts for nothing, and a GET changes nothing."""
    client, clock = app.test_client(), Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rush, "time", clock)
        client.post(PATH, data={"clock": "on" if timed else "off"})
        began, solved, mistakes, old = clock.now, 0, 0, dict[str, str]()
        for action, at in actions:
            page = page_at(client, PATH)
            over = mistakes == 3 or (timed and clock.now - began >= 180)
            assert is_running(page) != over
            if over:
                told = re.search(r"Over: (\d+) puzzles? solved", page.by_id("status").text)
                assert told
                assert int(told[1]) == solved
                assert client.post(PATH, data={"cell": 0, **old}).status_code == 303
                break
            room = page.by_id("room").text
            assert f"{solved} solved" in room
            assert f"Mistakes: {mistakes} of 3" in room
            if timed:
                seconds = round(180 - (clock.now - began))
                assert f"{seconds // 60}:{seconds % 60:02}" in room
            board, now = board_on(page), fields(page)
            right = keeping(board)
            match action:
                case "wait":
                    clock.now += at
                case "stale" if old and old != now:
                    client.post(PATH, data={"cell": 0, **old})
                    assert page_at(client, PATH) == page
                case "right":
                    cell = right[at % len(right)]
                    client.post(PATH, data={"cell": cell, **now})
                    left = after(board, cell)
                    following = page_at(client, PATH)
                    left = left if result(left) else after(left, defence(left))
                    solved += not is_running(following) or board_on(following).marks != left.marks
                    if result(left):
                        assert completed(left) or "." not in left.marks
                case "wrong":
                    wrong = [c for c, it in enumerate(board.marks) if it == "." and c not in right]
                    if wrong:
                        client.post(PATH, data={"cell": wrong[at % len(wrong)], **now})
                        mistakes += 1
                        assert "Right:" in page_at(client, PATH).by_id("main").text
            old = now


@given(st.integers(0, 10_000))
def test_a_run_goes_from_easy_to_hard(seed: int) -> None:
    found = Run(seed).puzzles
    levels = [it.level for it in found]
    assert levels == sorted(levels)
    assert len(found) == len({*found}) == 60
    assert found == Run(seed).puzzles
    assert levels[0] < 0
    assert levels[-1] > 6


def test_a_run_keeps_results_and_the_best(app: Flask) -> None:
    """Separately with the clock and without it; what was shown is not solved."""
    for clock, other in (("off", "on"), ("on", "off")):
        client = app.test_client()
        client.post(PATH, data={"clock": clock})
        seen = set[Puzzle]()
        for right in (True, True, False, True, False, False):
            while True:
                page = page_at(client, PATH)
                board, marks = board_on(page), progress_in(client)
                options = keeping(board)
                wrong = [c for c, it in enumerate(board.marks) if it == "." and c not in options]
                client.post(PATH, data={"cell": (options if right else wrong)[0], **fields(page)})
                now = progress_in(client)
                changed = [it for it in EVERY if marks.result(it) != now.result(it)]
                if changed or not right:
                    break
            (puzzle,) = changed
            seen.add(puzzle)
            assert progress_in(client).result(puzzle) is (Result.FIRST if right else Result.SHOWN)
        main = page_at(client, PATH).by_id("main")
        assert "Over: 3 puzzles solved." in main.text
        assert "Your best is 3." in main.text
        shown = [it.text[-1] for it in main.all("ol")[0].all("a")]
        assert shown == ["✓", "✓", "✗", "✓", "✗", "✗"]
        client.post(PATH, data={"clock": other})
        for _ in range(3):
            page = page_at(client, PATH)
            board = board_on(page)
            failing = {c for c, it in enumerate(board.marks) if it == "."} - {*keeping(board)}
            client.post(PATH, data={"cell": min(failing), **fields(page)})
        assert "Your best is 0." in page_at(client, PATH).by_id("main").text


def test_a_form_sent_twice_counts_once(client: FlaskClient) -> None:
    client.post(PATH, data={"clock": "off"})
    page = page_at(client, PATH)
    right = keeping(board_on(page))
    wrong = next(c for c in range(16) if board_on(page).marks[c] == "." and c not in right)
    for _ in range(2):
        client.post(PATH, data={"cell": wrong, **fields(page)})
        assert "Mistakes: 1 of 3" in page_at(client, PATH).by_id("room").text


def test_what_a_form_may_not_say_is_refused(client: FlaskClient) -> None:
    client.post(PATH, data={"clock": "off"})
    now = fields(page_at(client, PATH))
    taken = next(c for c, it in enumerate(board_on(page_at(client, PATH)).marks) if it != ".")
    for data, status in (
        ({"clock": "perhaps"}, 400),
        (now, 400),
        ({**now, "cell": "x"}, 400),
        ({**now, "cell": taken}, 409),
        ({}, 303),
        ({"cell": "1", "place": "?"}, 303),
    ):
        assert client.post(PATH, data=data).status_code == status


almost_runs = st.tuples(
    st.none() | st.integers(-1, 9999) | json_values,
    st.integers() | json_values,
    st.text("01", max_size=70) | json_values,
    st.lists(st.integers(-1, 16)) | json_values,
    st.lists(st.integers(-1, 16)) | json_values,
    st.lists(st.integers(), min_size=2, max_size=2) | json_values,
)


@given(json_values | almost_runs)
def test_anything_else_that_is_signed_does_no_harm(app: Flask, payload: object) -> None:
    client = browser_with(app, signed(app, payload, COOKIE.name), COOKIE.name)
    assert client.get(PATH).status_code == 200
    assert client.post(PATH, data={"cell": 0, "place": "7-0-0"}).status_code < 500
    assert client.post(PATH, data={"clock": "on"}).status_code == 303
    assert is_running(page_at(client, PATH))


def test_a_full_cookie_is_small(app: Flask) -> None:
    run = Run(9999, 1_800_000_000, "1" * 60, (*range(9),), (*range(16),), (60, 60))
    assert len(signed(app, astuple(run), COOKIE.name)) < 400
