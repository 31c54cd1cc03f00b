"""What is kept of attempts at puzzles: nothing is laundered by a fresh start or the way back."""

from dataclasses import dataclass, field, replace
from datetime import date
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.store import load
from ai.rules.games import SQUARE, Game, game_for
from tests.puzzle_pages import ASKED, EVERY, address, page_at, progress_in, puzzles, solve
from tests.views import on
from webapp.puzzles.progress import STATES, Progress, Result, Trial

FIRST, TRIES, HELPED, SHOWN = Result
TODAY = date(2026, 11, 26)

results = st.sampled_from(Result)


@dataclass
class Witness:
    """What somebody who watches would write down of one puzzle: the worst since its last end, and
    how it ended each time.
    """

    since: set[Result] = field(default_factory=set)
    ends: list[Result] = field(default_factory=list)

    def see(self, worst: Result, solved: bool) -> None:
        """A request that brings the attempt to *worst*, and perhaps to its end."""
        self.since.add(worst)
        if worst is SHOWN and not self.ends:
            self.ends.append(SHOWN)
        if solved:
            self.ends.append(max(self.since))
            self.since = set()

    @property
    def result(self) -> Result | None:
        """The first end; of one that was told, after tries as soon as it was solved alone."""
        if self.ends[:1] == [SHOWN] != [*{*self.ends}]:
            return TRIES
        return self.ends[0] if self.ends else None


@given(st.lists(st.tuples(results, st.booleans()), max_size=12))
def test_the_first_end_counts_and_may_be_mended(requests: list[tuple[Result, bool]]) -> None:
    """As one who watches tells it; a request sent twice before its answer changes nothing."""
    kept, witness = Trial(), Witness()
    for worst, solved in requests:
        before, kept = kept, kept.after(worst, solved)
        witness.see(worst, solved)
        assert kept in STATES
        assert kept.result == witness.result
        assert kept.missed == (bool(witness.ends) and FIRST not in witness.ends)
        assert None in {before.result, kept.result} or kept.result <= before.result
        assert solved or kept.after(worst, solved) == kept


@pytest.mark.parametrize(
    ("actions", "result"),
    [
        ("solve", FIRST),
        ("hint 2, back, solve", HELPED),
        ("hint 1, again, solve, again, solve", HELPED),
        ("wrong, again, solve", TRIES),
        ("wrong, anew, solve, again, solve", TRIES),
        ("wrong, hint 1", None),
        ("hint 3, anew", SHOWN),
        ("hint 3, again, solve", SHOWN),
        ("hint 3, again, solve, again, solve", TRIES),
    ],
)
@pytest.mark.parametrize("puzzle", [load(SQUARE)[180], ASKED[-1]], ids=["played", "asked"])
def test_what_happened_is_kept(
    client: FlaskClient, puzzle: Puzzle, actions: str, result: Result | None
) -> None:
    """Whatever address an attempt goes on from; and a GET keeps nothing."""
    start = path = address(puzzle)
    for action, _, hint in (it.partition(" ") for it in actions.split(", ")):
        wrong = next(
            c for c in puzzle.moves or puzzle.position.empty_cells if c not in puzzle.right
        )
        form = {"wrong": {"cell": wrong}, "hint": {"hint": hint}, "again": {"again": "on"}}
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


@given(st.lists(st.tuples(puzzles, results), max_size=20))
def test_puzzles_are_kept_side_by_side(tries: list[tuple[Puzzle, Result]]) -> None:
    progress, ends = Progress(), dict[Puzzle, Trial]()
    for puzzle, worst in tries:
        progress = progress.after(puzzle, worst, solved=True, day=TODAY)
        ends[puzzle] = ends.get(puzzle, Trial()).after(worst, True)
    assert {it: found for it in EVERY if (found := progress.kept(it)) != Trial()} == ends


OWN = [game_for(f"4x2-{shape}") for shape in ("a1b1c1", "a1b1", "a1c1", "a1b2", "a1c2", "a1b1a2")]


@given(st.lists(st.tuples(st.sampled_from([*OWN, SQUARE]), results), max_size=20))
def test_of_games_without_a_name_the_four_tried_last_are_kept(
    tries: list[tuple[Game, Result]],
) -> None:
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
    path, left, every = address(load(game)[1]), {*load(game)}, len(load(game))
    while left:
        number = int(urlsplit(path).path.removeprefix(f"/puzzles/{game.key}/"))
        left.remove(puzzle := load(game)[number - 1])
        page = page_at(client, solve(client, puzzle))
        (path,) = [it["href"] for it in page.all("a") if it.text == "Next puzzle"] or [""]
        assert bool(path) == bool(left)
    assert "All solved." in page_at(client, f"/puzzles?game={game.key}").text
    assert every > 2


@pytest.mark.parametrize("of_day", [True, False])
@pytest.mark.parametrize("worst", [SHOWN, TRIES])
def test_a_told_answer_keeps_no_streak(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, worst: Result, of_day: bool
) -> None:
    """Neither on the page that told it nor on the one before; a wrong try does."""
    on(monkeypatch, TODAY)
    puzzle = puzzle_of_day(TODAY)
    path = f"/puzzles/{TODAY}" if of_day else address(puzzle)
    wrong = next(c for c in puzzle.position.empty_cells if c not in puzzle.right)
    client.post(path, data={"hint": 3} if worst is SHOWN else {"cell": wrong})
    solve(client, puzzle, path)
    assert progress_in(client).streak_on(TODAY) == (worst is not SHOWN)


def test_frames_keep_nothing(client: FlaskClient) -> None:
    response = client.get(f"/embed{address(load(SQUARE)[4])}?hint=1&helped=on")
    assert "Set-Cookie" not in response.headers
