"""Pictures show what the SVG of the site draws: icons static/icon.svg, previews the marks."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageColor
from PIL.IcoImagePlugin import IcoImageFile
from playwright.sync_api import Browser

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark, Position
from tests.icons import FAVICON, FAVICON_SIZES, ICONS, STATIC, Icon, draw
from webapp import ROOT
from webapp.board.preview import MARGIN, MARKS, SHEET, SIDE, png


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


@pytest.mark.parametrize("won", [False, True])
@pytest.mark.parametrize("mark", Mark)
@pytest.mark.parametrize("cell", [0, 1, 2])
def test_a_mark_of_a_preview_is_drawn_from_its_symbol(
    browser: Browser, cell: int, mark: Mark, won: bool
) -> None:
    """The three cells show the three drawings of each mark. Winning ones are bolder."""
    row = 0b111 if won else 1 << cell
    marks = (row, 0) if mark is Mark.X else (0, row)
    unit = SIDE // 3
    left = MARGIN + cell * unit
    with Image.open(BytesIO(png(Position(TIC_TAC_TOE, *marks)))) as image:
        drawn = np.asarray(image.convert("RGB").crop((left, MARGIN, left + unit, MARGIN + unit)))
    page = browser.new_page(viewport={"width": unit, "height": unit})
    page.set_content(
        f"<style>body {{ margin: 0; background: {SHEET} }} .mark {{ display: block;"
        f" fill: {MARKS[mark]}; stroke: {MARKS[mark]}; stroke-linejoin: round;"
        f" stroke-width: {4.5 if won else 0} }}</style>"
        f"<div hidden>{(ROOT / 'templates/shared/marks.svg').read_text()}</div>"
        f'<svg class="mark" viewBox="0 0 100 100" width="{unit}" height="{unit}">'
        f'<use href="#mark-{mark}{cell * 2 % 3}"/></svg>'
    )
    with Image.open(BytesIO(page.screenshot())) as image:
        shown = np.asarray(image.convert("RGB"))
    page.close()
    inked, expected = (
        np.abs(picture.astype(int) - ImageColor.getrgb(MARKS[mark])).max(axis=-1) < 100
        for picture in (drawn, shown)
    )
    differs = inked != expected
    if won:  # a line runs over the middle
        differs[unit // 2 - 6 : unit // 2 + 7] = False
    assert expected.mean() > 0.05
    assert differs.mean() < 0.005, "Draw them anew: python -m tests.icons"
