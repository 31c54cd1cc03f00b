"""The requests for the pages that teach."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.learn.games import GamesPage
from webapp.learn.lessons import OpponentsPage
from webapp.learn.terms import TermsPage

bp = Blueprint("learn", __name__, url_prefix="/learn")


@bp.get("/games")
def games() -> ResponseReturnValue:
    """The rules of both games, and first ideas."""
    return render_template("learn/page.html", page=GamesPage())


@bp.get("/opponents")
def opponents() -> ResponseReturnValue:
    """Whom one can play, and how each of them thinks."""
    return render_template("learn/page.html", page=OpponentsPage())


@bp.get("/terms")
def terms() -> ResponseReturnValue:
    """What the words mean."""
    return render_template("learn/page.html", page=TermsPage())
