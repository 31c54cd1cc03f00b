"""The board as it is drawn, and the page contract that browser tests rely on."""

import re
from dataclasses import replace
from itertools import chain

import pytest
from flask import Flask
from hypothesis import example, given

from ai.opponents import HUMAN, OPPONENTS
from ai.pen.diagram import Stroke
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, Position
from ai.rules.record import Record, parse_record
from tests.model import Model
from tests.page import CARD, Element, read, shown, status
from tests.reference import WINNING, extent
from tests.strategies import matches, model_of, sessions
from webapp.board.board import Overlay
from webapp.board.diagrams import glyphs
from webapp.board.outlines import outline
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.match_page import MoveAsked, match_page
from webapp.game.responses import whole_page
from webapp.game.session import Session
from webapp.game.words import turn_in_words

TWO_SQUARES = "a1d1b1d2a2d3c1a4c2d4b2"
INVITATION = "Press Play or Step, and see why."
LIVE = {"": "live-both", "X": "live-x", "O": "live-o", "OX": "dead"}


# A line is open: dashes drawn there and back would be none.
SHAPES = {"tic-tac-toe": "polyline", "square": "polygon"}


@given(sessions() | sessions(matches(set_up=True)))
@example(Session(Match(parse_record(SQUARE, TWO_SQUARES), Players(), seed=7)))
@example(Session(Match(Record(Position(TIC_TAC_TOE)), Players("easy", "hard"), seed=7)))
def test_the_page_shows_what_the_rules_give(app: Flask, session: Session) -> None:
    """The status says once how the match stands, and two programs that wait say for what."""
    match, plain = session.match, model_of(session.match)
    with app.test_request_context():
        page = read(whole_page(session))
    assert shown(page) == replace(plain.shown, score=shown(page).score)
    assert status(page).count(plain.status) == 1
    if plain.over or match.reply() is match:  # else no page is ever drawn of it
        assert status(page).startswith(plain.status)
    waits = not (plain.people or plain.made or plain.over)
    assert turn_in_words(match).endswith(INVITATION) == waits
    assert (INVITATION in page.by_id("why").text) == waits
    if plain.game in SHAPES:
        expect_outlines(page, plain)
    told = page.all("title")[0].text.startswith(f"{plain.status} – {match.record.game.name} – ")
    assert told == (bool(match.record.moves) or plain.people != 1 or plain.set_up > 0)
    if plain.set_up:
        assert not re.search(r"\b(beat|held)\b", status(page))
        assert not match.is_scored
        assert session.total == session.score
    expect_moves_that_were_made(page, plain)


def expect_moves_that_were_made(page: Element, plain: Model) -> None:
    """The page speaks of no mark that was set up: it is nobody's move. A reason is a program's."""
    numbers = [
        *re.findall(r"move (\d+)", " ".join(page.by_id(it).text for it in CARD)),
        *re.findall(r"why=(\d+)", " ".join(link["href"] for link in page.all("a"))),
    ]
    assert all(plain.set_up < int(number) <= len(plain.moves) for number in numbers)
    last_two = range(len(plain.moves))[plain.set_up :][-2:]
    by_program = any(plain.player_at(ply) != HUMAN for ply in last_two)
    assert page.by_id("why").text.startswith("Why ") == by_program


def expect_outlines(page: Element, plain: Model) -> None:
    """Every winning set is outlined by a pen above the marks, and a highlighter below them, and
    nothing else is.
    """
    shape = SHAPES[plain.game]
    drawn_above, below = (page.by_id(it).all(shape) for it in ("outlines", "highlighter"))
    assert [it["points"] for it in drawn_above] * 2 == [it["points"] for it in below], "with a rim"
    outlined = [cells_at(plain.game, it["points"]) for it in drawn_above]
    assert sorted(outlined) == sorted(map(sorted, plain.completed))


def cells_at(game: str, points: str) -> list[int]:
    """The cells in whose centres a shape has its corners."""
    columns, _rows = extent(game)
    corners = (map(float, point.split(",")) for point in points.split(" "))
    return sorted(int(y) * columns + int(x) for x, y in corners)


@given(sessions())
def test_the_lens_shows_for_whom_every_square_is_live(session: Session) -> None:
    """By the marks on it: of X alone, of O alone, of nobody, or of both, which makes it dead."""
    stage, plain = match_page(session).stage, model_of(session.match)
    sets = sorted(WINNING["square"], key=sorted) if plain.game == "square" else []
    assert [cells_at("square", drawn.points) for drawn, _live in stage.lens] == [*map(sorted, sets)]
    marks = ["".join(sorted({plain.marks[cell] for cell in cells} - {"."})) for cells in sets]
    assert [live for _drawn, live in stage.lens] == [LIVE[held] for held in marks]
    for cell in stage.cells:
        assert [*cell.lens] == [n for n, cells in enumerate(sets) if cell.number in cells]


@pytest.mark.parametrize(
    ("key", "moves"),
    [*((key, "a1b2b1") for key in [*OPPONENTS][1::2]), ("rules", "a1b2c3a3c1")],
)
def test_a_diagram_over_the_board_has_its_notes(key: str, moves: str) -> None:
    """Marks set since the move are veiled, and the move itself has a ring."""
    record = parse_record(TIC_TAC_TOE, moves, Mark.X)
    here = record.play(OPPONENTS[key].decide(record.position).cells[0])
    session = Session(Match(here.play(here.position.empty_cells[0]), Players(o=key), seed=1))
    asked, later = MoveAsked(here.ply - 1), session.match.record.moves[here.ply :]
    for figure, drawing in enumerate(match_page(session, asked=asked).why.diagrams, 1):
        over = match_page(session, asked=asked._replace(figure=figure)).stage.overlay
        notes = {n: cell.note for n, cell in enumerate(chain(*drawing.rows)) if cell.note}
        worths = {it.number: it.glyph for it in over.cells if it.glyph}
        texts = {it.number: " ".join(it.lines) for it in over.cells if it.lines}
        assert worths == glyphs(drawing)
        assert texts == {n: note for n, note in notes.items() if n not in worths}
        assert [it.number for it in over.cells if it.explained] == [here.moves[-1]]
        assert {it.number for it in over.cells if it.since} == {here.moves[-1], *later}
        lines = [*drawing.parts, *((Stroke.FULL, line) for line in drawing.lines)]
        assert [*over.outlines] == [(kind, outline(TIC_TAC_TOE, line)) for kind, line in lines]
    assert match_page(session).stage.overlay == Overlay()
