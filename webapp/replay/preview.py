"""The picture that a link to a position shows where it is shared."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import product

from PIL import Image, ImageColor, ImageDraw, ImageFont, ImageText

from ai.position import Mark, Position
from webapp.board import Point, corners

SIZE = (1200, 630)
SIDE = 528  # of the board: its cells are whole pixels on 3 by 3 and on 4 by 4
MARGIN = (SIZE[1] - SIDE) // 2
TEXT_LEFT = MARGIN + SIDE + MARGIN
TEXT_WIDTH = SIZE[0] - TEXT_LEFT - MARGIN
TITLE_HEIGHT = 360
FINENESS = 4  # the board is drawn this many times as large, for smooth edges

# The light colours of static/style.css.
GROUND, SURFACE, WINNING = "#f6f5f2", "#ffffff", "#fdf0c4"
INK, SOFT, EDGE, OUTLINE = "#1b1d21", "#5a5f69", "#82858c", "#8a5a00"
MARKS = {Mark.X: "#1d4ed8", Mark.O: "#b0440c"}

# Pillow's font has little more than ASCII.
PLAIN = str.maketrans("–—×", "--x")


@dataclass(frozen=True)
class Pen:
    """Draws on a board in units of a cell; *unit* is that many pixels."""

    canvas: ImageDraw.ImageDraw
    unit: float

    def fill(self, row: int, column: int, colour: str) -> None:
        """Fill a cell."""
        left, top = column * self.unit, row * self.unit
        self.canvas.rectangle((left, top, left + self.unit, top + self.unit), colour)

    def stroke(self, points: Sequence[Point], width: float, colour: str) -> None:
        """Join *points* by lines, round at every end and corner."""
        pixels = [(x * self.unit, y * self.unit) for x, y in points]
        self.canvas.line(pixels, colour, round(width * self.unit))
        for pixel in pixels:
            self.canvas.circle(pixel, width * self.unit / 2, colour)

    def mark(self, mark: Mark, centre: Point, heavy: bool) -> None:
        """Draw the symbol of templates/match.html: 24 units wide there, 0.66 cells here."""
        x, y = centre
        scale = 0.66 / 24
        arm, radius, width = 7 * scale, 7.5 * scale, (3.5 if heavy else 2.5) * scale
        if mark is Mark.X:
            for lean in (arm, -arm):
                self.stroke([(x - lean, y - arm), (x + lean, y + arm)], width, MARKS[mark])
        else:
            pixel, outside = (x * self.unit, y * self.unit), (radius + width / 2) * self.unit
            thick = round(width * self.unit)
            self.canvas.circle(pixel, outside, outline=MARKS[mark], width=thick)


def png(position: Position, last: int | None = None, title: str = "") -> bytes:
    """The picture, a PNG of 1200 by 630 pixels, of *position*: its board, *title* beside it.

    The cell *last* is underlined. A title too long for its place is written smaller.
    """
    picture = Image.new("RGB", SIZE, GROUND)
    picture.paste(board(position, last), (MARGIN, MARGIN))
    write(ImageDraw.Draw(picture), title)
    file = BytesIO()
    # Without `optimize`, which takes longer than all the rest and saves a tenth.
    picture.quantize(palette=palette(), dither=Image.Dither.NONE).save(file, "png")
    return file.getvalue()


def palette() -> Image.Image:
    """A picture of which only the palette counts: the colours, and steps from light to dark ones.

    To find a palette for each picture takes five times as long, or merges the light colours.
    """
    lights = map(ImageColor.getrgb, (GROUND, SURFACE, WINNING))
    darks = map(ImageColor.getrgb, (INK, SOFT, EDGE, OUTLINE, *MARKS.values()))
    image = Image.new("P", (1, 1))
    blends = (
        round(a + (b - a) * step / 7)
        for light, dark in product(lights, darks)
        for step in range(8)
        for a, b in zip(light, dark, strict=True)
    )
    image.putpalette(bytes(blends))
    return image


def board(position: Position, last: int | None) -> Image.Image:
    """The board as the page draws it, SIDE pixels square."""
    game, outcome = position.game, position.outcome
    winning_sets = outcome.winning_sets if outcome else frozenset()
    winning = frozenset[int]().union(*winning_sets)
    image = Image.new("RGB", (SIDE * FINENESS, SIDE * FINENESS), SURFACE)
    pen = Pen(ImageDraw.Draw(image), SIDE * FINENESS / game.size)
    for cell in winning:
        pen.fill(*game.row_and_column(cell), WINNING)
    for at in range(1, game.size):
        pen.stroke([(at, -1), (at, game.size + 1)], 0.02, EDGE)
        pen.stroke([(-1, at), (game.size + 1, at)], 0.02, EDGE)
    for cell in game.cells:
        row, column = game.row_and_column(cell)
        if mark := position.mark_at(cell):
            pen.mark(mark, (column + 0.5, row + 0.5), heavy=cell in winning)
        if cell == last:
            pen.stroke([(column + 0.315, row + 0.905), (column + 0.685, row + 0.905)], 0.03, INK)
    for cells in winning_sets:
        points = corners(game, cells)
        pen.stroke([*points, points[0]], 0.05, OUTLINE)
    return image.reduce(FINENESS)


def write(canvas: ImageDraw.ImageDraw, title: str) -> None:
    """Write the name of the application, and *title* below it, beside the board."""
    name = ImageText.Text("Tic Tac Why", ImageFont.load_default(size=92))
    name.stroke(1.5)
    # Pillow takes white space at the end for text that does not fit at any size.
    words = " ".join(title.translate(PLAIN).split())
    below = ImageText.Text(words, ImageFont.load_default(size=50), spacing=14)
    below.wrap(TEXT_WIDTH, TITLE_HEIGHT, "shrink")
    gap = 36 if words else 0
    name_height, height = (text.get_bbox()[3] for text in (name, below))
    top = (SIZE[1] - name_height - gap - height) / 2
    canvas.text((TEXT_LEFT, top), name, INK)
    canvas.text((TEXT_LEFT, top + name_height + gap), below, SOFT)
