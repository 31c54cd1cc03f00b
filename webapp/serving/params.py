"""The request, and its parameters: the fields of a form or query, read and checked."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import quote
from wsgiref.types import WSGIEnvironment

import flask
from flask.ctx import _AppCtxGlobals

from ai.messages import N_, Refusal
from ai.opponents import HUMAN, opponent_named
from ai.rules.position import Mark
from webapp.serving.static_files import known_codings

# The request, its application and what is noted for it, themselves: Flask's proxies of them take
# three calls for each attribute, a tenth of all calls of a click.
request_here: Callable[[], flask.Request] = flask.request._get_current_object  # type: ignore[attr-defined]
app_here: Callable[[], flask.Flask] = flask.current_app._get_current_object  # type: ignore[attr-defined]
notes_here: Callable[[], _AppCtxGlobals] = flask.g._get_current_object

Fields = Mapping[str, str]

SEEDS = range(2**32)
WHOLE = range(10**18)

MUST_BE = N_("The field “%(name)s” must be %(first)s here, not “%(text)s”.")
MUST_BE_FROM = N_("The field “%(name)s” must be from %(first)s to %(last)s here, not “%(text)s”.")
MUST_BE_WHOLE = N_("The field “%(name)s” must be a whole number, 0 or more, not “%(text)s”.")

LONGEST_BODY = 4096  # bytes

# Not a valid host name, so Werkzeug treats it as missing.
NO_HOST = "?"


class Request(flask.Request):
    """A request with any bytes in address and host, for some of which Werkzeug raises UnicodeError.
    A missing or invalid `Host` becomes :data:`NO_HOST`.
    """

    # Flask looks each up in the settings. A body of that length has no long field, nor many.
    max_content_length, max_form_memory_size, max_form_parts = LONGEST_BODY, None, None

    def __init__(self, environ: WSGIEnvironment, *args: Any, **kwargs: Any) -> None:
        if not _may_be_host(environ.get("HTTP_HOST", "")):
            environ["HTTP_HOST"] = NO_HOST
        environ["HTTP_ACCEPT_ENCODING"] = known_codings(environ.get("HTTP_ACCEPT_ENCODING", ""))
        super().__init__(environ, *args, **kwargs)
        if not self.query_string.isascii():
            # Browsers send such bytes quoted.
            self.query_string = quote(self.query_string, "%=&+").encode()


@lru_cache(maxsize=64)
def _may_be_host(host: str) -> bool:
    """Whether *host* can be decoded from IDNA and encoded again; False if it is empty."""
    if not host:
        return False
    try:
        host.encode().decode("idna").encode("idna")
    except UnicodeError:
        return False
    return True


class BadParameter(Refusal):
    """A parameter is missing or invalid."""


def form_read() -> Fields | None:
    """The form of the request, if it was read without an error. None before: to read it may fail,
    which the answer to another error must not do.
    """
    return vars(flask.request).get("form")


Missing = TypeVar("Missing")
REQUIRED: Any = object()
"""No value for a missing field: it has to be there."""


def field(fields: Fields, name: str) -> str:
    """The text of the field *name*.

    :raises BadParameter: if it is missing.
    """
    if name not in fields:
        raise BadParameter(N_("The field “%(name)s” is missing."), name=name)
    return fields[name]


def number(
    fields: Fields, name: str, possible: range = WHOLE, *, missing: Missing = REQUIRED
) -> int | Missing:
    """The whole number in the field *name*, one of the *possible*: by default 0 to 10¹⁸ - 1.
    Without the field it is *missing*, if given.

    :raises BadParameter: if it is no such number, or not there and has to be.
    """
    if name not in fields and missing is not REQUIRED:
        return missing
    text = field(fields, name)
    is_whole = text.isascii() and text.isdecimal()
    if is_whole and len(text.lstrip("0")) <= 18 and int(text) in possible:
        return int(text)
    if possible is WHOLE and not is_whole:
        raise BadParameter(MUST_BE_WHOLE, name=name, text=text)
    first, last = possible[0], possible[-1]
    message = MUST_BE if first == last else MUST_BE_FROM
    raise BadParameter(message, name=name, first=first, last=last, text=text)


def seed(fields: Fields) -> int | None:
    """The seed in the field `seed`, from 0 to 2³² - 1; None if it is missing.

    :raises BadParameter: if it is anything else.
    """
    return number(fields, "seed", SEEDS, missing=None)


def mark(fields: Fields, name: str, *, missing: Missing = REQUIRED) -> Mark | Missing:
    """The mark in the field *name*, `x` or `o`. All else as in :func:`choice`."""
    text = choice(fields, name, ("x", "o"), missing=missing)
    return Mark(text.upper()) if isinstance(text, str) else text


def choice(
    fields: Fields, name: str, possible: Sequence[str], *, missing: Missing = REQUIRED
) -> str | Missing:
    """The text of the field *name*, one of the *possible*. Without the field it is *missing*, if
    given.

    :raises BadParameter: if it is another text, or not there and has to be.
    """
    if name not in fields and missing is not REQUIRED:
        return missing
    text = field(fields, name)
    if text not in possible:
        *most, last = possible
        if not most:
            raise BadParameter(MUST_BE, name=name, first=last, text=text)
        raise BadParameter(
            N_("The field “%(name)s” must be %(most)s or %(last)s, not “%(text)s”."),
            name=name,
            most=", ".join(most),
            last=last,
            text=text,
        )
    return text


def switch(fields: Fields, name: str, *, missing: bool = REQUIRED) -> bool:
    """True for `on` in the field *name*, False for `off`. All else as in :func:`choice`."""
    return choice(fields, name, ("on", "off"), missing=missing) in {"on", True}


def player(fields: Fields, name: str) -> str:
    """The player in the field *name*: an opponent's key, or :data:`ai.opponents.HUMAN`, which is
    also the default.

    :raises UnknownOpponent: if it is neither.
    """
    key = fields.get(name, HUMAN)
    return key if key == HUMAN else opponent_named(key).key
