"""Pictures of every kind of page and state: on narrow and wide screens, light, dark and in forced
colours.

python -m tests.screenshots
"""

import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from tests.e2e.browser import open_browser
from tests.e2e.player import Player
from tests.e2e.states import STATES, State
from tests.server import application, serving
from tests.views import VIEWS
from webapp import ROOT

# Windows as browsers show them: smaller than their screens.
SCREENS: Mapping[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in (
        (320, 568),
        (360, 740),
        (390, 664),
        (740, 360),
        (820, 1180),
        (1366, 633),
        (1920, 1080),
        (2560, 1440),
    )
}
README_SCREEN: ViewportSize = {"width": 1280, "height": 720}
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
}


def put_on_paper(page: Player) -> None:
    """Show the page as it is printed."""
    page.emulate_media(media="print")


SHOTS: Mapping[str, State] = {**STATES, "print": State(VIEWS["replay-turning-point"], put_on_paper)}
# The state on each screenshot of the manifest, and its window.
MANIFEST = {"narrow": ("middle", "390x664"), "wide": ("won", "1366x633")}
README = {"won": "match", "values": "values", "replay-turning-point": "replay"}


def pictures(
    screens: Sequence[ViewportSize], names: Sequence[str], looks: Sequence[str], *, whole: bool
) -> Iterator[tuple[str, ViewportSize, str, bytes]]:
    """Each picture with its name, its screen and its look; the *whole* page, or what is seen first.

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
        for screen, name in product(screens, names):
            page.set_viewport_size(screen)
            page.emulate_media(media="screen", reduced_motion="reduce")
            SHOTS[name].show(page, app, site)
            for look in looks:
                page.emulate_media(**LOOKS[look])
                yield name, screen, look, page.screenshot(full_page=whole)


def few_colours(picture: bytes) -> bytes:
    """The *picture* in 256 colours, which takes half of the bytes."""
    small = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(256, kmeans=1).save(
        small, "PNG", optimize=True
    )
    return small.getvalue()


@click.command
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT / "test-results" / "screenshots",
    help="The folder for them; by default test-results/screenshots.",
)
@click.option("--screen", type=click.Choice(list(SCREENS)), multiple=True, help="Only this window.")
@click.option("--look", type=click.Choice(list(LOOKS)), multiple=True, help="Only this look.")
@click.option("--readme", is_flag=True, help="Make those that the README shows instead.")
@click.option("--manifest", is_flag=True, help="Make those that the manifest shows instead.")
@click.option("--window", is_flag=True, help="Only the part that is seen first.")
@click.argument("names", nargs=-1, type=click.Choice(list(SHOTS)), metavar="[NAME]...")
def main(
    out: Path,
    screen: tuple[str, ...],
    look: tuple[str, ...],
    names: tuple[str, ...],
    readme: bool,
    manifest: bool,
    window: bool,
) -> None:
    """Make a picture of each page and state, or of those of these NAMEs."""
    if manifest:
        for form, (name, window_size) in MANIFEST.items():
            ((*_about, picture),) = pictures([SCREENS[window_size]], [name], ["light"], whole=False)
            (ROOT / "static" / f"screenshot-{form}.png").write_bytes(few_colours(picture))
        return
    if readme:
        out, names, look, screens = ROOT / ".github", tuple(README), ("light",), [README_SCREEN]
    else:
        screens = [SCREENS[size] for size in screen or SCREENS]
    names, look = names or tuple(SHOTS), look or tuple(LOOKS)
    out.mkdir(parents=True, exist_ok=True)
    with click.progressbar(
        pictures(screens, names, look, whole=not readme and not window),
        length=len(screens) * len(names) * len(look),
        label="Pictures",
        file=sys.stderr,
        item_show_func=lambda item: f"{item[0]}, {item[1]['width']}, {item[2]}" if item else "",
    ) as made:
        for name, size, how, picture in made:
            if readme:
                (out / f"{README[name]}.png").write_bytes(few_colours(picture))
            else:
                (out / f"{name}-{size['width']}x{size['height']}-{how}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
