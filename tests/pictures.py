"""Pictures of links as pixels."""

import re
from io import BytesIO
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageColor

import webapp
from ai.rules.games import GAMES, NAMED, Game
from webapp.board.picture import SHEET_WIDTH, SIZE, TEXT_LEFT, place
from webapp.learn.lessons import LESSONS
from webapp.sharing.pages import COVERS

Pixels: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int16]]
Flags: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

STYLE = (webapp.ROOT / "static/style.css").read_text().partition("@supports")[0]
LIGHT = re.findall(r"--(\w+): light-dark\((#\w+),", STYLE)
COLOURS = {name: ImageColor.getrgb(value) for name, value in LIGHT}
PATHS = (
    *(f"/picture/{endpoint}.png" for endpoint in COVERS),
    *(f"/learn/{key}.png" for key in LESSONS),
    *("/puzzles/square/1.png", "/puzzles/tic-tac-toe/20.png", "/puzzles/2026-11-01.png"),
    *(f"/games/{game}.png" for game in (*NAMED, "4x2-a1c1b2-!a1c2-!d1b2", "2x4-a1a2a3")),
    *(f"/with/{game}.png{query}" for game in GAMES for query in ("", "?moves=b2", "?joined=on")),
    *(
        f"/preview/square.png?o={rival}&ply=14&story=on&moves=a4b3c2c4b1c3b4b2d4c1d2a3a2a1"
        for rival in ("easy", "unbeatable")
    ),
)
"""Pictures of every kind."""


def read_picture(data: bytes) -> Pixels:
    """The picture as rows of pixels of red, green and blue. It is a small PNG of the usual size."""
    assert len(data) < 50_000
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.size) == ("PNG", SIZE) == ("PNG", (1200, 630))
        return np.asarray(image.convert("RGB"), dtype=np.int16)


def near(area: Pixels, colour: tuple[int, ...], most: int = 4) -> Flags:
    """For each pixel, whether it has about that colour."""
    parts = [np.abs(area[..., n] - np.int16(part)) <= most for n, part in enumerate(colour)]
    flags: Flags = np.logical_and.reduce(parts)
    return flags


def are(colour: str, area: Pixels) -> Flags:
    """For each pixel, whether it has that colour of the stylesheet."""
    return near(area, COLOURS[colour])


def share(colour: str, area: Pixels) -> float:
    """The share of *area* in this colour, 0 to 1."""
    return float(are(colour, area).mean())


def cell_of(picture: Pixels, game: Game, cell: int) -> Pixels:
    """A cell without the lines round it."""
    row, column = game.row_and_column(cell)
    (left, top), unit = place(game.columns, game.rows)
    top, left = top + row * unit, left + column * unit
    return picture[top + 3 : top + unit - 3, left + 3 : left + unit - 3]


def expect_text_in_place(picture: Pixels) -> None:
    """The words stand on the paper beside the board, with room round them."""
    inked = ~are("paper", picture[:, SHEET_WIDTH:])
    room = TEXT_LEFT - SHEET_WIDTH - 8
    for edge in (inked[:24], inked[-24:], inked[:, :room], inked[:, -room + 8 :]):
        assert not edge.any()
    assert inked.any()
