"""The page on which one walks through a search."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.search.page import SearchPage
from webapp.search.walk import Walk, read_walk
from webapp.serving.caching import PAGE, public

bp = Blueprint("search", __name__)


def asked_walk(game_key: str, text: str) -> tuple[Walk]:
    """The walk at this address."""
    return (read_walk(game_key, text, request.args),)


@bp.get("/search/<game_key>/", defaults={"text": ""})
@bp.get("/search/<game_key>/<text>")
@public(PAGE, asked_walk)
def show(walk: Walk) -> ResponseReturnValue:
    """A visit of a search, with the path to it."""
    return render_template("search/page.html", page=SearchPage(walk))
