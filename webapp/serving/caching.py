"""The cache of responses that depend on their address alone; browsers and proxies cache them too.

All others are `no-store`, by `security.HEADERS`.
"""

import json
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, update_wrapper
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from flask import Flask, Response, g, request
from flask.typing import ResponseReturnValue
from flask_compress import Compress

from ai.language import spoken
from ai.messages import Refusal
from ai.puzzles.days import next_comes
from webapp.serving.language import asked as asked_language
from webapp.serving.language import require_known
from webapp.serving.params import app_here, notes_here, request_here
from webapp.serving.static_files import CODINGS, digest

# Folders that responses are made from, beside static files.
MADE_FROM = ("ai", "webapp", "templates")

# Cache-Control of pages and pictures. Pages live a minute, to be replaced soon by a new version's.
PAGE = "public, max-age=60, stale-while-revalidate=300"
PICTURE = "public, max-age=86400, stale-while-revalidate=604800"


def page_of_today() -> str:
    """The Cache-Control of a page that changes at midnight UTC, if not before like others."""
    left = int(next_comes()[1].total_seconds())
    fresh = min(left, 60)
    return f"public, max-age={fresh}, stale-while-revalidate={min(left - fresh, 300)}"


# Bytes of memory for the objects and the key of a cached response, beside its text.
OVERHEAD = 700

Life = str | Callable[[], str]

Asked = tuple[object, ...]
"""The arguments of a view. As text they are the key of caches: equal only for equal requests."""


class AddressView:
    """A view whose arguments *asked* reads from the address, or refuses. It is public with a
    *life*, the Cache-Control of its responses, or what finds it for those that are sent now: then
    it depends on no cookies or other headers.
    """

    def __init__(
        self, asked: Callable[..., Asked], view: Callable[..., ResponseReturnValue], life: Life = ""
    ) -> None:
        self._asked, self.view, self._life = asked, view, life
        update_wrapper(self, view)

    def asked(self, **variables: str) -> Asked:
        """The arguments of the view; *variables* come from the path of the request.

        :raises BadParameter: if the site lacks the language that the address asks for.
        """
        require_known()
        return self._asked(**variables)

    @property
    def life(self) -> str:
        """The Cache-Control of a response that is sent now; empty if it is not public."""
        return self._life if isinstance(self._life, str) else self._life()

    def __call__(self, **variables: str) -> ResponseReturnValue:
        """The response to the current request; *variables* come from its path."""
        return self.view(*self.asked(**variables))


def public(
    life: Life = PAGE, asked: Callable[..., Asked] = tuple
) -> Callable[[Callable[..., ResponseReturnValue]], AddressView]:
    """Make a public view of one whose arguments *asked* reads from the request."""
    return lambda view: AddressView(asked, view, life)


def public_view() -> AddressView | None:
    """The view of this request if it is public, else None."""
    view = app_here().view_functions.get(request_here().endpoint or "")
    return view if isinstance(view, AddressView) and view.life else None


class CachedResponse(NamedTuple):
    """The *body* of a response as it was sent, maybe compressed, and its *headers* as JSON."""

    body: bytes
    headers: str

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes in the cache."""
        return len(self.body) + len(self.headers) + OVERHEAD


class ResponseCache:
    """A cache of the most recently used responses, up to *capacity* bytes."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.size = 0
        self._responses: OrderedDict[str, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> CachedResponse | None:
        """The response under *key*, or None."""
        with self._lock:
            if key in self._responses:
                self._responses.move_to_end(key)
            return self._responses.get(key)

    def put(self, key: str, response: CachedResponse) -> None:
        """Add a response, and drop the least recently used ones that no longer fit."""
        with self._lock:
            if key not in self._responses:
                self._responses[key] = response
                self.size += response.size
            while self.size > self.capacity:
                _, dropped = self._responses.popitem(last=False)
                self.size -= dropped.size


class Compression(Compress):
    """Compresses refusals too, which may be whole pages."""

    def after_request(self, response: Response | None) -> Response:
        """*response*, compressed by a coding that the visitor takes, if that pays."""
        assert response
        if (status := response.status_code) < 400:
            return super().after_request(response)
        response.status_code = 200
        compressed = super().after_request(response)
        compressed.status_code = status
        return compressed


@cache
def sources(root: Path) -> str:
    """The digests of the :data:`MADE_FROM` folders below *root*, taken once in a process."""
    return " ".join(digest(root / folder) for folder in MADE_FROM)


def init_app(app: Flask, root: Path) -> None:
    """Cache the responses of public views, with an ETag that changes with the checkout at *root*.

    The cache holds compressed responses, so call this before :class:`Compression`. It is off while
    debugging, because templates change.
    """
    if app.debug:
        return
    responses = ResponseCache(app.config["KEPT_RESPONSES"])
    rendered_from = f"{sources(root)} {app.static_url_path} {app.config['LANGUAGE']}"

    def respond_from_cache() -> Response | None:
        """Status 304 if the browser has the response, else the cached response, else None."""
        if not (view := public_view()) or request.method not in {"GET", "HEAD"}:
            return None
        try:
            asked = view.asked(**(request.view_args or {}))
        except Refusal:
            return None  # the view will refuse it
        told_in = spoken(), asked_language()
        parts = rendered_from, request.root_url, request.endpoint, *told_in, *asked
        text = " ".join(map(str, parts))
        key = sha256(text.encode()).hexdigest()
        tag, known = key[:16], request.if_none_match
        if known.contains_weak(tag) and not known.star_tag:
            response = Response(status=304)
            response.headers["Cache-Control"] = view.life
            response.set_etag(tag, weak=True)
            return response
        coding = request.accept_encodings.best_match((*CODINGS, "identity"), default="identity")
        request.environ["HTTP_ACCEPT_ENCODING"] = coding  # the one choice left to Compress
        g.public = view.life, tag, f"{key} {coding}"
        if kept := responses.get(g.public[-1]):
            response = Response(kept.body, headers=json.loads(kept.headers))
            response.headers["Cache-Control"] = g.public[0]
            return response
        return None

    def keep(response: Response) -> Response:
        """Cache a rendered response, and let browsers and proxies cache it."""
        notes = notes_here()
        if "public" in notes and response.status_code == 200 and "ETag" not in response.headers:
            life, tag, key = notes.public
            response.headers["Cache-Control"] = life
            response.set_etag(tag, weak=True)
            headers = json.dumps([*response.headers])
            responses.put(key, CachedResponse(response.get_data(), headers))
        return response

    app.before_request(respond_from_cache)
    app.after_request(keep)
