"""The score: it follows the players, and is forgotten on request."""

import json
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.rules.position import Mark
from tests.browser import play, post
from tests.page import HTMX, Element, read, shown, swap
from tests.strategies import scores, sessions
from webapp.match.score import Score
from webapp.match.session import NothingReset, Session

PEOPLE = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x"}
X_WINS, DRAW, O_WINS = (0, 3, 1, 4, 2), (4, 0, 2, 6, 3, 5, 1, 7, 8), (0, 3, 1, 4, 8, 5)

names = st.sampled_from(["human", "easy", "hard"])
results = st.lists(st.tuples(names, names, st.sampled_from([None, Mark.X, Mark.O]), st.booleans()))


@given(results, names, names)
def test_a_tally_counts_what_two_players_did_on_whichever_sides(
    games: list[tuple[str, str, Mark | None, bool]], x: str, o: str
) -> None:
    score = Score()
    for one, other, winner, unaided in games:
        score = score.plus(one, other, winner, unaided=unaided)
    winners = [
        (winner if (one, other) == (x, o) else winner and winner.other, unaided)
        for one, other, winner, unaided in games
        if {one, other} == {x, o}
    ]
    tally = score.between(x, o)
    assert tally[:3] == tuple([who for who, _ in winners].count(m) for m in (Mark.X, None, Mark.O))
    assert tally[3:] == tuple(winners.count((mark, True)) for mark in Mark)
    if x != o:
        assert score.between(o, x) == tally.swapped
        assert tally.swapped[:3] == tally[:3][::-1]


@given(results, names, names, st.sampled_from([None, *Mark]), st.booleans())
def test_a_game_that_is_taken_out_leaves_the_score_as_it_was(
    games: list[tuple[str, str, Mark | None, bool]],
    x: str,
    o: str,
    winner: Mark | None,
    unaided: bool,
) -> None:
    score = Score()
    for game in games:
        score = score.plus(*game)
    assert score.plus(x, o, winner, unaided).minus(x, o, winner, unaided) == score


@given(scores)
def test_a_score_is_read_back_as_it_was(score: Score) -> None:
    assert Score.from_cookie(json.loads(json.dumps(score.cookie))) == score


@pytest.mark.parametrize(
    "kept",
    [
        None,
        7,
        [1],
        "text",
        {"human": [1, 2, 3, 0, 0]},
        {"human easy hard": [1, 2, 3, 0, 0]},
        {"easy human": [1, 2, -1]},
        {"easy human": [1, 2, 3, 0, 0, 0]},
        {"easy human": [1, 2, -3, 0, 0]},
        {"easy human": [1, 2, 2**53, 0, 0]},
        {"easy human": [1, 2, 0.5, 0, 0]},
        {"easy human": ["1", "2", "3", "0", "0"]},
        {"easy human": None},
    ],
)
def test_what_holds_anything_but_tallies_is_not_read(kept: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError, AttributeError)):
        Score.from_cookie(kept)


@pytest.mark.parametrize(
    ("moves", "score"), [(X_WINS, (1, 0, 0)), (DRAW, (0, 1, 0)), (O_WINS, (0, 0, 1))]
)
def test_a_finished_game_counts_once(
    client: FlaskClient, moves: tuple[int, ...], score: tuple[int, int, int]
) -> None:
    client.post("/matches", data=PEOPLE)
    play(client, *moves[:-1])
    assert counted(client) == (0, 0, 0)
    play(client, moves[-1], ply=len(moves) - 1)
    for _ in range(2):
        assert counted(client) == score
    client.post("/matches", data=PEOPLE)
    client.post("/matches", data=PEOPLE)
    assert counted(client) == score


@given(sessions())
def test_a_reset_that_is_taken_back_changes_nothing(session: Session) -> None:
    session = replace(session, reset=None)
    forgotten = session.reset_score()
    assert not any(forgotten.total.tallies.values())
    assert forgotten.bring_back_score() == session
    assert forgotten.reset_score().bring_back_score() == session
    with pytest.raises(NothingReset):
        session.bring_back_score()


@pytest.mark.parametrize("htmx", [True, False])
def test_a_reset_can_be_taken_back_until_the_match_goes_on(client: FlaskClient, htmx: bool) -> None:
    for game in (O_WINS, X_WINS[:-1]):
        client.post("/matches", data=PEOPLE)
        play(client, *game)
    page = after_a_reset(client, read(client.get("/").text), htmx=htmx)
    assert offered(page) == ("/score/back", "Score reset.", "Bring back the score")
    assert post(client, "/score/back", htmx=htmx).status_code == (200 if htmx else 303)
    assert counted(client) == (0, 0, 1)
    page = after_a_reset(client, read(client.get("/").text), htmx=htmx)
    play(client, X_WINS[-1], ply=4)
    assert offered(read(client.get("/").text)) == ("/score/reset", "", "Reset score")
    assert post(client, "/score/back", htmx=htmx).status_code == 409
    assert counted(client) == (1, 0, 0)


def offered(page: Element) -> tuple[str, str, str]:
    """The button below the score: its target, the text beside it, and its name."""
    form = page.by_id("reset")
    (said,), (button,) = form.all("span"), form.all("button")
    assert said["role"] == "status"
    return form["action"], said.text, button.text


def counted(client: FlaskClient) -> tuple[int, ...]:
    """The score that the page shows."""
    return shown(read(client.get("/").text)).score


def after_a_reset(client: FlaskClient, page: Element, *, htmx: bool) -> Element:
    """The tab with *page* after a reset of the score."""
    if not htmx:
        return read(client.post("/score/reset", follow_redirects=True).text)
    swap(page, read(client.post("/score/reset", headers=HTMX).text))
    return page
