"""The icons that are pictures show what static/icon.svg draws."""

import numpy as np
import pytest
from PIL import Image, ImageChops
from PIL.IcoImagePlugin import IcoImageFile
from playwright.sync_api import Browser

from tests.icons import FAVICON, FAVICON_SIZES, ICONS, STATIC, Icon, draw


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
