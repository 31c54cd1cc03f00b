"""Responses that their address alone decides: browsers, caches in front and this process keep them.

All others are `no-store`, as `security.HEADERS` has it.
"""

from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

from flask import Flask, Response, g, request

from webapp.static_files import digest

# What responses are made from, static files apart.
MADE_FROM = ("ai", "webapp", "templates", "tests/audits/kit")

# A page leads to static files that are gone when the next version is there: so a short life.
PAGE = "public, max-age=60, stale-while-revalidate=300"
PICTURE = "public, max-age=86400, stale-while-revalidate=604800"

# How long a response may be kept, by its endpoint: whatever cookie comes with a request, and
# whether htmx sent it, these respond alike.
LIVES = {
    "api.machine_readable": PAGE,
    "api.moves": PAGE,
    "api.review": PAGE,
    "api.values": PAGE,
    "api.why": PAGE,
    "learn.api": PAGE,
    "learn.games": PAGE,
    "learn.openings": PAGE,
    "learn.opponents": PAGE,
    "learn.terms": PAGE,
    "learn.testing": PAGE,
    "outside.favicon": PICTURE,
    "outside.manifest": PAGE,
    "outside.picture": PICTURE,
    "outside.robots": PAGE,
    "outside.sitemap": PAGE,
    "replay.preview": PICTURE,
    "replay.show": PAGE,
}


@dataclass(frozen=True, slots=True)
class Kept:
    """A response as it is sent: compressed, if it was."""

    body: bytes
    headers: tuple[tuple[str, str], ...]


class Responses:
    """The responses that were asked for last, as many as have *capacity* bytes together."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.size = 0
        self._kept: OrderedDict[object, Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, key: object) -> Kept | None:
        """The response under *key*, if it is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: object, kept: Kept) -> None:
        """Keep a response, and drop those that were not asked for longest."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = kept
                self.size += len(kept.body)
            while self.size > self.capacity:
                _, dropped = self._kept.popitem(last=False)
                self.size -= len(dropped.body)


@cache
def sources(root: Path) -> str:
    """A short name for what the pages of the checkout at *root* are made from, as this process
    found it.
    """
    return " ".join(digest(root / folder) for folder in MADE_FROM)


def init_app(app: Flask, root: Path) -> None:
    """Let responses that their address decides be kept, and confirmed by their tag, which changes
    with the checkout at *root*.

    They are taken after they are compressed, so this comes before :class:`Compress`. While
    debugging nothing is kept, for templates change.
    """
    if app.debug:
        return
    responses = Responses(app.config["KEPT_RESPONSES"])
    rendered_from = f"{sources(root)} {app.static_url_path} {app.config['LANGUAGE']}"

    def respond_from_cache() -> Response | None:
        """The response, if the browser has it already, or this process."""
        life = LIVES.get(request.endpoint or "")
        if not life or request.method not in {"GET", "HEAD"}:
            return None
        address = request.url
        tag = sha256(f"{rendered_from} {address}".encode()).hexdigest()[:16]
        known = request.if_none_match
        if known.contains_weak(tag) and not known.star_tag:
            response = Response(status=304)
            response.headers["Cache-Control"] = life
            response.set_etag(tag, weak=True)
            return response
        g.kept_as = address, request.headers.get("Accept-Encoding"), tag
        if kept := responses.get(g.kept_as):
            return Response(kept.body, headers=kept.headers)
        return None

    def keep(response: Response) -> Response:
        """Keep a response that was rendered, and let others keep it."""
        if "kept_as" in g and response.status_code == 200 and "ETag" not in response.headers:
            response.headers["Cache-Control"] = LIVES[request.endpoint or ""]
            response.set_etag(g.kept_as[-1], weak=True)
            responses.put(g.kept_as, Kept(response.get_data(), tuple(response.headers)))
        return response

    app.before_request(respond_from_cache)
    app.after_request(keep)
