"""The least that a page with a session can be; bench_server.py compares the application with it."""

from flask import Flask, session

app = Flask(__name__)
app.config.from_prefixed_env()


@app.get("/")
def count() -> str:
    """Count the visits in the session."""
    session["count"] = session.get("count", 0) + 1
    return "<!doctype html><title>Bare</title><p>A page that only counts its visits.</p>"
