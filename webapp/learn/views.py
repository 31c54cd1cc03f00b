"""The requests for the pages that teach."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ai.odds.strength import players
from ai.opponents import opponent_named
from ai.rules.games import GAMES, TIC_TAC_TOE, game_for
from webapp.board.parts import absolute
from webapp.board.players import USUAL_OPPONENT
from webapp.learn.api import ApiPage
from webapp.learn.delay import SECONDS, ask_for
from webapp.learn.games import GamesPage
from webapp.learn.index import LearnPage
from webapp.learn.lessons import OpponentsPage
from webapp.learn.openings import OpeningsPage
from webapp.learn.path import PATH, read_lesson
from webapp.learn.strength import StrengthPage
from webapp.learn.terms import TermsPage
from webapp.learn.testing import LANGUAGES, TestingPage
from webapp.match.responses import current_visit
from webapp.match.score import Score
from webapp.puzzles.progress import current_progress
from webapp.serving.caching import PAGE, public
from webapp.serving.params import choice, number

bp = Blueprint("learn", __name__, url_prefix="/learn")

# The pages that are the same on every host, but for one's own row of the strengths.
PAGES = (
    GamesPage(),
    OpeningsPage(),
    OpponentsPage(),
    *(StrengthPage(game, of, Score()) for game in GAMES.values() for of in players(game)),
    TermsPage(),
    *map(TestingPage, LANGUAGES),
)


@bp.get("")
def index() -> ResponseReturnValue:
    """The lessons, and the other pages that teach."""
    return render_template("learn/index.html", page=LearnPage(current_progress()))


@bp.get(f"/{PATH}")
def lesson(key: str) -> ResponseReturnValue:
    """A lesson, with the move on the `cell` in the query."""
    page = read_lesson(request.args, key, current_progress())
    return render_template("learn/lesson.html", page=page)


@bp.get("/games")
@public()
def games() -> ResponseReturnValue:
    """The rules of both games, and first ideas."""
    return render_template("learn/page.html", page=GamesPage())


@bp.get("/openings")
@public()
def openings() -> ResponseReturnValue:
    """The first moves of both games, and the replies to them."""
    return render_template("learn/page.html", page=OpeningsPage())


@bp.get("/opponents")
@public()
def opponents() -> ResponseReturnValue:
    """The opponents, and how each of them thinks."""
    return render_template("learn/page.html", page=OpponentsPage())


@bp.get("/strength")
def strength() -> ResponseReturnValue:
    """The cross table of a `game`, the figures `of` an opponent, and the visitor's score."""
    asked = request.args
    game = game_for(choice(asked, "game", [*GAMES])) if "game" in asked else TIC_TAC_TOE
    keys = [opponent.key for opponent in players(game)]
    of = opponent_named(choice(asked, "of", keys) if "of" in asked else USUAL_OPPONENT)
    page = StrengthPage(game, of, current_visit().session.total)
    return render_template("learn/page.html", page=page)


@bp.get("/terms")
@public()
def terms() -> ResponseReturnValue:
    """The definitions of terms."""
    return render_template("learn/page.html", page=TermsPage())


@bp.get("/api")
@public()
def api() -> ResponseReturnValue:
    """The JSON API, with examples."""
    return render_template("learn/page.html", page=ApiPage(absolute("")))


def asked_language() -> tuple[str]:
    """The language of the examples at this address."""
    return (choice(request.args, "code", [*LANGUAGES]) if "code" in request.args else "python",)


@bp.get("/testing")
@public(PAGE, asked_language)
def testing(language: str) -> ResponseReturnValue:
    """The practice ground for browser tests."""
    return render_template("learn/page.html", page=TestingPage(language))


@bp.post("/testing/delay")
def slow_down() -> ResponseReturnValue:
    """Delay the responses to this browser's moves by the field `seconds`; 0 ends the delay."""
    response = make_response(redirect(url_for("match.show"), 303))
    ask_for(response, number(request.form, "seconds", SECONDS))
    return response
