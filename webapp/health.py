"""What a host asks to learn whether the application runs."""

from flask import Flask
from flask.typing import ResponseReturnValue

ADDRESS = "/healthz"
ENDPOINT = "healthz"


def init_app(app: Flask) -> None:
    """Answer a host's probe."""
    app.add_url_rule(ADDRESS, ENDPOINT, healthy)


def healthy() -> ResponseReturnValue:
    """`ok` as plain text."""
    return "ok\n", 200, {"Content-Type": "text/plain; charset=utf-8"}
