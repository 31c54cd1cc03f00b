"""The requests of settings: their page, and their style sheet."""

from datetime import timedelta
from operator import contains

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.serving.cookies import Cookie
from webapp.serving.params import choice

COOKIE = Cookie("settings", timedelta(days=365))  # not signed, so its text is checked

# The choices of each setting, the default first: the colours of the theme, where `system` is what
# the device says, single keys, sound, motion, and whether screen readers say reasons after moves.
CHOICES = {
    "theme": ("system", "light", "dark"),
    "keys": ("on", "off"),
    "sound": ("off", "on"),
    "motion": ("system", "still"),
    "reasons": ("shown", "said"),
}

bp = Blueprint("settings", __name__)


def read_settings(text: str) -> dict[str, str]:
    """The settings in *text*, a word for each of :data:`CHOICES` with dots between; the first two
    or four may stand alone, as earlier versions wrote them. The defaults if it is anything else.
    """
    words, defaults = text.split("."), [choices[0] for choices in CHOICES.values()]
    if len(words) in {2, 4}:
        words += defaults[len(words) :]
    known = len(words) == len(CHOICES) and all(map(contains, CHOICES.values(), words))
    return dict(zip(CHOICES, words if known else defaults, strict=True))


@bp.get("/settings")
def show() -> ResponseReturnValue:
    """The page of settings, with a list of all keys."""
    return render_template(
        "settings/page.html",
        settings=read_settings(COOKIE.text),
        saved="saved" in request.args and COOKIE.text != "",
    )


@bp.post("/settings")
def save() -> ResponseReturnValue:
    """Save the settings in the cookie, for a year. Those that the form leaves out stay."""
    form = request.form
    chosen = {name: choice(form, name, words) for name, words in CHOICES.items() if name in form}
    COOKIE.save(".".join((read_settings(COOKIE.text) | chosen).values()))
    return redirect(url_for("settings.show", saved="on"), 303)


@bp.get("/theme.css")
def theme() -> Response:
    """The style sheet of the settings. It is separate because pages are the same for everybody."""
    sheet = render_template("settings/theme.css", settings=read_settings(COOKIE.text))
    return Response(sheet, content_type="text/css; charset=utf-8")
