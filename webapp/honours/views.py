"""The requests of Mine on the level and the honours."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from ai.language import N_
from webapp.board.parts import absolute, address
from webapp.honours.kept import COOKIE, current_honours, keep, told_if_unreadable
from webapp.honours.told import held, honours_page, level_page
from webapp.serving.cookies import Unreadable
from webapp.serving.params import BadParameter

NO_LINE = N_("That's no line of this site.")

bp = Blueprint("honours", __name__, url_prefix="/mine")


@bp.get("/level")
def level() -> ResponseReturnValue:
    """The page of the pen that one writes with, and the ladder of all."""
    return render_template(
        "honours/level.html", page=level_page(current_honours()), lost=told_if_unreadable()
    )


@bp.get("/honours")
def stamps() -> ResponseReturnValue:
    """The page of all stamps."""
    return render_template(
        "honours/stamps.html", page=honours_page(current_honours()), lost=told_if_unreadable()
    )


@bp.route("/carry", methods=["GET", "POST"])
def carry() -> ResponseReturnValue:
    """The page of the line that carries the honours to another device, and its code. A `line`
    brought along is read, and kept once the form is sent.
    """
    line, here = "".join(request.values.get("line", "").split()), current_honours()
    own = COOKIE.codec.write(here)
    link = f"{absolute(address('honours.carry'))}?line={own}"
    values = {"held": held(here), "own": own, "link": link, "line": line}
    if not line and request.method == "GET":
        return render_template("honours/carry.html", **values)
    try:
        found = COOKIE.codec.load(line)
    except Unreadable as error:
        raise BadParameter(NO_LINE) from error
    if request.method == "GET":
        return render_template("honours/carry.html", **values, found=held(found))
    keep(found)
    return redirect(address("honours.level"), 303)
