"""The session of a request, read once; and the response, which saves the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl

import flask
from flask import current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_htmx import HTMX
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from ai.language import N_, _
from webapp.board.parts import swap_all, swap_changes
from webapp.match.commands import Answer
from webapp.match.match import MatchError
from webapp.match.page import Asked, ErrorMessage, match_page, why_asked
from webapp.match.session import Session, UnreadableSession
from webapp.match.set_up import new_game
from webapp.match.words import turn_in_words
from webapp.serving.logs import warn_once
from webapp.serving.params import BadParameter, Fields, form_read, number
from webapp.serving.versions import is_of_another_version

htmx = HTMX()

UNREADABLE = N_("Couldn't read your game, so here's a new one.")
BEHIND = N_("This page was behind. Here's the latest.")
NO_COOKIE = N_("Your move came without its game. Playing needs this site's cookie.")

# Errors that send the page of the match and save its session. Others must not: a cross-site request
# comes without the cookie, so the new session would replace the match.
ABOUT_THE_MATCH = {400, 409, 413, 503}


class OutOfDate(MatchError):
    """The page that sent the request shows an earlier state of the match, or another match."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The *session* of a request. A new one has a *notice* if the cookie was unreadable."""

    session: Session
    notice: str = ""


def current_visit() -> Visit:
    """The visit of this request, read once."""
    if "visit" not in g:
        g.visit = _read_visit()
    visit: Visit = g.visit
    return visit


def _read_visit() -> Visit:
    try:
        if kept := _session_in_cookie():
            return Visit(Session.from_cookie(kept))
        if not _cookie_was_sent():
            return Visit(Session())
    except UnreadableSession:
        pass
    warn_once(
        "A cookie could not be read: cut short, made up, or signed with a key that is not, or is no"
        " longer, among ours. This process does not log more of them."
    )
    return Visit(Session(), _(UNREADABLE))


def _session_in_cookie() -> dict[Any, Any]:
    """The contents of the cookie without Flask's own keys."""
    return {key: value for key, value in flask.session.items() if not str(key).startswith("_")}


def _cookie_was_sent() -> bool:
    return current_app.session_interface.get_cookie_name(current_app) in request.cookies


def session_on_page(fields: Fields) -> Session:
    """The session, if the page that sent *fields* shows its present state.

    :raises OutOfDate: if the page shows another state, or the cookie was unreadable.
    :raises BadParameter: if the field `ply` is missing or no number.
    """
    visit = current_visit()
    if visit.notice:
        raise OutOfDate(UNREADABLE)
    session = visit.session
    known = fields.get("match", session.fingerprint) == session.fingerprint
    if number(fields, "ply") != session.match.record.ply or not known:
        raise OutOfDate(BEHIND if _cookie_was_sent() else NO_COOKIE)
    return session


def asked_for(fields: Fields, session: Session) -> Asked | None:
    """The move that `why` and `figure` in *fields* ask to explain at length; None without `why`.

    :raises BadParameter: if the computer did not make that move, or it has no such figure.
    """
    if "why" not in fields:
        return None
    ply = number(fields, "why") - 1
    if not session.match.computer_at(ply):
        raise BadParameter(N_("The computer made no move %(number)s here."), number=ply + 1)
    if "figure" not in fields:
        return Asked(ply)
    figures = len(why_asked(session.match, Asked(ply)).diagrams)
    return Asked(ply, number(fields, "figure", range(1, max(figures, 1) + 1)))


def explained_on_page(fields: Fields, session: Session) -> Asked | None:
    """The move that the page explains at length, from its field `explained`.

    Errors as in :func:`asked_for`.
    """
    return asked_for(dict(parse_qsl(fields.get("explained", ""))), session)


def helped_by_page(fields: Fields, session: Session) -> Session:
    """*session* before a move, with values noted as help if the page that sent *fields* shows what
    each next move is worth. Errors as in :func:`asked_for`.
    """
    asked = explained_on_page(fields, session)
    is_last = asked is not None and asked.ply == session.match.record.ply - 1
    if is_last and why_asked(session.match, asked).shows_replies:
        return session.note_values()
    return session


def respond(
    session: Session,
    *,
    before: Session | None = None,
    answer: str = "",
    undone: str = "",
    anchor: str | None = None,
    question: str | None = None,
) -> ResponseReturnValue:
    """Save *session*, and send the parts that differ from the page of *before*, or all parts
    without *before*, and an *answer*. The status says what was *undone*. Without htmx redirect to
    the page at *anchor*, which answers the *question*.
    """
    explained = explained_on_page(request.form, before) if before else None
    save(session)
    if not htmx:
        return redirect(url_for("match.show", _anchor=anchor, command=question), 303)
    told = swap_all([Answer(answer)] if answer else [])
    if not before:
        return swap_all(match_page(session).parts) + told
    return changes(before, session, explained=explained, undone=undone) + told


def changes(
    before: Session,
    after: Session,
    *,
    explained: Asked | None = None,
    asked: Asked | None = None,
    undone: str = "",
) -> Markup:
    """The changes from the page of *before*, with *explained* at length, to the page of *after*,
    with *asked* at length; its status says what was *undone*.

    They always include the message: the page may still show an earlier one.
    """
    page, earlier = match_page(after, asked), match_page(before, explained)
    if undone:
        said = turn_in_words(after.match, undone)
        page = replace(page, status=replace(page.status, said=said))
    return swap_all([page.message]) + swap_changes(page.parts, earlier.parts)


def whole_page(
    session: Session,
    *,
    message: str = "",
    answer: str = "",
    form: Mapping[str, str] | None = None,
    asked: Asked | None = None,
) -> str:
    """Save *session*, and render its page with a *message*, with the *answer* to a command, or with
    the *asked* move explained at length.

    The form for a new game keeps the valid choices of *form*, which was refused; the present match
    fills in the others. The field for commands keeps its text.
    """
    save(session)
    page = replace(match_page(session, asked), message=ErrorMessage(message))
    choices = new_game(session.match, form or {}, message)
    return render_template(
        "match/page.html",
        page=page,
        new_game=choices,
        typed=(form or {}).get("command", ""),
        answer=Answer(answer),
    )


def refuse(error: HTTPException, message: str) -> ResponseReturnValue | None:
    """The response to *error* with its *message*; None leaves it to the error page.

    If the request was about the match, it is the page of the match, or for htmx all its parts. The
    match stays as it is.
    """
    if request.blueprint == "match" and error.code in ABOUT_THE_MATCH:
        body = _refusal(message, form_read() if error.code == 400 else None)
    elif htmx:
        body = swap_all([ErrorMessage(message)])
    else:
        return None
    return body, error.code or 500, error.get_headers(request.environ)


def _refusal(message: str, form: Mapping[str, str] | None) -> str:
    """The page or all its parts with the error *message*; *form* as in :func:`whole_page`."""
    visit = current_visit()
    message = visit.notice or message
    if not htmx:
        return whole_page(visit.session, message=message, form=form)
    if not is_of_another_version():  # else the page loads anew, and needs the notice again
        save(visit.session)
    return swap_all(replace(match_page(visit.session), message=ErrorMessage(message)).parts)


def save(session: Session) -> None:
    """Send *session* to the browser if it differs from the cookie.

    An unchanged cookie is not sent: in a late response it would replace a newer one.
    """
    kept = session.cookie
    if kept != _session_in_cookie():
        flask.session.clear()
        flask.session.update(kept)
        flask.session.permanent = True
