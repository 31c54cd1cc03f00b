"""The requests for the pages that teach."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.learn.api import ApiPage
from webapp.learn.delay import SECONDS, ask_for, delay
from webapp.learn.games import GamesPage
from webapp.learn.lessons import OpponentsPage
from webapp.learn.openings import OpeningsPage
from webapp.learn.terms import TermsPage
from webapp.learn.testing import LANGUAGES, TestingPage
from webapp.params import choice, number
from webapp.parts import absolute

bp = Blueprint("learn", __name__, url_prefix="/learn")
bp.before_app_request(delay)


@bp.get("/games")
def games() -> ResponseReturnValue:
    """The rules of both games, and first ideas."""
    return render_template("learn/page.html", page=GamesPage())


@bp.get("/openings")
def openings() -> ResponseReturnValue:
    """The first moves of both games, and the replies to them."""
    return render_template("learn/page.html", page=OpeningsPage())


@bp.get("/opponents")
def opponents() -> ResponseReturnValue:
    """Whom one can play, and how each of them thinks."""
    return render_template("learn/page.html", page=OpponentsPage())


@bp.get("/terms")
def terms() -> ResponseReturnValue:
    """What the words mean."""
    return render_template("learn/page.html", page=TermsPage())


@bp.get("/api")
def api() -> ResponseReturnValue:
    """What programs can ask."""
    return render_template("learn/page.html", page=ApiPage(absolute("")))


@bp.get("/testing")
def testing() -> ResponseReturnValue:
    """What those need who practise browser tests."""
    chosen = choice(request.args, "code", tuple(LANGUAGES)) if "code" in request.args else "python"
    return render_template("learn/page.html", page=TestingPage(chosen))


@bp.post("/testing/delay")
def slow_down() -> ResponseReturnValue:
    """Let the answers to this browser's moves be late from now on, or no more."""
    response = make_response(redirect(url_for("match.show"), 303))
    ask_for(response, number(request.form, "seconds", SECONDS))
    return response
