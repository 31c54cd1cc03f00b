"""The requests of a game between two friends by one link: the way in, its page, and its actions."""

from functools import partial
from secrets import token_urlsafe

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from ai.rules import NAMED, Mark, game_for
from ai.typed import meant
from webapp.address.games import require_solved
from webapp.address.kinds import reading_address
from webapp.address.reach import for_others
from webapp.board.parts import address
from webapp.friend import commands, responses, seats
from webapp.friend.game import FriendGame
from webapp.friend.invite import PICTURE_OF_LINK
from webapp.friend.page import GUEST, FriendVisit, VisitState, headline
from webapp.friend.seats import claim_of, pass_for
from webapp.kept.games import current_games
from webapp.serving.limits import give_up_turn
from webapp.serving.params import field, mark, number
from webapp.store import things

bp = Blueprint("friend", __name__, url_prefix="/with")

NEWS_SECONDS = 7.0  # that a request for news waits at most; the server ends requests after ten
PAUSE = {"Retry-After": "10"}  # for visitors who find no room to wait

KINDS = (PICTURE_OF_LINK,)

bp.before_request(seats.give_mark)


@bp.get("")
def invite() -> ResponseReturnValue:
    """The form for a new game, first that in the query, and links back to one's last games."""
    things.games()  # raises NotFound if they are switched off
    held = [(visit.code, headline(visit)) for visit in responses.last_games()]
    with reading_address():
        asked = [require_solved(game_for(it)) for it in request.args.getlist("game")[:1]]
    own = current_games().own
    games = dict.fromkeys([*asked, *NAMED.values(), *([own] if own else [])])
    return render_template("friend/invite.html", games=games, held=held, once=token_urlsafe())


@bp.post("")
def start() -> ResponseReturnValue:
    """Start a game, and lead to its page. The visitor has one seat, the other one is free. The same
    form of the same page always leads to the same game.
    """
    game = require_solved(game_for(field(request.form, "game")))
    first, side = mark(request.form, "first"), mark(request.form, "side")
    once = request.form.get("once") or token_urlsafe()
    code = responses.begin(once, partial(FriendGame.new, game, first, side))
    seats.keep_code(code)
    return redirect(address("friend.show", code=code), 303)


@bp.get("/<code>")
def show(code: str) -> ResponseReturnValue:
    """The game. The query may ask a `command` that changes nothing."""
    visit = responses.attend(code)
    question = meant(request.args.get("command", ""), commands.KNOWN)
    answer = commands.answer(question, visit.game) if question else ""
    return kept(visit, responses.whole_page(visit, answer=answer))


@bp.get("/<code>/news")
def wait_for_news(code: str) -> ResponseReturnValue:
    """The changes of the page in the query once there are any; status 204 after a while without."""
    on_page = VisitState.on_page(request.args)
    visit = responses.attend(code)
    if visit.state == on_page:
        with responses.room_to_wait(visit) as room:
            if not room:
                return "", 204, PAUSE
            give_up_turn()
            things.games().wait(code, visit.version, NEWS_SECONDS)
        visit = responses.look(code)
    if visit.state == on_page:
        return "", 204
    return str(responses.news(visit, request.args))


@bp.post("/<code>/moves")
def play(code: str) -> ResponseReturnValue:
    """Make a move, with which a guest joins."""
    cell, ply = number(request.form, "cell"), number(request.form, "ply")
    page, guest = commands.number_on_page(), request.form.get("me") == GUEST
    move = partial(FriendGame.play, cell=cell, ply=ply, number=page, guest=guest)
    return act(code, move)


@bp.post("/<code>/command")
def command(code: str) -> ResponseReturnValue:
    """Carry out a command in words, or answer it. Without htmx the page tells the last moves."""
    text = meant(field(request.form, "command"), commands.KNOWN)
    if text in commands.QUESTIONS:
        visit = responses.attend(code)
        told = commands.answer(text, visit.game)
        return responses.respond(visit, answer=told, anchor="command", question=text)
    return act(code, commands.action(text), anchor="command", question="last")


@bp.get("/<code>/seat")
def take_along(code: str) -> ResponseReturnValue:
    """The pass of one's seat, for another device. A link brings it there in its fragment, which no
    browser sends.
    """
    visit = responses.look(code)
    claim = visit.game.claim(visit.game.require_seat(visit.holder))
    typed, there = pass_for(claim), for_others(address("friend.arrive", code=code))
    return render_template("friend/seat.html", code=code, there=there, typed=typed)


@bp.get("/<code>/here")
def arrive(code: str) -> ResponseReturnValue:
    """The form for a pass, to go on here with its seat."""
    responses.look(code)
    return render_template("friend/here.html", code=code, message="", typed="")


@bp.post("/<code>/here")
def go_on_here(code: str) -> ResponseReturnValue:
    """Take the seat of the pass in the form, which the other device loses."""
    typed = field(request.form, "seat")

    def take(game: FriendGame, heir: str) -> FriendGame:
        return game.hand_over(claim_of(typed, map(game.claim, Mark)), heir)

    return act(code, take, anchor="status")


def act(
    code: str, action: commands.Action, *, anchor: str | None = None, question: str | None = None
) -> ResponseReturnValue:
    """Carry out *action*, and respond."""
    visit = responses.change(code, action)
    return kept(visit, responses.respond(visit, anchor=anchor, question=question))


for name, action in (
    ("join", FriendGame.join),  # take the free seat, or come back to one's own
    ("rematch", commands.ask_rematch),
    ("leave", FriendGame.leave),  # the seat stays
):
    view = partial(act, action=action, anchor="status")
    bp.add_url_rule(f"/<code>/{name}", name, view, methods=["POST"])


def kept(visit: FriendVisit, response: ResponseReturnValue) -> ResponseReturnValue:
    """*response*, with which the browser keeps the way back to a game in which it has a seat: the
    answer that told it first may have been lost.
    """
    if visit.me:
        seats.keep_code(visit.code)
    return response


def present_page() -> str:
    """The address of the game that the request is about, or of the form for a new one."""
    code = (request.view_args or {}).get("code")
    return address("friend.show", code=code) if code else address("friend.invite")
