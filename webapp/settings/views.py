"""The requests of settings: their page, and their style sheet."""

from dataclasses import replace
from datetime import timedelta

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.serving.params import choice
from webapp.serving.security import bound_to_host
from webapp.settings.settings import CHOICES, DEFAULTS, Settings, UnreadableSettings

COOKIE = "settings"
LIFETIME = timedelta(days=365)

bp = Blueprint("settings", __name__)


def current_settings() -> Settings:
    """The settings in the browser's cookie; the defaults if it is missing or unreadable."""
    try:
        return Settings.from_text(request.cookies.get(bound_to_host(COOKIE), ""))
    except UnreadableSettings:
        return Settings(*DEFAULTS)


@bp.get("/settings")
def show() -> ResponseReturnValue:
    """The page of settings, with a list of all keys."""
    return render_template(
        "settings/page.html",
        settings=current_settings(),
        saved="saved" in request.args,
        kept=bound_to_host(COOKIE) in request.cookies,
    )


@bp.post("/settings")
def save() -> ResponseReturnValue:
    """Save the settings in the cookie, for a year. Those that the form leaves out stay."""
    chosen = {
        name: choice(request.form, name, choices)
        for name, choices in CHOICES.items()
        if name in request.form
    }
    response = make_response(redirect(url_for("settings.show", saved="on"), 303))
    response.set_cookie(
        bound_to_host(COOKIE),
        replace(current_settings(), **chosen).text,
        max_age=LIFETIME,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response


@bp.get("/theme.css")
def theme() -> Response:
    """The style sheet of the settings. It is separate because pages are the same for everybody."""
    return Response(current_settings().style_sheet, content_type="text/css; charset=utf-8")
