"""The card at the end of a game: how it ended, its turning point, and the chances that were kept.
The page of its story: its stops, the way from one to the next, and where else it leads.
:mod:`tests.claims.games` holds that the stops and facts are true.
"""

import re
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.facts.story import story
from ai.facts.verdicts import Allowed, slip
from ai.opponents import HUMAN
from ai.rules.games import GAMES, TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import parse_record
from ai.study.review import review
from ai.words.persons import COMPUTER, PERSON
from ai.words.telling import Telling
from ai.words.told import how_it_ended
from tests import samples
from tests.browser import browser_in
from tests.claims.games import (
    WHO,
    decisions,
    games,
    lost_for_good,
    number_after,
    of_friends,
    record_of,
    slips,
    speaks,
)
from tests.claims.positions import idea_of
from tests.claims.sentences import ENGLISH
from tests.model import name
from tests.page import Element, board_shown, of_card, read, status_line
from tests.reference import Board, keeping
from tests.replays import at, model_at, replay_at, visit
from tests.samples import played
from tests.views import View
from webapp.board.players import Players
from webapp.game.card import turning_point
from webapp.game.match import Match, Retry
from webapp.game.session import Session
from webapp.replay.replay import STORY, Replay

WHOLE_GAMES = st.sampled_from([*GAMES]).flatmap(samples.games)
ANY_GAME = st.tuples(WHOLE_GAMES, st.integers(0, 2)).map(lambda drawn: drawn[0][drawn[1] :])
"""From the first move on, or from marks on that were set up."""
RIVALS = st.sampled_from(["easy", "medium", "hard", "unbeatable"])


# The card.


@settings(max_examples=4)
@given(WHOLE_GAMES, st.sampled_from(Mark))
def test_the_card_tells_a_person_whose_win_it_was_and_the_chances_kept(
    app: Flask, boards: list[Board], person: Mark
) -> None:
    """Those of both sides, if they had any."""
    record = record_of(boards)
    players = Players("unbeatable", "unbeatable").replace(person, HUMAN)
    page = View(session=Session(Match(record, players, seed=1))).visit(app)
    persons = PERSON if boards[-2].mover == person else COMPUTER
    card = read(page.text)
    assert of_card(card, "p")[0].text == how_it_ended(record, persons)
    slipped = [boards[index].mover for index in slips(boards)]
    had = {mark: decisions(boards, mark) for mark in "XO"}
    counted = [f"{had[m] - slipped.count(m)} of {had[m]}" for m in had if had[m]]
    assert ("Chances kept" in card.by_id("reviewed").text) == bool(counted)
    assert [it.text for it in of_card(card, "b") if " of " in it.text] == counted


def test_a_retry_without_a_slip_speaks_of_this_time(app: Flask) -> None:
    """It is retried from O's first move on."""
    record, players = parse_record(TIC_TAC_TOE, "a1b2c3b1b3a3c1c2a2"), Players("unbeatable", HUMAN)
    session = Session(Match(record, players, seed=1, retry=Retry(1)))
    card = read(View(session=session).visit(app).text)
    assert of_card(card, "p")[0].text == (
        "9 marks, no line. This time nobody slipped. A retry doesn't count."
    )
    assert "none this time: nobody slipped." in card.by_id("reviewed").text


def test_the_turning_point_is_the_last_slip_and_tells_what_was_played() -> None:
    """It says “could have won” of what the other side did not play. A friend does not speak."""
    for boards in (game for key in GAMES for game in games(key, 4, seed=8)):
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


# The story.


def told(boards: list[Board], you: Mark, rival: str) -> Replay:
    """The story of the game through *boards*, at its end."""
    players = Players(rival, rival).replace(you, HUMAN)
    return Replay.of(record_of(boards), players).switched(STORY)


@settings(max_examples=4)
@given(ANY_GAME, st.sampled_from(Mark), RIVALS, st.data())
def test_the_page_tells_each_stop_to_the_person_and_leads_to_all_moves(
    app: Flask, boards: list[Board], you: Mark, rival: str, data: st.DataObject
) -> None:
    whole = told(boards, you, rival)
    first = whole.record.start.ply + 1
    replay = whole.at(whole.ply - data.draw(st.integers(0, whole.ply - first)))  # the end at least
    page, ply = visit(app, at(app, replay)), replay.ply
    assert board_shown(page) == model_at(replay).board_shown
    numbers = [stop.move.number for stop in story(whole.record, you)]
    links = {int(link.text): link for link in page.by_id("stops").all("a")}
    assert [*links] == numbers
    for number, link in links.items():
        assert ("aria-current" in link.attributes) == (number == ply)
        assert replay_at(link["href"]) == replace(replay, ply=number)
        assert urlsplit(link["href"]).fragment == link["id"]
    following = [it for it in numbers if it > ply]
    forward = page.by_id("forward").attributes.get("href")
    assert not forward or replay_at(forward).ply == (following or numbers)[0]
    expect_words(page, boards, replay, you)
    assert replay_at(page.by_id("whole")["href"]) == replay.switched(STORY)
    every = page.by_id("so-far").all("a")
    assert [replay_at(link["href"]).ply for link in every] == [*range(first, whole.ply + 1)]


def expect_words(page: Element, boards: list[Board], replay: Replay, you: Mark) -> None:
    """The move is told, and heard. At the turning point of the person, which can be retried, no
    word is a cell that would have kept the value.
    """
    (heading,), (text, *_) = page.by_id("why").all("h2"), page.by_id("why").all("p")
    rival = replay.players.computer(Mark(boards[replay.made - 1].mover))
    cell = name(boards[0].game, replay.last_move or 0)
    assert heading.text.startswith(f"{replay.ply}. {rival.name if rival else 'You'} {cell}")
    assert text.text
    assert text.text in status_line(page).text
    turn = lost_for_good(boards)
    own_turn = turn is not None and boards[turn].mover == you
    retries = [it for it in page.by_id("note").all("input") if it["name"] == "retry"]
    assert bool(retries) == own_turn
    if own_turn and turn == replay.made - 1:
        cures = {name(boards[0].game, cell) for cell in keeping(boards[turn])}
        assert cures.isdisjoint(re.findall(r"\w+", page.by_id("why").text))


@settings(max_examples=4)
@given(ANY_GAME, st.sampled_from(Mark), RIVALS)
def test_a_persons_own_game_is_reviewed_as_a_story_from_its_turning_point(
    app: Flask, boards: list[Board], you: Mark, rival: str
) -> None:
    """Anybody else's is a replay, and so is one that goes on, or whose address says no story."""

    def reviewed(match: Match) -> Replay:
        return replay_at(browser_in(app, Session(match)).get("/replay").location)

    whole, turn = told(boards, you, rival), lost_for_good(boards)
    opens = story(whole.record)[0].move.number
    here = whole.at(opens if turn is None else whole.record.start.ply + turn + 1)
    match = Match(here.record, here.players, seed=1)
    assert reviewed(match) == here
    assert replay_at(at(app, here).replace(f"&ply={here.ply}", "")) == here
    for players in (Players(), Players(rival, rival)):
        plain = Replay.of(here.record, players)
        assert reviewed(replace(match, players=players)) == plain
        assert replay_at(at(app, plain.switched(STORY))) == plain
    cut = here.record.up_to(here.record.ply - 1)
    assert reviewed(replace(match, record=cut)) == Replay.of(cut, here.players)


def test_a_cell_leads_from_the_story_to_a_variation_and_a_frame_to_the_replay(app: Flask) -> None:
    boards = games("square", 1, seed=2)[0]
    here = told(boards, Mark.X, "hard").at(3)
    cell = next(cell for cell in range(16) if cell not in here.record.moves[:4])
    there = replay_at(f"{at(app, here)}&cell={cell}")
    assert there.variation
    assert STORY not in there.on
    client = app.test_client()
    shown = [client.get(f"/embed{at(app, it)}").text for it in (here, here.switched(STORY))]
    assert shown[0] == shown[1]
