"""The least page with a session: the application is measured beside it."""

from flask import Flask, Response, request, session
from flask_compress import Compress

ANSWER = "bare.answer"
"""The name of an answer, a body with its type, in the environment of a request."""

PAGE = b"<!doctype html><title>Bare</title><p>A page that only counts its visits.", "text/html"


def bare(**config: object) -> Flask:
    """An application that counts its visits in the session, and sends :data:`PAGE`, or the
    :data:`ANSWER` of its request.
    """
    app = Flask(__name__)
    app.config.from_prefixed_env()
    app.config.update(config)

    @app.route("/", methods=["GET", "POST"])
    def visit() -> Response:
        session["count"] = session.get("count", 0) + 1
        body, kind = request.environ.get(ANSWER, PAGE)
        return Response(body, content_type=kind)

    return app


def floor(of: Flask) -> Flask:
    """The bare page that compresses as the site *of* does: with its answers, its floor."""
    compression = {key: it for key, it in of.config.items() if key.startswith("COMPRESS_")}
    app = bare(SECRET_KEY=of.secret_key, **compression)
    Compress(app)
    return app
