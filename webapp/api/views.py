"""The requests and responses of the API."""

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date
from functools import partial

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from ai import plain_data
from ai.exact.atlas import load as load_atlas
from ai.language import N_, _
from ai.plain_data import as_json
from ai.puzzles import days, store
from ai.puzzles.puzzle import Puzzle
from ai.rules.games import Game, game_for
from webapp.address.kinds import BadAddress, reading_address
from webapp.api.description import DESCRIPTION_ADDRESS, OF_SET, description
from webapp.api.questions import QUESTIONS, ErrorData, Question
from webapp.board.parts import absolute
from webapp.puzzles.address import read_puzzle
from webapp.puzzles.sets import PuzzleSet
from webapp.replay.address import FIELDS, read_replay
from webapp.replay.replay import Replay
from webapp.serving.caching import PAGE, AddressView, Asked, page_of_today, public
from webapp.serving.errors import is_of_its_own
from webapp.serving.language import FIELD, offered
from webapp.serving.params import BadParameter
from webapp.serving.security import API_PREFIX, is_api

bp = Blueprint("api", __name__)

# Messages for programs, by status.
SENTENCES = {
    404: N_("There's nothing at this address. See %(page)s."),
    405: N_("This address answers GET, HEAD and OPTIONS only."),
}


def respond(answer: object, status: int = 200) -> Response:
    """*answer* as a line of JSON."""
    return Response(f"{as_json(answer)}\n", status, mimetype="application/json")


def refuse(error: HTTPException, message: str) -> Response | None:
    """The response to *error*, with the *message* in words for programs; None outside the API."""
    if not is_api(request.path):
        return None
    status = error.code or 500
    if status in SENTENCES and not is_of_its_own(error):
        message = _(SENTENCES[status], page=url_for("learn.api"))
    refusal: ErrorData = {"error": message}
    response = respond(refusal, status)
    for name, value in error.get_headers(request.environ):
        if name != "Content-Type":
            response.headers[name] = value
    return response


def knowing(names: Collection[str], asked: Callable[..., Asked] = tuple) -> Callable[..., Asked]:
    """*asked*, of requests with no parameters but these *names* and the language; raises
    BadParameter for others.
    """

    def read(**variables: str) -> Asked:
        for name in request.args:
            if name not in {FIELD, *names}:
                takes = ", ".join((*names, FIELD))
                message = N_("There's no parameter “%(name)s” here, only these: %(takes)s.")
                raise BadParameter(message, name=name, takes=takes)
        return asked(**variables)

    return read


def asked(question: Question, game: str, moves: str = "") -> tuple[Replay]:
    """The replay at this address, read with the parameters of *question* alone."""
    query = {name: text for name, text in request.args.items() if name in question.parameters}
    return (read_replay(query, game, moves),)


def answer(question: Question, replay: Replay) -> ResponseReturnValue:
    """The answer to *question* for *replay*."""
    return respond(question.answer(replay))


# Every form is a route, and slashes are not merged: Flask would redirect, with a page in HTML.
add = partial(bp.add_url_rule, methods=["GET"], merge_slashes=False)
for one in QUESTIONS:
    view = AddressView(knowing(FIELDS, partial(asked, one)), partial(answer, one), PAGE)
    address = f"{API_PREFIX}{one.name}/<game>"
    for end in ("", "/", "/<moves>"):
        add(address + end, one.name, view)


@reading_address()
def asked_game(game: str) -> tuple[Game]:
    """The game of this key."""
    if re.fullmatch(r"\d+-\d+-\d+", game, re.ASCII):
        message = N_("Of the puzzles of days only today's is here: %(address)s")
        raise BadAddress(message, address=url_for("api.today"))
    return (game_for(game),)


def asked_puzzles(game: str) -> tuple[Game, PuzzleSet | None]:
    """The game, and its set in the query, if there is any."""
    (found,) = asked_game(game)
    is_set = bool({*request.args} - {FIELD})
    return found, replace(PuzzleSet.read(request.args), game=found) if is_set else None


@bp.get(f"{API_PREFIX}puzzles/<game>", merge_slashes=False)
@public(PAGE, knowing(OF_SET, asked_puzzles))
def puzzles(game: Game, chosen: PuzzleSet | None) -> ResponseReturnValue:
    """All puzzles of a game by their numbers, or those of a set in its order."""
    return respond(plain_data.puzzles(game, chosen.puzzles if chosen else store.load(game)))


@bp.get(f"{API_PREFIX}puzzles/<game>/<number>", merge_slashes=False)
@public(PAGE, knowing((), lambda game, number: (read_puzzle(request.args, game, number),)))
def puzzle(found: Puzzle) -> ResponseReturnValue:
    """One puzzle."""
    return respond(plain_data.puzzle(found))


@bp.get(f"{API_PREFIX}puzzles/today", merge_slashes=False)
@public(page_of_today, knowing((), lambda: (days.today(),)))
def today(day: date) -> ResponseReturnValue:
    """The puzzle of today, in UTC."""
    return respond(plain_data.puzzle_of_day(day))


@bp.get(f"{API_PREFIX}atlas", merge_slashes=False)
@public(PAGE, knowing(()))
def atlas() -> ResponseReturnValue:
    """All games of the atlas."""
    return respond(load_atlas())


@bp.get(API_PREFIX.removesuffix("/"))
def index() -> ResponseReturnValue:
    """Redirect to the page about the API."""
    return redirect(url_for("learn.api"), 308)


@bp.get(DESCRIPTION_ADDRESS, merge_slashes=False)
@public(asked=knowing(()))
def machine_readable() -> ResponseReturnValue:
    """The description of the API in OpenAPI."""
    return respond(description(absolute(request.script_root), offered()))


@bp.after_request
def allow_scripts(response: Response) -> Response:
    """Answer a CORS preflight request: scripts may send any headers."""
    if request.method == "OPTIONS" and response.status_code == 200:
        response.status_code = 204
        del response.headers["Content-Type"]
        response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
        response.headers["Access-Control-Allow-Headers"] = "*"
        response.headers["Access-Control-Max-Age"] = "86400"
    return response
