"""The reason in pen on a page: it is drawn where it belongs, and only where it can be
seen. :mod:`tests.claims.strokes` holds that each stroke is true.
"""

import re

import pytest
from flask import Flask

from ai.explain import explain_move
from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import GAMES
from ai.rules.position import Position
from ai.rules.record import Record
from ai.study.study import study
from tests.browser import browser_in
from tests.claims.pen import HOLE, STYLES, WHY, drawn_on
from tests.page import HTMX, Element, board_shown, read, swap
from tests.reference import SIZE, after, moves, other, position
from tests.samples import at_random
from tests.views import TRAP
from webapp import ROOT
from webapp.board.pen import Pen
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.session import Session

SHEET = (ROOT / "static/pen.css").read_text()
RULES = [
    (selector.strip(), dict(re.findall(r"([\w-]+):\s*([^;]+);", rule)))
    for selector, rule in re.findall(
        r"([^{};]+)\{([^{}]*)\}", (ROOT / "static/pen.css").read_text()
    )
]


def test_dashes_go_as_far_as_their_line() -> None:
    """A line is two long, and so is a pattern, or it goes on after the line."""
    for look, (style, length) in STYLES.items():
        patterns = [rule["stroke-dasharray"] for of, rule in RULES if of == f"#pen .{look}"]
        dashes = [float(number) for pattern in patterns for number in pattern.split()]
        assert (len(dashes) <= 2) is (style != "dashed")
        if style == "dotted":
            assert dashes[0] < dashes[1] < 0.05
        elif dashes:
            assert length - 0.05 < sum(dashes[:-1]) <= length
            assert sum(dashes) >= 2
        else:
            assert look == "whole"


def test_nothing_is_drawn_in_a_mark(app: Flask) -> None:
    """The pen draws through a mask, in which the sheet opens a hole for each mark."""
    for game in GAMES.values():
        match = Match(Record(Position(game)), Players(HUMAN, "easy"), seed=1)
        page = read(browser_in(app, Session(match)).get("/").text)
        (around,) = [it for it in page.all("g") if "pen" in [n.attributes.get("id") for n in it]]
        assert around["mask"] == "url(#holes)"
        _all, *holes = page.by_id("holes").children
        size = SIZE[game.key]
        for cell, hole in enumerate(holes):
            assert isinstance(hole, Element)
            middle = f"{cell % size * 100 + 50}", f"{cell // size * 100 + 50}"
            assert (hole["cx"], hole["cy"], hole["r"]) == (*middle, f"{HOLE}")
            opens = f"#stage:has(#cell-{cell}[data-mark]) #holes > :nth-child({cell + 2})"
            assert [rule["fill"] for of, rule in RULES if opens in of] == ["#000"]
        assert len(holes) == size**2


def signs_and_words(page: Element) -> list[Element]:
    """The words of the reason in an ink, and the paragraphs that explain signs."""
    found = [it for why in page if why.attributes.get("id") == "why" for it in why]
    return [it for it in found if it.tag == "u" or it.attributes.get("class") == "signs"]


@pytest.mark.parametrize("key", OPPONENTS)
def test_an_answer_brings_the_drawing_that_the_page_has(app: Flask, key: str) -> None:
    """After the person's move in a game that was set up."""
    (board,) = at_random("tic-tac-toe", [7], count=1, seed=len(key))
    seats = {board.mover: HUMAN, other(board.mover): key}
    match = Match(Record(position(board)), Players(seats["X"], seats["O"]), seed=4)
    browser = browser_in(app, Session(match))
    page = read(browser.get("/").text)
    assert [*drawn_on(page)] == signs_and_words(page) == []
    fields = {"ply": match.record.ply, "match": Session(match).fingerprint}
    form = {**fields, "cell": moves(board)[0]}
    swap(page, read(browser.post("/moves", data=form, headers=HTMX).text))
    assert page.by_id("pen") == read(browser.get("/").text).by_id("pen")
    before = after(board, moves(board)[0])
    (cell,) = [cell for cell in moves(before) if board_shown(page).marks[cell] != "."]
    told = explain_move(study(position(before)).moves[cell], OPPONENTS[key])
    taken = [at for at, mark in enumerate(board_shown(page).marks) if mark != "."]
    drawn = Pen(match.record.game, told.drawn.strokes, tuple(taken)).drawn
    assert [(it.tag, it.attributes, it.text) for it in drawn_on(page)] == [
        (it.tag, {key: f"{value}" for key, value in it.attributes.items()}, it.text) for it in drawn
    ]
    inks = {it["class"] for it in page.by_id("why").all("u")}
    assert inks <= {f"{board.mover} theirs", other(board.mover), WHY}


def test_nothing_tells_the_reply_that_a_person_is_to_find(app: Flask) -> None:
    """In a retry, after a reply of the computer: drawn at once when the reply is found."""
    for retried in (False, True):
        session = TRAP.retry(TRAP.match.record, TRAP.match.players) if retried else TRAP
        assert session.match.is_puzzle is retried
        page = read(browser_in(app, session).get("/").text)
        assert bool([*drawn_on(page)]) is not retried
