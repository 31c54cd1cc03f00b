"""Refusals: every error becomes its answer here, and nothing of the match is lost."""

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, Conflict, HTTPException, NotFound, SecurityError

from ai.games import UnknownGame
from ai.notation import NotationError
from ai.opponents import UnknownOpponent
from ai.policy import UnsupportedGame
from ai.position import IllegalMove, NoSuchCell
from webapp import answers, saved
from webapp.match import MatchError
from webapp.replay import BadAddress

MALFORMED: tuple[type[ValueError], ...] = (
    NoSuchCell,
    NotationError,
    UnknownGame,
    UnknownOpponent,
    UnsupportedGame,
)
FORBIDDEN_NOW: tuple[type[ValueError], ...] = (IllegalMove, MatchError)

# Refusals of what a request asked of its match. Any other, such as a cross-site request, which
# comes without the cookie, must leave the browser's match alone.
ABOUT_THE_MATCH = {400, 409, 413}


HEALTH = "/healthz"
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}

SENTENCES = {
    404: "There is no page at this address.",
    405: "This address only takes what the buttons of the game send.",
    413: "The request was too large, so it was not read.",
}


def healthy() -> ResponseReturnValue:
    """The answer to a host that asks whether the application runs."""
    return "ok\n", 200, PLAIN


def init_app(app: Flask) -> None:
    """Answer the application's errors."""
    app.register_error_handler(HTTPException, refuse)
    for error in MALFORMED:
        app.register_error_handler(error, lambda error: refuse(BadRequest(str(error))))
    app.register_error_handler(BadAddress, lambda error: refuse(NotFound(str(error))))
    for error in FORBIDDEN_NOW:
        app.register_error_handler(error, lambda error: refuse(Conflict(str(error))))


def refuse(error: HTTPException) -> ResponseReturnValue:
    """The answer that says what was wrong, with the true board where it was about the match."""
    if isinstance(error, SecurityError):
        # Asked for under a name that is not ours: there are no addresses to put on a page. A
        # host's probe asks by number.
        if request.path == HEALTH:
            return healthy()
        return "This site is not served under that name.\n", 400, PLAIN
    return _body(error), error.code or 500, error.get_headers(request.environ)


def _body(error: HTTPException) -> str:
    said = error.description if error.description != type(error).description else None
    message = said or SENTENCES.get(error.code or 500) or error.description or error.name
    if request.blueprint == "match" and error.code in ABOUT_THE_MATCH:
        match, notice = saved.load()
        message = notice or message
        if answers.htmx:
            return answers.fragments(match, message=message)
        return answers.page(match, message, request.form if error.code == 400 else None)
    if answers.htmx:
        return render_template("changes.html", message=message)
    return render_template("error.html", error=error, message=message, path=request.path)
