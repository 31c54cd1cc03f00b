"""Pictures of every kind of page and state: on narrow and wide screens, light, dark, in forced
colours and in print: `python -m tests.screenshots`.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from PIL import Image
from playwright.sync_api import sync_playwright

from tests.e2e.browser import open_browser
from tests.e2e.player import Player
from tests.e2e.states import STATES
from tests.server import application, serving
from webapp import ROOT

# Windows as browsers show them: smaller than their screens.
SCREENS = (
    *((320, 568), (360, 740), (390, 664), (740, 360)),
    *((820, 1180), (1366, 633), (1920, 1080), (2560, 1440)),
)
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
    "print": {"forced_colors": "none", "media": "print"},
}
README = (1280, 720)
# The pictures that the manifest and the README show: of which state, in which window.
SHOWN = {
    "static/screenshot-narrow.png": ("middle", (390, 664)),
    "static/screenshot-wide.png": ("won", (1366, 633)),
    ".github/match.png": ("won", README),
    ".github/values.png": ("values", README),
    ".github/replay.png": ("replay-turning-point", README),
}


@contextmanager
def shown() -> Iterator[tuple[Player, Callable[[str], None]]]:
    """A page, and a function that brings it to the state of a name.

    :raises MissingProgram: if there is no browser.
    """
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # else each request is a line
    with (
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        open_browser(playwright.chromium) as browser,
        serving(app := application(Path(folder))) as site,
    ):
        page = Player.at(browser.new_page(service_workers="block"))
        yield page, lambda name: STATES[name].show(page, app, site)


def pictures(
    screens: Iterable[tuple[int, int]], names: Sequence[str], looks: Sequence[str], *, whole: bool
) -> Iterator[tuple[str, bytes]]:
    """Each picture with its name, its screen and its look; the *whole* page, or what is seen first.

    Errors as in :func:`shown`.
    """
    with shown() as (page, show):
        for screen, name in product(screens, names):
            page.resize(*screen)
            page.emulate_media(media="screen", reduced_motion="reduce")
            show(name)
            for look in looks:
                page.emulate_media(**{"media": "screen", **LOOKS[look]})
                size = "x".join(map(str, screen))
                yield f"{name}-{size}-{look}.png", page.screenshot(full_page=whole)


def few_colours(picture: bytes) -> bytes:
    """The *picture* in 256 colours, which takes half of the bytes."""
    small, image = BytesIO(), Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(256, kmeans=1).save(small, "PNG", optimize=True)
    return small.getvalue()


@click.command
@click.option(
    "--manifest", is_flag=True, help="Make those that the manifest and the README show instead."
)
@click.argument("names", nargs=-1, type=click.Choice(list(STATES)), metavar="[NAME]...")
def main(names: tuple[str, ...], manifest: bool) -> None:
    """Make a picture of each page and state, or of those of these NAMEs, in test-results."""
    if manifest:
        for path, (name, screen) in SHOWN.items():
            ((_name, picture),) = pictures([screen], [name], ["light"], whole=False)
            (ROOT / path).write_bytes(few_colours(picture))
        return
    out = ROOT / "test-results" / "screenshots"
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(SCREENS, names or [*STATES], [*LOOKS], whole=True):
        (out / name).write_bytes(picture)


if __name__ == "__main__":
    main()
