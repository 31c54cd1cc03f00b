"""Files for search engines, link previews, phones, and reports of weaknesses."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Blueprint, abort, current_app, render_template
from flask.typing import ResponseReturnValue

from ai.exact.atlas import COUNT
from ai.language import N_, _
from ai.messages import Filled
from ai.opponents.search import SEARCHES
from ai.rules import SQUARE, TIC_TAC_TOE, Position, Record, game_for, parse
from webapp.board.about import About
from webapp.board.parts import absolute, address
from webapp.board.preview import Preview, png
from webapp.learn.games import walks
from webapp.learn.lessons import LESSONS
from webapp.puzzles.words import with_stop
from webapp.replay.replay import game_url
from webapp.search.walk import SearchWalk
from webapp.serving.caching import PICTURE, public
from webapp.serving.variables import OFF

bp = Blueprint("sharing", __name__)


@dataclass(frozen=True, slots=True)
class Cover:
    """Metadata of a fixed page. Its picture shows *position*, and beside it the *title*, a
    *sentence* and what the page is for.
    """

    title: str
    description: str
    sentence: str
    leads_to: str
    position: Position


# Covers by the endpoints of their pages.
COVERS = {
    "game.show": Cover(
        N_("Play a computer that can always answer why"),
        N_(
            "Play tic-tac-toe and Square against a computer that can always answer why. It explains"
            " its moves, gives hints, and shows the exact value of yours."
        ),
        N_("Tic-tac-toe, and Square on 4×4. No account, no app."),
        N_("Play it"),
        parse(SQUARE, "OX.. .O.X X... O.X."),
    ),
    "friend.invite": Cover(
        N_("Play a friend, elsewhere"),
        N_(
            "A game of tic-tac-toe or Square on two devices: send a link, and whoever joins first"
            " plays you. No account, no name."
        ),
        N_("You get a link to send. One tap, and your friend is in."),
        N_("No account, no app"),
        Position(TIC_TAC_TOE),
    ),
    "gallery.index": Cover(
        N_("Games: each of them solved"),
        N_(
            "Games on boards of up to sixteen cells, each solved by a computer that can always"
            " answer why: who wins, in how many moves, and what each first move is worth."
        ),
        N_("Every one is solved. Can you keep up?"),
        N_("See them"),
        parse(SQUARE, "OX.. .O.X X... O.X."),
    ),
    "gallery.make": Cover(
        N_("Make a game: draw what wins"),
        N_(
            "Draw a shape on a board of up to sixteen cells. The computer solves the game in"
            " seconds, plays it at four levels, and answers why."
        ),
        N_("Draw what wins. I solve it while you watch."),
        N_("Make one"),
        parse(SQUARE, "OX.. .X.. OXX. ..O."),
    ),
    "classroom.new": Cover(
        N_("Classroom: puzzles for a class"),
        N_(
            "Puzzles of tic-tac-toe and Square for a class: a short address, a wall for the"
            " projector, a sheet. No accounts, no names, gone after a day."
        ),
        N_("A short address, and the wall shows who found it."),
        N_("Make a class"),
        parse(TIC_TAC_TOE, "XO. X.. O.."),
    ),
    "gallery.atlas": Cover(
        N_("Atlas of shapes: who wins, on which board"),
        N_(
            "Every shape of two to five cells, and lines of two to four, on every board of up to 16"
            " cells: who wins with perfect play, how soon, and how hard the draws are."
        ),
        Filled(N_("%(num)s games, each solved to the last position."), num=COUNT),
        N_("See who wins"),
        parse(game_for("4x4-a1b1c1a2"), "..O. .X.O OX.. .XX."),
    ),
    "puzzles.index": Cover(
        N_("Puzzles: find the move"),
        N_(
            "A puzzle for each day, and a thousand more of tic-tac-toe and Square: find the move"
            " that wins or holds, and learn why the others fail."
        ),
        N_("One for each day, from Monday, easy, to Sunday, hard."),
        N_("Solve one"),
        parse(SQUARE, "..X. O.X. .OO. ..X."),
    ),
    "learn.index": Cover(
        N_("Learn tic-tac-toe and Square"),
        N_(
            "Short lessons on tic-tac-toe and Square, each with a board and its puzzles; the"
            " rules, how computer players think, and every word defined."
        ),
        N_("Short lessons, each with a board and its puzzles."),
        N_("Learn it"),
        parse(TIC_TAC_TOE, "X.O .O. X.X"),
    ),
    "learn.games": Cover(
        N_("Rules of tic-tac-toe and Square"),
        N_(
            "The rules of tic-tac-toe and Square: how one wins, what threats and forks are, and"
            " what “wins in 2 moves” means."
        ),
        N_("Three in a line, or four corners of a square."),
        N_("How to win"),
        parse(TIC_TAC_TOE, "XOO .X. ..X"),
    ),
    "learn.openings": Cover(
        N_("Openings of tic-tac-toe and Square"),
        N_(
            "The first moves of tic-tac-toe and Square, and the replies to them: values, odds at"
            " random, and the programs that choose them."
        ),
        N_("What each first move is worth, and each reply."),
        N_("Look them up"),
        parse(SQUARE, ".... .X.. .... ...."),
    ),
    "learn.opponents": Cover(
        N_("Opponents, and how each of them thinks"),
        N_(
            "Computer players from dice to perfect play: how each thinks, how strong it is, who can"
            " beat it. Play any of them."
        ),
        N_("From dice to perfect play: read how they decide."),
        N_("Meet them"),
        parse(TIC_TAC_TOE, "X.. .O. ..X"),
    ),
    "learn.strength": Cover(
        N_("How strong is each opponent, exactly?"),
        N_(
            "Every computer player against every other, at tic-tac-toe and Square: how often each"
            " wins, exactly, and who can be beaten for sure."
        ),
        N_("Everybody against everybody, counted to the end."),
        N_("See the table"),
        parse(TIC_TAC_TOE, "XOX .X. O.O"),
    ),
    "learn.terms": Cover(
        N_("Terms, each of them defined exactly"),
        N_(
            "Best, mistake, blunder, chances kept, turning point, value, distance,"
            " fork and the others, each defined exactly."
        ),
        N_("Value, distance, fork, blunder and the others."),
        N_("Look them up"),
        parse(SQUARE, "O... XX.. ..X. .O.O"),
    ),
    "learn.testing": Cover(
        N_("Testing: a practice ground for browser tests"),
        N_(
            "Practise browser tests here: what stays as it is, addresses that set up any state, and"
            " worked examples for Playwright in Python and TypeScript."
        ),
        N_("Any state by its address, and examples that work."),
        N_("Practise"),
        parse(TIC_TAC_TOE, "X.O .X. O.."),
    ),
    "learn.components": Cover(
        N_("Components: what the pages are made of"),
        N_("Rows, cards, tiles, squares, tables and words of this site, all on one page."),
        N_("Rows, cards, tiles and squares on one page."),
        N_("See them"),
        parse(TIC_TAC_TOE, "XOX .X. O.O"),
    ),
    "learn.api": Cover(
        N_("For programs: values, reasons and reviews as JSON"),
        N_(
            "Every position and game of tic-tac-toe and Square as JSON for your own programs: exact"
            " values, reasons, reviews."
        ),
        N_("Exact answers by an address. No key."),
        N_("For programs"),
        parse(SQUARE, "OX.. O..X ..X. ...."),
    ),
}


def about_page(endpoint: str) -> About:
    """The metadata of the page at *endpoint*, one of :data:`COVERS`."""
    cover, page = COVERS[endpoint], absolute(address(endpoint))
    picture_url = absolute(address("sharing.picture", page=endpoint))
    title, description = _(cover.title), _(cover.description)
    return About(title, description, page, page, picture_url, cover.position)


@bp.get("/picture/<page>.png")
@public(PICTURE, lambda page: ("game.show" if page == "match.show" else page,))
def picture(page: str) -> ResponseReturnValue:
    """The picture of a page with a cover. Links of earlier versions have another name of one."""
    if page not in COVERS:
        abort(404)
    cover = COVERS[page]
    headline = with_stop(_(cover.title))
    shown = Preview(cover.position, headline, _(cover.sentence), _(cover.leads_to))
    return png(shown)


@bp.get("/favicon.ico")
@public(PICTURE)
def favicon() -> ResponseReturnValue:
    """The icon for browsers that ask for it under this name."""
    data = Path(current_app.static_folder or "", "favicon.ico").read_bytes()
    return data, {"Content-Type": "image/vnd.microsoft.icon"}


@bp.get("/manifest.webmanifest")
@public()
def manifest() -> ResponseReturnValue:
    """The manifest, by which phones and desktops install the application."""
    return render_template("shared/manifest.json"), {"Content-Type": "application/manifest+json"}


@bp.get("/robots.txt")
@public()
def robots() -> ResponseReturnValue:
    """Allow everything: sites that preview links obey this too. Pages have their own meta tags."""
    text = f"User-agent: *\nDisallow:\nSitemap: {absolute(address('sharing.sitemap'))}\n"
    return text, {"Content-Type": "text/plain; charset=utf-8"}


@bp.get("/sitemap.xml")
@public()
def sitemap() -> ResponseReturnValue:
    """The pages with a cover, but for those of friends, classes or the maker of games, if switched
    off; the lessons, the games that the rules lead to, and a search of each kind.
    """
    closed = {"gallery.make"} if current_app.config["LIMIT_SOLVES"] == OFF else set()
    if current_app.extensions["games"] is None:
        closed |= {"friend.invite", "classroom.new"}
    pages = [absolute(address(endpoint)) for endpoint in COVERS if endpoint not in closed]
    pages += [absolute(lesson.series.address) for lesson in LESSONS.values()]
    games = [game_url(replay.record) for _name, _worth, replay in walks()]
    searched = Record(parse(TIC_TAC_TOE, "XX. OO. ..."))
    searches = [absolute(SearchWalk(searched, key).path) for key in SEARCHES]
    text = render_template("shared/sitemap.xml", addresses=pages + games + searches)
    return text, {"Content-Type": "application/xml; charset=utf-8"}


@bp.get("/.well-known/security.txt")
def security_txt() -> ResponseReturnValue:
    """The contact for reports of weaknesses (RFC 9116), valid for 180 days; 404 if none is set."""
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    url = contact if ":" in contact else f"mailto:{contact}"
    expires = datetime.now(UTC) + timedelta(days=180)
    text = (
        f"Contact: {url}\n"
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}\n"
        f"Canonical: {absolute(address('sharing.security_txt'))}\n"
    )
    return text, {"Content-Type": "text/plain; charset=utf-8"}
