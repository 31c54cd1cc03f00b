"""The parts of the page of a match: a response swaps what changed, all of it and no more."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.messages import Refusal
from ai.rules.position import Mark
from tests.page import HTMX, Element, differences, read, swap
from tests.strategies import games, orders, sessions
from webapp import create_app
from webapp.friend import responses as friend_responses
from webapp.friend.game import FriendGame
from webapp.friend.page import FriendVisit
from webapp.game.match_page import MoveAsked, match_page
from webapp.game.responses import page_changes, whole_page
from webapp.game.session import Session


def pages(app: Flask, *of: Session) -> Iterator[Element]:
    """The page of each session."""
    with app.test_request_context():
        for session in of:
            yield read(whole_page(session))


def response(app: Flask, before: Session, after: Session) -> Element:
    """The response that turns a page of *before* into one of *after*."""
    with app.test_request_context():
        return read(page_changes(match_page(after), match_page(before)))


def is_on(page: Element, new: Element | str) -> bool:
    """Whether *page* shows already what swapping *new* would show."""
    assert isinstance(new, Element)
    style = new.node.attrib.pop("data-hx-swap-oob")
    if style == "beforeend":
        return not new.children
    old = page.by_id(new["id"])
    if "data-attributes-only" in new.attributes:
        del new.node.attrib["data-attributes-only"]
        return old.attributes == new.attributes
    return not differences(old, new, but=set())


@st.composite
def requests(draw: st.DrawFn) -> tuple[Session, Session]:
    """Any session, and what any request turns it into; the same where it is refused."""
    before = draw(sessions())
    match = before.match
    cells = st.sampled_from(match.position.empty_cells or (0,))
    try:
        match draw(st.integers(0, 10)):
            case 0 | 1:
                return before, before.play(draw(cells))
            case 2:
                return before, before.step(to_the_end=draw(st.booleans()))
            case 3 | 4:
                return before, before.undo()
            case 5:
                return before, before.ask_hint()
            case 6 | 7:
                return before, before.switch_values(draw(st.booleans()))
            case 8:
                return before, before.reset_score()
            case 9:
                return before, before.bring_back_score()
            case _:
                record = match.record
                ply = draw(st.sampled_from(record.plies))
                return before, before.retry(record.up_to(ply), match.players)
    except ValueError:
        return before, before


@given(st.tuples(sessions(), sessions()) | requests())
def test_a_response_turns_the_page_before_into_the_page_after(
    app: Flask, change: tuple[Session, Session]
) -> None:
    page, expected = pages(app, *change)
    swap(page, response(app, *change))
    # The form for a new game is not swapped: a person may have changed it.
    assert not differences(page, expected, but={"new-game"})


@st.composite
def explanations(draw: st.DrawFn) -> tuple[Session, MoveAsked | None, MoveAsked | None]:
    """A session, and two moves that its page may explain, or none."""
    session = draw(sessions())
    match = session.match
    asked = [
        MoveAsked(ply, figure)
        for ply in match.record.plies
        if match.computer_at(ply)
        for figure in (1, len(match_page(session, asked=MoveAsked(ply)).why.diagrams))
        if figure
    ]
    some = st.sampled_from([None, *asked])
    return session, draw(some), draw(some)


@pytest.mark.long
@given(explanations())
def test_an_explanation_comes_and_goes_with_all_that_belongs_to_it(
    app: Flask, asking: tuple[Session, MoveAsked | None, MoveAsked | None]
) -> None:
    """With another one, and with what is done about the match."""
    session, explained, asked = asking
    hinted = session.ask_hint() if session.match.awaits_person else session
    for after, then in ((session, asked), (hinted, None)):
        with app.test_request_context():
            page = read(whole_page(session, asked=explained))
            swap(page, read(page_changes(match_page(after, then), match_page(session, explained))))
            expected = read(whole_page(after, asked=then))
        assert not differences(page, expected, but={"new-game"})


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


@settings(max_examples=60)
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


@given(requests())
def test_a_response_sends_nothing_but_the_message_that_the_page_shows_already(
    app: Flask, change: tuple[Session, Session]
) -> None:
    page, _ = pages(app, *change)
    _message, *sent = response(app, *change).children
    assert not [new for new in sent if is_on(page, new)]


def test_while_debugging_a_template_that_is_edited_is_drawn_anew(checkout: Path) -> None:
    templates = checkout / "templates"
    edited = shutil.copytree(templates, checkout / "edited")
    templates.unlink()
    edited.rename(templates)
    client = create_app({"TESTING": True, "SECRET_KEY": "any", "DEBUG": True}).test_client()
    assert "Edited" not in client.get("/").text + client.get("/learn/terms").text
    for name, kept, page in [
        ("game/page.html", 'id="setup"', "/"),
        ("game/parts.html", 'id="strip"', "/"),
        ("shared/keys.html", 'id="keys"', "/"),
        ("shared/icons.html", 'class="icon"', "/"),
        ("learn/terms.html", 'class="lead"', "/learn/terms"),
        ("learn/parts.html", 'class="diagrams"', "/learn/terms"),
    ]:
        template = templates / name
        text = template.read_text()
        assert kept in text
        template.write_text(text.replace(kept, f'{kept} data-edited="Edited {name}"'))
        later = template.stat().st_mtime + 10
        os.utime(template, (later, later))
        assert f"Edited {name}" in client.get(page).text


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
