"""Progress at puzzles: what is kept of attempts, and the cookie that keeps it."""

from dataclasses import replace
from datetime import date
from random import Random
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules.games import GAMES, NAMED, SQUARE, TIC_TAC_TOE, Game, game_for
from tests.browser import signed
from tests.definitions import longest_key
from tests.puzzle_pages import (
    ASKED,
    EVERY,
    address,
    browser_that_has,
    honours_in,
    page_at,
    progress_in,
    solve,
    wrong,
)
from tests.strategies import json_values
from tests.views import on
from webapp.honours.kept import Streak
from webapp.puzzles.progress import (
    COOKIE,
    MEANINGS,
    OWN_GAMES,
    SKIPPED,
    STATES,
    Progress,
    PuzzleState,
    Result,
)

FIRST, TRIES, HELPED, SHOWN = Result
TODAY = date(2026, 11, 26)

results = st.sampled_from(Result)


@given(st.lists(st.tuples(results, st.booleans()), max_size=12))
def test_the_first_end_counts_and_may_be_mended(requests: list[tuple[Result, bool]]) -> None:
    """As one who watches tells it, who writes down the worst since the last end, and every end. One
    that was told is mended once it is solved alone. A request sent twice before its answer changes
    nothing.
    """
    kept, since, ends = PuzzleState(), set[Result](), list[Result]()
    for worst, solved in requests:
        before, kept = kept, kept.after(worst, solved)
        since.add(worst)
        if worst is SHOWN and not ends:
            ends.append(SHOWN)
        if solved:
            ends.append(max(since))
            since.clear()
        mended = ends[:1] == [SHOWN] != [*{*ends}]
        assert kept in STATES
        assert kept.result == (TRIES if mended else next(iter(ends), None))
        assert kept.missed == (bool(ends) and FIRST not in ends)
        if before.result is not None:
            assert kept.result is not None
            assert kept.result <= before.result
        assert solved or kept.after(worst, solved) == kept


MOVES, QUESTION = puzzle_of_day(TODAY), ASKED[-1]


@pytest.mark.parametrize(
    ("puzzle", "actions", "result"),
    [
        (MOVES, "solve", FIRST),
        (MOVES, "hint 2, back, solve", HELPED),
        (QUESTION, "hint 1, again, solve, again, solve", HELPED),
        (MOVES, "wrong, again, solve", TRIES),
        (QUESTION, "wrong, anew, solve, again, solve", TRIES),
        (MOVES, "wrong, hint 1", None),
        (QUESTION, "hint 3, anew", SHOWN),
        (MOVES, "hint 3, again, solve, again, solve", TRIES),
    ],
)
def test_what_happened_is_kept(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    puzzle: Puzzle,
    actions: str,
    result: Result | None,
) -> None:
    """Whatever address an attempt goes on from; and a GET keeps nothing. An answer that was told
    keeps no streak, on the page that told it or the one before; a wrong try does.
    """
    on(monkeypatch, TODAY)
    start = path = address(puzzle)
    for action, _, hint in (it.partition(" ") for it in actions.split(", ")):
        tried: dict[str, object] = {"cell": wrong(puzzle)[0]}
        form = {"wrong": tried, "hint": {"hint": hint}, "again": {"again": "on"}}
        if action == "solve":
            path = solve(client, puzzle, path)
            page_at(client, path)
        elif action in form:
            response = client.post(path, data=form[action])
            path = str(response.headers["Location"]).partition("#")[0]
        else:
            path = start
    kept = progress_in(client)
    assert kept.result(puzzle) is result
    assert kept.has(puzzle) == (result not in {None, SHOWN})
    assert not any(kept.result(it) is not None for it in EVERY if it != puzzle)
    is_alone = puzzle is MOVES and kept.has(puzzle) and "hint 3" not in actions
    assert honours_in(client).streak.on(TODAY) == is_alone


OWN = [game_for(f"4x2-{shape}") for shape in ("a1b1c1", "a1b1", "a1c1", "a1b2", "a1c2", "a1b1a2")]


@given(st.lists(st.tuples(st.sampled_from([*OWN, SQUARE]), results), max_size=20))
def test_of_games_without_a_name_the_four_tried_last_are_kept(
    tries: list[tuple[Game, Result]],
) -> None:
    progress = Progress()
    for game, worst in tries:
        puzzle = replace(load(SQUARE)[4], game=game)
        progress = progress.after(puzzle, worst, solved=True)
    last = [*dict.fromkeys(game for game, _worst in reversed(tries))]
    kept = [game for game in last if game in OWN][:4] + [SQUARE] * (SQUARE in last)
    assert {*progress.tried} == {game.key for game in kept}
    for game in kept:
        assert progress.result(replace(load(SQUARE)[4], game=game)) is not None


def test_a_puzzle_of_an_own_game_counts_as_solved_on_the_pages_of_its_set(
    client: FlaskClient,
) -> None:
    """And they lead from one to the next, whatever else was solved before."""
    game = OWN[0]
    solve(client, load(SQUARE)[180])
    path, left, every = address(load(game)[1]), {*load(game)}, len(load(game))
    while left:
        number = int(urlsplit(path).path.removeprefix(f"/puzzles/{game.key}/"))
        left.remove(puzzle := load(game)[number - 1])
        page = page_at(client, solve(client, puzzle))
        (path,) = [it["href"] for it in page.all("a") if it.text == "Next puzzle"] or [""]
        assert bool(path) == bool(left)
    assert "All solved." in page_at(client, f"/puzzles?game={game.key}").text
    assert every > 2


# The cookie.


def test_the_cookie_fits_with_every_puzzle_in_any_state(app: Flask) -> None:
    """And half as many puzzles again, also of games without a name, which have long keys. Browsers
    keep 4,096 bytes with the name. That of a beginner is small, even after the last puzzle.
    """
    rng = Random(4)  # noqa: S311
    counts = {key: len(load(game)) * 3 // 2 for key, game in GAMES.items()}
    counts |= dict.fromkeys([*NAMED][2:], 40) | {longest_key(rng): 100 for _ in range(OWN_GAMES)}
    tried = {key: "".join(rng.choices([*MEANINGS], k=count)) for key, count in counts.items()}
    skipped = tuple(puzzle.name for puzzle in rng.sample(EVERY, SKIPPED))
    full = Progress(tried, skipped)
    assert len(signed(app, full.cookie, COOKIE.name)) < 3200
    last = Progress().after(load(SQUARE)[-1], Result.FIRST, solved=True)
    assert len(signed(app, last.cookie, COOKIE.name)) < 200


def test_older_cookies_are_read(app: Flask) -> None:
    """What they solved counts as after tries, not to be repeated; the streak goes on."""
    solved = {load(SQUARE)[0], load(SQUARE)[7], load(TIC_TAC_TOE)[4]}
    old = {"square": f"{0b100000010:x}", "tic-tac-toe": f"{0b100000:x}"}
    found = Progress.from_cookie(old | {"streak": 3, "last": "2026-11-24"})
    for puzzle in EVERY:
        assert found.result(puzzle) is (Result.TRIES if puzzle in solved else None)
        assert not found.kept(puzzle).missed
    client = browser_that_has(app, old | {"streak": 3, "last": "2026-11-24"})
    assert honours_in(client).streak == Streak(3, date(2026, 11, 24))
    assert honours_in(browser_that_has(app, old)).streak == Streak()
    assert Progress.from_cookie(found.cookie) == found


# What else a cookie may say.


signs = st.text("".join(MEANINGS), max_size=100)
ODD = ["ff", "-ff", "f" * 1000, "", "!", "9999-12-31", 5, None, 1.5, [], True, {"x": "1"}]
odd = json_values | st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("square", "streak", "earlier", "skipped"), st.sampled_from(ODD)),
        "last": st.sampled_from(["2026-11-24", "20261124", *ODD]),
        "tried": st.dictionaries(st.sampled_from([*GAMES, "x"]), st.sampled_from(ODD) | signs),
    },
)


@settings(max_examples=4)
@given(odd)
@example({"last": "2026-11-24", "streak": True})
@example({"last": "2026-11-24", "streak": 1, "earlier": -1})
@example({"tried": "square"})
def test_no_payload_that_was_not_written_does_harm(app: Flask, payload: object) -> None:
    """All that is read of it could have been written. Two kinds of numbers are counts."""
    client, puzzle = browser_that_has(app, payload), load(TIC_TAC_TOE)[0]
    found = progress_in(client)
    assert Progress.from_cookie(found.cookie) == found
    days, last, earlier = honours_in(client).streak
    assert type(days) is type(earlier) is int
    assert (days > 0, earlier >= 0) == (last is not None, True)
    assert client.get("/puzzles").status_code == 200
    solve(client, puzzle)
    assert progress_in(client).has(puzzle)
