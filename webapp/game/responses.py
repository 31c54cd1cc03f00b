"""The responses of a page of a game, and those of a match, which read its session and save it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import parse_qsl

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_htmx import HTMX
from werkzeug.exceptions import HTTPException

from ai.language import N_, _
from ai.puzzles.days import today
from webapp.board.parts import Regions, changes, drawing, rendered, swapped
from webapp.game.match import BEHIND, Help, Match
from webapp.game.match_page import MoveAsked, match_page, why_asked
from webapp.game.page import GamePage
from webapp.game.session import BEFORE, COOKIE, Session
from webapp.game.set_up import new_game
from webapp.game.words import turn_in_words
from webapp.honours.kept import current_honours
from webapp.honours.kept import keep as keep_honours
from webapp.honours.shown import NO_HONOURS
from webapp.honours.told import end_honours
from webapp.kept.games import current_games, keep
from webapp.serving.cookies import NOT_KEPT
from webapp.serving.errors import SiteRefusal
from webapp.serving.logs import warn_once
from webapp.serving.params import BadParameter, Fields, form_read, notes_here, number
from webapp.serving.versions import is_of_another_version

htmx = HTMX()

GREETING = N_("Good to see you.")
UNREADABLE = N_("Couldn't read your game, so here's a new one.")

# Errors that send the page of the match and save its session. Others must not: a cross-site request
# comes without the cookie, so the new session would replace the match.
ABOUT_THE_MATCH = {400, 409, 413, 503}


# Any game.


def page_changes(page: GamePage, before: Regions, *, message: str = "", answer: str = "") -> str:
    """Markup for htmx: the *message*, though empty, because the browser may still show an earlier
    one; the changes from the regions *before* to those of *page*; and the *answer* to a command.
    """
    told = swapped(rendered("game/command.html", "answer", answer)) if answer else ""
    changed = changes(page.regions, before)
    return said_alone(message) + changed + told


def said_alone(message: str) -> str:
    """The *message* for htmx."""
    return swapped(rendered("game/parts.html", "message", message))


def refusal(
    error: HTTPException, message: str, page: GamePage, whole: Callable[[Fields | None], str]
) -> str:
    """All of *page* with the *message* of an *error*; without htmx the *whole* page, which may show
    the form that was refused.
    """
    if htmx:
        return page_changes(page, {}, message=message)
    return whole(form_read() if error.code == 400 else None)


# A match.


class MatchVisit(NamedTuple):
    """The *session* of a request. A new one has a *notice* if the cookie was unreadable."""

    session: Session
    notice: str = ""


def current_visit() -> MatchVisit:
    """The visit of this request, read once."""
    notes = notes_here()
    if "visit" not in notes:
        notes.visit = _read_visit()
    visit: MatchVisit = notes.visit
    return visit


def _read_visit() -> MatchVisit:
    if session := (COOKIE if COOKIE.text else BEFORE).value:
        return MatchVisit(session)
    if not COOKIE.text:
        return MatchVisit(Session())
    warn_once(
        "A cookie could not be read: cut short, made up, or signed with a key that is not, or is no"
        " longer, among ours. This process does not log more of them."
    )
    return MatchVisit(Session(), _(UNREADABLE))


def page_of(session: Session, asked: MoveAsked | None = None) -> GamePage:
    """The page of *session*, with the honours of a game that ended, as in :func:`match_page`."""
    match = session.match
    return match_page(session, asked, end_honours(match.played) if match.is_over else NO_HONOURS)


def session_on_page(fields: Fields) -> Session:
    """The session, if the page that sent *fields* shows its present state.

    :raises SiteRefusal: if the page shows another state, or the cookie was unreadable.
    :raises BadParameter: if the field `ply` is missing or no number.
    """
    session, notice = current_visit()
    if notice:
        raise SiteRefusal(UNREADABLE)
    known = fields.get("match", session.fingerprint) == session.fingerprint
    if number(fields, "ply") != session.match.record.ply or not known:
        raise SiteRefusal(BEHIND)
    return session


def asked_for(fields: Fields, session: Session) -> MoveAsked | None:
    """The move that `why` and `figure` in *fields* ask to explain at length; None without `why`.

    :raises BadParameter: if the computer did not make that move, or it has no such figure.
    """
    if "why" not in fields:
        return None
    ply = number(fields, "why") - 1
    if not session.match.computer_at(ply):
        raise BadParameter(N_("The computer made no move %(number)s here."), number=ply + 1)
    if "figure" not in fields:
        return MoveAsked(ply)
    figures = len(why_asked(session.match, MoveAsked(ply)).diagrams)
    return MoveAsked(ply, number(fields, "figure", range(1, max(figures, 1) + 1)))


def explained_on_page(fields: Fields, session: Session) -> MoveAsked | None:
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
        return replace(session, match=session.match.note(Help.VALUES))
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
    """Save *session*, and send the regions that differ from the page of *before*, or all
    without it, and an *answer*. The status says what was *undone*. Without htmx redirect to the
    page at *anchor*, which answers the *question*.
    """
    explained = explained_on_page(request.form, before) if before else None
    save(session)
    shown = page_of(before, explained).regions if before and htmx else {}
    if before:
        _keep_ends(before.match, session.match)
    if not htmx:
        # A match in play stays where it is when the day ends.
        keep_honours(current_honours().seen_on(today()))
        return redirect(url_for("game.show", _anchor=anchor, command=question), 303)
    page = page_of(session)
    if undone:
        said = turn_in_words(session.match, undone)
        page = page.but(status=page.status._replace(said=said))
    return page_changes(page, shown, answer=answer)


def _keep_ends(before: Match, match: Match) -> None:
    """Let the browser keep the game that a lone person ended, and drop it if the end is undone."""
    is_over = match.is_over
    ended = match if is_over else before
    if before.is_over is is_over or not ended.is_scored or not ended.players.lone:
        return
    if is_over and (played := match.played):
        keep_honours(current_honours().after_game(played).seen_on(today()))  # it ended on this day
    games = current_games()
    change = games.with_end if is_over else games.without_end
    keep(change(ended.record, ended.players))


def whole_page(
    session: Session,
    *,
    message: str = "",
    answer: str = "",
    form: Mapping[str, str] | None = None,
    asked: MoveAsked | None = None,
) -> str:
    """Save *session*, and render its page with a *message*, with the *answer* to a command, or with
    the *asked* move explained at length.

    It greets on a later day than the first.

    The form for a new game keeps the valid choices of *form*, which was refused; the present match
    fills in the others. The field for commands keeps its text.
    """
    save(session)
    page = page_of(session, asked)
    here = None if session.match.record.moves else current_honours().today
    if session.match.players.lone and here and here.returned and here.day == today():
        page = page.but(why=page.why._replace(headline=_(GREETING)))
    return render_template(
        "game/page.html",
        region=drawing(page.regions),
        code="",
        over=session.match.is_over,
        message=message,
        answer=answer,
        typed=(form or {}).get("command", ""),
        new_game=new_game(session.match, form or {}, message),
    )


def refuse(error: HTTPException, message: str) -> str:
    """The page of an *error* with its *message*; empty leaves it to the error page.

    If the request was about the match, it is the page of the match, or for htmx all its regions.
    The match stays as it is.
    """
    if request.blueprint != "game" or error.code not in ABOUT_THE_MATCH:
        return said_alone(message) if htmx else ""
    session, notice = current_visit()
    sent = COOKIE.text or BEFORE.value or request.endpoint == "game.start"
    said = notice or (message if sent or error.code != 409 else _(NOT_KEPT))
    if htmx and not is_of_another_version():  # else the page loads anew, and needs the notice again
        save(session)
    whole = lambda form: whole_page(session, message=said, form=form)  # noqa: E731
    return refusal(error, said, page_of(session), whole)


def save(session: Session) -> None:
    """Send *session* to the browser if it differs from the cookie.

    An unchanged cookie is not sent: in a late response it would replace a newer one.
    """
    if session != COOKIE.value:
        COOKIE.save(session)
        if BEFORE.value:
            BEFORE.save(None)
