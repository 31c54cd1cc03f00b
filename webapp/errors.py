"""Refusals: every error becomes its answer here, and nothing of the match is lost."""

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, Conflict, HTTPException, SecurityError

from ai.games import UnknownGame
from ai.notation import NotationError
from ai.opponents import UnknownOpponent
from ai.policy import UnsupportedGame
from ai.position import IllegalMove, NoSuchCell
from webapp import answers, saved
from webapp.match import MatchError

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


def init_app(app: Flask) -> None:
    """Answer the application's errors."""
    app.register_error_handler(HTTPException, refuse)
    for error in MALFORMED:
        app.register_error_handler(error, lambda error: refuse(BadRequest(str(error))))
    for error in FORBIDDEN_NOW:
        app.register_error_handler(error, lambda error: refuse(Conflict(str(error))))


def refuse(error: HTTPException) -> ResponseReturnValue:
    """The answer that says what was wrong, with the true board where it was about the match."""
    if isinstance(error, SecurityError):
        # Asked for under a name that is not ours: there are no addresses to put on a page.
        return error.description or error.name, 400, {"Content-Type": "text/plain"}
    return _body(error), error.code or 500, error.get_headers(request.environ)


def _body(error: HTTPException) -> str:
    message = error.description or error.name
    if request.blueprint == "match" and error.code in ABOUT_THE_MATCH:
        match, notice = saved.load()
        message = notice or message
        if answers.htmx:
            return answers.fragments(match, message=message)
        return answers.page(match, message, request.form if error.code == 400 else None)
    if answers.htmx:
        return render_template("changes.html", message=message)
    return render_template("error.html", error=error, message=message)
