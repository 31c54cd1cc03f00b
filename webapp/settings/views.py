"""The requests of settings: their page, and their style sheet."""

from dataclasses import replace
from datetime import timedelta

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.serving.cookies import Cookie
from webapp.serving.params import choice
from webapp.settings.settings import CHOICES, DEFAULTS, Settings, UnreadableSettings

COOKIE = Cookie("settings", timedelta(days=365))

bp = Blueprint("settings", __name__)


def current_settings() -> Settings:
    """The settings in the browser's cookie; the defaults if it is missing or unreadable."""
    try:
        return Settings.from_text(COOKIE.text)
    except UnreadableSettings:
        return Settings(*DEFAULTS)


@bp.get("/settings")
def show() -> ResponseReturnValue:
    """The page of settings, with a list of all keys."""
    return render_template(
        "settings/page.html",
        settings=current_settings(),
        saved="saved" in request.args,
        kept=COOKIE.text != "",
    )


@bp.post("/settings")
def save() -> ResponseReturnValue:
    """Save the settings in the cookie, for a year. Those that the form leaves out stay."""
    form = request.form
    chosen = {name: choice(form, name, words) for name, words in CHOICES.items() if name in form}
    response = make_response(redirect(url_for("settings.show", saved="on"), 303))
    COOKIE.save(response, replace(current_settings(), **chosen).text)
    return response


@bp.get("/theme.css")
def theme() -> Response:
    """The style sheet of the settings. It is separate because pages are the same for everybody."""
    sheet = render_template("settings/theme.css", settings=current_settings())
    return Response(sheet, content_type="text/css; charset=utf-8")
