"""Responses in JSON."""

from flask import Response

from ai.plain_data import as_json
from webapp.api.questions import Error


def respond(answer: object, status: int = 200) -> Response:
    """*answer* as JSON, on a line of its own."""
    return Response(f"{as_json(answer)}\n", status, mimetype="application/json")


def refusal(message: str, status: int) -> Response:
    """The response that says what was wrong."""
    error: Error = {"error": message}
    return respond(error, status)
