"""The end of a game: what it leads to, what it says and draws of an honour."""

from itertools import combinations, product
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.opponents import HUMAN, OPPONENTS
from ai.puzzles.solving import solution
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import parse_record
from ai.study.study import study
from tests.browser import browser_in
from tests.page import CARD, Element, read
from webapp import ROOT
from webapp.board.players import Players
from webapp.game.match import Help, Match
from webapp.game.match_page import match_page
from webapp.game.page import GamePage
from webapp.game.session import Session
from webapp.honours.shown import NO_HONOURS, EndHonours, StampShown

ENDS = ("a1a2b1b2c1", "a1b2c2b1b3a3c1c3a2", "a1b2a2a3c1b1b3c3c2", "a1a2b1b2c3c2")
HELD = "b3c3c2b1a2c4b4a3d2c1a1d4d3a4d1b2"
FORK, BEATEN = StampShown("fork", "Fork", 1, "…"), StampShown("hard-beaten", "Hard, beaten", 3, "…")


def ended(app: Flask, moves: str, opponent: str, me: Mark, *honours: EndHonours) -> GamePage:
    """The page after *moves* of a person, at *me*, against *opponent*."""
    players = Players(opponent, opponent).replace(me, HUMAN)
    game = TIC_TAC_TOE if len(moves) < 20 else SQUARE
    session = Session(Match(parse_record(game, moves), players, seed=1))
    with app.test_request_context():
        return match_page(session, None, *honours)


def is_deed(element: Element) -> bool:
    return element.tag == "button" or "button" in element.attributes.get("class", "").split()


def deeds(card: Element) -> list[Element]:
    """The buttons and links like buttons of a part of the card."""
    return [it for it in card if is_deed(it)]


@pytest.mark.parametrize("moves", ENDS)
def test_an_end_leads_on_by_its_result_and_loses_no_other_way(app: Flask, moves: str) -> None:
    """One main thing to do, then Review, Again and Share in this order, and below them all else:
    each once. An undo of the end is among them.
    """
    winner = parse_record(TIC_TAC_TOE, moves).outcome.winner  # type: ignore[union-attr]
    for opponent, me in product(OPPONENTS, Mark):
        page = ended(app, moves, opponent, me)
        slipped = page.card.turning_point and page.card.turning_point.mark is me
        main = "retry" if slipped else "again-same" if winner is me.other else "again-swapped"
        if winner is me:
            harder = dict.fromkeys(("easy", "medium", "hard"), "again-harder")
            main = (harder | {"unbeatable": "again-square"}).get(opponent, "again-swapped")
        session = Session(Match(page.card.replay.record, page.card.replay.players, seed=1))
        html = read(browser_in(app, session).get("/").text)
        first, *others = deeds(html.by_id("review"))
        assert (first["id"], "primary" in first["class"]) == (main, True), (opponent, me)
        three = ["Review", "Again", "Share"]
        assert [it.text for it in others] == [it for it in three if it != first.text]
        below = deeds(html.by_id("reviewed"))
        starts = {it.id for it in page.card.starts}
        found = [it["id"] for it in (first, *others, *below) if it.attributes.get("id") in starts]
        assert sorted(found) == sorted(starts)
        assert {"again-same", "again-swapped", "take-back"} <= starts
        square = opponent == "unbeatable" and winner is not me.other
        assert ("again-square" in starts) == square
        assert [it.text for part in CARD for it in deeds(html.by_id(part))].count("Review") == 1


@pytest.mark.parametrize("me", Mark)
def test_a_draw_rings_the_moves_on_which_it_hung(app: Flask, me: Mark) -> None:
    """Those at which at most two of nine cells or more held it."""
    record = parse_record(SQUARE, HELD)
    narrow = [
        (ply + 1, cell)
        for ply, (position, cell) in enumerate(zip(record.positions, record.moves, strict=False))
        for lost in [[it.value_lost for it in study(position).moves.values()]]
        if position.to_move is me and len(lost) >= 9 and lost.count(0) <= 2
    ]
    assert bool(narrow) == (me is Mark.O)
    for opponent in ("hard", "unbeatable"):
        rung = ended(app, HELD, opponent, me).stage.turns
        assert [*rung] == (narrow if opponent == "unbeatable" else [])


def test_an_honour_is_said_after_the_result_and_the_greatest_has_no_star(app: Flask) -> None:
    """Nor has a win with help one, or a loss."""
    won, drawn = ENDS[0], ENDS[1]
    for stamp, said in (
        (None, ""),
        (FORK, " New stamp: Fork."),
        (BEATEN, " New stamp: Hard, beaten."),
    ):
        for also in ((), (FORK,)):
            page = ended(app, won, "hard", Mark.X, EndHonours(stamp, also))
            assert page.status.said.endswith(f"You beat Hard.{said}")
            assert page.status.flourish == ("" if stamp is BEATEN else "star")
    assert ended(app, won, "hard", Mark.O).status.flourish == ""
    assert ended(app, drawn, "hard", Mark.O).status.flourish == "equal"
    match = Match(parse_record(TIC_TAC_TOE, won[:-2]), Players(HUMAN, "easy"), seed=1)
    for helped in Help:
        status = match_page(Session(match.note(helped).play(2))).status
        assert (status.seen, status.flourish) == ("You beat Easy", "")
    assert NO_HONOURS.said == ""


def test_after_a_puzzle_its_square_is_shown_and_a_harder_one_comes_next(
    client: FlaskClient,
) -> None:
    """But after one of a set the set goes on, and one that was solved before has no square."""
    for place, is_counted, is_harder in (
        ("/puzzles/square/500", True, True),
        ("/puzzles/square/501?game=square", True, False),
        ("/puzzles/square/500", False, True),
    ):
        number, path = int(place.partition("?")[0].rpartition("/")[2]), place
        for step in solution(puzzle_numbered(SQUARE, number)):
            path = client.post(path, data={"cell": step.move.cell}).headers["Location"]
        card = read(client.get(path).text).by_id("review")
        rows = [it for it in card.all("a") if it["class"] == "level"]
        assert len(rows) == is_counted
        assert all("kept, 1 new" in row.text for row in rows)
        (main,) = [it for it in deeds(card) if "primary" in it["class"]]
        assert main["href"].startswith("/puzzles/harder") == is_harder


STAMPS = {
    *("first-win", "second-seat", "fork", "clean-page", "both-seats", "needle", "week"),
    *("own-rules", "hard-beaten", "short-way", "quiet-win", "unbeatable-held"),
}
PENS = {"chalk", "crayon", "pencil", "ballpoint", "fountain-pen", "indian-ink"}


def test_each_stamp_and_each_pen_has_a_drawing_of_its_own() -> None:
    groups = {it.attrib["id"]: it for it in ET.parse(ROOT / "static" / "honours.svg").getroot()}  # noqa: S314
    assert groups.keys() == STAMPS | PENS | {"ring-1", "ring-2", "ring-3"}
    paths = {name: {it.attrib["d"] for it in groups[name]} for name in STAMPS | PENS}
    assert all(not one & other for one, other in combinations(paths.values(), 2))
    assert all(paths.values())
