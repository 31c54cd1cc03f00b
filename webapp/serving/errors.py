"""Error handlers: every error becomes a response, and no match is lost."""

from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import ClassVar
from unicodedata import category

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import (
    ClientDisconnected,
    HTTPException,
    MethodNotAllowed,
    SecurityError,
    ServiceUnavailable,
    default_exceptions,
)

from ai.exact.tablebase import TablebaseError
from ai.language import N_, _, by_language, ngettext, refused
from ai.messages import Refusal
from ai.puzzles.solving import AttemptOver
from ai.rules.position import IllegalMove, NoSuchCell
from webapp.serving import health
from webapp.serving.logs import warn_once

Answer = Callable[[HTTPException, str], ResponseReturnValue | None]
"""The answer of a room to an error with its message: the text of a page, to which the status and
the headers of the error are added, or a whole response. None leaves it to the error page.
"""


# The links of the error page, by the first part of the path. A missing page has examples of its
# endpoint, with a board for each game; tic-tac-toe stands for others. After other errors a link
# leads back to an endpoint. The second part of the path is the game, or the code.
BOARDS = {"tic-tac-toe": "XO.-.X.-O..", "square": ".X..-.X..-.OO.-..X."}
EXAMPLES = {
    **dict.fromkeys(("replay", "preview"), ("replay.show", BOARDS)),
    "search": ("search.show", {"tic-tac-toe": "XX.-OO.-..."}),
}
BACK = {"with": "friend.show", "c": "classroom.pupil", "class": "classroom.pupil"}


class SiteRefusal(Refusal):
    """A refusal of a room, with the *status* of the response: by default, that what is there does
    not allow it.
    """

    status: ClassVar[int] = 409


class TryLater(Refusal):
    """Status 503: *message*, whose `%(time)s` is when to try again, after so many *seconds*."""

    def __init__(self, message: str, seconds: float) -> None:
        self.seconds = ceil(seconds)
        super().__init__(message, time=in_time(self.seconds))


def in_time(seconds: float) -> str:
    """A wait in words, never shorter.

    >>> in_time(4), in_time(180), in_time(3_541)
    ('in a few seconds', 'in 3 minutes', 'in an hour')
    """
    if seconds <= 10:
        return _("in a few seconds")
    minutes = ceil(seconds / 60)
    if minutes < 60:
        return ngettext("in a minute", "in %(num)s minutes", minutes)
    return ngettext("in an hour", "in %(num)s hours", ceil(minutes / 60))


OF_ENGINE = {Refusal: 400, IllegalMove: 409, NoSuchCell: 400, AttemptOver: 409}
"""The statuses of the engine's refusals by their classes, of which the nearest counts."""

# The name of each status, and its sentence for errors without a message.
SAID = {
    400: (N_("Not understood"), N_("Can't read that request.")),
    403: (N_("Not allowed"), ""),
    404: (N_("Not found"), N_("There's no page at this address.")),
    405: (N_("Not this way"), N_("This address doesn't take that kind of request.")),
    409: (N_("Not possible"), ""),
    413: (N_("Too much"), N_("That was too much to read. Nothing is lost.")),
    414: (N_("Too long"), N_("That address is too long to read.")),
    429: (N_("Too many requests"), N_("Too many requests. Try again %(time)s; nothing is lost.")),
    500: (N_("Our mistake"), N_("Something went wrong on our side. Nothing is lost: try again.")),
    503: (N_("Not right now"), N_("The exact values can't be read right now. Nothing is lost.")),
}
NOT_TO_SEE = N_("Nothing to see here directly.")


def init_app(app: Flask, elsewhere: Answer, for_programs: Answer, *for_visitors: Answer) -> None:
    """Respond to the application's errors. An address may lead *elsewhere*. Else the answer in the
    API is *for_programs*, on pages the first one *for_visitors*, or else the error page.
    """

    def refuse(error: HTTPException) -> ResponseReturnValue:
        message = sentence(error)
        for answer in (elsewhere, for_programs, _in_plain_text, *for_visitors):
            if response := answer(error, message):
                break
        else:
            response = _error_page(error, message)
        if isinstance(response, str):
            return response, error.code or 500, error.get_headers(request.environ)
        return response

    def refuse_with(status: int) -> Callable[[Refusal], ResponseReturnValue]:
        return lambda it: refuse(default_exceptions[status](refused(it)))

    def report(error: TablebaseError) -> ResponseReturnValue:
        """Log the *error* for the host, and respond with status 503."""
        warn_once(f"A table is missing: {error}")
        return refuse(ServiceUnavailable())

    app.register_error_handler(HTTPException, refuse)
    app.register_error_handler(SiteRefusal, lambda it: refuse_with(it.status)(it))
    app.register_error_handler(
        TryLater, lambda it: refuse(ServiceUnavailable(refused(it), retry_after=it.seconds))
    )
    app.register_error_handler(TablebaseError, report)
    for refusal, status in OF_ENGINE.items():
        app.register_error_handler(refusal, refuse_with(status))


def _in_plain_text(error: HTTPException, message: str) -> ResponseReturnValue | None:
    """The response to those who cannot read a page; None to others."""
    if isinstance(error, SecurityError):
        # The host name is not trusted, so a page could not link anywhere. Probes use an IP address.
        if probe := health.PROBES.get(request.path):
            return probe()
        return f"{message}\n", 400, health.PLAIN
    if isinstance(error, ClientDisconnected):
        # The page would need the form, which cannot be read. The visitor has left anyway.
        return f"{message}\n", 400, health.PLAIN
    if request.path == health.READY and error.code in {500, 503}:
        return "Not ready: the log says why.\n", 503, health.PLAIN
    return None


def _error_page(error: HTTPException, message: str) -> str:
    status, links = error.code or 500, {"endpoint": "", "code": ""}
    room, code = (*request.path.split("/"), "")[1:3]
    if status == 404 and room in EXAMPLES:
        endpoint, boards = EXAMPLES[room]
        game = code if code in boards else "tic-tac-toe"
        links |= {"endpoint": endpoint, "game": game, "board": boards[game]}
    elif status != 404 and room in BACK:
        links |= {"back": BACK[room], "code": code}
    page = _page.__wrapped__ if is_of_its_own(error) else _page
    site = current_app.jinja_env, request.script_root, request.endpoint, request.method
    return page(site, status, error.name, message, **links)


@by_language(lru_cache(maxsize=64))
def _page(_site: tuple[object, ...], status: int, name: str, message: str, **links: str) -> str:
    """The error page under the name of the *status*, or this *name* if it has none. It is cached
    because rate-limited clients repeat their requests.
    """
    name = _(SAID.get(status, (name, ""))[0])
    return render_template("shared/error.html", status=status, name=name, message=message, **links)


def sentence(error: HTTPException) -> str:
    """The message of *error*: its own, else the one for its status."""
    if isinstance(error, SecurityError):
        return _("This site is not served under that name.")
    if error.description and is_of_its_own(error):
        return _visible(error.description)
    if isinstance(error, MethodNotAllowed) and request.method in {"GET", "HEAD"}:
        return _(NOT_TO_SEE)
    if said := SAID.get(error.code or 0, ("", ""))[1]:
        return _(said, time=in_time(getattr(error, "retry_after", None) or 0))
    return error.description or error.name


def is_of_its_own(error: HTTPException) -> bool:
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
