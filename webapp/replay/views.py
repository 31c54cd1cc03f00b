"""Replays: any game or position from its address alone, and its picture for link previews."""

from dataclasses import replace

from flask import render_template

from ai.words.persons import FIRST
from webapp.address.kinds import Frame, Moved, PageKind, rendered
from webapp.board.preview import png
from webapp.replay.address import after_click, read_game, read_position, read_replay
from webapp.replay.cover import cover, story
from webapp.replay.page import moves_page, play_page, replay_board, replay_page, shared_page
from webapp.replay.replay import STORY, TABLE, Replay, replay_url
from webapp.replay.story import story_page
from webapp.serving.caching import PICTURE


def _page(replay: Replay) -> str:
    if STORY in replay.on:
        return render_template("replay/story.html", page=story_page(replay))
    return render_template("replay/game.html", page=replay_page(replay))


def _plain(replay: Replay) -> Replay:
    """The replay for others, without the table of moves, and not told as a story."""
    return replace(replay, on=replay.on - {TABLE, STORY})


KINDS = (
    PageKind(
        "replay.show",
        ("replay/<game_key>/", "replay/<game_key>/<text>"),
        read_replay,
        _page,
        moved=after_click,
        frame=Frame(lambda it: replay_url(_plain(it)), lambda it: replay_board(_plain(it))),
    ),
    PageKind(
        "replay.moves",
        ("replay/<game_key>/moves", "replay/<game_key>/<text>/moves"),
        lambda query, key, text: read_replay(query.to_dict() | {TABLE: "on"}, key, text),
        rendered("replay/moves.html", moves_page),
        moved=after_click,
    ),
    PageKind(
        "replay.share",
        ("replay/<game_key>/<text>/share",),
        read_game,
        rendered("replay/share.html", lambda it: {"replay": it, "result": story(it, FIRST)}),
    ),
    PageKind(
        "replay.shared",
        ("g/<game_key>/<text>",),
        read_game,
        rendered("replay/shared.html", shared_page),
        moved=lambda _query, it: None if it.has_story else Moved(replay_url(it), 308),
    ),
    PageKind(
        "replay.play",
        ("play/<game_key>/", "play/<game_key>/<text>"),
        read_position,
        rendered("replay/play.html", play_page),
    ),
    PageKind(
        "replay.preview",
        ("preview/<game_key>.png",),
        lambda query, key: read_replay(query, key, query.get("moves", "")),
        lambda replay: png(cover(replay)),
        PICTURE,
    ),
)
