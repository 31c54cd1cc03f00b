"""The requests of other programs."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from webapp.api import PREFIX
from webapp.api.description import DESCRIPTION_ADDRESS, description
from webapp.api.questions import QUESTIONS, Question
from webapp.api.responses import respond
from webapp.parts import absolute
from webapp.replay.address import read_replay

bp = Blueprint("api", __name__)


def ask(question: Question, game: str, moves: str = "") -> ResponseReturnValue:
    """The answer to *question*, asked of the replay at this address."""
    query = {name: text for name, text in request.args.items() if name in question.parameters}
    return respond(question.answer(read_replay(game, moves, query)))


# An address is never redirected to another one, which would answer with a page.
add = partial(bp.add_url_rule, methods=["GET"], merge_slashes=False)
for one in QUESTIONS:
    answer: Callable[..., ResponseReturnValue] = partial(ask, one)
    address = f"{PREFIX}{one.name}/<game>"
    for end in ("", "/", "/<moves>"):
        add(address + end, one.name, answer)


@bp.get(DESCRIPTION_ADDRESS, merge_slashes=False)
def machine_readable() -> ResponseReturnValue:
    """What can be asked, as machines read it."""
    return respond(description(absolute(request.script_root)))


@bp.after_request
def allow_scripts(response: Response) -> Response:
    """Tell browsers that ask beforehand that scripts may send any headers."""
    if request.method == "OPTIONS" and response.status_code == 200:
        response.status_code = 204
        del response.headers["Content-Type"]
        response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
        response.headers["Access-Control-Allow-Headers"] = "*"
        response.headers["Access-Control-Max-Age"] = "86400"
    return response
