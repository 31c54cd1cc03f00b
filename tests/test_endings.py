"""The card at the end of a game: how it ended, its turning point, and the chances that were kept.
:mod:`tests.claims.games` holds that the facts are true.
"""

from functools import partial

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from ai.facts.verdicts import Allowed, slip
from ai.rules.games import GAMES, TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import parse_record
from ai.study.review import review
from ai.words.english import ENGLISH
from ai.words.persons import COMPUTER, PERSON
from ai.words.telling import Telling
from ai.words.told import how_it_ended
from tests.claims.games import (
    WHO,
    decisions,
    number_after,
    of_friends,
    record_of,
    slips,
    speaks,
)
from tests.claims.games import games as games_of_all_kinds
from tests.claims.positions import idea_of
from tests.model import name
from tests.page import read
from tests.reference import Board
from tests.samples import games, played
from tests.views import HUMAN, View
from webapp.board.players import Players
from webapp.game.card import turning_point
from webapp.game.match import Match
from webapp.game.session import Session

ANY_GAME = st.sampled_from([*GAMES]).flatmap(games)


@given(ANY_GAME, st.sampled_from(Mark))
def test_the_card_tells_a_person_whose_win_it_was_and_the_chances_kept(
    app: Flask, boards: list[Board], person: Mark
) -> None:
    """Those of both sides, if they had any."""
    record = record_of(boards)
    players = Players("unbeatable", "unbeatable").replace(person, HUMAN)
    page = View(session=Session(Match(record, players, seed=1))).visit(app)
    persons = PERSON if boards[-2].mover == person else COMPUTER
    card = read(page.text).by_id("review")
    assert card.all("p")[0].text == how_it_ended(record, persons)
    slipped = [boards[index].mover for index in slips(boards)]
    had = {mark: decisions(boards, mark) for mark in "XO"}
    counted = [f"{had[m] - slipped.count(m)} of {had[m]}" for m in had if had[m]]
    assert ("Chances kept" in card.text) == bool(counted)
    assert [it.text for it in card.all("b") if " of " in it.text] == counted


def test_a_retry_without_a_slip_speaks_of_this_time(app: Flask) -> None:
    """The first time b1 lost: O has to take the centre."""
    players = Players("unbeatable", HUMAN)
    first = Session(Match(parse_record(TIC_TAC_TOE, "a1b1"), players, seed=1))
    session = first.retry(parse_record(TIC_TAC_TOE, "a1"), players)
    while not session.match.is_over:
        session = session.play(session.match.study.best.cell)
    card = read(View(session=session).visit(app).text).by_id("review")
    assert card.all("p")[0].text == (
        "9 marks, no line. This time nobody slipped. A retry doesn't count."
    )
    assert "none this time: nobody slipped." in card.text


def test_the_turning_point_is_the_last_slip_and_tells_what_was_played() -> None:
    """It says “could have won” of what the other side did not play. A friend does not speak."""
    for boards in (game for key in GAMES for game in games_of_all_kinds(key, 4, seed=8)):
        found, slipped = review(record_of(boards)), slips(boards)
        for me in WHO:
            told = turning_point(found, partial(of_friends, me) if me else lambda _mover: None)
            assert bool(told) == bool(slipped)
            if not told:
                continue
            last = slipped[-1]
            before, here = boards[last : last + 2]
            cell, reply = played(boards)[last : last + 2]
            fact = slip(*found.moves[last : last + 2])
            if isinstance(fact, Allowed):
                assert fact == Allowed(Mark(here.mover), idea_of(here, reply))
            names = {me: "you", me.other: "your friend"} if me else {mark: mark for mark in Mark}
            text = Telling(found.moves[0].game, ENGLISH, None, me, names).sentence(fact)
            where = number_after(before), before.mover, name(here.game, cell)
            assert (told.move, told.mark, told.cell, told.slip) == (*where, text)
            assert not speaks(text)
