"""The pages as search engines, sites where links are shared, and phones see them; and to whom a
weakness is reported.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Blueprint, abort, current_app, render_template
from flask.typing import ResponseReturnValue

from ai.games import SQUARE, TIC_TAC_TOE
from ai.language import N_, _
from ai.position import Position, parse
from webapp.about import PAPERS, About
from webapp.learn.api import ApiPage
from webapp.learn.games import GamesPage
from webapp.learn.lessons import OpponentsPage
from webapp.learn.openings import OpeningsPage
from webapp.learn.terms import TermsPage
from webapp.learn.testing import TestingPage
from webapp.parts import absolute, address
from webapp.replay.preview import png
from webapp.replay.replay import game_url

bp = Blueprint("outside", __name__)


@dataclass(frozen=True, slots=True)
class Cover:
    """What one of the few pages to which everybody may be led tells of itself; its picture shows
    *position*, and the *title* beside it.
    """

    title: str
    description: str
    position: Position


# By the endpoint of the page.
COVERS = {
    "match.show": Cover(
        N_("Play a computer that can always answer why"),
        N_(
            "Play tic-tac-toe and Square against a computer that can always answer why. It explains"
            " its moves, gives hints, and shows the exact value of yours."
        ),
        parse(SQUARE, "OX.. OO.X X... ..X."),
    ),
    "learn.games": Cover(
        GamesPage.title,
        GamesPage.description,
        parse(TIC_TAC_TOE, "XOO .X. ..X"),
    ),
    "learn.openings": Cover(
        OpeningsPage.title,
        OpeningsPage.description,
        parse(SQUARE, ".... .X.. .... ...."),
    ),
    "learn.opponents": Cover(
        OpponentsPage.title,
        OpponentsPage.description,
        parse(TIC_TAC_TOE, "X.. .O. ..X"),
    ),
    "learn.terms": Cover(
        TermsPage.title,
        TermsPage.description,
        parse(SQUARE, "O... XX.. ..X. .O.O"),
    ),
    "learn.testing": Cover(
        TestingPage.title,
        TestingPage.description,
        parse(TIC_TAC_TOE, "X.O .X. O.."),
    ),
    "learn.api": Cover(
        ApiPage.title,
        ApiPage.description,
        parse(SQUARE, "OX.. O..X ..X. ...."),
    ),
}

# The name of each icon of the manifest, its size, and what it is for. `python -m tests.icons` draws
# them.
ICONS = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)


def about_page(endpoint: str) -> About:
    """What the page at *endpoint*, one of :data:`COVERS`, tells of itself."""
    cover, page = COVERS[endpoint], absolute(address(endpoint))
    picture_url = absolute(address("outside.picture", page=endpoint))
    title, description = _(cover.title), _(cover.description)
    return About(title, description, page, page, picture_url, cover.position)


@bp.get("/picture/<page>.png")
def picture(page: str) -> ResponseReturnValue:
    """The picture of a page with a cover."""
    if page not in COVERS:
        abort(404)
    cover = COVERS[page]
    data = png(cover.position, title=_(cover.title))
    return data, {"Content-Type": "image/png"}


@bp.get("/favicon.ico")
def favicon() -> ResponseReturnValue:
    """The icon for browsers that ask for it under this name."""
    data = Path(current_app.static_folder or "", "favicon.ico").read_bytes()
    return data, {"Content-Type": "image/vnd.microsoft.icon"}


@bp.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """What a phone needs to keep the application among its own."""
    start = address("match.show")
    paper = PAPERS["light"]
    data = {
        "name": "Tic Tac Why",
        "short_name": "Tic Tac Why",
        "description": _(COVERS["match.show"].description),
        "id": start,
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": [
            {"src": address("static", filename=name), "sizes": sizes, "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    return current_app.json.dumps(data), {"Content-Type": "application/manifest+json"}


@bp.get("/robots.txt")
def robots() -> ResponseReturnValue:
    """Everything may be read, for sites where links are shared look here too; the pages themselves
    say which of them search engines should leave out.
    """
    text = f"User-agent: *\nDisallow:\nSitemap: {absolute(address('outside.sitemap'))}\n"
    return text, {"Content-Type": "text/plain; charset=utf-8"}


@bp.get("/sitemap.xml")
def sitemap() -> ResponseReturnValue:
    """The pages with a cover, and the games that the rules lead to."""
    pages = [absolute(address(endpoint)) for endpoint in COVERS]
    games = [game_url(walk.replay.record) for walk in GamesPage().walks]
    text = render_template("shared/sitemap.xml", addresses=pages + games)
    return text, {"Content-Type": "application/xml; charset=utf-8"}


@bp.get("/.well-known/security.txt")
def security_txt() -> ResponseReturnValue:
    """To whom a weakness of the site is reported, as RFC 9116 has it, if the host says so. What was
    read counts for half a year from then.
    """
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    url = contact if ":" in contact else f"mailto:{contact}"
    expires = datetime.now(UTC) + timedelta(days=180)
    text = (
        f"Contact: {url}\n"
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}\n"
        f"Canonical: {absolute(address('outside.security_txt'))}\n"
    )
    return text, {"Content-Type": "text/plain; charset=utf-8"}
