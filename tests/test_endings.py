"""The facts on how games ended, held as data against other rules and a solver of the tests; that
they have room; the card, and its turning point.
"""

from functools import partial

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from ai.facts import endings as n
from ai.facts.fact import Fact, every_fact
from ai.facts.verdicts import Allowed, slip
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import Record, parse_record
from ai.study.review import review
from ai.words.english import ENGLISH
from ai.words.persons import COMPUTER, PERSON
from ai.words.telling import Telling
from ai.words.told import how_it_ended
from tests import reference
from tests.browser import play
from tests.endings_again import (
    WHO,
    decisions,
    expect_ending,
    expect_room,
    number_after,
    of_friends,
    record_of,
    slips,
    speaks,
)
from tests.model import name
from tests.page import read
from tests.positions_again import idea_of
from tests.reference import Board, after, completed, moves, position, result
from tests.samples import ACTIVE_CLASSES, games, played, to_the_end
from tests.views import HUMAN, View
from webapp.board.players import Players
from webapp.game.card import turning_point
from webapp.game.match import Match
from webapp.game.session import Session

ANY_GAME = st.sampled_from(["tic-tac-toe", "square"]).flatmap(games)


def without_slips(game: str) -> list[Board]:
    """A game in which both sides play the first of the best moves."""
    boards = [reference.empty_board(game, "X")]
    while result(boards[-1]) is None:
        boards.append(after(boards[-1], reference.perfect(boards[-1])[0]))
    return boards


ENDED = [
    *(without_slips("tic-tac-toe"), without_slips("square")),
    *(to_the_end("tic-tac-toe", 30, seed=8) + to_the_end("square", 15, seed=8)),
]


@pytest.mark.long
def test_how_games_ended_is_told_truly_from_wherever_they_began() -> None:
    told = set[Fact]()
    for later in (boards[at:] for boards in ENDED for at in range(len(boards))):
        told |= expect_ending(later)
    for boards in (*ENDED, *(boards[-2:] for boards in ENDED)):
        expect_room(record_of(boards))
    every = {fact for fact in every_fact() if fact.__module__ == n.__name__}
    assert {type(fact) for fact in told} == every


def won_on_3x3() -> list[list[Board]]:
    """Each way to win, with the last two moves, which are all that its facts tell of."""
    twice = [
        (board, middle, after(middle, reply))
        for board in ACTIVE_CLASSES
        for middle in (after(board, cell) for cell in moves(board))
        for reply in moves(middle)
        if result(middle) is None
    ]
    return [[*boards] for boards in twice if completed(boards[-1])]


@pytest.mark.long
def test_every_win_on_3x3_is_told_truly() -> None:
    assert len([*map(expect_ending, won_on_3x3())]) > 1000


@pytest.mark.slow
def test_every_ending_has_room() -> None:
    for boards in [*won_on_3x3(), *to_the_end("square", 2_000, seed=8)]:
        expect_room(record_of(boards))


def test_a_game_that_goes_on_has_no_ending() -> None:
    with pytest.raises(ValueError, match="goes on"):
        n.ending(Record(position(Board("tic-tac-toe", "X........", "O"))))


@given(ANY_GAME, st.sampled_from(Mark))
def test_the_card_tells_a_person_whose_win_it_was(
    app: Flask, boards: list[Board], person: Mark
) -> None:
    record = record_of(boards)
    players = Players("unbeatable", "unbeatable").replace(person, HUMAN)
    page = View(session=Session(Match(record, players, seed=1))).visit(app)
    persons = PERSON if boards[-2].mover == person else COMPUTER
    assert read(page.text).by_id("review").all("p")[0].text == how_it_ended(record, persons)


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


@pytest.mark.parametrize("me", WHO)
def test_the_turning_point_is_the_last_slip_and_tells_what_was_played(me: Mark | None) -> None:
    """It says “could have won” of what the other side did not play. A friend does not speak."""
    names = {me: "you", me.other: "your friend"} if me else {mark: mark for mark in Mark}
    for boards in ENDED:
        found = review(record_of(boards))
        told = turning_point(found, partial(of_friends, me) if me else lambda _mover: None)
        assert bool(told) == bool(slips(boards))
        for last in slips(boards)[-1:]:
            before, here = boards[last : last + 2]
            cell, reply = played(boards)[last : last + 2]
            fact = slip(*found.moves[last : last + 2])
            if isinstance(fact, Allowed):
                assert fact == Allowed(Mark(here.mover), idea_of(here, reply))
            text = Telling(found.moves[0].game, ENGLISH, None, me, names).sentence(fact)
            where = number_after(before), before.mover, name(here.game, cell)
            assert told
            assert (told.move, told.mark, told.cell, told.slip) == (*where, text)
            assert not speaks(text)


@given(games("tic-tac-toe"))
def test_the_card_counts_the_chances_of_both_and_those_kept(
    app: Flask, boards: list[Board]
) -> None:
    client = app.test_client()
    fields = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": boards[0].mover.lower()}
    client.post("/matches", data=fields)
    play(client, *played(boards))
    slipped = [boards[index].mover for index in slips(boards)]
    counted = [
        (all_of - slipped.count(m), all_of) for m in "XO" if (all_of := decisions(boards, m))
    ]
    card = read(client.get("/").text).by_id("review")
    assert ("Chances kept" in card.text) == bool(counted)
    told = [it.text for it in card.all("b") if " of " in it.text]
    assert told == [f"{right} of {all_of}" for right, all_of in counted]
