"""Games, moves and codes in addresses, spelled in one way; games are solved before their pages are
made.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from flask import Flask, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, Forbidden

from ai.exact import tablebase
from ai.language import _
from ai.messages import Refusal
from ai.rules import Game, game_for
from ai.rules.record import record_text
from webapp.serving.params import request_here
from webapp.serving.security import kind_of
from webapp.serving.variables import OFF
from webapp.solving import queue

Pages = Mapping[str, Callable[[], str]]
Codes = Sequence[Callable[[str], str]]
"""Each reads one kind of codes as people type them; empty if a text is none."""


def require_solved(game: Game) -> Game:
    """*game*, if its table is at hand.

    :raises Unsolved: if it is a larger one of one's own, and its table is not here.
    """
    if not (game.is_named or game.is_small):
        tablebase.load(game)
    return game


def init_app(app: Flask, pages: Pages, codes: Codes) -> None:
    """Let addresses lead to their one spelling, and to others if their game is unsolved."""
    app.before_request(partial(_lead_to_one_spelling, codes))
    app.register_error_handler(tablebase.Unsolved, partial(_lead_to_solve, pages))


def _lead_to_one_spelling(codes: Codes) -> ResponseReturnValue | None:
    """Redirect to the same address as it spells its game, its moves and its code. Nothing else
    reads the address of a game that is not solved, but its own page.
    """
    here = request_here()
    if not (asked := here.view_args) or here.method == "OPTIONS":
        return None
    spelled, game, name = dict(asked), None, "game" if "game" in asked else "game_key"
    with suppress(KeyError, Refusal):  # the view refuses it in its own words
        game = game_for(asked[name])
        spelled[name] = game.key
        for moves in {"text", "moves", "rows"} & {*asked}:
            spelled[moves] = record_text(game, asked[moves])
    if "code" in asked:
        spelled["code"] = next(filter(None, (read(asked["code"]) for read in codes)), asked["code"])
    if spelled != asked:
        there, query = url_for(str(here.endpoint), **spelled), here.query_string
        return "", 308, {"Location": f"{there}?{query.decode()}" if query else there}
    if game and here.blueprint != "gallery":
        require_solved(game)
    return None


def _lead_to_solve(pages: Pages, error: tablebase.Unsolved) -> ResponseReturnValue:
    """Lead to the page that solves a game. It leads back to the page of the request or, after a
    post, to the one that *pages* has for the blueprint. Programs and frames get an error instead.
    """
    key, then = error.game.key, None
    if kind_of(request.path) != "page":
        if current_app.config["LIMIT_SOLVES"] == OFF:
            return current_app.handle_http_exception(Forbidden(_(queue.NAMED_ALONE)))
        page = url_for("gallery.show", game_key=key)
        told = _("This game is not solved here yet. Ask for it at %(page)s", page=page)
        return current_app.handle_http_exception(Conflict(told))
    is_part = "HX-Request" in request.headers
    room, endpoint = request.blueprint or "", request.endpoint or ""
    if request.method in {"GET", "HEAD"} and not is_part:
        then = request.script_root + request.full_path.removesuffix("?")
    elif room in pages and not endpoint.endswith(".start"):
        then = pages[room]()
    page = url_for("gallery.show", game_key=key, then=then)
    return ("", {"HX-Redirect": page}) if is_part else redirect(page, 303)
