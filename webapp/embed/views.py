"""The requests of frames, and of oEmbed. Their responses depend on address and day alone."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from flask import Blueprint, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from ai.messages import N_
from ai.puzzles.days import today
from webapp.api.responses import respond
from webapp.board.parts import absolute, address, framed
from webapp.embed.shown import Shown, lesson_shown, puzzle_shown, replay_shown
from webapp.learn.path import PATH, read_lesson
from webapp.puzzles.address import Attempt, read_attempt, read_day
from webapp.replay.address import BadAddress, read_replay
from webapp.replay.replay import TABLE, Replay, replay_url
from webapp.serving.caching import PAGE, PublicView, page_of_today, public
from webapp.serving.params import field, number
from webapp.serving.security import EMBED_PREFIX, OEMBED

bp = Blueprint("embed", __name__)

WIDTH = 480
BESIDE_BOARD = 200  # pixels of a frame's height that its board does not take

Query = MultiDict[str, str]


class Kind(NamedTuple):
    """A kind of frame. Below `/embed` it has the *paths* of its page, whose endpoint is *page*.

    *read* takes the query and the variables of the path in their order. Of what it returns *shown*
    makes the board, and *url* the address of the page whose frame oEmbed gives.
    """

    page: str
    paths: tuple[str, ...]
    read: Callable[..., Any]
    url: Callable[[Any], str]
    shown: Callable[[Any], Shown]


def read_game(query: Query, game_key: str, text: str = "") -> Replay:
    """The replay of an address; the table of its moves has no frame. Errors as in *read_replay*."""
    replay = read_replay(game_key, text, query)
    return replace(replay, on=replay.on - {TABLE})


def read_today(_query: Query) -> Attempt:
    """The puzzle of today, in UTC, from its start."""
    return read_day({}, f"{today()}")


start, here = attrgetter("path"), attrgetter("here")
KINDS = {
    "puzzle": Kind(
        "puzzles.show", ("puzzles/<game_key>/<number>",), read_attempt, start, puzzle_shown
    ),
    "day": Kind("puzzles.of_day", ("puzzles/<day>",), read_day, start, puzzle_shown),
    "today": Kind(
        "puzzles.current",
        ("puzzles/today",),
        read_today,
        lambda _attempt: address("puzzles.current"),
        puzzle_shown,
    ),
    "replay": Kind(
        "replay.show",
        ("replay/<game_key>/", "replay/<game_key>/<text>"),
        read_game,
        replay_url,
        replay_shown,
    ),
    "lesson": Kind("learn.lesson", (f"learn/{PATH}",), read_lesson, here, lesson_shown),
}
BY_PAGE = {kind.page: kind for kind in KINDS.values()}


def asked(kind: Kind, **path: str) -> tuple[Any]:
    """The subject of the frame at this address."""
    return (kind.read(request.args, *path.values()),)


def frame(kind: Kind, subject: Any) -> ResponseReturnValue:
    """The frame of *subject*."""
    return render_template("embed/page.html", shown=kind.shown(subject))


for name, kind in KINDS.items():
    life = page_of_today if kind.read is read_today else PAGE
    view = PublicView(partial(frame, kind), life, partial(asked, kind))
    for path in kind.paths:
        bp.add_url_rule(EMBED_PREFIX + path, name, view)


def asked_oembed() -> tuple[str, Any, int, int]:
    """The endpoint of a page that has a frame, what it shows, and the size of the frame."""
    query = request.args
    if query.get("format", "json") != "json":
        abort(501)
    page, subject = page_at(field(query, "url"))
    most = {
        name: number(query, name) if query.get(name) else 0 for name in ("maxwidth", "maxheight")
    }
    width = min(most["maxwidth"] or WIDTH, WIDTH)
    height = width + BESIDE_BOARD
    return page, subject, width, min(most["maxheight"] or height, height)


@bp.get(OEMBED)
@public(page_of_today, asked_oembed)
def oembed(page: str, subject: Any, width: int, height: int) -> ResponseReturnValue:
    """The frame of a page as oEmbed 1.0 describes it."""
    kind = BY_PAGE[page]
    title, url = kind.shown(subject).title, absolute(framed(kind.url(subject)))
    html = render_template("embed/frame.html", title=title, url=url, width=width, height=height)
    return respond(
        {
            "version": "1.0",
            "type": "rich",
            "title": title,
            "provider_name": "Tic Tac Why",
            "provider_url": absolute(address("match.show")),
            "html": html,
            "width": width,
            "height": height,
        }
    )


def page_at(url: str) -> tuple[str, Any]:
    """The endpoint of the page at *url*, an address of this site, and what it shows.

    :raises BadAddress: if there is no page that has a frame.
    """
    try:
        there, root = urlsplit(url), request.script_root
        if there.scheme not in {"http", "https"} or there.netloc.lower() != request.host.lower():
            raise ValueError
        if not there.path.startswith(f"{root}/"):
            raise ValueError
        urls = current_app.create_url_adapter(request)
        assert urls
        page, path = urls.match(unquote(there.path.removeprefix(root)), "GET")
        kind = BY_PAGE[page]
    except (HTTPException, KeyError, ValueError) as error:
        raise BadAddress(N_("There is no board to embed at “%(url)s”."), url=url) from error
    query = MultiDict(parse_qsl(there.query, keep_blank_values=True))
    return page, kind.read(query, *path.values())


def refuse(error: HTTPException, message: str) -> ResponseReturnValue | None:
    """The response to *error* in a frame; None elsewhere."""
    if not request.path.startswith(EMBED_PREFIX):
        return None
    text = render_template("embed/error.html", message=message)
    return text, error.code or 500, error.get_headers(request.environ)
