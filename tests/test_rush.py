"""A rush: puzzles from easy to hard until three mistakes or three minutes."""

import re
from collections import Counter
from dataclasses import astuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.browser import browser_with, signed
from tests.page import Element, board_shown
from tests.puzzle_pages import EVERY, page_at, progress_in
from tests.reference import Board, after, defence, keeping, moves, result
from tests.strategies import json_values
from webapp.puzzles import rush
from webapp.puzzles.progress import Result
from webapp.puzzles.rush import COOKIE, Run

PATH = "/puzzles/rush"


def board_on(page: Element) -> Board:
    """The board of a puzzle, X to move."""
    shown = board_shown(page)
    return Board(shown.game, shown.marks, "X")


def is_running(page: Element) -> bool:
    """Whether a board waits for a move."""
    return any(it.attributes.get("id") == "board" for it in page)


def form_of(page: Element, *, right: bool) -> dict[str, str]:
    """The form with a cell that is right, or that fails."""
    kept = keeping(board_on(page))
    cells = kept if right else [it for it in moves(board_on(page)) if it not in kept]
    return {**page.by_id("match").fields, "cell": f"{cells[0]}"}


WAITS = "right wait wait"
MISTAKES = "wrong right stale right wrong wait stale right wrong"


@pytest.mark.parametrize(("clock", "actions"), [("on", WAITS), ("off", MISTAKES)])
def test_a_run_ends_after_three_mistakes_or_three_minutes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, clock: str, actions: str
) -> None:
    """As one who watches counts; an old form counts for nothing, and a GET changes nothing."""
    began = now = 1_800_000_000.0
    monkeypatch.setattr(rush, "time", lambda: now)
    monkeypatch.setattr(rush, "randbelow", lambda _most: 7)
    client.post(PATH, data={"clock": clock})
    solved, mistakes, old, page = 0, 0, dict[str, str](), page_at(client, PATH)
    for action in actions.split():
        text, board = page.by_id("room").text, board_on(page)
        assert f"{solved} solved" in text
        assert f"Mistakes: {mistakes} of 3" in text
        seconds = round(180 - (now - began))
        assert (f"{seconds // 60}:{seconds % 60:02}" in text) == (clock == "on")
        form = form_of(page, right=action == "right")
        if action == "wait":
            now += 90
        else:
            client.post(PATH, data=form | (old if action == "stale" else {}))
            old = page.by_id("match").fields
        before, page = page, page_at(client, PATH)
        if action == "stale":
            assert page == before
        elif action == "right":
            left = after(board, int(form["cell"]))
            left = left if result(left) else after(left, defence(left))
            solved += board_on(page).marks != left.marks
        elif action == "wrong":
            mistakes += 1
            assert "Right:" in page.by_id("main").text
    assert not is_running(page)
    assert f"Over: {solved} puzzle{'s' * (solved != 1)} solved" in page.by_id("status").text
    assert client.post(PATH, data={"cell": 0, **old}).status_code == 303


def test_a_run_goes_from_easy_to_hard() -> None:
    for seed in (0, 9999):
        found = Run(seed).puzzles
        levels = [it.level for it in found]
        assert levels == sorted(levels)
        assert len({*found}) == 60
        assert levels[0] < 0
        assert levels[-1] > 6


def test_a_run_keeps_results_and_the_best(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Separately with the clock and without it; what was shown is not solved."""
    seeds = iter((7, 8, 9))
    monkeypatch.setattr(rush, "randbelow", lambda _most: next(seeds))

    def told(timed: str, rights: str) -> str:
        client.post(PATH, data={"clock": timed})
        start = kept = progress_in(client)
        for sign in rights:
            before = kept
            while kept == before:
                client.post(PATH, data=form_of(page_at(client, PATH), right=sign == "✓"))
                kept = progress_in(client)
        changed = Counter(kept.result(it) for it in EVERY if start.result(it) != kept.result(it))
        assert changed == Counter(Result.FIRST if sign == "✓" else Result.SHOWN for sign in rights)
        main = page_at(client, PATH).by_id("main")
        assert "".join(it.text[-1] for it in main.all("ol")[0].all("a")) == rights
        return main.text

    assert re.search(r"Over: 2 puzzles solved\..*Your best is 2\.", told("off", "✓✗✓✗✗"))
    assert "Your best is 0." in told("on", "✗✗✗")
    assert "Your best is 2." in told("off", "✓✗✗✗")


def test_what_a_form_may_not_say_is_refused(client: FlaskClient) -> None:
    client.post(PATH, data={"clock": "off"})
    page = page_at(client, PATH)
    now = page.by_id("match").fields
    for data, status in (
        ({"clock": "perhaps"}, 400),
        (now, 400),
        ({**now, "cell": "x"}, 400),
        ({**now, "cell": f"{board_on(page).marks.index('X')}"}, 409),
        ({}, 303),
        ({"cell": "1", "place": "?"}, 303),
    ):
        assert client.post(PATH, data=data).status_code == status


wrong = json_values | st.lists(st.integers(-1, 16)) | st.text("01", max_size=70)


@settings(max_examples=4)
@given(st.integers(0, 5), wrong | st.integers(-1, 9999))
def test_anything_else_that_is_signed_does_no_harm(app: Flask, field: int, value: object) -> None:
    """Neither a value nor a run with this value in one of its fields."""
    run: list[object] = [*astuple(Run(7, marks="110", shown=(7,), best=(2, 0)))]
    run[field] = value
    for payload in (value, run):
        client = browser_with(app, signed(app, payload, COOKIE.name), COOKIE.name)
        assert client.get(PATH).status_code == 200
        assert client.post(PATH, data={"cell": 0, "place": "7-3-0"}).status_code < 500
        assert client.post(PATH, data={"clock": "on"}).status_code == 303
        assert is_running(page_at(client, PATH))


def test_a_full_cookie_is_small(app: Flask) -> None:
    run = Run(9999, 1_800_000_000, "1" * 60, (*range(9),), (*range(16),), (60, 60))
    assert len(signed(app, astuple(run), COOKIE.name)) < 400
