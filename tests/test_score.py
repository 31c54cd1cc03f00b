"""The score: it follows the players, and is forgotten on request."""

import json

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from webapp.match.score import Score

from ai.position import Mark
from tests.page import HTMX, Element, read, shown, swap
from tests.strategies import scores

PEOPLE = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x"}
X_WINS, TIE, O_WINS = "a1a2b1b2c1", "b2a1c1a3a2c2b1b3c3", "a1a2b1b2c3c2"

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
        assert score.between(o, x) == tally.turned
        assert tally.turned[:3] == tally[:3][::-1]


@given(scores())
def test_a_score_is_read_back_as_it_was(score: Score) -> None:
    assert Score.from_session(json.loads(json.dumps(score.to_session()))) == score


@pytest.mark.parametrize(
    "saved",
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
def test_what_holds_anything_but_tallies_is_not_read(saved: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError, AttributeError)):
        Score.from_session(saved)


@pytest.mark.parametrize(
    ("moves", "score"), [(X_WINS, (1, 0, 0)), (TIE, (0, 1, 0)), (O_WINS, (0, 0, 1))]
)
def test_a_finished_game_counts_once(
    client: FlaskClient, moves: str, score: tuple[int, int, int]
) -> None:
    client.post("/matches", data=PEOPLE | {"moves": moves[:-2]})
    page = read(client.get("/").text)
    assert shown(page).score == (0, 0, 0)
    last = {"cell": "abc".index(moves[-2]) + 3 * "123".index(moves[-1])}
    client.post("/moves", data=page.by_id("shown").fields | last)
    for _ in range(2):
        assert shown(read(client.get("/").text)).score == score
    client.post("/matches", data=PEOPLE)
    client.post("/matches", data=PEOPLE)
    assert shown(read(client.get("/").text)).score == score


def test_the_score_is_kept_apart_for_every_two_players(client: FlaskClient) -> None:
    against = [PEOPLE | {"o": opponent} for opponent in ("easy", "hard")]
    for settings in [against[0], against[0], against[1]]:
        client.post("/matches", data=settings | {"moves": X_WINS})
    for settings, score in zip(against, [(2, 0, 0), (1, 0, 0)], strict=True):
        client.post("/matches", data=settings)
        assert shown(read(client.get("/").text)).score == score


@pytest.mark.parametrize("moves", ["", "a1", X_WINS, TIE])
@pytest.mark.parametrize("htmx", [True, False])
def test_a_reset_gives_zeros_and_keeps_the_match(
    client: FlaskClient, moves: str, htmx: bool
) -> None:
    client.post("/matches", data=PEOPLE | {"moves": O_WINS})
    client.post("/matches", data=PEOPLE | {"moves": moves})
    page = read(client.get("/").text)
    assert sum(shown(page).score) > 0
    page = answered(client, page, htmx=htmx)
    assert shown(page).score == (0, 0, 0)
    assert shown(page).moves == shown(read(client.get("/").text)).moves
    assert len(shown(page).moves) == len(moves) // 2
    client.post("/matches", data=PEOPLE)
    assert shown(read(client.get("/").text)).score == (0, 0, 0)


def test_a_game_that_goes_on_after_a_reset_still_counts(client: FlaskClient) -> None:
    client.post("/matches", data=PEOPLE | {"moves": X_WINS[:-2]})
    client.post("/score/reset")
    client.post("/moves", data={"cell": 2, "ply": 4})
    assert shown(read(client.get("/").text)).score == (1, 0, 0)


def answered(client: FlaskClient, page: Element, *, htmx: bool) -> Element:
    """What a tab that shows *page* shows after a reset of the score."""
    if not htmx:
        return read(client.post("/score/reset", follow_redirects=True).text)
    swap(page, read(client.post("/score/reset", headers=HTMX).text))
    return page
