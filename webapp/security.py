"""What keeps the application safe: the signing key, the cookie, headers, cross-site requests."""

import json
import os
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha1
from itertools import product
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, abort, redirect, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, Serializer, Signer, URLSafeTimedSerializer
from itsdangerous.encoding import base64_encode
from werkzeug.exceptions import SecurityError

from ai.language import _
from webapp import api

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# A page loads what it needs from its own host and nothing else. A string becomes markup only by the
# policy “answers”, which static/match.js and static/replay.js make for what the host sent.
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
    "trusted-types": "answers",
}

# What reaches a device or a store of the browser, or asks the visitor. No page needs any of it; the
# one feature that a replay uses, to copy its address, is not among them.
DENIED_FEATURES = (
    "accelerometer",
    "autoplay",
    "camera",
    "clipboard-read",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "sync-xhr",
    "usb",
    "xr-spatial-tracking",
)

# Of every response. With a stricter Referrer-Policy browsers hide the Origin of our own posts too.
# Most servers name themselves in Server only if the application says nothing there.
HEADERS = {
    "Content-Security-Policy": "; ".join(map(" ".join, CONTENT_SECURITY_POLICY.items())),
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in DENIED_FEATURES),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Server": "web",
}

# On HTTPS. Elsewhere browsers ignore them, and complain of the first in the console.
HTTPS_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}

# Icons and previews, which other sites show. By their addresses: that they have not changed is said
# without the type.
PICTURES = (".png", ".svg", ".ico")
PICTURE_HEADERS = {"Cross-Origin-Resource-Policy": "cross-origin"}

# What scripts of any site may read, refusals included: it tells nothing of who asks.
API_HEADERS = PICTURE_HEADERS | {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, X-Request-Id",
}

HEADERS_OF_KINDS: dict[str, dict[str, str]] = {
    "page": {},
    "picture": PICTURE_HEADERS,
    "api": API_HEADERS,
}


def kind_of(path: str) -> str:
    """Which of the :data:`HEADERS_OF_KINDS` a response from *path* carries."""
    if path.startswith(api.PREFIX):
        return "api"
    return "picture" if path.endswith(PICTURES) else "page"


def init_app(app: Flask) -> None:
    """Give *app* its cookie and its refusal of cross-site requests."""
    app.session_interface = MatchCookie()
    if app.config["HTTPS_ONLY"]:
        app.before_request(redirect_to_https)
    app.before_request(refuse_cross_site)


def kept_key(folder: Path) -> str:
    """The signing key in *folder*, made there the first time that it is asked for.

    Processes that ask together get the same key: the first to link its file into place wins.

    :raises RuntimeError: if the folder cannot be written.
    """
    path = folder / "secret_key"
    try:
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            # Created readable by its owner alone.
            with NamedTemporaryFile("w", dir=folder) as made:
                made.write(secrets.token_hex(32))
                made.flush()
                with suppress(FileExistsError):
                    os.link(made.name, path)
        return path.read_text()
    except OSError as error:
        raise RuntimeError(
            f"Set FLASK_SECRET_KEY, or let {folder} be written: sessions need a signing key."
        ) from error


class CompactJSON:
    """Plain JSON without white space: all that a session holds, and quicker than Flask's tags."""

    dumps = staticmethod(json.JSONEncoder(separators=(",", ":")).encode)
    loads = staticmethod(json.loads)


class PlainSerializer(URLSafeTimedSerializer):
    """Signs without compressing first, which takes longer than so short a text is worth."""

    def dump_payload(self, obj: Any, *args: Any, **kwargs: Any) -> bytes:
        """*obj* as JSON in Base64."""
        return base64_encode(Serializer.dump_payload(self, obj, *args, **kwargs))


def bound_to_host(name: str) -> str:
    """The *name* of a cookie; on HTTPS with the prefix that binds it to this very host."""
    return f"__Host-{name}" if request.is_secure else name


class MatchCookie(SecureCookieSessionInterface):
    """Flask's signed session, with a key of its own if none is set, and a stricter cookie on HTTPS.

    That key is made with the first session: commands need none.
    """

    serializer = CompactJSON()  # type: ignore[assignment]

    def __init__(self) -> None:
        self.lock = Lock()
        self.signer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """The signer, made once, with the key that is set or else kept. Its keys are derived
        beforehand: at every request that would take as long as to sign.

        :raises RuntimeError: if none is set and none can be kept.
        """
        with self.lock:
            if not self.signer:
                if not app.secret_key:
                    app.secret_key = kept_key(Path(app.instance_path))
                    app.logger.warning(
                        "No FLASK_SECRET_KEY is set: sessions are signed with a key kept in the"
                        " instance folder, which only the processes of this machine share."
                    )
                keys = [*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.secret_key]
                flasks = Signer(
                    keys, self.salt, key_derivation=self.key_derivation, digest_method=sha1
                )
                self.signer = PlainSerializer(
                    [flasks.derive_key(key) for key in keys],
                    serializer=self.serializer,
                    signer_kwargs={"key_derivation": "none", "digest_method": sha1},
                )
        return self.signer

    def get_cookie_name(self, app: Flask) -> str:
        """The configured name, bound to the host."""
        return bound_to_host(super().get_cookie_name(app))

    def get_cookie_secure(self, app: Flask) -> bool:
        """Secure on HTTPS; plain HTTP could not send it back."""
        return super().get_cookie_secure(app) or request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session that the request brought, empty if there is none that can be read.

        Without a cookie no key is needed, so that a process without any still says that it lives.
        """
        if self.get_cookie_name(app) not in request.cookies:
            return self.session_class()
        try:
            return super().open_session(app, request)
        except (BadData, TypeError, ValueError):  # signed, but no session
            return self.session_class()


def redirect_to_https() -> ResponseReturnValue | None:
    """Lead to the same address on HTTPS. The probes of a host, in no room, are answered without.

    :raises SecurityError: if the request does not say under which name it asks for the site.
    """
    if request.is_secure or (request.endpoint and not request.blueprint):
        return None
    if not request.host:
        raise SecurityError
    return redirect(request.url.replace("http", "https", 1), 308)


def refuse_cross_site() -> None:
    """Refuse requests by which another site would move in a visitor's game.

    :raises Forbidden: for a POST that another site sent.
    """
    if request.method in {"GET", "HEAD", "OPTIONS"}:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        same = site in {"same-origin", "none"}
    else:
        same = origin is None or origin.partition("://")[2] == request.host
    if not same:
        abort(403, _("This request came from another site, so it was not carried out."))


def with_headers(application: "WSGIApplication", hsts: str) -> "WSGIApplication":
    """*application*, of which every response carries the headers above, unless it says otherwise;
    *hsts* tells for how long browsers shall come by HTTPS alone, if it is not empty.

    Outside Flask, whose own way to add a header takes ten times as long.
    """
    https = HTTPS_HEADERS | ({"Strict-Transport-Security": hsts} if hsts else {})
    defaults = {
        (secure, kind): [
            (name.lower(), (name, value))
            for name, value in (HEADERS | (https if secure else {}) | of_kind).items()
        ]
        for secure, (kind, of_kind) in product((False, True), HEADERS_OF_KINDS.items())
    }

    def respond(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        secure = environ["wsgi.url_scheme"] == "https"
        headers_of_kind = defaults[secure, kind_of(environ["PATH_INFO"])]

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: "OptExcInfo | None" = None
        ) -> Callable[[bytes], object]:
            names = {name.lower() for name, _ in headers}
            headers += [header for name, header in headers_of_kind if name not in names]
            return start_response(status, headers, exc_info)

        return application(environ, start)

    return respond
