"""Replays: any game or position from its address alone, and its picture for link previews."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from webapp.board.preview import png
from webapp.replay.address import read_replay
from webapp.replay.moves_page import moves_page
from webapp.replay.page import replay_page, title
from webapp.replay.replay import TABLE, Replay, replay_url
from webapp.serving.caching import PAGE, PICTURE, public

bp = Blueprint("replay", __name__)


def asked_page(game_key: str, text: str, **more: str) -> tuple[Replay, str]:
    """The replay at this address, and the id of the cell or switch whose click sent it; empty
    without one. Add *more* to the query.
    """
    query = request.args.to_dict() | more
    replay = read_replay(game_key, text, query)
    clicked = f"cell-{replay.last_move}" if "cell" in query else ""
    return replay, f"switch-{query['switch']}" if "switch" in query else clicked


def asked_moves(game_key: str, text: str) -> tuple[Replay, str]:
    """The same, with the table of moves."""
    return asked_page(game_key, text, **{TABLE: "on"})


def asked_picture(game_key: str) -> tuple[Replay]:
    """The replay whose picture has this address."""
    return (read_replay(game_key, request.args.get("moves", ""), request.args),)


@bp.get("/replay/<game_key>/", defaults={"text": ""})
@bp.get("/replay/<game_key>/<text>")
@public(PAGE, asked_page)
def show(replay: Replay, clicked: str) -> ResponseReturnValue:
    """The page of a replay; after a click, a redirect to what it led to.

    The table of moves was once a part of the replay, with `table=on` in the query.
    """
    if clicked:
        return redirect(replay_url(replay, clicked), 303)
    if TABLE in replay.on:
        return redirect(replay_url(replay, TABLE), 308)
    return render_template("replay/page.html", page=replay_page(replay))


@bp.get("/replay/<game_key>/moves", defaults={"text": ""})
@bp.get("/replay/<game_key>/<text>/moves")
@public(PAGE, asked_moves)
def moves(replay: Replay, clicked: str) -> ResponseReturnValue:
    """The page of all moves from a position; after a click on a cell, a redirect to the next."""
    if clicked:
        return redirect(replay_url(replay, clicked), 303)
    return render_template("replay/moves.html", page=moves_page(replay))


@bp.get("/preview/<game_key>.png")
@public(PICTURE, asked_picture)
def preview(replay: Replay) -> ResponseReturnValue:
    """The picture of a position, for link previews."""
    data = png(replay.position, replay.last_move, title(replay))
    return data, {"Content-Type": "image/png"}
