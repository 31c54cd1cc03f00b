"""Versions side by side: while servers are replaced, a page may send a request to another version.
A page in another language than its visitor's counts as one, too.

The server handles the request as usual. But its parts would not fit the page, so the response makes
the browser load the page anew. `static/replay.js` fetches whole pages, and compares their versions
itself.
"""

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, request

from ai.language import by_language, spoken
from webapp.serving.caching import public_view, sources
from webapp.serving.params import app_here, request_here

# static/game.js sends the `data-version` of the page in this header.
HEADER = "Page-Version"


def init_app(app: Flask, root: Path, pages: Mapping[str, Callable[[], str]]) -> None:
    """Give pages of *app* a version, a digest of the checkout at *root* and of their language, and
    reload pages of other versions. The blueprints in *pages* tell the address of the page to load;
    others load the first page. While debugging the version is empty, and no page is reloaded.
    """

    def load_anew(response: Response) -> Response:
        """Make a page of another version load the present one. Responses with status 429 or 5xx and
        public ones stay as they are.

        `HX-Refresh` would not do: a page that is the response to a form would send the form again.
        """
        if not is_of_another_version() or public_view():
            return response
        if response.status_code != 429 and response.status_code < 500:
            # `url_for` fails for a host name that is not trusted.
            first_page = quote(f"{request.script_root}/")
            page = pages.get(request.blueprint or "")
            response.headers["HX-Redirect"] = page() if page else first_page
        return response

    made_from = f"{sources(root)} {app.static_url_path}"

    @by_language(cache)
    def version() -> str:
        return "" if app.debug else sha256(f"{made_from} {spoken()}".encode()).hexdigest()[:8]

    app.extensions["version"] = app.jinja_env.globals["version"] = version
    if not app.debug:
        app.after_request(load_anew)


def is_of_another_version() -> bool:
    """Whether the page that sent the request has another version than this server."""
    version = app_here().extensions["version"]()
    return bool(version) and request_here().headers.get(HEADER, version) != version
