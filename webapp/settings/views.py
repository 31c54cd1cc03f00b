"""The requests of settings: their page, and their style sheet."""

from operator import contains

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.serving.cookies import Codec, Cookie
from webapp.serving.params import choice

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


DEFAULTS = {name: choices[0] for name, choices in CHOICES.items()}


def _read(text: str) -> dict[str, str]:
    """The settings in *text*, a word for each of :data:`CHOICES` with dots between; the first two
    or four may stand alone, as earlier versions wrote them. Errors as in :class:`Codec`.
    """
    words = text.split(".")
    if len(words) not in {2, 4, len(CHOICES)} or not all(map(contains, CHOICES.values(), words)):
        raise ValueError(text)
    return DEFAULTS | dict(zip(CHOICES, words, strict=False))


CODEC = Codec[dict[str, str]](lambda settings: ".".join(settings.values()), _read)
COOKIE = Cookie("settings", CODEC)  # not signed


@bp.get("/settings")
def show() -> ResponseReturnValue:
    """The page of settings, with a list of all keys."""
    saved = "saved" in request.args and COOKIE.text != ""
    return render_template("settings/page.html", settings=COOKIE.value or DEFAULTS, saved=saved)


@bp.post("/settings")
def save() -> ResponseReturnValue:
    """Save the settings in the cookie, for a year. Those that the form leaves out stay."""
    form = request.form
    chosen = {name: choice(form, name, words) for name, words in CHOICES.items() if name in form}
    COOKIE.save((COOKIE.value or DEFAULTS) | chosen)
    return redirect(url_for("settings.show", saved="on"), 303)


@bp.get("/theme.css")
def theme() -> Response:
    """The style sheet of the settings. It is separate because pages are the same for everybody."""
    sheet = render_template("settings/theme.css", settings=COOKIE.value or DEFAULTS)
    return Response(sheet, content_type="text/css; charset=utf-8")
