"""Pictures of the SVG of the site, drawn by a browser: `python -m tests.icons`.

Icons show static/icon.svg, small ones static/icon-small.svg. For previews a sheet shows the marks
of templates/shared/marks.svg, and a picture the logo of the masthead.
"""

import re
from io import BytesIO
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from ai.rules.position import Mark
from tests.e2e.browser import open_browser
from webapp import ROOT, create_app
from webapp.board.picture import LOGO, LOGO_SIZE, MARK_SHEET, MARK_SIZE, MARKS, PAPER, RULE, WHY

STATIC = ROOT / "static"
SHEET = "#fffdf8"


class Icon(NamedTuple):
    """The name of a file, and the width of its picture in pixels. An icon that *fills* its picture
    has square corners: a phone crops it to a shape. *scale* keeps the drawing inside this shape.
    """

    name: str
    size: int
    fills: bool = False
    scale: float = 1


ICONS = (
    Icon("icon-180.png", 180, fills=True, scale=0.9),
    Icon("icon-192.png", 192),
    Icon("icon-512.png", 512),
    Icon("icon-maskable.png", 512, fills=True, scale=0.7),
)
FAVICON = "favicon.ico"
FAVICON_SIZES = (16, 32, 48)
SMALL = 32  # pixels, up to which there is room for two signs only


def draw(page: Page, icon: Icon) -> Image.Image:
    svg = (STATIC / ("icon-small.svg" if icon.size <= SMALL else "icon.svg")).read_text()
    page.set_viewport_size({"width": icon.size, "height": icon.size})
    page.set_content(
        f"<style>html {{ background: {SHEET if icon.fills else 'none'} }} body {{ margin: 0 }}"
        f" svg {{ display: block; scale: {icon.scale} }}</style>{svg}"
    )
    return Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")


def draw_marks(page: Page) -> Image.Image:
    """The sheet of marks, white on black: three drawings of X, then of O, and below them bold."""
    page.set_viewport_size({"width": 6 * MARK_SIZE, "height": 2 * MARK_SIZE})
    uses = "".join(
        f'<use href="#mark-{name}" x="{column}00" y="{row}00" width="100" height="100"'
        f' stroke-width="{4.5 * row}"/>'
        for row in (0, 1)
        for column, name in enumerate(("X0", "X1", "X2", "O0", "O1", "O2"))
    )
    page.set_content(
        "<style>body { margin: 0; background: black }"
        " svg { display: block; fill: white; stroke: white; stroke-linejoin: round }</style>"
        f"<div hidden>{(ROOT / 'templates/shared/marks.svg').read_text()}</div>"
        f'<svg viewBox="0 0 600 200">{uses}</svg>'
    )
    return Image.open(BytesIO(page.screenshot())).convert("L")


def draw_logo(page: Page) -> Image.Image:
    """The logo of the masthead on paper, in the light colours."""
    shown = create_app({"TESTING": True, "SECRET_KEY": "any"}).test_client().get("/").text
    (svg,) = re.findall('<svg class="?logo.*?</svg>', shown, re.DOTALL)
    width, height = LOGO_SIZE
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(
        f"<style>body {{ margin: 0; background: {PAPER} }}"
        f" svg {{ display: block; width: {width}px; height: {height}px; overflow: visible;"
        " fill: none; stroke-width: 3.4; stroke-linecap: round; stroke-linejoin: round }"
        f" .grid {{ stroke: {RULE}; stroke-width: 1.5 }} .ask {{ stroke: {WHY} }}"
        f" .mark-X {{ stroke: {MARKS[Mark.X]} }} .mark-O {{ stroke: {MARKS[Mark.O]} }}</style>{svg}"
    )
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def main() -> None:
    """Write the pictures."""
    with sync_playwright() as playwright:
        browser = open_browser(playwright.chromium)
        page = browser.new_page()
        for icon in ICONS:
            draw(page, icon).save(STATIC / icon.name, optimize=True)
        small = [draw(page, Icon(FAVICON, size)) for size in FAVICON_SIZES]
        sizes = [image.size for image in small]
        small[-1].save(STATIC / FAVICON, sizes=sizes, append_images=small[:-1])
        draw_marks(page).save(MARK_SHEET, optimize=True)
        draw_logo(page).save(LOGO, optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
