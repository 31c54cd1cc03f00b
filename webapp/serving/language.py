"""The language of each response, and of the templates.

The first of these that the site has decides: the parameter `language` of the address, the choice
in the visitor's settings, what the browser says in `Accept-Language`, and the site's own language.
In a frame no choice counts. For pictures, oEmbed and files the address alone decides, and for the
API too, which answers in English by default.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from flask import Flask, Response
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from ai import language
from ai.language import ENGLISH, N_, _, pgettext, spoken
from ai.words.phrasebook import language as words
from ai.words.phrasebook import phrasebook
from ai.words.telling import expect_forms
from webapp.serving.params import app_here, choice, notes_here, request_here
from webapp.serving.security import API_PREFIX, EMBED_PREFIX, PICTURES, STATIC_PREFIX, is_api

FIELD = "language"
"""The parameter of an address that asks for a language, and the field of a form that chooses it."""

# Of a language, a script and a region. A header may hold thousands, and each costs time.
MOST_SUBTAGS = 3

# Files that are fetched without a cookie.
FILES = (*PICTURES, ".webmanifest", ".xml", ".txt")


class Wish(NamedTuple):
    """The *tag* of the language of a response, and the headers of the request that decided."""

    tag: str
    by: tuple[str, ...] = ()


def offered() -> tuple[str, ...]:
    """The tags of the languages that this site has."""
    tags: tuple[str, ...] = app_here().extensions["languages"]
    return tags


def asked() -> str:
    """The language that the address of this request asks for; empty if it asks for none that the
    site has.
    """
    tag = request_here().args.get(FIELD, "")
    return tag if tag in offered() else ""


def require_known() -> None:
    """Check that the site has the language that the address asks for, if it asks for one.

    :raises BadParameter: if not.
    """
    choice(request_here().args, FIELD, offered(), missing="")


def carried() -> str:
    """The language that links to pictures and other files name: the present one, but none if it is
    the site's own.
    """
    return "" if spoken() == app_here().config["LANGUAGE"] else spoken()


def handed_on() -> str:
    """The language that links to frames name: as :func:`carried`, but a frame and its description
    hand on what their own address asks for.
    """
    path = request_here().path
    return (asked() if path.startswith(EMBED_PREFIX) or is_api(path) else "") or carried()


def in_language(address: str, tag: str) -> str:
    """The *address*, which asks for the language of that *tag* if it is not empty."""
    if not tag:
        return address
    path, sharp, anchor = address.partition("#")
    return f"{path}{'&' if '?' in path else '?'}{FIELD}={tag}{sharp}{anchor}"


@lru_cache(maxsize=64)
def _best(header: str, tags: tuple[str, ...]) -> str | None:
    """The first of *tags* that the *header* `Accept-Language` asks for, with or without its region;
    None if it asks for none.

    >>> _best("de-AT, en;q=0.5", ("en", "de"))
    'de'
    """
    for wanted, quality in parse_accept_header(header, LanguageAccept):
        subtags = wanted.lower().split("-", MOST_SUBTAGS)[:MOST_SUBTAGS]
        for many in range(len(subtags) if quality else 0, 0, -1):
            start = "-".join(subtags[:many])
            for tag in tags:
                if f"{tag}-".lower().startswith(f"{start}-"):
                    return tag
    return None


def _wish(site: str, chosen: Callable[[], str]) -> Wish:
    """The language of the response to this request, where *site* is the site's own, and *chosen*
    returns the choice of its visitor; empty without one.
    """
    here, tags = request_here(), offered()
    path = here.path
    if here.method in {"GET", "HEAD"} and (tag := asked()):
        return Wish(tag)
    if path.startswith(API_PREFIX):
        return Wish(ENGLISH)
    if is_api(path) or path.startswith(STATIC_PREFIX) or path.endswith(FILES):
        return Wish(site)
    header = here.headers.get("Accept-Language")
    spoken_there = (_best(header, tags) if header else None) or site
    if path.startswith(EMBED_PREFIX):
        return Wish(spoken_there, ("Accept-Language",))
    return Wish(chosen() or spoken_there, ("Accept-Language", "Cookie"))


def _as_markup(message: str, /, **values: object) -> Markup:
    """The translation of *message* for a template, with *values* that are escaped."""
    if not values:
        return Markup(_(message))  # noqa: S704
    return Markup(_(message, **{name: escape(it) for name, it in values.items()}))  # noqa: S704


def _in_context_as_markup(context: str, message: str, /, **values: object) -> Markup:
    """The translation of *message* in this *context*, with *values* that are escaped."""
    filled = {name: escape(it) for name, it in values.items()}
    return Markup(pgettext(context, message, **filled))  # noqa: S704


def _counted_as_markup(one: str, many: str, num: int, /, **values: object) -> Markup:
    """The translation of *one* or *many*, by *num*, with *values* that are escaped."""
    message = Markup(language.speaking.get().catalogue.ngettext(one, many, num))  # noqa: S704
    return message % {"num": num, **values}


def names() -> list[tuple[str, str]]:
    """The tag of each language of this site, and its name in itself; none if there is but one."""
    return _named(offered())


@lru_cache(maxsize=4)
def _named(tags: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(tag, language.name_of(tag)) for tag in tags] if len(tags) > 1 else []


def alternates(page: str) -> list[tuple[str, str]]:
    """The address of *page* in each language, as search engines call it, and in each visitor's own;
    none if there is but one.
    """
    found = [(tag, in_language(page, tag)) for tag, _name in names()]
    return [*found, ("x-default", page)] if found else []


def init_app(app: Flask, chosen: Callable[[], str]) -> None:
    """Translate the messages of *app* and its templates into the language of the request, for which
    its visitor may have *chosen* one.

    :raises UnknownForm: if a sentence of a language asks for a form that it does not have.
    """
    site = app.config["LANGUAGE"]
    app.extensions["languages"] = tuple(language.languages())
    for tag in app.extensions["languages"]:
        expect_forms(phrasebook(language.language_for(tag)))

    @app.before_request
    def speak() -> None:
        wish = _wish(site, chosen)
        notes = notes_here()
        notes.decided_by, notes.language = wish.by, language.speak(wish.tag)

    @app.after_request
    def tell(response: Response) -> Response:
        """Name the language of a page, and what a cache has to compare before it sends it again."""
        if response.mimetype == "text/html" and not response.location:
            response.headers["Content-Language"] = spoken()
        if "Cache-Control" in response.headers:
            response.vary.update(notes_here().get("decided_by", ()))
        return response

    @app.teardown_request
    def be_silent(_error: BaseException | None) -> None:
        if token := notes_here().pop("language", None):
            language.speaking.reset(token)

    environment = app.jinja_env
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # `trans` gives the values
    environment.globals |= {
        "N_": N_,
        "_": _as_markup,
        "gettext": _as_markup,
        "ngettext": _counted_as_markup,
        "pgettext": _in_context_as_markup,
        "language": spoken,
        "languages": names,
        "alternates": alternates,
        "direction": lambda: language.speaking.get().direction,
        "noun": lambda name, *form: words().noun(name, *form),
        "asked_language": asked,
        "carried": carried,
        "in_language": in_language,
        "number": language.number,
        "sentence_case": language.sentence_case,
    }
