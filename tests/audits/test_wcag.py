"""WCAG 2.2 where axe cannot look: the contrast of what is drawn, dragging, and what submits.

`.github/ACCESSIBILITY.md` lists all criteria, and the test that holds each.
"""

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from typing import Literal

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from ai.rules.games import TIC_TAC_TOE
from tests.audits.reach import GRAPHIC
from tests.e2e.player import HUMAN, begin, board, button, cell, expect_ply, requests_of
from tests.e2e.states import STATES

LAPTOP: ViewportSize = {"width": 1366, "height": 633}

SEEN = 0.0005  # the share of a cell that a colour of a short word covers, at least
TINT = 1.5  # contrast, at most: a highlighter's, and the edges of what is drawn

MARKED = (
    *("middle", "how", "hint", "values", "values-tic-tac-toe", "won", "won-by-a-row", "drawn"),
    *("lost", "retry", "replay-values", "replay-turning-point", "replay-won"),
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", MARKED)
def test_what_is_drawn_on_cells_stands_out(
    page: Page, signing: Flask, base_url: str, name: str, scheme: Literal["light", "dark"]
) -> None:
    """1.4.11: every mark, value, hint and tried move, at least 3 to 1 with its cell."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(LAPTOP)
    STATES[name].show(page, signing, base_url)
    page.mouse.move(0, 0)
    page.evaluate(CELLS_ALONE)
    for drawn in board(page).locator("[data-mark], [data-value], [data-tried], [data-hint]").all():
        found = contrasts_drawn(drawn.screenshot(animations="disabled"))
        label = drawn.get_attribute("aria-label")
        # A mark is of one colour. The part of a ring that is left over tells nothing.
        assert (found[0] if drawn.get_attribute("data-mark") else max(found)) >= GRAPHIC, label


# Hides drawings over and under the cells, such as the line that wins.
CELLS_ALONE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("#match svg:not(button svg) { display: none !important; }");
  document.adoptedStyleSheets = [sheet];
}"""


def contrasts_drawn(picture: bytes) -> list[float]:
    """The contrasts of the colours drawn on a PNG with its most common colour, the ground, by how
    much they cover; without tints of the ground and what covers too little to be seen.
    """
    image = Image.open(BytesIO(picture)).convert("RGB")
    edge = round(0.06 * image.width)  # the lines of the board are not meant
    image = image.crop((edge, edge, image.width - edge, image.height - edge))
    pixels = image.tobytes()
    colours = Counter(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    (ground, _), *others = colours.most_common()
    seen = [colour for colour, count in others if count >= SEEN * colours.total()]
    return [found for colour in seen if (found := contrast(ground, colour)) >= TINT]


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast ratio of two colours as WCAG defines it, from 1 to 21."""
    lighter, darker = sorted(map(luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Sequence[int]) -> float:
    """The relative luminance of a colour of sRGB, from 0 to 1."""
    shares = (part / 255 for part in colour)
    linear = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_a_press_that_is_dragged_away_does_nothing(page: Page) -> None:
    """2.5.2: what a pointer presses happens when it is lifted there, and nowhere else."""
    begin(page, TIC_TAC_TOE, HUMAN, "hard")
    sent = requests_of(page)
    for pressed in (cell(page, "b2"), button(page, "Values"), button(page, "Hint")):
        pressed.hover()
        page.mouse.down()
        page.mouse.move(1, 1)
        page.mouse.up()
        expect(board(page).locator("[data-mark], [data-pending]")).to_have_count(0)
    assert sent == []
    expect_ply(page, 0)


def test_choosing_submits_nothing(page: Page) -> None:
    """3.2.2: a setting that is chosen waits for its button."""
    page.goto("/settings")
    sent = requests_of(page)
    for choice in page.get_by_role("radio").all():
        choice.check(force=True)
        expect(choice).to_be_checked()
    assert page.get_by_role("radio").count() > 2
    assert sent == []
