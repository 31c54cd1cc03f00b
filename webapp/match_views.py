"""The match: its page, and what a player does there."""

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from ai.games import game_for
from ai.notation import parse_game
from ai.position import Mark
from webapp import saved
from webapp.answers import changed, page, redrawn
from webapp.match import SEEDS, Match, MatchError
from webapp.replay_views import replay_url
from webapp.screen import Screen

bp = Blueprint("match", __name__)


BEHIND = "The game went on elsewhere: this is how it stands now."


class OutOfDate(MatchError):
    """The page that asked shows an earlier state of the match, or another match."""


@bp.get("/")
def show() -> ResponseReturnValue:
    """The current match, or a new one; without moves yet it takes the seed that is asked for."""
    match, notice = saved.load()
    if "seed" in request.args and not match.moves:
        match = match.seeded(seed())
    return page(match, notice, asked=asked(match))


@bp.get("/replay")
def replay() -> ResponseReturnValue:
    """The current match as a replay."""
    match, _ = saved.load()
    return redirect(replay_url(Screen(match).replay), 303)


@bp.post("/matches")
def start() -> ResponseReturnValue:
    """Start a new match, the score kept."""
    current, _ = saved.load()
    game = game_for(field("game"))
    moves = parse_game(game, request.form.get("moves", ""))
    match = Match(
        game=game,
        x=field("x"),
        o=field("o"),
        first=mark("first"),
        moves=moves,
        score=current.total,
        set_up=len(moves),
    )
    if "retry" in request.form:
        match = match.retried()
    if request.values.get("seed"):
        match = match.seeded(seed())
    return changed(match.with_replies(), anchor="status")


@bp.post("/moves")
def play() -> ResponseReturnValue:
    """Play the person's move and the computer's reply."""
    match = match_on_page()
    seen = Screen(match, saved.values_shown()).seen
    return changed(seen.person_plays(number("cell")), match)


@bp.post("/step")
def step() -> ResponseReturnValue:
    """Play the next computer move, or all of them."""
    match = match_on_page()
    following = match.computer_plays()
    if request.form.get("until") == "end":
        while not following.over:
            following = following.computer_plays()
    return changed(following, match)


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back the moves since the last decision of a person."""
    match = match_on_page()
    return changed(match.undone(), match)


@bp.post("/hint")
def hint() -> ResponseReturnValue:
    """Show one best cell, and say why."""
    match = match_on_page()
    return changed(match.hinted(), match)


@bp.post("/values")
def values() -> ResponseReturnValue:
    """Show the values of moves, or show them no more."""
    match, shown = match_on_page(), switch("show")
    before = Screen(match, saved.values_shown())
    saved.show_values(shown)
    seen = (before if before.values else Screen(match, shown)).seen
    return redrawn(seen, before)


@bp.post("/score/reset")
def reset_score() -> ResponseReturnValue:
    """Forget the games before this one."""
    match, _ = saved.load()
    return changed(match.without_score())


def match_on_page() -> Match:
    """The current match, if it is what the page that asks was showing.

    :raises OutOfDate: if it is not.
    :raises BadRequest: if the page does not say what it was showing.
    """
    match, notice = saved.load()
    if notice:
        raise OutOfDate(notice)
    present = fingerprint(match)
    if number("ply") == match.ply and request.form.get("match", present) == present:
        return match
    if saved.cookie_was_sent():
        raise OutOfDate(BEHIND)
    raise OutOfDate("No saved game came with your move: this site needs its cookie to play.")


def fingerprint(match: Match) -> str:
    """What a page says that shows *match* as it is shown now."""
    return Screen(match, saved.values_shown()).fingerprint


def field(name: str) -> str:
    """The form's field of that *name*.

    :raises BadRequest: if it is missing.
    """
    if name not in request.form:
        raise BadRequest(f"The field “{name}” is missing.")
    return request.form[name]


def number(name: str) -> int:
    """The whole number in the form's field of that *name*.

    :raises BadRequest: if it is missing or no such number.
    """
    return whole(name, field(name))


def mark(name: str) -> Mark:
    """The mark in the form's field of that *name*.

    :raises BadRequest: if it is missing or no mark.
    """
    text = field(name)
    if text not in {"x", "o"}:
        raise BadRequest(f"The field “{name}” must be x or o, not “{text}”.")
    return Mark(text.upper())


def switch(name: str) -> bool:
    """Whether the form's field of that *name* is on.

    :raises BadRequest: if it is missing, or neither on nor off.
    """
    text = field(name)
    if text not in {"on", "off"}:
        raise BadRequest(f"The field “{name}” must be on or off, not “{text}”.")
    return text == "on"


def asked(match: Match) -> int | None:
    """The ply in the address whose move is to be explained.

    :raises BadRequest: if the computer did not move there.
    """
    if "why" not in request.args:
        return None
    number = whole("why", request.args["why"])
    if request.args.get("match", (present := fingerprint(match))) != present:
        raise OutOfDate(BEHIND)
    if not match.computer_move(number - 1):
        raise BadRequest(f"There is no move {number} of the computer in this game.")
    return number - 1


def seed() -> int:
    """The seed in the address or the form.

    :raises BadRequest: if it is none.
    """
    found = whole("seed", request.values["seed"])
    if found not in SEEDS:
        raise BadRequest(f"A seed is a whole number from 0 to {SEEDS[-1]}.")
    return found


def whole(name: str, text: str) -> int:
    """The whole number that *text* writes.

    :raises BadRequest: if it writes none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise BadRequest(f"The field “{name}” must be a whole number, not “{text}”.")
    return int(text)
