"""What is kept of attempts at puzzles, after any sequence of requests."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE, Game, game_for
from ai.study.study import study
from tests.puzzle_pages import (
    ASKED,
    EVERY,
    address,
    page_at,
    possible,
    progress_in,
    puzzles,
    solve,
)
from tests.views import on
from webapp.puzzles.address import Attempt
from webapp.puzzles.progress import STATES, Progress, Result, Trial

FIRST, TRIES, HELPED, SHOWN = RANKS = ("first", "tries", "helped", "shown")
TODAY = date(2026, 11, 26)


@dataclass
class Witness:
    """What somebody who watches would write down of one puzzle: what happened since its last end,
    and how it ended each time.
    """

    since: set[str] = field(default_factory=set)
    ends: list[str] = field(default_factory=list)

    def see(self, seen: set[str], solved: bool) -> None:
        """A request in which all this was *seen*."""
        self.since |= seen
        if SHOWN in seen and not self.ends:
            self.ends.append(SHOWN)
        if solved:
            self.ends.append(max(self.since, key=RANKS.index, default=FIRST))
            self.since = set()

    @property
    def result(self) -> str | None:
        """The first end; of one that was told, after tries as soon as it was solved alone."""
        if not self.ends:
            return None
        alone = any(it != SHOWN for it in self.ends)
        return TRIES if self.ends[0] == SHOWN and alone else self.ends[0]

    @property
    def missed(self) -> bool:
        """Whether it never ended at the first try, though it ended."""
        return bool(self.ends) and FIRST not in self.ends


class Visitor:
    """A browser at one puzzle. *carried* is what an address tells of its attempt."""

    def __init__(self, app: Flask, puzzle: Puzzle) -> None:
        self.client, self.puzzle, self.told = app.test_client(), puzzle, Witness()
        self.path, self.history = address(puzzle), [address(puzzle)]

    def carried(self, path: str) -> set[str]:
        """What the address *path* tells."""
        query = dict(parse_qsl(urlsplit(path).query))
        attempt = Attempt(self.puzzle, cells=moves_in(self.puzzle, query))
        found = {TRIES} if len(attempt.steps) > len(attempt.right) else set()
        found |= {HELPED} if query.keys() & {"helped", "hint"} else set()
        return found | ({SHOWN} if query.get("hint") == "3" else set())

    def post(self, **form: object) -> None:
        """Send *form*, and follow. A solved page has nothing more to tell."""
        solved_before = self.is_solved(self.path)
        response = self.client.post(self.path, data=form)
        if solved_before and "cell" in form:
            assert response.status_code == 409
            return
        assert response.status_code == 303
        after = response.headers["Location"].partition("#")[0]
        if not solved_before:
            seen = self.carried(self.path) | self.carried(after)
            self.told.see(seen, solved=self.is_solved(after))
        self.path = after
        self.history.append(after)

    def is_solved(self, path: str) -> bool:
        """Whether the page at *path* says so. To ask changes nothing."""
        before = progress_in(self.client)
        response = self.client.get(path)
        assert "Set-Cookie" not in response.headers
        assert progress_in(self.client) == before
        return 'data-state="solved"' in response.text

    def do(self, action: str, at: int) -> None:
        """An *action*; *at* picks among its ways."""
        with self.client.application.test_request_context():
            query = dict(parse_qsl(urlsplit(self.path).query))
        here = Attempt(self.puzzle, cells=moves_in(self.puzzle, query))
        wrong = [c for c in possible(here) if c not in keeping(here)]
        match action:
            case "back":
                self.path = self.history[at % len(self.history)]
            case "wrong" if wrong:
                self.post(cell=wrong[at % len(wrong)])
            case "right" if not here.solved:
                left = [cell for cell in keeping(here) if cell not in here.cells]
                fastest = solution(self.puzzle, here.position)[0].move.cell
                self.post(cell=left[0] if self.puzzle in ASKED else fastest)
            case "solve":
                while not self.is_solved(self.path):
                    self.do("right", 0)
            case "hint":
                self.post(hint=at % 3 + 1)
            case "again":
                self.post(again="on")
            case "anew":
                self.path = address(self.puzzle)


def moves_in(puzzle: Puzzle, query: dict[str, str]) -> tuple[int, ...]:
    """The cells or answers that the *query* of an address tells."""
    text = query.get("moves", "")
    if puzzle.theme is Theme.WHO:
        return tuple(map("xdo".index, text))
    names = puzzle.game.cell_names
    return tuple(names.index(text[at : at + 2]) for at in range(0, len(text), 2))


def keeping(attempt: Attempt) -> Sequence[int]:
    """The right cells of the position on the board, or the right answers."""
    if attempt.puzzle in ASKED:
        return attempt.puzzle.right
    moves = study(attempt.position).moves
    return [cell for cell, move in moves.items() if not move.value_lost]


ACTIONS = st.sampled_from(["back", "wrong", "right", "solve", "hint", "again", "anew"])
SOME = st.sampled_from([*load(TIC_TAC_TOE)[::20], *load(SQUARE)[::60], *ASKED[::12]])


@settings(max_examples=3)
@given(SOME, st.lists(st.tuples(ACTIONS, st.integers(0, 12)), max_size=12))
@example(load(SQUARE)[180], [("hint", 2), ("back", 0), ("solve", 0)])
@example(load(SQUARE)[180], [("wrong", 0), ("anew", 0), ("solve", 0), ("again", 0), ("solve", 0)])
@example(load(SQUARE)[180], [("hint", 2), ("anew", 0), ("solve", 0), ("again", 0), ("solve", 0)])
def test_what_happened_is_kept(app: Flask, puzzle: Puzzle, actions: list[tuple[str, int]]) -> None:
    """After any requests, as one who watches tells it: nothing is laundered by a fresh start,
    another address or the way back, and a GET keeps nothing.
    """
    visitor = Visitor(app, puzzle)
    for action, at in actions:
        visitor.do(action, at)
        kept = progress_in(visitor.client)
        result = kept.result(puzzle)
        assert (None if result is None else RANKS[result]) == visitor.told.result
        assert kept.has(puzzle) == (visitor.told.result in {FIRST, TRIES, HELPED})
        assert kept.kept(puzzle).missed == visitor.told.missed
        assert not any(kept.result(it) is not None for it in EVERY if it != puzzle)


@given(st.sampled_from(STATES), st.sampled_from(Result), st.booleans())
def test_a_request_sent_twice_before_its_answer_ends_the_same(
    kept: Trial, worst: Result, solved: bool
) -> None:
    """And a result never gets worse, but may be told of no more."""
    once = kept.after(worst, solved)
    assert once in STATES
    if kept.result is not None and once.result is not None:
        assert once.result <= kept.result
    if not solved:
        assert once.after(worst, solved) == once


@given(st.lists(st.tuples(puzzles, st.sampled_from(Result)), max_size=20))
def test_puzzles_are_kept_side_by_side(tries: list[tuple[Puzzle, Result]]) -> None:
    progress, first = Progress(), dict[Puzzle, Result]()
    for puzzle, worst in tries:
        progress = progress.after(puzzle, worst, solved=True, day=TODAY)
        before = first.get(puzzle)
        mended = before is Result.SHOWN is not worst
        first[puzzle] = Result.TRIES if mended else worst if before is None else before
    assert {it: found for it in EVERY if (found := progress.result(it)) is not None} == first


OWN = [game_for(f"4x2-{shape}") for shape in ("a1b1c1", "a1b1", "a1c1", "a1b2", "a1c2", "a1b1a2")]


@given(st.lists(st.tuples(st.sampled_from([*OWN, SQUARE]), st.sampled_from(Result)), max_size=20))
def test_of_games_without_a_name_the_four_tried_last_are_kept(
    tries: list[tuple[Game, Result]],
) -> None:
    """As many puzzles as each has, tried in any order."""
    progress = Progress()
    for game, worst in tries:
        puzzle = replace(load(SQUARE)[4], game=game)
        progress = progress.after(puzzle, worst, solved=True, day=TODAY)
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
    path, left = address(load(game)[1]), {*load(game)}
    while left:
        found = re.fullmatch(rf"/puzzles/{game.key}/(\d+)", path)
        assert found
        left.remove(puzzle := load(game)[int(found[1]) - 1])
        page = page_at(client, solve(client, puzzle))
        ways_on = [it["href"] for it in page.all("a") if it.text == "Next puzzle"]
        assert len(ways_on) == bool(left)
        path = "".join(ways_on)
        every = len(load(game))
        told = f"{every - len(left)} of {every} solved" if left else "All solved."
        assert told in page_at(client, f"/puzzles?game={game.key}").text


@pytest.mark.parametrize("of_day", [True, False])
@pytest.mark.parametrize("what", [SHOWN, HELPED, TRIES])
def test_a_told_answer_keeps_no_streak(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, what: str, of_day: bool
) -> None:
    """Neither on the page that told it nor on the one before; a hint or a wrong try does."""
    on(monkeypatch, TODAY)
    puzzle = puzzle_of_day(TODAY)
    path = f"/puzzles/{TODAY}" if of_day else address(puzzle)
    wrong = next(c for c in puzzle.position.empty_cells if c not in puzzle.right)
    form = {SHOWN: {"hint": 3}, HELPED: {"hint": 1}, TRIES: {"cell": wrong}}[what]
    client.post(path, data=form)
    solve(client, puzzle, path)
    assert progress_in(client).streak_on(TODAY) == (what != SHOWN)


def test_frames_keep_nothing(client: FlaskClient) -> None:
    for query in ("", "?hint=3", "?hint=1&helped=on"):
        response = client.get(f"/embed{address(load(SQUARE)[4])}{query}")
        assert "Set-Cookie" not in response.headers
