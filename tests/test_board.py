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
from tests.page import Element, drawn_worth, read, shown, status
from tests.reference import extent
from tests.strategies import model_of, sessions
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
SHAPES = {"tic-tac-toe": "polyline", "square": "polygon"}


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
    if plain.game in SHAPES:
        expect_outlines(page, plain)
    expect_lens(page, plain)


def expect_outlines(page: Element, plain: Model) -> None:
    """Every winning set is outlined by a pen above the marks, and a highlighter below them, and
    nothing else is.
    """
    size, _rows = extent(plain.game)
    shape = SHAPES[plain.game]
    drawn_above, below = (page.by_id(it).all(shape) for it in ("outlines", "highlighter"))
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
def test_the_special_cells_are_named_in_words_too(app: Flask, session: Session) -> None:
    with app.test_request_context():
        stage = match_page(session).stage
    for cell in stage.cells:
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


@pytest.mark.parametrize(
    ("key", "moves"),
    [*((key, "a1b2b1") for key in [*OPPONENTS][1::2]), ("rules", "a1b2c3a3c1")],
)
def test_what_is_sketched_on_the_board_is_said_in_the_table(
    app: Flask, key: str, moves: str
) -> None:
    """Note by note; marks set since the move are veiled, and the move itself has a ring."""
    record = parse_record(TIC_TAC_TOE, moves, Mark.X)
    here = record.play(OPPONENTS[key].decide(record.position).cells[0])
    session = Session(Match(here.play(here.position.empty_cells[0]), Players(o=key), seed=1))
    asked = MoveAsked(here.ply - 1)
    later = {*session.match.record.moves[here.ply :]}
    for figure, drawing in enumerate(match_page(session, asked=asked).why.diagrams, 1):
        with app.test_request_context():
            page = read(whole_page(session, asked=asked._replace(figure=figure)))
        (table,), sketch = page.by_id("why").all("table"), page.by_id("sketch")
        assert table["aria-label"] == drawing.caption
        said = dict(enumerate(cell.text.partition(": ")[2] for cell in table.all("td")))
        empty = {at: words for at, words in said.items() if at not in {here.moves[-1], *later}}
        noted = [at for at, words in said.items() if not re.match(r"[XO]$|empty", words)]
        found = sketched(sketch)
        assert sorted(found) == noted
        assert all(found[at] == empty[at] for at in noted if at in empty)
        assert circled(sketch, "ring", 3) == [here.moves[-1]]
        assert {*circled(sketch, "veil", 3)} == later
        lines = [(it["class"], it["points"]) for it in sketch.all("polyline")]
        drawn_lines = [*drawing.parts, *(("full", line) for line in drawing.lines)]
        assert lines == [(kind, outline(TIC_TAC_TOE, line).points) for kind, line in drawn_lines]
    assert not drawn(app, session).by_id("sketch").children


def circled(sketch: Element, kind: str, size: int) -> list[int]:
    """The cells with a circle of that *kind*."""
    circles = [c for c in sketch.all("circle") if c.attributes.get("class") == kind]
    return [int(c["cy"]) // 100 * size + int(c["cx"]) // 100 for c in circles]


def sketched(sketch: Element) -> dict[int, str]:
    """The worths and notes in a sketch, by the cells that they stand on or below."""
    found = {}
    for drawing in sketch.all("svg"):
        if "x" in drawing.attributes:
            shapes = {shape.attributes.get("class") for shape in drawing}
            words = " ".join(it.text for it in drawing.all("title") or drawing.all("text"))
            if "badge" not in drawing["class"] and {"disc", "tip", "track"} & shapes:
                words = drawn_worth(drawing).removesuffix(", best")
            if words or {"disc", "tip"} & shapes:
                found[int(drawing["y"]) // 100 * 3 + int(drawing["x"]) // 100] = words
    return found
