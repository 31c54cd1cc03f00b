"""Refusals: every error becomes its response here, and nothing of the match is lost."""

from unicodedata import category

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, Conflict, HTTPException, NotFound, SecurityError

from ai.games import UnknownGame
from ai.notation import NotationError
from ai.opponents import UnknownOpponent
from ai.policy import UnsupportedGame
from ai.position import IllegalMove, NoSuchCell, UnreachablePosition
from webapp import health
from webapp.match.match import MatchError
from webapp.match.page import Message
from webapp.match.responses import htmx, refusal
from webapp.params import BadParameter
from webapp.parts import swap_all
from webapp.replay.address import BadAddress

MALFORMED: tuple[type[ValueError], ...] = (
    BadParameter,
    NoSuchCell,
    NotationError,
    UnknownGame,
    UnknownOpponent,
    UnreachablePosition,
    UnsupportedGame,
)
FORBIDDEN_NOW: tuple[type[ValueError], ...] = (IllegalMove, MatchError)

# Refusals of what a request asked of its match. Any other, such as a cross-site request, which
# comes without the cookie, must leave the browser's match alone.
ABOUT_THE_MATCH = {400, 409, 413}

SENTENCES = {
    404: "There is no page at this address.",
    405: "This address only takes what the buttons of the game send.",
    413: "The request was too large, so it was not read.",
}


def init_app(app: Flask) -> None:
    """Respond to the application's errors."""
    app.register_error_handler(HTTPException, refuse)
    for error in MALFORMED:
        app.register_error_handler(error, lambda error: refuse(BadRequest(str(error))))
    app.register_error_handler(BadAddress, lambda error: refuse(NotFound(str(error))))
    for error in FORBIDDEN_NOW:
        app.register_error_handler(error, lambda error: refuse(Conflict(str(error))))


def refuse(error: HTTPException) -> ResponseReturnValue:
    """The response that says what was wrong, with the true board where it was about the match."""
    if isinstance(error, SecurityError):
        # Asked for under a name that is not ours: there are no addresses to put on a page. A
        # host's probe asks by number.
        if request.path == health.ADDRESS:
            return health.healthy()
        text = {"Content-Type": "text/plain; charset=utf-8"}
        return "This site is not served under that name.\n", 400, text
    return _body(error), error.code or 500, error.get_headers(request.environ)


def _body(error: HTTPException) -> str:
    message = _sentence(error)
    if request.blueprint == "match" and error.code in ABOUT_THE_MATCH:
        return refusal(message, request.form if error.code == 400 else None)
    if htmx:
        return swap_all([Message(message)])
    return render_template("shared/error.html", error=error, message=message, path=request.path)


def _sentence(error: HTTPException) -> str:
    """What was wrong: as it was said where the error was raised, else for its status in general."""
    if error.description and error.description != type(error).description:
        return _visible(error.description)
    return SENTENCES.get(error.code or 500) or error.description or error.name


def _visible(text: str) -> str:
    """*text*, which may quote the request, with escapes for what cannot be seen: `\\x00`."""
    return "".join(
        character
        if character.isprintable() or category(character) == "Zs"
        else character.encode("unicode_escape").decode()
        for character in text
    )
