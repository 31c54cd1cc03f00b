"""The puzzle of each day: open from its day on, counted in a streak, and the way on from it."""

import re
from datetime import date
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.days import DAY, FIRST_DAY, puzzle_of_day
from tests.page import board_shown
from tests.puzzle_pages import EVERY, address, browser_that_has, page_at, solve
from tests.views import on

TODAY = date(2026, 11, 22)


def test_the_streak_counts_days_on_end(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken off, or mended: a plain count of days whose puzzle was solved then or a day later: so
    many days passed, and the puzzle of so many days ago was solved, or one of no day. The cover
    tells it, and which of the last days are solved; so do the curves of the weeks.
    """
    today = date(2026, 11, 1)
    of_days = [puzzle_of_day(today + n * DAY) for n in range(-7, 30)]
    other = next(it for it in EVERY if it not in of_days)
    kept, solved = set[date](), set[date]()
    for passed, late in ((0, 0), (1, 0), (2, 0), (0, 1), (1, None), (1, None), (1, 2)):
        today += passed * DAY
        on(monkeypatch, today)
        day = today - (late or 0) * DAY
        puzzle, path = (other, "") if late is None else (puzzle_of_day(day), f"/puzzles/{day}")
        page, cover = page_at(client, solve(client, puzzle, path)), page_at(client, "/puzzles")
        solved |= {day} if late is not None else set()
        kept |= {day} if late in {0, 1} else set()
        end = today if today in kept else today - DAY
        streak = next(n for n in count() if end - n * DAY not in kept)
        told, above = page.by_id("share")["data-text"], page.by_id("match-up").text
        for pattern, text, is_told in (
            (r"(\d+) days in a row", told, late in {0, 1} and streak > 1),
            (r"streak (\d+)", above, late is not None and streak),
            (r"Streak: (\d+) day", cover.text, streak),
        ):
            assert re.findall(pattern, text) == [f"{streak}"] * bool(is_told)
        week = [it.attributes.get("aria-label", "") for it in cover.all("a")]
        assert [label for label in week if label.endswith("solved")] == [
            f"{day:%a} {day.day} {day:%b}: {'solved' if day in solved else 'not solved'}"
            for day in (today - n * DAY for n in range(6, -1, -1))
        ]
        if late is not None:
            (curve,) = [it for it in page.all("svg") if it.attributes.get("class") == "curve"]
            ticked = [it.all("text")[0].text for it in curve.all("g") if it.all("path")]
            of_week = {it for it in solved if it.isocalendar()[:2] == day.isocalendar()[:2]}
            assert ticked == [f"{it:%a}" for it in sorted(of_week)]


@pytest.mark.parametrize("all_solved", [True, False])
def test_the_way_on_from_a_solved_day_is_untried_and_of_the_other_game(
    app: Flask, monkeypatch: pytest.MonkeyPatch, all_solved: bool
) -> None:
    """Never the puzzle of a day near it."""
    puzzle, solved = puzzle_of_day(TODAY), (1 << 700) - 1 if all_solved else 0
    client = browser_that_has(app, {"square": f"{solved:x}", "tic-tac-toe": f"{solved:x}"})
    on(monkeypatch, TODAY)
    page = page_at(client, solve(client, puzzle, f"/puzzles/{TODAY}"))
    main = page.by_id("room").all("a")[0]
    assert main["class"] == "button primary"
    assert page.by_id("next")["href"] == main["href"]
    way = client.get(main["href"]).headers["Location"]
    following = next(it for it in EVERY if address(it) == way)
    assert following.game != puzzle.game or solved
    assert following not in [puzzle_of_day(TODAY + n * DAY) for n in range(-7, 8)]
    assert not solved >> following.number & 1


def test_earlier_days_are_open_and_later_ones_are_not(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of another year has its year."""
    on(monkeypatch, TODAY)
    for asked, day in {"/today": TODAY, "?day=2026-03-04": date(2026, 3, 4)}.items():
        response = client.get(f"/puzzles{asked}")
        assert (response.status_code, response.headers["Location"]) == (303, f"/puzzles/{day}")
    for asked in ("/2026-11-23", "?day=2026-11-23", "?day="):
        assert client.get(f"/puzzles{asked}").status_code == 404
    for day, following in {
        TODAY: f"/puzzles/{TODAY - DAY}",
        FIRST_DAY: "/puzzles/harder.after=(square|tic-tac-toe)",
    }.items():
        page = page_at(client, f"/puzzles/{day}")
        assert board_shown(page).marks == puzzle_of_day(day).rows.replace("-", "")
        (link,) = [it["href"] for it in page.by_id("help").all("a") if it.text == "Skip"]
        assert re.fullmatch(following, link)
    on(monkeypatch, date(2027, 1, 2))
    assert page_at(client, f"/puzzles/{TODAY}").by_id("setup").text == "Sun, 22 Nov 2026"
