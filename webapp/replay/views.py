"""Replays: any game or position from its address alone, and its picture for link previews."""

from dataclasses import replace

from flask.typing import ResponseReturnValue

from webapp.address.kinds import Frame, PageKind, rendered
from webapp.board.preview import png
from webapp.replay.address import (
    after_click,
    after_click_or_table,
    read_moves,
    read_picture,
    read_replay,
)
from webapp.replay.moves_page import moves_page
from webapp.replay.page import replay_board, replay_page, title
from webapp.replay.replay import TABLE, Replay, replay_url
from webapp.serving.caching import PICTURE
from webapp.serving.errors import ErrorHelp

HELPS = dict.fromkeys(
    ("replay", "preview"), ErrorHelp("replay.show", ("square", ".X..-.X..-.OO.-..X."))
)


def _without_table(replay: Replay) -> Replay:
    return replace(replay, on=replay.on - {TABLE})


def _picture(replay: Replay) -> ResponseReturnValue:
    """The picture of a position, for link previews."""
    data = png(replay.position, replay.last_move, title(replay))
    return data, {"Content-Type": "image/png"}


KINDS = (
    PageKind(
        "replay.show",
        ("replay/<game_key>/", "replay/<game_key>/<text>"),
        read_replay,
        rendered("replay/page.html", replay_page),
        moved=after_click_or_table,
        frame=Frame(
            lambda replay: replay_url(_without_table(replay)),
            lambda replay: replay_board(_without_table(replay)),
        ),
    ),
    PageKind(
        "replay.moves",
        ("replay/<game_key>/moves", "replay/<game_key>/<text>/moves"),
        read_moves,
        rendered("replay/page.html", moves_page),
        moved=after_click,
    ),
    PageKind("replay.preview", ("preview/<game_key>.png",), read_picture, _picture, PICTURE),
)
