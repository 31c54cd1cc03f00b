"""The cookie of progress: read back, small, and harmless whatever it says."""

from datetime import date
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.puzzles.days import FIRST_DAY
from ai.puzzles.store import load
from ai.rules.games import GAMES, NAMED, SQUARE, TIC_TAC_TOE
from tests.browser import browser_with, signed
from tests.definitions import longest_key
from tests.puzzle_pages import EVERY, browser_that_has, page_at, progress_in, solve
from tests.strategies import json_values
from webapp.puzzles.progress import (
    COOKIE,
    MEANINGS,
    OWN_GAMES,
    SIGNS,
    SKIPPED,
    STATES,
    Progress,
    Result,
    Trial,
)
from webapp.serving.cookies import signer

signs = st.text("".join(MEANINGS), max_size=100).map(lambda text: text.rstrip("0"))


@st.composite
def all_progress(draw: st.DrawFn) -> Progress:
    """Any progress."""
    keys = (*GAMES, "4x2-a1b1c1", "3x3-a1b1c2")
    tried = {key: text for key in keys if (text := draw(signs))}
    names = st.sampled_from(EVERY).map(lambda it: it.name)
    skipped = tuple(draw(st.lists(names, max_size=SKIPPED)))
    if draw(st.booleans()):
        return Progress(tried, skipped=skipped)
    last, counts = draw(st.dates(FIRST_DAY, date(2036, 1, 1))), st.integers(0, 10**6)
    return Progress(tried, max(1, draw(counts)), last, draw(counts), skipped)


@given(all_progress())
def test_the_cookie_brings_any_progress_back(app: Flask, kept: Progress) -> None:
    text = signed(app, kept.cookie, COOKIE.name)
    with app.test_request_context():
        assert Progress.from_cookie(signer(COOKIE.name).loads(text)) == kept


def test_every_state_has_a_sign() -> None:
    assert len(SIGNS) == len({*SIGNS.values()}) == len(STATES)
    assert SIGNS[Trial()] == "0"


def test_the_cookie_fits_with_every_puzzle_in_any_state(app: Flask) -> None:
    """And half as many puzzles again, also of games without a name, which have long keys. Browsers
    keep 4,096 bytes with the name. That of a beginner is small, even after the last puzzle.
    """
    rng = Random(4)  # noqa: S311
    counts = {key: len(load(game)) * 3 // 2 for key, game in NAMED.items()}
    counts |= {longest_key(rng): 100 for _ in range(OWN_GAMES)}
    tried = {key: "".join(rng.choices([*MEANINGS], k=count)) for key, count in counts.items()}
    skipped = tuple(puzzle.name for puzzle in rng.sample(EVERY, SKIPPED))
    full = Progress(tried, 10**6, date(2036, 1, 1), 10**6, skipped)
    assert len(signed(app, full.cookie, COOKIE.name)) < 3200
    last = Progress().after(load(SQUARE)[-1], Result.FIRST, solved=True, day=FIRST_DAY)
    assert len(signed(app, last.cookie, COOKIE.name)) < 200


def test_older_cookies_are_read() -> None:
    """What they solved counts as after tries, not to be repeated; the streak goes on."""
    solved = {load(SQUARE)[0], load(SQUARE)[7], load(TIC_TAC_TOE)[4]}
    old = {"square": f"{0b100000010:x}", "tic-tac-toe": f"{0b100000:x}"}
    found = Progress.from_cookie(old | {"streak": 3, "last": "2026-11-24"})
    for puzzle in EVERY:
        assert found.result(puzzle) is (Result.TRIES if puzzle in solved else None)
        assert not found.kept(puzzle).missed
    assert (found.streak, Progress.from_cookie(old).streak) == (3, 0)
    assert Progress.from_cookie(found.cookie) == found


# What else a cookie may say.


def test_no_payload_is_read_that_was_not_written() -> None:
    for wrong in (
        {"last": "2026-11-24"},
        {"last": "2026-11-24", "streak": 0},
        {"last": "2026-11-24", "streak": True},
        {"last": "2026-11-24", "streak": 1, "earlier": -1},
        {"square": 1},
        {"square": "-2"},
        {"tried": {"square": "!"}},
        {"tried": "square"},
    ):
        assert Progress.from_cookie(wrong) == Progress()
    for right in ({"last": "2026-11-24", "streak": 1, "earlier": 0}, {"tried": {"square": "1"}}):
        assert Progress.from_cookie(right) != Progress()


values: st.SearchStrategy[Any] = st.sampled_from(
    ["ff", "-ff", "0x1", "f" * 1000, "", "g", 5, None, 1.5, [], True]
)
almost_progress = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("square", "tic-tac-toe", "streak", "earlier"), values),
        "last": st.sampled_from(["2026-11-24", "20261124", "9999-12-31", "0001-01-01", "x", 3]),
        "tried": values | st.dictionaries(st.sampled_from([*GAMES, "x"]), values | signs),
    },
)


@settings(max_examples=4)
@given(json_values | almost_progress)
def test_anything_else_that_is_signed_does_no_harm(app: Flask, payload: object) -> None:
    client, puzzle = browser_that_has(app, payload), load(TIC_TAC_TOE)[0]
    assert client.get("/puzzles").status_code == 200
    solve(client, puzzle)
    assert progress_in(client).has(puzzle)


def test_any_bytes_for_a_cookie_do_no_harm(app: Flask) -> None:
    """Nor does one cut off, added to, or signed for something else: it counts for nothing."""
    kept = Progress({"square": SIGNS[Trial(Result.FIRST)]}).cookie
    text, other = signed(app, kept, COOKIE.name), signed(app, kept)
    cookies = {text: 1, text[:-2]: 0, f"x{text}": 0, other: 0, "\xff": 0, "a.b.c": 0}
    for cookie, counted in cookies.items():
        client = browser_with(app, cookie, COOKIE.name)
        told = page_at(client, "/puzzles?game=square").all("main")[0].text
        assert f"{counted} of {len(load(SQUARE))} solved" in told


def test_a_match_and_a_puzzle_leave_each_other_alone(client: FlaskClient) -> None:
    """Side by side in two tabs."""
    match = {"game": "square", "x": "human", "o": "human", "first": "x"}
    client.post("/matches", data=match)
    client.post("/moves", data={"cell": 5, "ply": 0})
    on_the_board = client.get("/").text
    puzzle = load(SQUARE)[499]
    solve(client, puzzle)
    assert client.get("/").text == on_the_board
    kept = progress_in(client)
    client.post("/moves", data={"cell": 6, "ply": 1})
    client.post("/matches", data=match)
    client.set_cookie("tic-tac-why", "nonsense")
    client.get("/")
    assert progress_in(client) == kept
    assert kept.tried == {"square": SIGNS[Trial(Result.FIRST)].rjust(puzzle.number, "0")}
