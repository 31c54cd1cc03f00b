"""The requests of settings: their page, the choice of a language, and their style sheet."""

import re
from operator import contains
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from webapp.board.parts import fixed
from webapp.serving.caching import PAGE, public
from webapp.serving.cookies import SENT, Codec, Cookie
from webapp.serving.language import FIELD, offered
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
LANGUAGE = re.compile("[A-Za-z0-9-]{0,35}")

# Fields of an address that are not to be asked again.
PASSING = {FIELD, SENT, "saved"}

bp = Blueprint("settings", __name__)


DEFAULTS = {name: choices[0] for name, choices in CHOICES.items()} | {FIELD: ""}


def _read(text: str) -> dict[str, str]:
    """The settings in *text*, a word for each of :data:`CHOICES` with dots between, and the tag of
    the language, empty for what the browser says; the first two, four or five may stand alone, as
    earlier versions wrote them. Errors as in :class:`Codec`.
    """
    words = text.split(".")
    if len(words) not in {2, 4, 5, 6} or not all(map(contains, CHOICES.values(), words)):
        raise ValueError(text)
    if not LANGUAGE.fullmatch("".join(words[5:])):
        raise ValueError(text)
    return DEFAULTS | dict(zip(DEFAULTS, words, strict=False))


CODEC = Codec[dict[str, str]](lambda settings: ".".join(settings.values()), _read)
COOKIE = Cookie("settings", CODEC)  # not signed


def language_chosen() -> str:
    """The tag of the language that the visitor chose; empty if none, or if the site lost it."""
    tag = (COOKIE.value or DEFAULTS)[FIELD]
    return tag if tag in offered() else ""


@bp.get("/settings")
def show() -> ResponseReturnValue:
    """The page of settings, with a list of all keys."""
    saved = "saved" in request.args and COOKIE.text != ""
    settings = (COOKIE.value or DEFAULTS) | {FIELD: language_chosen()}
    return render_template("settings/page.html", settings=settings, saved=saved)


@bp.get("/keys")
@public(PAGE, lambda: (choice(request.args, "of", ("match", "friend"), missing="match"),))
def keys(of: str) -> ResponseReturnValue:
    """The list of keys for the dialog of a board, or of a game with a friend."""
    return str(fixed("shared/keys.html", "in_dialog", "help" if of == "match" else ""))


@bp.post("/settings")
def save() -> ResponseReturnValue:
    """Save the settings in the cookie, for a year. Those that the form leaves out stay."""
    form = request.form
    choices = CHOICES | {FIELD: ("", *offered())}
    chosen = {name: choice(form, name, words) for name, words in choices.items() if name in form}
    COOKIE.save((COOKIE.value or DEFAULTS) | chosen)
    return redirect(url_for("settings.show", saved="on"), 303)


@bp.post("/language")
def speak() -> ResponseReturnValue:
    """Save the language that was chosen at the foot of a page, and lead back to that page."""
    tag = choice(request.form, FIELD, offered())
    COOKIE.save((COOKIE.value or DEFAULTS) | {FIELD: tag})
    return redirect(_page_before(), 303)


def _page_before() -> str:
    """The address of the page that sent the request, without a language; the match if it is none of
    this site, or the answer to a form.
    """
    site = current_app.create_url_adapter(request)
    try:
        there = urlsplit(request.referrer or "")
        if there.netloc != request.host or not site:
            raise ValueError
        site.match(unquote(there.path).removeprefix(request.script_root), "GET")
    except (HTTPException, ValueError):
        return url_for("game.show")
    own = [it for it in parse_qsl(there.query, keep_blank_values=True) if it[0] not in PASSING]
    return there._replace(scheme="", netloc="", query=urlencode(own), fragment="").geturl()


@bp.get("/theme.css")
def theme() -> Response:
    """The style sheet of the settings. It is separate because pages are the same for everybody."""
    sheet = render_template("settings/theme.css", settings=COOKIE.value or DEFAULTS)
    return Response(sheet, content_type="text/css; charset=utf-8")
