"""The picture of a position for link previews."""

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw, ImageFont, ImageText

from ai.rules.games import Game, WinningSet
from ai.rules.position import Mark, Position
from webapp.board.about import PAPERS
from webapp.board.outlines import corners

SIZE = (1200, 630)
SIDE = 528  # of the board: its cells are whole pixels on 3 by 3 and on 4 by 4
MARGIN = (SIZE[1] - SIDE) // 2
TEXT_LEFT = MARGIN + SIDE + MARGIN
TEXT_WIDTH = SIZE[0] - TEXT_LEFT - MARGIN
TITLE_HEIGHT = 360
FINENESS = 4  # outlines are drawn this many times as large, for smooth edges
MARK_SHEET = Path(__file__).with_name("marks.png")  # drawn by tests/icons.py from their symbols
MARK_SIZE = 264

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
    write(ImageDraw.Draw(picture), title)
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


def draw_board(picture: Image.Image, position: Position, last: int | None) -> None:
    """Draw the board as the page does."""
    game, canvas = position.game, ImageDraw.Draw(picture)
    winning_sets = position.outcome.winning_sets if position.outcome else frozenset()
    winning = frozenset[int]().union(*winning_sets)
    unit, end = SIDE // game.size, MARGIN + SIDE
    corner = {
        cell: (MARGIN + column * unit, MARGIN + row * unit)
        for cell in game.cells
        for row, column in [game.row_and_column(cell)]
    }
    for cell, (left, top) in corner.items():
        picture.paste(HIGH if cell in winning else SHEET, (left, top, left + unit, top + unit))
    for at in range(MARGIN + unit, end, unit):
        canvas.line((at, MARGIN, at, end - 1), RULE, 3)
        canvas.line((MARGIN, at, end - 1, at), RULE, 3)
    for cell, (left, top) in corner.items():
        if mark := position.mark_at(cell):
            # Each cell has one of three drawings, as in templates/shared/board.html.
            shape = symbol(mark, cell * 2 % 3, unit, bold=cell in winning)
            picture.paste(MARKS[mark], (left, top), shape)
        if cell == last:
            far, near = (round(share * unit) for share in (0.82, 0.94))
            tick = [(left + far, top + near), (left + near, top + near), (left + near, top + far)]
            canvas.line(tick, WHY, 4, joint="curve")
    if winning_sets:
        picture.paste(INK, (MARGIN, MARGIN), outlines(game, winning_sets))


def outlines(game: Game, winning_sets: Iterable[WinningSet]) -> Image.Image:
    """The coverage of each pixel of the board, 0 to 255, by the outlines of *winning_sets*."""
    fine = SIDE * FINENESS
    width = 0.05 * fine / game.size
    image = Image.new("L", (fine, fine))
    canvas = ImageDraw.Draw(image)
    for cells in winning_sets:
        points = [(x * fine / game.size, y * fine / game.size) for x, y in corners(game, cells)]
        canvas.line([*points, points[0]], 255, round(width))
        for point in points:
            canvas.circle(point, width / 2, 255)
    return image.reduce(FINENESS)


@cache
def symbol(mark: Mark, drawing: int, unit: int, *, bold: bool) -> Image.Image:
    """The coverage of each pixel of a cell, 0 to 255, by one of three drawings of *mark*."""
    left, top = MARK_SIZE * (drawing + (3 if mark is Mark.O else 0)), MARK_SIZE * bold
    with Image.open(MARK_SHEET) as sheet:
        return sheet.crop((left, top, left + MARK_SIZE, top + MARK_SIZE)).resize((unit, unit))


def write(canvas: ImageDraw.ImageDraw, title: str) -> None:
    """Write the name of the application, and *title* below it, beside the board."""
    name = ImageText.Text("Tic Tac Why", ImageFont.load_default(92))
    name.stroke(1.5)
    # Pillow finds no size at which trailing white space fits.
    words = " ".join(title.translate(PLAIN).split())
    below = ImageText.Text(words, ImageFont.load_default(50), spacing=14)
    below.wrap(TEXT_WIDTH, TITLE_HEIGHT, "shrink")
    name_height, gap = round(name.get_bbox()[3]), 36 if words else 0
    top = round((SIZE[1] - name_height - gap - below.get_bbox()[3]) / 2)
    canvas.text((TEXT_LEFT, top), name, INK)
    canvas.text((TEXT_LEFT, top + name_height + gap), below, SOFT)
