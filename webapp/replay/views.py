"""Replays: any game or position from its address alone, and its picture for link previews."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from webapp.replay.address import read_replay
from webapp.replay.page import replay_page, title
from webapp.replay.preview import png
from webapp.replay.replay import replay_url

bp = Blueprint("replay", __name__)


@bp.get("/replay/<game_key>/", defaults={"text": ""})
@bp.get("/replay/<game_key>/<text>")
def show(game_key: str, text: str) -> ResponseReturnValue:
    """A game at one of its positions, as its address says it; where a cell was clicked, after a
    move there.
    """
    replay = read_replay(game_key, text, request.args)
    if "cell" in request.args:
        return redirect(replay_url(replay, f"cell-{replay.last_move}"), 303)
    return render_template("replay/page.html", page=replay_page(replay))


@bp.get("/preview/<game_key>.png")
def preview(game_key: str) -> ResponseReturnValue:
    """The picture of a position, for link previews."""
    replay = read_replay(game_key, request.args.get("moves", ""), request.args)
    data = png(replay.position, replay.last_move, title(replay))
    return data, {"Content-Type": "image/png"}
