"""The match in the browser's signed cookie, and whether the values of moves are shown."""

from flask import current_app, request, session

from webapp.match import Match, UnreadableMatch

UNREADABLE = "Your saved game could not be read, so a new one is on the board."


def load() -> tuple[Match, str | None]:
    """The browser's match, or a new one; and what to tell the player of it, if anything."""
    if "match" not in session:
        return Match(), UNREADABLE if cookie_was_sent() else None
    try:
        return Match.from_session(session["match"]), None
    except UnreadableMatch:
        return Match(), UNREADABLE


def cookie_was_sent() -> bool:
    """Whether the browser sent the session's cookie, be it readable or not."""
    return current_app.session_interface.get_cookie_name(current_app) in request.cookies


def save(match: Match) -> None:
    """Send *match* to the browser, unless that is what it has.

    An answer that comes late must not put back a match that has gone on meanwhile.
    """
    _keep("match", match.to_session())


def values_shown() -> bool:
    """Whether the values of moves are to be shown."""
    return session.get("values") is True


def show_values(shown: bool) -> None:
    """Show the values of moves from now on, or show them no more."""
    _keep("values", shown)


def _keep(name: str, value: object) -> None:
    if session.get(name) != value:
        known = {key: session[key] for key in ("match", "values") if key in session}
        session.clear()
        session.update({**known, name: value})
        session.permanent = True
