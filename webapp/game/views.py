"""The requests of a match: its page, and the actions of a player."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ai.language import _
from ai.rules import Record, game_for, parse_record
from ai.typed import meant
from webapp.address.games import require_solved
from webapp.board.parts import fixed
from webapp.board.players import Players
from webapp.game import commands
from webapp.game import session as sessions
from webapp.game.match import Match
from webapp.game.match_page import match_seen, why_asked
from webapp.game.page import status_line
from webapp.game.responses import (
    asked_for,
    current_visit,
    explained_on_page,
    helped_by_page,
    htmx,
    page_changes,
    page_of,
    respond,
    save,
    session_on_page,
    whole_page,
)
from webapp.game.session import new_seed
from webapp.game.words import position_in_words
from webapp.honours.kept import told_if_unreadable
from webapp.replay.replay import replay_url
from webapp.replay.story import own_replay
from webapp.serving.cookies import not_kept
from webapp.serving.params import field, mark, number, request_here, seed, switch

bp = Blueprint("game", __name__)


@bp.before_request
def require_table() -> None:
    """Wait until the game of the match is solved, unless another may take its place."""
    if request_here().endpoint not in {"game.start", "game.bring_back", "game.go_on"}:
        require_solved(current_visit().session.match.record.game)


@bp.get("/")
def show() -> ResponseReturnValue:
    """The current match, or a new one. The query may set its `seed` before the first move, or ask
    a `command` that changes nothing.

    For htmx: the changes that explain another move at length.
    """
    visit = current_visit()
    if htmx:
        session = session_on_page(request.args)
        explained = explained_on_page(request.args, session)
        asked = asked_for(request.args, session)
        return str(page_changes(page_of(session, asked), page_of(session, explained).regions))
    unreadable = told_if_unreadable()
    session = visit.session if visit.notice else sessions.arrive(visit.session)
    if (chosen := seed(request.args)) is not None:
        session = session.reseed(chosen)
    question = meant(request.args.get("command", ""), commands.COMMANDS)
    answer = commands.answer(question, session) if question else ""
    asked = asked_for(request.args, session)
    message = visit.notice or unreadable or not_kept()
    return whole_page(session, message=message, answer=answer, asked=asked)


@bp.get("/go-on")
def go_on() -> ResponseReturnValue:
    """Put the unfinished game of an earlier day on the board, and lead there."""
    save(sessions.go_on(current_visit().session))
    return redirect(url_for("game.show"), 303)


@bp.get("/replay")
def replay() -> ResponseReturnValue:
    """The current match as a replay; once a lone person's game is over, as its story."""
    match = current_visit().session.match
    return redirect(replay_url(own_replay(match.record, match.players)), 303)


@bp.get("/position")
def position() -> ResponseReturnValue:
    """The position on the board as text."""
    session = current_visit().session
    here = session.match.position
    shown = {"status": status_line(match_seen(session)), "told": position_in_words(here)}
    return render_template("game/position.html", position=here, **shown)


@bp.get("/figures")
def figures() -> ResponseReturnValue:
    """The diagrams of the reason that the page tells; nothing without one, or after the end."""
    session = current_visit().session
    explanation = why_asked(session.match, asked_for(request.args, session)).explanation
    if not explanation or session.match.is_over:
        return ""
    return str(fixed("game/parts.html", "figures", explanation))


@bp.post("/matches")
def start() -> ResponseReturnValue:
    """Start a new match, the score kept. A person begins it on the `cell`, if one is given."""
    fields, session = request.values, current_visit().session
    game = require_solved(game_for(field(fields, "game")))
    players = Players(field(fields, "x"), field(fields, "o"))
    first = players.people[0] if "cell" in fields and players.people else mark(fields, "first")
    record = parse_record(game, fields.get("moves", ""), first)
    players.require(game)
    chosen = seed(fields) if fields.get("seed") else None
    if "retry" in fields:
        after = session.retry(record, players, chosen)
    else:
        # Nobody played the marks that are set up.
        match = Match(Record(record.position), players, new_seed())
        if chosen is not None:
            match = replace(match, seed=chosen, seeded=True)
        after = session.start(match)
        if "cell" in fields:
            after = after.play(number(fields, "cell"))
    return respond(after, anchor="status")


@bp.post("/moves")
def play() -> ResponseReturnValue:
    """Play the person's move and the computer's reply."""
    session = session_on_page(request.form)
    helped = helped_by_page(request.form, session)
    return respond(helped.play(number(request.form, "cell")), before=session)


@bp.post("/step")
def step() -> ResponseReturnValue:
    """Play the next computer move, or all of them."""
    session = session_on_page(request.form)
    return respond(session.step(to_the_end=request.form.get("until") == "end"), before=session)


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back the moves since the last decision of a person."""
    session = session_on_page(request.form)
    after = session.undo()
    return respond(after, before=session, undone=commands.taken_back(session.match, after.match))


@bp.post("/hint")
def hint() -> ResponseReturnValue:
    """Show one best cell, and say why."""
    session = session_on_page(request.form)
    return respond(session.ask_hint(), before=session)


@bp.post("/values")
def values() -> ResponseReturnValue:
    """Show or hide the values of moves."""
    session = session_on_page(request.form)
    return respond(session.switch_values(switch(request.form, "show")), before=session)


@bp.post("/command")
def command() -> ResponseReturnValue:
    """Carry out a command in words, or answer it. Without htmx the page tells the last moves."""
    session = session_on_page(request.form)
    text = meant(field(request.form, "command"), commands.COMMANDS)
    if text in commands.QUESTIONS:
        told = commands.answer(text, session)
        return respond(session, before=session, answer=told, anchor="command", question=text)
    is_move = text not in commands.ACTIONS
    helped = helped_by_page(request.form, session) if is_move else session
    after = commands.carry_out(text, helped)
    undone = commands.taken_back(session.match, after.match) if text == "undo" else ""
    told = ""  # the page announces other effects
    if text == "values":
        told = _("Values on.") if after.values else _("Values off.")
    anchor = "advice" if text == "hint" else "command"
    return respond(
        after, before=session, answer=told, undone=undone, anchor=anchor, question="last"
    )


@bp.post("/back")
def bring_back() -> ResponseReturnValue:
    """Bring back the match left for this one."""
    return respond(current_visit().session.bring_back(), anchor="status")


@bp.post("/score/reset")
def reset_score() -> ResponseReturnValue:
    """Reset the score."""
    return respond(current_visit().session.reset_score(), anchor="reset")


@bp.post("/score/back")
def bring_back_score() -> ResponseReturnValue:
    """Undo the reset of the score."""
    return respond(current_visit().session.bring_back_score(), anchor="reset")


def present_page() -> str:
    """The address of the page of the match, with the move explained that the request asks for."""
    return url_for("game.show", why=request.args.get("why"), figure=request.args.get("figure"))
