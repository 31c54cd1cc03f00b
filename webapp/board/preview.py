"""The picture of a position for link previews."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from io import BytesIO
from itertools import product
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageColor, ImageDraw, ImageFont, ImageText

from ai.rules.games import Game, WinningSet
from ai.rules.position import Mark, Position
from webapp.board.about import PAPERS
from webapp.board.board import Point, corners

SIZE = (1200, 630)
SIDE = 528  # of the board: its cells are whole pixels on 3 by 3 and on 4 by 4
MARGIN = (SIZE[1] - SIDE) // 2
TEXT_LEFT = MARGIN + SIDE + MARGIN
TEXT_WIDTH = SIZE[0] - TEXT_LEFT - MARGIN
TITLE_HEIGHT = 360
FINENESS = 4  # shapes are drawn this many times as large, for smooth edges

# The light colours of static/style.css.
PAPER, SHEET, HIGH = PAPERS["light"], "#fffdf8", "#ffe694"
INK, SOFT, RULE, WHY = "#1b1a17", "#5c574c", "#4b4740", "#0a6357"
MARKS = {Mark.X: "#1f46c9", Mark.O: "#bf3409"}

# Pillow's font has little more than ASCII.
PLAIN = str.maketrans("–—×", "--x")


def png(position: Position, last: int | None = None, title: str = "") -> bytes:
    """The picture, a PNG of 1200 by 630 pixels, of *position*: its board, *title* beside it.

    The cell *last* has a tick in its corner. A long title shrinks to fit.
    """
    picture = Image.new("RGB", SIZE, PAPER)
    draw_board(picture, position, last)
    write(picture, title)
    file = BytesIO()
    # More compression would save a fifth, and take longer than everything else.
    quantized = picture.quantize(palette=palette(), dither=Image.Dither.NONE)
    quantized.save(file, "png", compress_level=3)
    return file.getvalue()


@cache
def palette() -> Image.Image:
    """An image that holds the palette: the colours, and steps from light to dark ones.

    A palette made for each picture takes five times as long, or merges the light colours.
    """
    lights = map(ImageColor.getrgb, (PAPER, SHEET, HIGH))
    darks = map(ImageColor.getrgb, (INK, SOFT, RULE, WHY, *MARKS.values()))
    image = Image.new("P", (1, 1))
    blends = (
        round(a + (b - a) * step / 7)
        for light, dark in product(lights, darks)
        for step in range(8)
        for a, b in zip(light, dark, strict=True)
    )
    image.putpalette(bytes(blends))
    return image


# The board.


Box: TypeAlias = tuple[int, int, int, int]  # left, top, right and bottom


def draw_board(picture: Image.Image, position: Position, last: int | None) -> None:
    """Draw the board as the page does."""
    game, outcome = position.game, position.outcome
    winning_sets = outcome.winning_sets if outcome else frozenset()
    winning = frozenset[int]().union(*winning_sets)
    unit = SIDE // game.size

    def paste(colour: str, cells: Collection[int], mask: Image.Image | None = None) -> None:
        left, top, right, bottom = (MARGIN + edge * unit for edge in box(game, cells))
        picture.paste(colour, (left, top, right, bottom), mask)

    picture.paste(empty_board(game.size), (MARGIN, MARGIN))
    for cell in winning:
        left, top, right, bottom = (edge * unit for edge in box(game, [cell]))
        paste(HIGH, [cell])
        paste(RULE, [cell], grid(game.size).crop((left, top, right, bottom)))
    for cell in game.cells:
        if mark := position.mark_at(cell):
            paste(MARKS[mark], [cell], symbol(mark, unit, heavy=cell in winning))
        if cell == last:
            paste(WHY, [cell], tick(unit))
    for cells in winning_sets:
        paste(INK, cells, outline(game, cells))


def box(game: Game, cells: Collection[int]) -> Box:
    """The smallest box that holds *cells*; its edges are in units of a cell."""
    rows, columns = zip(*map(game.row_and_column, cells), strict=True)
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


@cache
def empty_board(size: int) -> Image.Image:
    """The board before the first move."""
    image = Image.new("RGB", (SIDE, SIDE), SHEET)
    image.paste(RULE, (0, 0), grid(size))
    return image


class PenStroke(NamedTuple):
    """A line through *points*, round at every end and corner; in units of a cell."""

    points: Sequence[Point]
    width: float


class Ring(NamedTuple):
    """A circle; its *width* lies half inside and half outside of its *radius*."""

    centre: Point
    radius: float
    width: float


def shape(columns: int, rows: int, unit: int, figures: Iterable[PenStroke | Ring]) -> Image.Image:
    """The coverage of each pixel, 0 to 255, on *columns* by *rows* cells of *unit* pixels."""
    fine = unit * FINENESS
    image = Image.new("L", (columns * fine, rows * fine))
    canvas = ImageDraw.Draw(image)
    for figure in figures:
        if isinstance(figure, Ring):
            x, y = figure.centre
            outside = (figure.radius + figure.width / 2) * fine
            thick = round(figure.width * fine)
            canvas.circle((x * fine, y * fine), outside, outline=255, width=thick)
            continue
        pixels = [(x * fine, y * fine) for x, y in figure.points]
        canvas.line(pixels, 255, round(figure.width * fine))
        for pixel in pixels:
            canvas.circle(pixel, figure.width * fine / 2, 255)
    return image.reduce(FINENESS)


@cache
def grid(size: int) -> Image.Image:
    """The lines between the cells."""
    strokes = [
        PenStroke(points, 0.02)
        for at in range(1, size)
        for points in ([(at, -1), (at, size + 1)], [(-1, at), (size + 1, at)])
    ]
    return shape(size, size, SIDE // size, strokes)


@cache
def symbol(mark: Mark, unit: int, *, heavy: bool) -> Image.Image:
    """The pen strokes of templates/shared/board.html, without their taper."""
    width = 0.13 if heavy else 0.09
    if mark is Mark.O:
        return shape(1, 1, unit, [Ring((0.5, 0.51), 0.3, width)])
    arm = 0.3
    strokes = [
        PenStroke([(0.5 - lean, 0.5 - arm), (0.5 + lean, 0.5 + arm)], width) for lean in (arm, -arm)
    ]
    return shape(1, 1, unit, strokes)


@cache
def tick(unit: int) -> Image.Image:
    """The tick in the corner of the last move."""
    return shape(1, 1, unit, [PenStroke([(0.82, 0.94), (0.94, 0.94), (0.94, 0.82)], 0.03)])


@cache
def outline(game: Game, cells: WinningSet) -> Image.Image:
    """The outline of a winning set, in the box that holds it."""
    left, top, right, bottom = box(game, cells)
    points = [(x - left, y - top) for x, y in corners(game, cells)]
    return shape(
        right - left, bottom - top, SIDE // game.size, [PenStroke([*points, points[0]], 0.05)]
    )


# The text.


def write(picture: Image.Image, title: str) -> None:
    """Write the name of the application, and *title* below it, beside the board."""
    # Pillow finds no size at which trailing white space fits.
    words = " ".join(title.translate(PLAIN).split())
    below = ImageText.Text(words, font(50), spacing=14)
    below.wrap(TEXT_WIDTH, TITLE_HEIGHT, "shrink")
    gap = 36 if words else 0
    name = name_shape()
    height = below.get_bbox()[3]
    top = round((SIZE[1] - name.height - gap - height) / 2)
    picture.paste(INK, (TEXT_LEFT, top), name)
    ImageDraw.Draw(picture).text((TEXT_LEFT, top + name.height + gap), below, SOFT)


@cache
def name_shape() -> Image.Image:
    """The name of the application, as the coverage of each pixel, 0 to 255."""
    name = ImageText.Text("Tic Tac Why", font(92))
    name.stroke(1.5)
    _, _, width, height = name.get_bbox()
    image = Image.new("L", (round(width), round(height)))
    ImageDraw.Draw(image).text((0, 0), name, 255)
    return image


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font, at *size* pixels."""
    return ImageFont.load_default(size=size)
