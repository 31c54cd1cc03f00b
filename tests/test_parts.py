"""The parts of the page of a match: a response swaps what changed, all of it and no more, and the
page shows what the rules give.
"""

from contextlib import suppress
from random import Random

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from ai.messages import Refusal
from ai.rules.position import Mark
from tests.page import HTMX, Element, differences, read, swap
from tests.strategies import games, orders, sessions
from tests.walk import Browser
from webapp.friend import responses as friend_responses
from webapp.friend.game import FriendGame
from webapp.friend.page import FriendVisit
from webapp.game import session
from webapp.game.match import Match
from webapp.game.match_page import MoveAsked, match_page, why_asked
from webapp.game.responses import page_changes, whole_page
from webapp.game.session import Session


def test_a_walk_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tests/proof/test_requests.py` goes more and longer ways."""
    lots = Random(4)  # noqa: S311
    monkeypatch.setattr(session, "randbelow", lots.randrange)
    Browser(app, lots).walk(14)


@given(sessions(), st.data())
def test_a_response_turns_the_page_before_into_the_page_after(
    app: Flask, before: Session, data: st.DataObject
) -> None:
    """The page may explain a move, and then another. The form for a new game stays: a person may
    have changed it. A message comes alone if nothing changed.
    """
    after = data.draw(st.just(before) | sessions())
    told, telling = data.draw(asked(before.match)), None
    if after is before:
        telling = data.draw(asked(before.match))
    with app.test_request_context():
        page = read(whole_page(before, asked=told))
        expected = read(whole_page(after, asked=telling))
        there, here = match_page(before, told), match_page(after, telling)
        swap(page, read(page_changes(here, there.regions)))
        (message,) = read(page_changes(here, here.regions)).children
    assert not differences(page, expected, but={"new-game"})
    assert isinstance(message, Element)
    assert message["id"] == "message"


@st.composite
def asked(draw: st.DrawFn, match: Match) -> MoveAsked | None:
    """A move that is explained, with its first figure or its last, or none."""
    moves = [MoveAsked(ply) for ply in match.record.plies if match.computer_at(ply)]
    move = draw(st.sampled_from([None, *moves]))
    last = len(why_asked(match, move).diagrams) if move else 0
    return move._replace(figure=draw(st.sampled_from([1, last]))) if move and last else None


deeds = st.sampled_from(["join", "play", "leave"])
presences = st.frozensets(st.sampled_from(["Ann", "Ben"]))


@st.composite
def looks(draw: st.DrawFn) -> tuple[FriendVisit, FriendVisit]:
    """Two looks of one person at a game with a friend, maybe after others did something."""
    first, side = draw(st.sampled_from(Mark)), draw(st.sampled_from(Mark))
    game = FriendGame.new(draw(games), first, side, "Ann")
    who = draw(st.sampled_from(["Ann", "Ben", "Cleo"]))
    if draw(st.booleans()):
        game = game.join("Ben")
        for cell in draw(orders[game.record.game])[: draw(st.just(16) | st.integers(0, 16))]:
            if not game.is_over:
                game = game.play(game.holder(game.record.position.to_move), cell, game.record.ply)
    found, players = [], st.sampled_from(["Ann", "Ben"])
    some = st.sampled_from(["ask_rematch", "leave"]) if game.is_over else deeds
    for name, deed in draw(st.lists(st.tuples(players, some), max_size=6)):
        found.append(game)
        with suppress(Refusal):
            if deed == "play":
                cell = draw(st.sampled_from(game.record.position.empty_cells or (0,)))
                game = game.play(name, cell, game.record.ply)
            else:
                game = getattr(game, deed)(name)
    found.append(game)
    version, earlier = len(found), draw(st.integers(1, min(4, len(found))))
    looks = [(found[-earlier], version - earlier), (game, version - 1)]
    before, after = (
        FriendVisit("a" * 16, one, number, draw(presences), who, had_seat=False)
        for one, number in looks
    )
    return before, after


@given(looks(), st.booleans())
def test_news_and_responses_turn_the_page_of_a_friend_into_the_page_after(
    app: Flask, visits: tuple[FriendVisit, FriendVisit], is_news: bool
) -> None:
    before, after = visits
    fields = {name: f"{value}" for name, value in before.state._asdict().items()}
    with app.test_request_context(method="POST", data=fields, headers=HTMX):
        page, expected = (read(friend_responses.whole_page(visit)) for visit in visits)
        news, respond = friend_responses.news, friend_responses.respond
        swap(page, read(str(news(after, fields) if is_news else respond(after))))
    # The page that waits has an element in its head without script.
    assert not differences(page.by_id("main"), expected.by_id("main"), but=set())
    assert page.all("title")[0] == expected.all("title")[0]


def test_what_stands_around_the_parts_is_of_this_visitor_too(app: Flask) -> None:
    """Earlier pages of others leave no trace: neither their host nor their refused open form."""
    for host in ("one.example", "other.example"):
        page = read(app.test_client().get("/", base_url=f"http://{host}").text)
        canonical = [link["href"] for link in page.all("link") if link["rel"] == "canonical"]
        assert canonical == [f"http://{host}/"]
    client = app.test_client()
    refused = read(client.post("/matches", data={"game": "chess", "x": "hard"}).text)
    assert "open" in refused.by_id("setup").attributes
    assert "open" not in read(client.get("/").text).by_id("setup").attributes
