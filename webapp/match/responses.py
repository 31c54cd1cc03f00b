"""The session of a request, read once; and the response, which saves the next one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import flask
from flask import current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_htmx import HTMX
from markupsafe import Markup

from ai.language import N_, _
from webapp.forms import new_game
from webapp.logs import warn_once
from webapp.match.match import MatchError
from webapp.match.page import Asked, match_page, why_asked
from webapp.match.session import Session, UnreadableSession
from webapp.outside import about_page
from webapp.params import BadParameter, Fields, number
from webapp.parts import render_page, swap_all, swap_changes

htmx = HTMX()

UNREADABLE = N_("Your game could not be read from its cookie, so a new one is on the board.")
BEHIND = N_("The game went on elsewhere: this is how it stands now.")
NO_COOKIE = N_("No game came with your move: this site needs its cookie to play.")


class OutOfDate(MatchError):
    """The page that asked shows an earlier state of the match, or another match."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The *session* that a request brought, or a new one, with a *notice* if it was unreadable."""

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
        if kept := _kept():
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


def _kept() -> dict[Any, Any]:
    """What the cookie keeps, without Flask's own keys."""
    return {key: value for key, value in flask.session.items() if not str(key).startswith("_")}


def _cookie_was_sent() -> bool:
    return current_app.session_interface.get_cookie_name(current_app) in request.cookies


def session_on_page(fields: Fields) -> Session:
    """The session, if it is what the page that sent *fields* shows.

    :raises OutOfDate: if it is not.
    :raises BadParameter: if the page does not say what it shows.
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
    """What *fields* of an address ask to explain at length, if anything.

    :raises BadParameter: if the computer did not move there, or drew no such figure.
    """
    if "why" not in fields:
        return None
    ply = number(fields, "why") - 1
    if not session.match.computer_at(ply):
        raise BadParameter(
            N_("There is no move %(number)s of the computer in this game."), number=ply + 1
        )
    if "figure" not in fields:
        return Asked(ply)
    figures = len(why_asked(session.match, Asked(ply)).diagrams)
    return Asked(ply, number(fields, "figure", range(1, max(figures, 1) + 1)))


def explained_on_page(fields: Fields, session: Session) -> Asked | None:
    """What the page that sent *fields* explains at length. Errors as in :func:`asked_for`."""
    return asked_for(dict(parse_qsl(fields.get("explained", ""))), session)


def respond(
    session: Session, *, before: Session | None = None, anchor: str | None = None
) -> ResponseReturnValue:
    """Save *session*, and swap what changed in a page that shows *before*: everything, if that is
    not known. Without htmx lead back to the page, at *anchor*.
    """
    explained = explained_on_page(request.form, before) if before else None
    save(session)
    if not htmx:
        return redirect(url_for("match.show", _anchor=anchor), 303)
    if not before:
        return swap_all(match_page(session).parts)
    return changes(before, session, explained=explained)


def changes(
    before: Session,
    after: Session,
    *,
    explained: Asked | None = None,
    asked: Asked | None = None,
) -> Markup:
    """What turns a page that shows *before*, with what is *explained* there at length, into one
    that shows *after*, with what is *asked* for.

    The message is said in any case: the page may still show an earlier one.
    """
    page, earlier = match_page(after, asked=asked), match_page(before, asked=explained)
    return swap_all([page.message]) + swap_changes(page.parts, earlier.parts)


def whole_page(
    session: Session,
    *,
    message: str = "",
    form: Mapping[str, str] | None = None,
    asked: Asked | None = None,
) -> str:
    """Save *session*, and render its page with a *message*, or with what is *asked* for explained
    at length. *form* has what the form for a new game shows, where that is not the present
    settings: what was refused.
    """
    save(session)
    match, page = session.match, match_page(session, message=message, asked=asked)
    settings = {
        "game": match.record.game.key,
        "x": match.players.x,
        "o": match.players.o,
        "first": match.record.first.lower(),
    }
    given = {name: text for name, text in (form or {}).items() if name in settings}
    more = {
        "about": about_page("match.show"),
        "new_game": new_game(**(settings | given), refused=message if given else ""),
    }
    conditions = ["refused"] if given else []
    return render_page("match/page.html", page.by_name | more, *conditions)


def refusal(message: str, form: Mapping[str, str] | None) -> str:
    """The page, or all of its parts, with what was wrong with a request; nothing of the match is
    lost. *form* as in :func:`whole_page`.
    """
    visit = current_visit()
    message = visit.notice or message
    if not htmx:
        return whole_page(visit.session, message=message, form=form)
    save(visit.session)
    return swap_all(match_page(visit.session, message=message).parts)


def save(session: Session) -> None:
    """Send *session* to the browser, unless that is what it has.

    A response that comes late must not put back a match that has gone on meanwhile.
    """
    kept = session.cookie
    if kept != _kept():
        flask.session.clear()
        flask.session.update(kept)
        flask.session.permanent = True
