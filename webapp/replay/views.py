"""Replays: any game or position from its address alone, and its picture for link previews."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from webapp.board.preview import png
from webapp.replay.address import read_replay
from webapp.replay.page import replay_page, title
from webapp.replay.replay import Replay, replay_url
from webapp.serving.caching import PAGE, PICTURE, public

bp = Blueprint("replay", __name__)


def asked_page(game_key: str, text: str) -> tuple[Replay, bool]:
    """The replay at this address, and whether a click on a cell sent it."""
    return read_replay(game_key, text, request.args), "cell" in request.args


def asked_picture(game_key: str) -> tuple[Replay]:
    """The replay whose picture has this address."""
    return (read_replay(game_key, request.args.get("moves", ""), request.args),)


@bp.get("/replay/<game_key>/", defaults={"text": ""})
@bp.get("/replay/<game_key>/<text>")
@public(PAGE, asked_page)
def show(replay: Replay, is_click: bool) -> ResponseReturnValue:
    """The page of a replay; after a click on a cell, a redirect to the replay with that move."""
    if is_click:
        return redirect(replay_url(replay, f"cell-{replay.last_move}"), 303)
    return render_template("replay/page.html", page=replay_page(replay))


@bp.get("/preview/<game_key>.png")
@public(PICTURE, asked_picture)
def preview(replay: Replay) -> ResponseReturnValue:
    """The picture of a position, for link previews."""
    data = png(replay.position, replay.last_move, title(replay))
    return data, {"Content-Type": "image/png"}
