"""The picture of a link, drawn by Pillow: a board on squared paper, and words beside it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw, ImageFont, ImageText

from ai.language import _
from ai.pen.diagram import Diagram, Stroke
from ai.rules import Game, Mark, Position
from webapp.board.about import PAPERS
from webapp.board.outlines import Way, centre, is_straight, ways
from webapp.board.preview import Preview

SIZE = (1200, 630)
SIDE = 528  # of the board, at most: its cells are whole pixels
SHEET_WIDTH = 630  # of the squared paper, up to the rule of the margin
TEXT_LEFT, TEXT_WIDTH = 686, 458
QUAD = 35  # pixels of a square of the paper
FINENESS = 3  # lines are drawn this many times as large, for smooth edges
HERE = Path(__file__).parent
MARK_SHEET = HERE / "marks.png"  # both are drawn by tests/icons.py
LOGO, LOGO_SIZE = HERE / "logo.png", (116, 58)
MARK_SIZE = 264

# In hundredths of a cell, as on the page.
HALO, WON_LINE, PEN, RING, HOLE = 52, 4.5, 3.4, 13, 34
DASHES = {Stroke.DASHED: (9, 7), Stroke.DOTTED: (1, 8)}
FADED = 0.45  # of the marks beside those that won

# The light colours of static/style.css.
PAPER, SHEET, HIGH, SQUARES = PAPERS["light"], "#fffdf8", "#ffe694", "#e3ebf0"
INK, SOFT, RULE, WHY = "#1b1a17", "#5c574c", "#4b4740", "#0a6357"
MARKS = {Mark.X: "#1f46c9", Mark.O: "#bf3409"}


class Block(NamedTuple):
    """How a text stands: its font and size, space between its lines, its most height, the space
    above it, and its colour.
    """

    font: str
    size: int
    spacing: int
    height: int
    above: int
    colour: str


HEADLINE = Block("bold", 72, 23, 250, 28, INK)
SENTENCE = Block("regular", 32, 17, 170, 14, SOFT)
FOOT = Block("bolditalic", 30, 12, 72, 26, WHY)


def drawn(preview: Preview) -> bytes:
    """The picture of *preview*, a PNG of :data:`SIZE`."""
    game = preview.position.game
    picture = paper(game.columns, game.rows).copy()
    draw_board(picture, preview)
    write(picture, preview)
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
    lights = map(ImageColor.getrgb, (PAPER, SHEET, HIGH, SQUARES))
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


@lru_cache(maxsize=4)
def paper(columns: int, rows: int) -> Image.Image:
    """The squared paper with its margin, and the ruling of a board."""
    picture = Image.new("RGB", SIZE, PAPER)
    canvas = ImageDraw.Draw(picture)
    canvas.rectangle((0, 0, SHEET_WIDTH - 1, SIZE[1]), SHEET)
    for at in range(0, SHEET_WIDTH, QUAD):
        canvas.line((at, 0, at, SIZE[1]), SQUARES, 2)
        canvas.line((0, at, SHEET_WIDTH - 1, at), SQUARES, 2)
    for left, width, colour in ((620, 10, SHEET), (620, 2, WHY), (627, 3, WHY)):
        canvas.rectangle((left, 0, left + width - 1, SIZE[1]), colour)
    pen = PenMask(columns, rows)
    for at in range(1, max(columns, rows)):
        start = -0.09 - 0.02 * (at % 2)
        if at < columns:
            pen.taper(complex(at, start), complex(at + 0.002, rows + 0.1), 2, 1.2)
        if at < rows:
            pen.taper(complex(start, at), complex(columns + 0.1, at + 0.002), 2, 1.2)
    pen.ink(picture, RULE)
    return picture


def place(columns: int, rows: int, row: int = 0, column: int = 0) -> tuple[tuple[int, int], int]:
    """The upper left corner of a cell of a board in the middle of the paper, and its side."""
    unit = SIDE // max(columns, rows)
    left, top = (SHEET_WIDTH - columns * unit) // 2, (SIZE[1] - rows * unit) // 2
    return (left + column * unit, top + row * unit), unit


class PenMask:
    """A mask of the squared paper, on which lines are drawn in cells of a board; their widths are
    hundredths of a cell.
    """

    def __init__(self, columns: int, rows: int) -> None:
        corner, unit = place(columns, rows)
        self.corner, self.unit = complex(*corner) * FINENESS, unit * FINENESS
        self.image = Image.new("L", (SHEET_WIDTH * FINENESS, SIZE[1] * FINENESS))
        self.canvas = ImageDraw.Draw(self.image)

    def at(self, point: complex) -> tuple[float, float]:
        """The place of a *point* of the board."""
        there = self.corner + point * self.unit
        return there.real, there.imag

    def stroke(self, points: Iterable[complex], width: float) -> None:
        """Draw a line through *points*, with round ends and corners."""
        width *= self.unit / 100
        places = [*map(self.at, points)]
        self.canvas.line(places, 255, round(width))
        for place in places:
            self.canvas.circle(place, width / 2, 255)

    def taper(self, start: complex, end: complex, width: float, last_width: float) -> None:
        """Draw a line that gets thinner."""
        across = (end - start) / abs(end - start) * 1j / 200
        half, last = across * width, across * last_width
        corners = map(self.at, (start - half, start + half, end + last, end - last))
        self.canvas.polygon([*corners], 255)

    def spare(self, point: complex) -> None:
        """Erase what is drawn over a mark."""
        self.canvas.circle(self.at(point), HOLE * self.unit / 100, 0)

    def ink(self, picture: Image.Image, colour: str) -> None:
        """Ink what is drawn on *picture*."""
        if box := self.image.getbbox():
            left, top, right, bottom = (edge // FINENESS for edge in box)
            end = (right + 1) * FINENESS, (bottom + 1) * FINENESS
            fine = self.image.crop((left * FINENESS, top * FINENESS, *end))
            picture.paste(colour, (left, top), fine.reduce(FINENESS))


def draw_board(picture: Image.Image, preview: Preview) -> None:
    """Draw marks, what won, and what the diagram shows, as the page does."""
    position, game = preview.position, preview.position.game
    outcome = position.outcome
    won = sorted(outcome.winning_sets, key=sorted) if outcome else []
    shapes = [way for cells in won for way in strokes(game, cells)]
    if shapes:
        halo = PenMask(game.columns, game.rows)
        for points in shapes:
            halo.stroke(points, HALO)
        halo.ink(picture, HIGH)
    if preview.drawn:
        draw_diagram(picture, preview.drawn, position)
    draw_marks(picture, position, frozenset[int]().union(*won))
    if outcome and outcome.winner:
        line = PenMask(game.columns, game.rows)
        for points in shapes:
            for start, end in pairwise(points):
                line.stroke(bowed(start, end), WON_LINE)
        line.ink(picture, MARKS[outcome.winner])
    canvas = ImageDraw.Draw(picture)
    if preview.last is not None:
        at = game.row_and_column(preview.last)
        (left, top), unit = place(game.columns, game.rows, *at)
        far, near = (round(share * unit) for share in (0.82, 0.94))
        tick = [(left + far, top + near), (left + near, top + near), (left + near, top + far)]
        canvas.line(tick, WHY, 4, joint="curve")
    if preview.invites:
        draw_arrow(picture)


def strokes(game: Game, cells: Iterable[int]) -> Sequence[Way]:
    """The strokes that draw a winning set; a straight one has two points."""
    found = ways(game, frozenset(cells))
    return [(found[0][0], found[0][-1])] if is_straight(found) else found


def bowed(start: complex, end: complex) -> Iterator[complex]:
    """Points of a line as a hand draws it: with a slight bow and, unless short, over both ends."""
    length = abs(end - start)
    over = 0.05 if length >= 1 else 0
    for share in (step / 8 for step in range(9)):
        on, bow = (length + 2 * over) * share - over, 0.04 * length * share * (1 - share)
        yield start + (end - start) / length * complex(on, bow)


def dashes(points: Way, dash: float, gap: float) -> Iterator[list[complex]]:
    """The dashes along the outline *points*; lengths in hundredths of a cell."""
    for start, end in pairwise(points):
        length = abs(end - start) * 100
        for on in range(round(length / (dash + gap)) + 1):
            first = on * (dash + gap)
            yield [start + (end - start) * min(it / length, 1) for it in (first, first + dash)]


def draw_diagram(picture: Image.Image, drawn: Diagram, position: Position) -> None:
    """Draw the lines of the diagram, and rings on its chosen cells; marks are spared."""
    game, pen = position.game, PenMask(position.game.columns, position.game.rows)
    parts = (*((Stroke.FULL, cells) for cells in drawn.lines), *drawn.parts)
    for stroke, outline in ((one, way) for one, cells in parts for way in strokes(game, cells)):
        if stroke is Stroke.FULL:
            for start, end in pairwise(outline):
                pen.stroke(bowed(start, end), PEN)
        else:
            for points in dashes(outline, *DASHES[stroke]):
                pen.stroke(points, PEN)
    for cell, shown in zip(game.cells, sum(drawn.rows, ()), strict=True):
        middle = centre(game, cell)
        if shown.mark:
            pen.spare(middle)
        elif shown.chosen:
            unit = pen.unit / 100
            pen.canvas.circle(pen.at(middle), RING * unit, 0, 255, round(PEN * unit))
    pen.ink(picture, WHY)


def draw_marks(picture: Image.Image, position: Position, won: frozenset[int]) -> None:
    """Draw the marks: those on *won* cells bold, and then the others faded."""
    game = position.game
    for cell in game.cells:
        if mark := position.mark_at(cell):
            corner, unit = place(game.columns, game.rows, *game.row_and_column(cell))
            # Each cell has one of three drawings, as in templates/shared/board.html.
            share = FADED if won and cell not in won else 1
            shape = symbol(mark, cell * 2 % 3, unit, bold=cell in won, share=share)
            picture.paste(MARKS[mark], corner, shape)


@lru_cache(maxsize=256)
def symbol(mark: Mark, drawing: int, unit: int, *, bold: bool, share: float) -> Image.Image:
    """How far one of three drawings of *mark* covers each pixel of a cell, to 255 times *share*."""
    left, top = MARK_SIZE * (drawing + (3 if mark is Mark.O else 0)), MARK_SIZE * bold
    with Image.open(MARK_SHEET) as sheet:
        shape = sheet.crop((left, top, left + MARK_SIZE, top + MARK_SIZE)).resize((unit, unit))
    return shape.point(lambda covered: covered * share)


def draw_arrow(picture: Image.Image) -> None:
    """Draw an arrow from the margin to the board."""
    pen = PenMask(3, 3)
    curve = [3.24 + 3.3j, 3.18 + 3.14j, 3.1 + 3.02j, 3 + 2.92j, 2.86 + 2.84j, 2.62 + 2.72j]
    pen.stroke(curve, 2 * PEN / 3)
    pen.stroke([2.86 + 2.72j, 2.62 + 2.72j, 2.73 + 2.93j], 2 * PEN / 3)
    pen.ink(picture, WHY)


@cache
def logo() -> Image.Image:
    """The logo on paper."""
    with Image.open(LOGO) as image:
        return image.convert("RGB")


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of the folder `fonts`. The basic layout is the same on every machine."""
    path = HERE / "fonts" / f"{name}.otf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def height_of(text: ImageText.Text[str]) -> int:
    """The height of *text*, with room below the last line even if no letter needs it."""
    assert isinstance(text.font, ImageFont.FreeTypeFont)
    above, below = text.font.getmetrics()
    pitch = text.font.getbbox("A")[3] + text.spacing
    return round(text.text.count("\n") * pitch + above + below)


def write(picture: Image.Image, preview: Preview) -> None:
    """Write the words beside the board, below the logo."""
    leads_to = preview.leads_to and _("%(leads_to)s · tic tac why", leads_to=preview.leads_to)
    texts = (preview.headline, preview.sentence, leads_to or "tic tac why")
    blocks = []
    for block, text in zip((HEADLINE, SENTENCE, FOOT), texts, strict=True):
        # Pillow finds no size at which trailing white space fits, and breaks lines at every space:
        # the size of a board has none.
        if words := " ".join(text.split()).replace(" × ", "×"):
            written = ImageText.Text(words, font(block.font, block.size), spacing=block.spacing)
            written.wrap(TEXT_WIDTH, block.height, "shrink")
            blocks.append((block, written, height_of(written)))
    taken = LOGO_SIZE[1] + sum(block.above + height for block, _text, height in blocks)
    top = (SIZE[1] - taken) // 2
    picture.paste(logo(), (TEXT_LEFT, top))
    canvas, top = ImageDraw.Draw(picture), top + LOGO_SIZE[1]
    for block, written, height in blocks:
        canvas.text((TEXT_LEFT, top + block.above), written, block.colour)
        top += block.above + height
