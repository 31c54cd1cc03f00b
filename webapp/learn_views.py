"""The pages that teach: the two games, and how each opponent thinks."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ai.games import GAMES
from ai.opponents import OPPONENTS

bp = Blueprint("learn", __name__, url_prefix="/learn")


@bp.get("/games")
def games() -> ResponseReturnValue:
    """The two games."""
    return render_template("games.html", games=GAMES)


@bp.get("/opponents")
def opponents() -> ResponseReturnValue:
    """How each opponent thinks."""
    return render_template("opponents.html", opponents=OPPONENTS)
