"""Security: headers, and the refusal of cross-site requests."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Request, abort, redirect
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import SecurityError

from ai.language import _
from webapp.serving import health
from webapp.serving.logs import Headers, Write, warn_once
from webapp.serving.params import request_here

# A page loads everything from its own host. Strings become markup only through the Trusted Types
# policy “answers” of shared.js, for responses of the host. The policy “worker” is for the address
# of the service worker, in app.js.
CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "connect-src": "'self'",
    "img-src": "'self'",
    "manifest-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "answers worker",
}


def policy(directives: Mapping[str, str]) -> str:
    """The header of a policy with these *directives*."""
    return "; ".join(map(" ".join, directives.items()))


# Browser features that no page uses. `clipboard-write` is left out: a replay copies its address.
DENIED_FEATURES = (
    "accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen"
    " gamepad geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi"
    " payment picture-in-picture publickey-credentials-create publickey-credentials-get"
    " screen-wake-lock serial storage-access sync-xhr usb xr-spatial-tracking"
)

# Headers of every response. A stricter Referrer-Policy would hide the Origin of our own posts. Most
# servers send their name as Server unless the application sets one.
HEADERS = {
    "Content-Security-Policy": policy(CONTENT_SECURITY_POLICY),
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in DENIED_FEATURES.split()),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Server": "web",
}

# Fragments lack these: scripts put them into a page, whose policies hold. A response that is cached
# for its address alone has them, whoever asks.
OF_PAGES = {"Content-Security-Policy", "Permissions-Policy"}

# Headers on HTTPS. On HTTP browsers ignore them, with a warning about the first in the console.
HTTPS_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}

# Icons and previews, which other sites show, and static files: in a frame with `sandbox` our own
# page counts as another site. Responses with status 304 have no type to tell them by.
PICTURES = (".png", ".svg", ".ico")
STATIC_PREFIX = "/static/"
OPEN_HEADERS = {"Cross-Origin-Resource-Policy": "cross-origin"}
READABLE_HEADERS = OPEN_HEADERS | {"Access-Control-Allow-Origin": "*"}  # such a frame reads modules

# Scripts of any site may read the API, errors included: it depends on no cookie and no visitor.
API_PREFIX = "/api/"
OEMBED = "/oembed"
API_HEADERS = READABLE_HEADERS | {
    "Access-Control-Expose-Headers": "ETag, Retry-After, X-Request-Id",
}

# Other sites may frame these, errors included: no cookie is read, and links alone lead on.
EMBED_PREFIX = "/embed/"
EMBED_HEADERS = OPEN_HEADERS | {
    "Content-Security-Policy": policy(CONTENT_SECURITY_POLICY | {"frame-ancestors": "*"})
}

HEADERS_OF_KINDS: dict[str, dict[str, str]] = {
    "page": {},
    "picture": OPEN_HEADERS,
    "static": READABLE_HEADERS,
    "api": API_HEADERS,
    "embed": EMBED_HEADERS,
    "fragment": {},
}


WITHOUT_PROXY = (
    "A request came without X-Forwarded-For. If no proxy is in front, set FLASK_PROXY_HOPS to 0: a"
    " visitor could pretend any address. This process does not log more of them."
)


def is_api(path: str) -> bool:
    """Whether programs ask at *path*."""
    return path.startswith(API_PREFIX) or path == OEMBED


def kind_of(path: str) -> str:
    """The key in :data:`HEADERS_OF_KINDS` for responses from *path*."""
    if is_api(path):
        return "api"
    if path.startswith(EMBED_PREFIX):
        return "embed"
    if path.startswith(STATIC_PREFIX):
        return "static"
    return "picture" if path.endswith(PICTURES) else "page"


def init_app(app: Flask) -> None:
    """Let *app* refuse requests without a host or from another site."""
    proxied, https_only = app.config["PROXY_HOPS"], app.config["HTTPS_ONLY"]
    if https_only and not app.config["TRUSTED_HOSTS"]:
        app.logger.warning(
            "FLASK_HTTPS_ONLY is set without FLASK_TRUSTED_HOSTS: plain HTTP leads to any name that"
            " a request gives."
        )

    @app.before_request
    def check() -> ResponseReturnValue | None:
        """Refuse the request, or redirect it to HTTPS.

        :raises SecurityError: without a valid `Host`; the error handler still answers probes.
        """
        here = request_here()
        if not here.host:
            raise SecurityError
        if here.path not in health.PROBES:
            if proxied and "X-Forwarded-For" not in here.headers:
                warn_once(WITHOUT_PROXY)
            if https_only and not here.is_secure:
                return redirect(here.url.replace("http", "https", 1), 308)
        refuse_cross_site(here)
        return None


def refuse_cross_site(here: Request) -> None:
    """Refuse a request of another site that could change a visitor's game.

    :raises Forbidden: for a POST that another site sent.
    """
    if here.method in {"GET", "HEAD", "OPTIONS"}:
        return
    if (site := here.headers.get("Sec-Fetch-Site")) is not None:
        same = site in {"same-origin", "none"}
    else:
        same = here.origin in {None, f"{here.scheme}://{here.host}"}
    if not same:
        abort(403, _("This request came from another site, so it was not carried out."))


def with_known_scheme(application: WSGIApplication) -> WSGIApplication:
    """*application* behind :class:`ProxyFix`, with a proxy's scheme ignored unless it is `http` or
    `https`.
    """

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["wsgi.url_scheme"] not in {"http", "https"}:
            came_by = environ["werkzeug.proxy_fix.orig"]["wsgi.url_scheme"]
            environ["wsgi.url_scheme"] = came_by
        return application(environ, start_response)

    return respond


def with_headers(application: WSGIApplication, hsts: str) -> WSGIApplication:
    """*application*, with the headers above in every response that does not set them. *hsts*, if
    not empty, is `Strict-Transport-Security` on HTTPS.

    It is no Flask hook, because Flask takes ten times as long to add a header.
    """
    https = HTTPS_HEADERS | ({"Strict-Transport-Security": hsts} if hsts else {})
    defaults = {
        (secure, kind): [
            (name.lower(), (name, value))
            for name, value in (HEADERS | (https if secure else {}) | of_kind).items()
            if kind != "fragment" or name not in OF_PAGES
        ]
        for secure, (kind, of_kind) in product((False, True), HEADERS_OF_KINDS.items())
    }

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        secure, for_script = environ["wsgi.url_scheme"] == "https", "HTTP_HX_REQUEST" in environ

        def start(status: str, headers: Headers, exc_info: Any = None, /) -> Write:
            names = {name.lower() for name, _ in headers}
            is_fragment = for_script and "cache-control" not in names
            kind = "fragment" if is_fragment else kind_of(environ["PATH_INFO"])
            headers += [header for name, header in defaults[secure, kind] if name not in names]
            return start_response(status, headers, exc_info)

        return application(environ, start)

    return respond
