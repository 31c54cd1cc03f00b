"""The application without the network: its service worker, and the page that the worker shows."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from webapp.board.parts import address

bp = Blueprint("offline", __name__)


@bp.get("/worker.js")
def worker() -> ResponseReturnValue:
    """The service worker of this version, for all pages of the application."""
    page, theme = address("offline.show"), address("settings.theme")
    drawings = [address("static", filename=name) for name in ("faces.svg", "lens.svg")]
    friends = [address("friend.invite"), address("classroom.enter"), address("classroom.new")]
    names = ("style.css", "device.css", "rooms.css", "shared.js", "app.js")
    files = [page, theme, *drawings, *(address("static", filename=name) for name in names)]
    script = render_template(
        "shared/worker.js", page=page, theme=theme, drawings=drawings, friends=friends, files=files
    )
    return script, {"Content-Type": "text/javascript; charset=utf-8"}


@bp.get("/offline")
def show() -> ResponseReturnValue:
    """The page of the worker for times without the network. A browser that asks for it by itself
    has the network, so it gets the match.
    """
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        return redirect(address("game.show"), 303)
    return render_template("shared/offline.html")
