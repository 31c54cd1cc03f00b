"""oEmbed, by which editors find the frame of a page."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from ai.language import N_, _
from ai.plain_data import as_json
from ai.rules import game_for
from webapp.address.frames import framed
from webapp.address.games import require_solved
from webapp.address.kinds import BadAddress, Frame, reading_address, split_colours
from webapp.board.parts import absolute, address
from webapp.serving.caching import page_of_today, public
from webapp.serving.language import handed_on, in_language
from webapp.serving.params import field, number
from webapp.serving.security import EMBED_PREFIX, OEMBED

bp = Blueprint("embed", __name__)

WIDTH = 480
BESIDE_BOARD = 200  # pixels of a frame's height that its board does not take


def asked_oembed() -> tuple[str, Any, str, int, int]:
    """The endpoint of a page that has a frame, its state, and colours and size of the frame."""
    query = request.args
    endpoint, state, colours = page_at(field(query, "url"))
    if query.get("format", "json") != "json":
        abort(501, _("Frames are described in JSON alone: leave “format” out."))
    most = {
        name: number(query, name) if query.get(name) else 0 for name in ("maxwidth", "maxheight")
    }
    width = min(most["maxwidth"] or WIDTH, WIDTH)
    height = width + BESIDE_BOARD
    return endpoint, state, colours, width, min(most["maxheight"] or height, height)


@bp.get(OEMBED)
@public(page_of_today, asked_oembed)
def oembed(endpoint: str, state: Any, colours: str, width: int, height: int) -> ResponseReturnValue:
    """The frame of a page as oEmbed 1.0 describes it."""
    frame: Frame[Any] = current_app.extensions["kinds"][endpoint].frame
    title, url = frame.board(state).title, absolute(framed(frame.url(state), colours))
    html = render_template("address/frame.html", title=title, url=url, width=width, height=height)
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Tic Tac Why",
        "provider_url": absolute(address("game.show")),
        "html": html,
        "width": width,
        "height": height,
    }
    return Response(f"{as_json(answer)}\n", mimetype="application/json")


def oembed_url(page: str) -> str:
    """The absolute address that describes the frame of the page at the address *page*, in the
    present language.
    """
    url = f"{absolute(address('embed.oembed'))}?{urlencode({'url': page})}"
    return in_language(url, handed_on())


def page_at(url: str) -> tuple[str, Any, str]:
    """The endpoint of the page at *url*, an address of this site or of its frame, its state, and
    the colours of the frame.

    :raises BadAddress: if there is no page that has a frame.
    :raises BadParameter: if there are no such colours.
    """
    try:
        there, root = urlsplit(url), request.script_root
        is_here = there.netloc.lower() == request.host.lower() and there.path.startswith(f"{root}/")
        urls = current_app.create_url_adapter(request)
        if not is_here or there.scheme not in {"http", "https"} or not urls:
            raise ValueError
        path_here = there.path.removeprefix(root).removeprefix(EMBED_PREFIX)
        endpoint, variables = urls.match(unquote(path_here), "GET")
        kind = current_app.extensions["kinds"][endpoint]
        if not kind.frame:
            raise ValueError
    except (HTTPException, KeyError, ValueError) as error:
        raise BadAddress(N_("There is no board to embed at “%(url)s”."), url=url) from error
    if "game_key" in variables:
        with reading_address():
            require_solved(game_for(variables["game_key"]))
    query, colours = split_colours(MultiDict(parse_qsl(there.query, keep_blank_values=True)))
    return endpoint, kind.read(query, *variables.values()), colours
