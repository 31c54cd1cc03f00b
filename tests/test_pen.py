"""The reason in pen on a page: it is drawn only where it can be seen.
:mod:`tests.claims.drawings` holds that each stroke is true, and where it belongs.
"""

import re

from flask import Flask

from ai.explain import explain_move
from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE
from ai.rules.position import Position
from ai.study.study import study
from tests.browser import browser_in
from tests.claims.pen import HOLE, STYLES, middle
from tests.page import read
from tests.views import TRAP
from webapp import ROOT
from webapp.board.board import Stage
from webapp.board.pen import Pen

SHEET = (ROOT / "static/pen.css").read_text()
RULES = [
    (selector.strip(), dict(re.findall(r"([\w-]+):\s*([^;]+);", rule)))
    for selector, rule in re.findall(r"([^{};]+)\{([^{}]*)\}", SHEET)
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
    with app.test_request_context():
        page = read(Stage(Position(SQUARE), pen=Pen(SQUARE)).region("stage"))
    (around,) = [it for it in page.all("g") if "pen" in [n.attributes.get("id") for n in it]]
    assert around["mask"] == "url(#holes)"
    holes = page.by_id("holes").all("circle")
    for cell, hole in enumerate(holes):
        assert complex(int(hole["cx"]), int(hole["cy"])) == middle(4, cell)
        assert int(hole["r"]) == HOLE
        closed = f"#stage:not(:has(#cell-{cell}[data-mark])) #holes > :nth-child({cell + 2})"
        assert [rule["fill"] for of, rule in RULES if closed in of] == ["#fff"]
    assert page.by_id("holes")["fill"] == "#000"
    assert len(holes) == 16


def test_a_page_draws_the_reason_unless_a_person_is_to_find_the_reply(app: Flask) -> None:
    """In a retry, after a reply of the computer: drawn at once when the reply is found."""
    record = TRAP.match.record
    reply = study(record.positions[-2]).moves[record.moves[-1]]
    strokes = explain_move(reply, OPPONENTS["hard"]).drawn.strokes
    taken = [cell for cell, mark in enumerate(record.position.marks) if mark]
    shown = [
        (it.tag, {name: f"{value}" for name, value in it.attributes.items()}, it.text)
        for it in Pen(record.game, strokes, tuple(taken)).drawn
    ]
    for session, wanted in ((TRAP, shown), (TRAP.retry(record, TRAP.match.players), [])):
        _, *drawn = read(browser_in(app, session).get("/").text).by_id("pen")
        assert [(it.tag, it.attributes, it.text) for it in drawn] == wanted
