"""Replays: any game or position from its address alone, and its picture for link previews."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ai.games import GAMES
from ai.opponents import HUMAN, OPPONENTS
from ai.position import IllegalMove
from webapp.preview import png
from webapp.replay import BadAddress, Replay, read_replay, title

bp = Blueprint("replay", __name__)


@bp.get("/replay/<game_key>/", defaults={"text": ""})
@bp.get("/replay/<game_key>/<text>")
def show(game_key: str, text: str) -> ResponseReturnValue:
    """A game as its address tells it, at one of its positions."""
    replay = read_replay(game_key, text, request.args)
    if "cell" in request.args:
        moved = _with_move(replay, request.args["cell"])
        return redirect(replay_url(moved, f"cell-{moved.moves[-1]}"), 303)
    return render_template(
        "replay.html",
        replay=replay,
        title=title(replay),
        form=players_from_here(replay),
        games=GAMES,
        opponents=OPPONENTS,
    )


@bp.get("/preview/<game_key>.png")
def preview(game_key: str) -> ResponseReturnValue:
    """The picture of a position, for link previews."""
    replay = read_replay(game_key, request.args.get("moves", ""), request.args)
    last = replay.match.moves[replay.ply - 1] if replay.judged else None
    answer = make_response(png(replay.position, last, title(replay)))
    answer.content_type = "image/png"
    answer.cache_control.public = True
    answer.cache_control.max_age = 24 * 60 * 60
    return answer


def replay_url(replay: Replay, anchor: str | None = None, *, absolute: bool = False) -> str:
    """The address of *replay*."""
    return url_for(
        "replay.show",
        game_key=replay.game.key,
        text=replay.text,
        **replay.query,
        _anchor=anchor,
        _external=absolute,
    )


def preview_url(replay: Replay) -> str:
    """The full address of the picture of *replay*'s position."""
    query = replay.query | {"moves": replay.text}
    return url_for("replay.preview", game_key=replay.game.key, **query, _external=True)


def players_from_here(replay: Replay) -> dict[str, str]:
    """Who is to play on from here, if nothing else is said: whoever opens the address for the side
    to move, against the computer player of this game.
    """
    computers = [player for player in (replay.x, replay.o) if player != HUMAN]
    opponent = (computers or ["medium"])[0]
    mine = replay.position.to_move.lower()
    return {mark: HUMAN if mark == mine else opponent for mark in ("x", "o")}


def _with_move(replay: Replay, text: str) -> Replay:
    """The replay with another move in the place of those not yet made.

    :raises BadAddress: if *text* is no cell that can be played.
    """
    try:
        if not (text.isascii() and text.isdecimal() and len(text) < 4):
            raise BadAddress(f"“cell” must be the number of a cell, not “{text}”.")
        moved = replay.continued((int(text),), made=1)
        moved.match  # noqa: B018 - making the match checks the move
    except IllegalMove as error:
        raise BadAddress(str(error)) from error
    return moved
