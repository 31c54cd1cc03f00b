"""Error handlers: every error becomes a response here, and no match is lost."""

from functools import lru_cache
from typing import Any
from unicodedata import category

from flask import Flask, current_app, render_template, request
from flask.templating import Environment
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import (
    BadRequest,
    ClientDisconnected,
    Conflict,
    HTTPException,
    MethodNotAllowed,
    NotFound,
    SecurityError,
    ServiceUnavailable,
)

from ai.exact.tablebase import TablebaseError
from ai.language import N_, _, refused
from ai.messages import Refusal
from ai.opponents import UnknownOpponent
from ai.opponents.policy import UnsupportedGame
from ai.rules.games import UnknownGame
from ai.rules.notation import NotationError
from ai.rules.position import IllegalMove, NoSuchCell, UnreachablePosition
from webapp import api
from webapp.api.responses import refusal as api_refusal
from webapp.board.parts import address, swap_all
from webapp.match.match import MatchError
from webapp.match.page import Message
from webapp.match.responses import htmx, refusal
from webapp.replay.address import BadAddress
from webapp.serving import health
from webapp.serving.logs import warn_once
from webapp.serving.params import BadParameter

MALFORMED: tuple[type[Refusal], ...] = (
    BadParameter,
    NoSuchCell,
    NotationError,
    UnknownGame,
    UnknownOpponent,
    UnreachablePosition,
    UnsupportedGame,
)
FORBIDDEN_NOW: tuple[type[Refusal], ...] = (IllegalMove, MatchError)

# Errors that send the page of the match and save its session. Others must not: a cross-site request
# comes without the cookie, so the new session would replace the match.
ABOUT_THE_MATCH = {400, 409, 413, 503}

SENTENCES = {
    400: N_("The request could not be understood."),
    404: N_("There is no page at this address."),
    405: N_("This address only takes what the buttons of the game send."),
    413: N_("The request was too large, so it was not read."),
    414: N_("The address was too long, so it was not read."),
    429: N_(
        "More was asked for from your network than this site gives at once. Wait a few seconds and"
        " try again: nothing was lost."
    ),
    500: N_("Something went wrong on this server."),
    503: N_(
        "This needs a table of exact values, which the server cannot read now. Nothing was lost."
    ),
}
# For the API.
SENTENCES_OF_API = {
    404: N_("There is nothing at this address: %(page)s tells what there is."),
    405: N_("This address only answers GET."),
}
NOT_SERVED = N_("This site is not served under that name.")
NAMES = {
    400: N_("Bad Request"),
    403: N_("Forbidden"),
    404: N_("Not Found"),
    405: N_("Method Not Allowed"),
    409: N_("Conflict"),
    413: N_("Request Entity Too Large"),
    414: N_("Address Too Long"),
    429: N_("Too Many Requests"),
    500: N_("Internal Server Error"),
    503: N_("Service Unavailable"),
}


def init_app(app: Flask) -> None:
    """Respond to the application's errors."""
    app.register_error_handler(HTTPException, refuse)
    for error in MALFORMED:
        app.register_error_handler(error, lambda error: refuse(BadRequest(refused(error))))
    app.register_error_handler(TablebaseError, report)
    app.register_error_handler(BadAddress, lambda error: refuse(NotFound(refused(error))))
    for error in FORBIDDEN_NOW:
        app.register_error_handler(error, lambda error: refuse(Conflict(refused(error))))


def report(error: TablebaseError) -> ResponseReturnValue:
    """Log the *error* for the host, and respond with status 503."""
    warn_once(f"A table is missing: {error}")
    return refuse(ServiceUnavailable())


def refuse(error: HTTPException) -> ResponseReturnValue:
    """The response to *error*, with the present board if the request was about the match."""
    if request.path.startswith(api.PREFIX):
        return _refuse_program(error)
    if isinstance(error, SecurityError):
        # The host name is not trusted, so a page could not link anywhere. Probes use an IP address.
        if probe := health.PROBES.get(request.path):
            return probe()
        return _(NOT_SERVED) + "\n", 400, health.PLAIN
    if isinstance(error, ClientDisconnected):
        # The page would need the form, which cannot be read. The visitor has left anyway.
        return _sentence(error) + "\n", 400, health.PLAIN
    if request.path == health.READY and error.code in {500, 503}:
        return health.not_ready()
    return _body(error), error.code or 500, error.get_headers(request.environ)


def _refuse_program(error: HTTPException) -> ResponseReturnValue:
    """The response to an error in the API: JSON, in words for programs."""
    if isinstance(error, SecurityError):
        return api_refusal(_(NOT_SERVED), 400)
    message = _sentence(error)
    sentence = SENTENCES_OF_API.get(error.code or 500)
    if sentence and not _is_of_its_own(error):
        message = _(sentence, page=address("learn.api"))
    response = api_refusal(message, error.code or 500)
    for name, value in error.get_headers(request.environ):
        if name != "Content-Type":
            response.headers[name] = value
    return response


def _body(error: HTTPException) -> str:
    message = _sentence(error)
    if request.blueprint == "match" and error.code in ABOUT_THE_MATCH:
        return refusal(message, request.form if error.code == 400 else None)
    if htmx:
        return swap_all([Message(message)])
    name = _(NAMES.get(error.code or 500, error.name))
    of_replay = error.code == 404 and request.path.startswith(("/replay/", "/preview/"))
    if _is_of_its_own(error):
        return _page(name, message, of_replay)
    return _cached_page(
        current_app.jinja_env, request.script_root, request.endpoint, name, message, of_replay
    )


def _page(name: str, message: str, of_replay: bool) -> str:
    """The error page; with examples of addresses of replays if *of_replay*."""
    return render_template("shared/error.html", name=name, message=message, of_replay=of_replay)


@lru_cache(maxsize=64)
def _cached_page(_environment: Environment, _root: str, _endpoint: str | None, *page: Any) -> str:
    """The error page, cached because rate-limited clients repeat their requests."""
    return _page(*page)


def _sentence(error: HTTPException) -> str:
    """The message of *error*: its own, else the one for its status."""
    if error.description and _is_of_its_own(error):
        return _visible(error.description)
    if isinstance(error, MethodNotAllowed) and "POST" not in (error.valid_methods or ()):
        return _("This address can only be looked at.")
    if sentence := SENTENCES.get(error.code or 500):
        return _(sentence)
    return error.description or error.name


def _is_of_its_own(error: HTTPException) -> bool:
    """Whether *error* has a message of its own, not its class's."""
    return bool(error.description) and error.description != type(error).description


def _visible(text: str) -> str:
    """*text*, which may quote the request, with invisible characters escaped: `\\x00`."""
    return "".join(
        character
        if character.isprintable() or category(character) == "Zs"
        else character.encode("unicode_escape").decode()
        for character in text
    )
