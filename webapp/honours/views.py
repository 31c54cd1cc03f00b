"""The requests of Mine on the level and the honours."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.honours.kept import current_honours
from webapp.honours.told import honours_page, level_page

bp = Blueprint("honours", __name__, url_prefix="/mine")


@bp.get("/level")
def level() -> ResponseReturnValue:
    """The page of the pen that one writes with, and the ladder of all."""
    return render_template("honours/level.html", page=level_page(current_honours()))


@bp.get("/honours")
def stamps() -> ResponseReturnValue:
    """The page of all stamps."""
    return render_template("honours/stamps.html", page=honours_page(current_honours()))
