"""The match: its page, and what a player does there."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from ai.games import game_for
from ai.notation import parse_game
from ai.position import Mark
from webapp import saved
from webapp.answers import changed, page
from webapp.match import SEEDS, Match, MatchError

bp = Blueprint("match", __name__)


class OutOfDate(MatchError):
    """The page that asked shows an earlier state of the match, or another match."""


@bp.get("/")
def show() -> ResponseReturnValue:
    """The current match, or a new one; without moves yet it takes the seed that is asked for."""
    match, notice = saved.load()
    if "seed" in request.args and not match.moves:
        match = match.seeded(seed())
    return page(match, notice)


@bp.post("/matches")
def start() -> ResponseReturnValue:
    """Start a new match, the score kept."""
    current, _ = saved.load()
    game = game_for(field("game"))
    match = Match(
        game=game,
        x=field("x"),
        o=field("o"),
        first=mark("first"),
        moves=parse_game(game, request.form.get("moves", "")),
        score=current.total,
    )
    if request.values.get("seed"):
        match = match.seeded(seed())
    return changed(match.with_replies())


@bp.post("/moves")
def play() -> ResponseReturnValue:
    """Play the person's move and the computer's reply."""
    match = match_on_page()
    return changed(match.person_plays(number("cell")), match)


@bp.post("/step")
def step() -> ResponseReturnValue:
    """Play the next computer move, or all of them."""
    match = match_on_page()
    following = match.computer_plays()
    if request.form.get("until") == "end":
        while not following.over:
            following = following.computer_plays()
    return changed(following, match)


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
    shown = request.form.get("match", match.fingerprint)
    if number("ply") == match.ply and shown == match.fingerprint:
        return match
    if saved.cookie_was_sent():
        raise OutOfDate("The game went on elsewhere: this is how it stands now.")
    raise OutOfDate("No saved game came with your move: this site needs its cookie to play.")


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
