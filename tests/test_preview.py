"""The picture of a link: that it shows what the page shows, in the colours of the page."""

import re
from io import BytesIO
from itertools import chain, combinations
from math import dist
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageColor

import webapp
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, WinningSet, mask
from ai.rules.position import Position
from tests.reference import SIZE as SIDES
from tests.reference import WINNING, Board
from tests.samples import one_of_each_class
from tests.strategies import records
from webapp.board.preview import MARGIN, SIDE, SIZE, TEXT_LEFT, png

Pixels: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int16]]
Flags: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
Played: TypeAlias = tuple[Position, int | None]

STYLE = (webapp.ROOT / "static/style.css").read_text().partition("@supports")[0]
LIGHT = re.findall(r"--(\w+): light-dark\((#\w+),", STYLE)
COLOURS = {name: ImageColor.getrgb(value) for name, value in LIGHT}
WINS = [
    (GAMES[won.game], frozenset(c for c, mark in enumerate(won.marks) if mark != "."))
    for won in one_of_each_class(
        Board(game, "".join(".X"[cell in cells] for cell in range(SIDES[game] ** 2)), "O")
        for game in GAMES
        for cells in WINNING[game]
    )
]
LONG = "Draw after nine moves of Newell–Simon rules against Unbeatable, both of whom did their best"


# Any position that a game comes to, and the last move.
games = (
    st.sampled_from([*GAMES.values()])
    .flatmap(records)
    .map(lambda record: (record.position, record.moves[-1] if record.moves else None))
)

# No outline lies over the marks.
undecided = games.filter(lambda played: not (out := played[0].outcome) or not out.winner)


def pixels(position: Position, last: int | None = None, title: str = "") -> Pixels:
    """The picture as rows of pixels of red, green and blue."""
    with Image.open(BytesIO(png(position, last, title))) as image:
        return np.asarray(image.convert("RGB"), dtype=np.int16)


def are(colour: str, area: Pixels) -> Flags:
    """For each pixel, whether it has that colour of the stylesheet."""
    near: Flags = np.abs(area - COLOURS[colour]).max(axis=-1) <= 4
    return near


def share(colour: str, area: Pixels) -> float:
    """The share of *area* in this colour, 0 to 1."""
    return float(are(colour, area).mean())


def on_the_board(picture: Pixels, game: Game, points: list[tuple[float, float]]) -> Pixels:
    """The pixels at *points*, given in cells to the right and down."""
    columns, rows = (np.array(points) * SIDE / game.size + MARGIN).astype(int).T
    there: Pixels = picture[rows, columns]
    return there


def board_of(picture: Pixels) -> Pixels:
    """The board, and no text."""
    return picture[MARGIN : MARGIN + SIDE, MARGIN : MARGIN + SIDE]


def cell_of(picture: Pixels, game: Game, cell: int) -> Pixels:
    """A cell without the lines round it."""
    row, column = game.row_and_column(cell)
    unit = SIDE // game.size
    top, left = MARGIN + row * unit, MARGIN + column * unit
    return picture[top + 3 : top + unit - 3, left + 3 : left + unit - 3]


def sides(game: Game, cells: WinningSet) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The sides of a winning square, the steps of a winning line: its closest pairs of cells."""
    centres = [(c + 0.5, r + 0.5) for r, c in map(game.row_and_column, sorted(cells))]
    pairs = list(combinations(centres, 2))
    shortest = min(dist(*pair) for pair in pairs)
    return [pair for pair in pairs if dist(*pair) < shortest + 0.01]


@given(games, st.text(max_size=60))
def test_it_is_a_small_png_of_that_size_and_always_the_same(played: Played, title: str) -> None:
    data = png(*played, title)
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.size) == ("PNG", SIZE) == ("PNG", (1200, 630))
    assert len(data) < 40_000
    assert data == png(*played, title)


@given(games)
def test_every_cell_shows_its_mark_and_no_other(played: Played) -> None:
    position, last = played
    picture = pixels(position, last)
    for cell in position.game.cells:
        area, mark = cell_of(picture, position.game, cell), position.mark_at(cell)
        for colour in "xo":
            inked = share(colour, area)
            assert inked > 0.02 if mark and colour == mark.lower() else inked < 0.0005


@given(undecided)
def test_the_last_move_alone_has_a_tick_in_its_corner(played: Played) -> None:
    position, last = played
    picture = pixels(position, last)
    for cell in position.game.cells:
        area = cell_of(picture, position.game, cell)
        half = len(area) // 2
        assert share("why", area[:half]) == share("why", area[:, :half]) == 0
        assert (share("why", area[half:, half:]) > 0.02) == (cell == last)
        assert (share("why", area[half:, half:]) > 0) == (cell == last)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "cells"), WINS, ids=str)
def test_a_winning_set_is_tinted_and_outlined_and_nothing_else(
    game: Game, cells: WinningSet
) -> None:
    """One of each shape and place, each from another side."""
    picture = pixels(Position(game, x=mask(cells)))
    for cell in game.cells:
        area = cell_of(picture, game, cell)
        tinted, plain = share("high", area), share("sheet", area)
        assert (tinted > 0.4, plain > 0.4) == (cell in cells, cell not in cells)
        assert min(tinted, plain) == 0
    length = 0.0
    for start, end in sides(game, cells):
        steps = np.linspace(start, end, 50)
        assert are("ink", on_the_board(picture, game, [(x, y) for x, y in steps])).all()
        length += dist(start, end)
    drawn = are("ink", board_of(picture)).sum() / (SIDE / game.size) ** 2
    assert drawn == pytest.approx(length * 0.05, rel=0.25)


@given(games)
@example((Position(SQUARE, o=mask(chain(SQUARE.ordered_sets[0], SQUARE.ordered_sets[-1]))), None))
def test_all_winning_sets_are_outlined(played: Played) -> None:
    position, last = played
    picture = pixels(position, last)
    won = position.outcome.winning_sets if position.outcome else frozenset()
    for start, end in [side for cells in won for side in sides(position.game, cells)]:
        points = [(x, y) for x, y in np.linspace(start, end, 50)]
        assert are("ink", on_the_board(picture, position.game, points)).all()
    assert are("ink", board_of(picture)).any() == bool(won)


@pytest.mark.slow
@pytest.mark.parametrize("title", ["", "X wins", LONG, 3 * LONG, "W" * 100, "a\n" * 50, "Ωé" * 30])
def test_every_title_stays_in_its_place(title: str) -> None:
    picture = pixels(Position(TIC_TAC_TOE), title=title)
    inked = ~are("paper", picture)
    beside_the_board = inked[:, MARGIN + SIDE :]
    assert not inked[: MARGIN // 2].any()
    assert not inked[-MARGIN // 2 :].any()
    assert not inked[:, -MARGIN // 2 :].any()
    assert not beside_the_board[:, : TEXT_LEFT - MARGIN - SIDE - 5].any()
    assert beside_the_board.any()


@pytest.mark.slow
@pytest.mark.parametrize("title", ["", LONG, 3 * LONG, "W" * 100, "a\n" * 50])
def test_every_title_is_written_to_its_end(title: str) -> None:
    position = Position(TIC_TAC_TOE)
    assert png(position, title=title + "H") != png(position, title=title + "O")


def test_signs_that_the_font_lacks_are_replaced() -> None:
    position = Position(TIC_TAC_TOE)
    assert png(position, title="3×3 Newell–Simon") == png(position, title="3x3 Newell-Simon")
