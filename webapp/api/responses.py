"""Responses in JSON."""

from flask import Response, request
from werkzeug.exceptions import HTTPException

from ai.language import N_, _
from ai.plain_data import as_json
from webapp.api.questions import ErrorData
from webapp.board.parts import address
from webapp.serving.errors import is_of_its_own
from webapp.serving.security import is_api

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
        message = _(SENTENCES[status], page=address("learn.api"))
    refusal: ErrorData = {"error": message}
    response = respond(refusal, status)
    for name, value in error.get_headers(request.environ):
        if name != "Content-Type":
            response.headers[name] = value
    return response
