"""Pictures show what the SVG of the site draws: icons static/icon.svg, previews the marks."""

from io import BytesIO
from itertools import product

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageColor
from PIL.IcoImagePlugin import IcoImageFile
from playwright.sync_api import Browser

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, Position
from tests.icons import FAVICON, FAVICON_SIZES, ICONS, STATIC, Icon, draw, draw_marks
from webapp.board.picture import MARK_SIZE, MARKS, SIDE, drawn, place
from webapp.board.preview import Preview


@pytest.mark.parametrize(
    "icon", [*ICONS, *(Icon(FAVICON, size) for size in FAVICON_SIZES)], ids=str
)
def test_an_icon_is_drawn_from_the_svg(browser: Browser, icon: Icon) -> None:
    page = browser.new_page()
    size = (icon.size, icon.size)
    with Image.open(STATIC / icon.name) as stored:
        picture = stored.ico.getimage(size) if isinstance(stored, IcoImageFile) else stored
        kept = picture.convert("RGBA")
    assert kept.size == size
    difference = np.asarray(ImageChops.difference(kept, draw(page, icon)))
    # Another browser may smooth some edges in another way.
    differs = (difference.max(axis=-1) > 12).mean()
    assert differs < 0.01, "Draw them anew: python -m tests.icons"
    page.close()


def test_a_mark_of_a_preview_is_drawn_from_its_symbol(browser: Browser) -> None:
    """The three cells show the three drawings of each mark. Winning ones are bolder."""
    page = browser.new_page()
    sheet, unit = draw_marks(page), SIDE // 3
    page.close()
    for cell, mark, won in product(range(3), Mark, (False, True)):
        row = 0b111 if won else 1 << cell
        position = Position(TIC_TAC_TOE, *((row, 0) if mark is Mark.X else (0, row)))
        (left, top), unit = place(3, 3)
        left += cell * unit
        with Image.open(BytesIO(drawn(Preview(position, "")))) as image:
            area = image.convert("RGB").crop((left, top, left + unit, top + unit))
        inked = np.abs(np.asarray(area, int) - ImageColor.getrgb(MARKS[mark])).max(axis=-1) < 100
        left, top = MARK_SIZE * (cell * 2 % 3 + 3 * (mark is Mark.O)), MARK_SIZE * won
        symbol = sheet.crop((left, top, left + MARK_SIZE, top + MARK_SIZE)).resize((unit, unit))
        expected = np.asarray(symbol) > 140  # such a pixel is as near to the ink
        differs = inked != expected
        if won:  # a line runs over the middle
            differs[unit // 2 - 6 : unit // 2 + 7] = False
        assert expected.mean() > 0.05
        assert differs.mean() < 0.005, "Draw them anew: python -m tests.icons"
