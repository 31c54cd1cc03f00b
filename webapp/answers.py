"""The answer to a request about the match: the whole page, or just the fragments that changed."""

from collections.abc import Mapping

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_htmx import HTMX

from ai.games import GAMES
from ai.opponents import OPPONENTS
from webapp import saved
from webapp.match import Match
from webapp.screen import Screen

htmx = HTMX()


def page(
    match: Match,
    message: str | None = None,
    form: Mapping[str, str] | None = None,
    asked: int | None = None,
) -> str:
    """The page of *match* with a *message* beside the board.

    *form* has what the form for a new game shows, where that is not the present settings; *asked*
    is the ply whose move is explained at length.
    """
    saved.save(match)
    settings = {"game": match.game.key, "x": match.x, "o": match.o, "first": match.first.lower()}
    return render_template(
        "match.html",
        screen=Screen(match, saved.values_shown(), asked),
        message=message,
        form={**settings, **(form or {})},
        games=GAMES,
        opponents=OPPONENTS,
    )


def fragments(match: Match, before: Screen | None = None, message: str | None = None) -> str:
    """What htmx swaps in a page that shows *before*: only what differs; by default everything."""
    saved.save(match)
    screen = Screen(match, saved.values_shown())
    return render_template("changes.html", screen=screen, before=before, message=message)


def changed(
    match: Match, before: Match | None = None, anchor: str | None = None
) -> ResponseReturnValue:
    """The answer to a request that made *match* of *before*: fragments, or back to the page, at
    *anchor*.
    """
    return redrawn(match, Screen(before, saved.values_shown()) if before else None, anchor)


def redrawn(match: Match, before: Screen | None, anchor: str | None = None) -> ResponseReturnValue:
    """The same, for a request after which the page of *match* shows other things."""
    if htmx:
        return fragments(match, before)
    saved.save(match)
    return redirect(url_for("match.show", _anchor=anchor), 303)
