"""The score: it follows the players, and is forgotten on request."""

from dataclasses import replace

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import parse_record
from tests.browser import browser_in
from tests.page import read
from tests.strategies import sessions
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.score import Score
from webapp.game.session import Session
from webapp.serving.errors import SiteRefusal

WON = Session(Match(parse_record(TIC_TAC_TOE, "a1a2b1b2c1"), Players(), seed=1))

Result = tuple[str, str, Mark | None, bool]  # X, O, the winner, and whether without help
names = st.sampled_from(["human", "easy", "hard"])
results = st.tuples(names, names, st.sampled_from([None, *Mark]), st.booleans())


@given(st.lists(results), results)
def test_a_tally_counts_what_two_players_did_on_whichever_sides(
    games: list[Result], last: Result
) -> None:
    """A game that is taken out leaves the score as it was."""
    score, (x, o, *_rest), seen = Score(), last, list[tuple[Mark | None, bool]]()
    for one, other, winner, unaided in games:
        score = score.plus(one, other, winner, unaided)
        if {one, other} == {x, o}:
            seen.append((winner if (one, other) == (x, o) else winner and winner.other, unaided))
    winners, tally = [winner for winner, _unaided in seen], score.between(x, o)
    assert tally[:3] == tuple(map(winners.count, (Mark.X, None, Mark.O)))
    assert tally[3:] == tuple(seen.count((mark, True)) for mark in Mark)
    if x != o:
        assert score.between(o, x) == tally.swapped
        assert tally.swapped[:3] == tally[:3][::-1]
    assert score.plus(*last).plus(*last, by=-1) == score


@given(sessions())
@example(WON)
def test_a_reset_that_is_taken_back_changes_nothing(session: Session) -> None:
    session = replace(session, reset=None)
    forgotten = session.reset_score()
    assert not any(forgotten.total.tallies.values())
    assert forgotten.bring_back_score() == session
    assert forgotten.reset_score().bring_back_score() == session
    with pytest.raises(SiteRefusal, match="No score to bring back"):
        session.bring_back_score()


def test_a_win_that_was_taken_back_after_a_reset_counts_again() -> None:
    assert WON.reset_score().undo().play(2).tally.x_wins == 1


def test_a_lone_person_has_the_score_from_their_seat(app: Flask) -> None:
    for x, o, heard in (
        ("human", "hard", "3 won, 2 drawn, 1 lost"),
        ("hard", "human", "1 won, 2 drawn, 3 lost"),
        ("human", "human", "X won 3, 2 drawn, O won 1"),
    ):
        score = Score().plus(x, o, Mark.X, by=3).plus(x, o, None, by=2).plus(x, o, Mark.O)
        session = Session(Match(parse_record(TIC_TAC_TOE, "a1"), Players(x, o), seed=1), score)
        page = read(browser_in(app, session).get("/").text)
        assert [page.by_id(it).text.count(heard) for it in ("strip", "match-up")] == [1, 1]
