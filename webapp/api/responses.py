"""Responses in JSON."""

from flask import Response

from ai.plain_data import as_json
from webapp.api.questions import Error


def respond(answer: object, status: int = 200) -> Response:
    """*answer* as a line of JSON."""
    return Response(f"{as_json(answer)}\n", status, mimetype="application/json")


def refusal(message: str, status: int) -> Response:
    """The error *message* as JSON."""
    error: Error = {"error": message}
    return respond(error, status)
