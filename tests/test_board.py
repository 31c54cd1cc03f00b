"""The board as it is drawn, and the page contract that browser tests rely on."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from flask import Flask
from hypothesis import example, given

from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark
from ai.rules.record import parse_record
from tests.model import Model, winning_sets
from tests.page import Element, drawn_length, drawn_worth, read, shown, status
from tests.reference import extent
from tests.strategies import matches, model_of, sessions
from webapp.board.outlines import outline
from webapp.board.players import Players
from webapp.game.match import Match
from webapp.game.match_page import MoveAsked, match_page
from webapp.game.responses import whole_page
from webapp.game.session import Session

TWO_SQUARES = "a1d1b1d2a2d3c1a4c2d4b2"
LIVE = {"": "live-both", "X": "live-x", "O": "live-o", "OX": "dead"}


def drawn(app: Flask, session: Session) -> Element:
    """The page of *session*."""
    with app.test_request_context():
        return read(whole_page(session))


# A line is open: dashes drawn there and back would be none.
SHAPES = {3: "polyline", 4: "polygon"}


def test_a_line_is_drawn_from_end_to_end_and_a_square_as_a_square() -> None:
    """The sides of a square have one length and turn by a quarter each, all the same way round."""
    for cells in winning_sets("tic-tac-toe"):
        one, middle, other = corners(outline(TIC_TAC_TOE, cells).points)
        assert middle == (one + other) / 2
        assert abs(one - other) >= 2
    for cells in winning_sets("square"):
        first, second, third, fourth = corners(outline(SQUARE, cells).points)
        sides = [second - first, third - second, fourth - third, first - fourth]
        turn = sides[1] / sides[0]
        assert turn in {1j, -1j}
        assert all(after == side * turn for side, after in pairwise(sides))


def corners(points: str) -> list[complex]:
    """The corners of a shape, as numbers of the plane."""
    return [complex(*map(float, point.split(","))) for point in points.split(" ")]


@given(sessions())
@example(Session(Match(parse_record(SQUARE, TWO_SQUARES), Players(), seed=7)))
def test_the_page_shows_what_the_rules_give(app: Flask, session: Session) -> None:
    match = session.match
    plain, page = model_of(match), drawn(app, session)
    sight, expected = shown(page), plain.shown
    assert sight == replace(expected, score=sight.score)
    if plain.over or match.reply() is match:  # else no page is ever drawn of it
        assert status(page).startswith(plain.status)
    expect_outlines(page, plain)
    expect_lens(page, plain)


def expect_outlines(page: Element, plain: Model) -> None:
    """Every winning set is outlined by a pen above the marks, and a highlighter below them, and
    nothing else is.
    """
    size, _rows = extent(plain.game)
    drawn_above, below = (page.by_id(it).all(SHAPES[size]) for it in ("outlines", "highlighter"))
    assert [it["points"] for it in drawn_above] * 2 == [it["points"] for it in below], "with a rim"
    outlined = [
        {int(corner.imag) * size + int(corner.real) for corner in corners(it["points"])}
        for it in drawn_above
    ]
    assert sorted(map(sorted, outlined)) == sorted(map(sorted, plain.completed))


def expect_lens(page: Element, plain: Model) -> None:
    """It shows for whom every square is live, by the marks on it: of X alone, of O alone, of
    nobody, or of both, which makes it dead.
    """
    looks = page.by_id("lens").all("svg")[1:]
    buttons = page.by_id("board").all("button")
    lenses = [[svg for svg in b.all("svg") if svg["class"] == "lens"] for b in buttons]
    if plain.game != "square":
        assert not looks
        assert not any(lenses)
        return
    found = {}
    for look in looks:
        (polygon,) = look.all("polygon")
        cells = {int(p.imag) * 4 + int(p.real) for p in corners(polygon["points"])}
        found[f"#{look['id']}"] = frozenset(cells), look["class"]
    assert dict(found.values()) == {
        cells: LIVE["".join(sorted({plain.marks[cell] for cell in cells} - {"."}))]
        for cells in winning_sets("square")
    }
    for button, (lens,) in zip(buttons, lenses, strict=True):
        through = [use["href"] for use in lens.all("use")]
        assert sorted(through) == sorted(
            shape for shape, (cells, _) in found.items() if int(button["value"]) in cells
        )
        assert len(through) in {3, 5, 7}


@given(sessions())
def test_the_special_cells_are_named_in_words_too(session: Session) -> None:
    for cell in match_page(session).stage.cells:
        words = cell.label.split(", ")
        for word, is_so in {
            "winning": cell.winning,
            "last move": cell.last,
            "hint": cell.hint,
            "tried": cell.tried,
            "best": cell.glyph is not None and cell.glyph.best,
        }.items():
            assert (word in words) == is_so
        valued = any(word.startswith(("wins ", "draws", "loses ")) for word in words)
        assert bool(cell.glyph) == valued
        assert re.fullmatch(r"column \d: (empty|X|O)", words[1])


MARK = 85  # the lowest of a mark, in hundredths of its cell


@given(matches())
def test_what_is_sketched_on_the_board_is_said_in_the_table(app: Flask, match: Match) -> None:
    """Note by note; marks set since the move are veiled, and the move itself has a ring."""
    expect_sketches(app, match)


@pytest.mark.parametrize(
    ("key", "moves"),
    [*((key, "a1b2b1") for key in OPPONENTS), ("unbeatable", "b2"), ("rules", "a1b2c3a3c1")],
)
def test_so_does_every_opponent(app: Flask, key: str, moves: str) -> None:
    record = parse_record(TIC_TAC_TOE, moves, Mark.X)
    reply = OPPONENTS[key].decide(record.position).cells[0]
    expect_sketches(app, Match(record.play(reply), Players("human", key), seed=1))


def expect_sketches(app: Flask, match: Match) -> None:
    """The figures of every move of a computer are drawn as they are said."""
    session, record = Session(match), match.record
    for ply in filter(match.computer_at, record.plies):
        drawings = match_page(session, asked=MoveAsked(ply)).why.diagrams
        for figure, drawing in enumerate(drawings, 1):
            with app.test_request_context():
                page = read(whole_page(session, asked=MoveAsked(ply, figure)))
            (table,) = page.by_id("why").all("table")
            assert table["aria-label"] == drawing.caption
            said = [cell.text.partition(": ")[2] for cell in table.all("td")]
            noted = {
                number: words
                for number, words in enumerate(said)
                if words not in {"X", "O"} and not words.startswith("empty")
            }
            sketch = page.by_id("sketch")
            size, cell = record.game.columns, record.move_at(ply)
            later = {*record.moves[ply - record.start.ply + 1 :]}
            assert sketched(sketch, size) == {
                number: below_a_mark(words) if number in {cell, *later} else words
                for number, words in noted.items()
            }
            assert circled(sketch, "ring", size) == [cell]
            assert {*circled(sketch, "veil", size)} == later
            lines = [(p["class"], p["points"]) for p in sketch.all(SHAPES[size])]
            drawn_lines = [*drawing.parts, *(("full", line) for line in drawing.lines)]
            assert lines == [
                (stroke, outline(record.game, line).points) for stroke, line in drawn_lines
            ]
    assert not drawn(app, session).by_id("sketch").children


def circled(sketch: Element, kind: str, size: int) -> list[int]:
    """The cells with a circle of that *kind*."""
    circles = [c for c in sketch.all("circle") if c.attributes.get("class") == kind]
    return [int(c["cy"]) // 100 * size + int(c["cx"]) // 100 for c in circles]


def sketched(sketch: Element, size: int) -> dict[int, str]:
    """The worths and notes in a sketch, by the cells that they stand on or below."""
    found = {}
    for drawing in sketch.all("svg"):
        if "x" not in drawing.attributes:
            continue
        cell = int(drawing["y"]) // 100 * size + int(drawing["x"]) // 100
        shapes = {shape.attributes.get("class") for shape in drawing}
        words = " ".join(it.text for it in drawing.all("title") or drawing.all("text"))
        if "badge" in drawing["class"]:
            (box,) = drawing.all("rect")
            assert int(box["y"]) > MARK, "nothing lies inside a mark"
            for sign in {"disc", "tip"} & shapes:
                words = drawn_length(sign, words)
        elif {"disc", "tip", "track"} & shapes:
            words = drawn_worth(drawing).removesuffix(", best")
        if words:
            found[cell] = words
    return found


def below_a_mark(words: str) -> str:
    """The brief form that *words* have there."""
    slipping = re.fullmatch(r"draws: then ([\d,]+) of ([\d,]+) beginners slips?", words)
    if not slipping:
        return "=" if words == "draws" else words
    some, among = (int(it.replace(",", "")) for it in slipping.groups())
    return f"{100 * some / among:.{len(f'{among}') - 3}f}%"
