"""The requests about settings."""

from datetime import timedelta

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.params import choice, switch
from webapp.settings.settings import Settings, Theme, UnreadableSettings

COOKIE = "settings"
LIFETIME = timedelta(days=365)

bp = Blueprint("settings", __name__)


def current_settings() -> Settings:
    """What the browser's cookie says; as on a first visit if that cannot be read."""
    try:
        return Settings.from_text(request.cookies.get(COOKIE, ""))
    except UnreadableSettings:
        return Settings()


@bp.get("/settings")
def show() -> ResponseReturnValue:
    """The settings, and the keys."""
    saved = "saved" in request.args
    return render_template("settings/page.html", settings=current_settings(), saved=saved)


@bp.post("/settings")
def save() -> ResponseReturnValue:
    """Keep other settings."""
    settings = Settings(
        Theme(choice(request.form, "theme", tuple(Theme))), switch(request.form, "keys")
    )
    response = make_response(redirect(url_for("settings.show", saved="on"), 303))
    # Scripts may read it: that of the board asks whether single keys do something.
    response.set_cookie(
        COOKIE, settings.text, max_age=LIFETIME, secure=request.is_secure, samesite="Lax"
    )
    return response
