"""The facts on how games ended, held as data against other rules and a solver of the tests; that
they have room; the card, and its turning point.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from ai.exact.value import Value
from ai.facts import endings as n
from ai.facts.fact import Fact, every_fact
from ai.facts.verdicts import Allowed, slip
from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import Record, parse_record
from ai.study.review import review
from ai.words.english import ENGLISH
from ai.words.persons import COMPUTER, PERSON, SECOND, Persons
from ai.words.telling import Telling
from ai.words.told import how_it_ended
from tests import reference
from tests.browser import play
from tests.effects_again import ordered
from tests.model import name
from tests.page import read
from tests.positions_again import idea_of
from tests.reference import Board, after, completed, completing, keeping, moves, position, result
from tests.samples import ACTIVE_CLASSES, games, played, to_the_end
from tests.views import HUMAN, View
from webapp.board.players import Players
from webapp.game.card import turning_point
from webapp.game.match import Match
from webapp.game.seen import FRIEND
from webapp.game.session import Session

ANY_GAME = st.sampled_from(["tic-tac-toe", "square"]).flatmap(games)
WHO = (None, *Mark)


def record_of(boards: list[Board]) -> Record:
    """The record of the game through *boards*."""
    return Record(position(boards[0]), played(boards))


def slips(boards: list[Board]) -> list[int]:
    """The indices of the moves that gave value away."""
    made = zip(boards, played(boards), strict=False)
    return [index for index, (board, cell) in enumerate(made) if cell not in keeping(board)]


def number_after(board: Board) -> int:
    """The number of the move after *board*."""
    return 1 + len(board.marks) - board.marks.count(".")


def decisions(boards: list[Board], mark: str) -> int:
    """How often *mark* had a cell that keeps its value and one that does not."""
    made = (board for board in boards[:-1] if board.mover == mark)
    return sum(len(keeping(board)) < len(moves(board)) for board in made)


def expected(boards: list[Board], you: Mark | None, *, again: bool) -> list[Fact]:
    """The facts on the end of the game through *boards*."""
    had, lines = [*given_away(boards)], ordered(completed(boards[-1]))
    kept: list[Fact] = [n.NobodySlippedNow() if again else n.NobodySlipped()]
    if not lines:
        times = sum(decisions(boards, mark) for mark in you or "XO")
        if times and not again:
            kept = [n.Withstood(times), n.TookNone(you) if you else n.NobodyTookOne()]
        return [n.FullBoard(), *((had or kept) if len(boards) > 1 else [])]
    if len(boards) < 3:
        return [n.AreComplete(lines)]
    before, cell = boards[-3], played(boards)[-2]
    loser = Mark(before.mover)
    if completing(before, loser):
        return [n.PassedUp(loser, lines, cell, number_after(before))]
    due = len(completing(before, loser.other))
    why = n.BlockedOne(loser, lines, due) if due > 1 else n.DidNotBlock(loser, lines, cell)
    return [why, *([] if again else had or [n.HadFromStart(loser.other)])]


def given_away(boards: list[Board]) -> Iterator[Fact]:
    """The value that the last slip gave away, if any."""
    for board in (boards[index] for index in slips(boards)[-1:]):
        yield n.Had(Mark(board.mover), Value(reference.worth(board)[0]), number_after(board))


def expect_ending(boards: list[Board]) -> set[Fact]:
    """The facts on the end of the game through *boards*, after a check that they are as expected
    for both sides and neither, of a first game and of a retry.
    """
    record, told = record_of(boards), set[Fact]()
    for you, again in product(WHO, (False, True)):
        facts = n.ending(record, you, again=again)
        assert facts == (*expected(boards, you, again=again), *[n.DoesNotCount()] * again)
        told |= {*facts}
    return told


def of_friends(you: Mark, mover: Mark) -> Persons:
    """Two friends after a move of *mover*."""
    return Persons(SECOND, FRIEND) if mover is you else Persons(FRIEND, SECOND)


def expect_room(record: Record) -> None:
    """All facts on the end have room, told by and to the right sides; a friend does not speak."""
    last = record.position.to_move.other
    tell = partial(Telling, record.game, ENGLISH)
    told = [(None, tell()), (PERSON, tell(last.other, last)), (COMPUTER, tell(last, last.other))]
    for you in Mark:
        names = {you: "you", you.other: "your friend"}
        told.append((of_friends(you, last), tell(None, you, names)))
    for (heard, telling), again in product(told, (False, True)):
        text, left = telling.in_room(n.ending(record, telling.you, again=again))
        assert how_it_ended(record, heard, again=again) == text
        assert len(text) <= 90
        assert not left
        assert telling.me or not speaks(text)


def speaks(text: str) -> bool:
    """Whether somebody says "I" in *text*."""
    return not {"i", "me", "my", "mine"}.isdisjoint(text.casefold().replace(".", "").split())


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
