"""What keeps the application safe: the signing key, the cookie, headers, cross-site requests."""

import json
import os
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha1
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, abort, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadData, Serializer, Signer, URLSafeTimedSerializer
from itsdangerous.encoding import base64_encode

from webapp.language import _

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    ]
)

HEADERS = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
)


def init_app(app: Flask) -> None:
    """Give *app* its cookie and its refusal of cross-site requests."""
    app.session_interface = MatchCookie()
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
        """The configured name; on HTTPS with the prefix that binds a cookie to this very host."""
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:
        """Secure on HTTPS; plain HTTP could not send it back."""
        return super().get_cookie_secure(app) or request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session that the request brought, empty if there is none that can be read."""
        try:
            return super().open_session(app, request)
        except (BadData, TypeError, ValueError):  # signed, but no session
            return self.session_class()


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


def with_headers(application: "WSGIApplication") -> "WSGIApplication":
    """*application*, of which every response carries :data:`HEADERS`, unless it says otherwise.

    Outside Flask, whose own way to add a header takes ten times as long.
    """

    def respond(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        def start(
            status: str, headers: list[tuple[str, str]], exc_info: "OptExcInfo | None" = None
        ) -> Callable[[bytes], object]:
            names = {name.lower() for name, _ in headers}
            headers += [header for header in HEADERS if header[0].lower() not in names]
            return start_response(status, headers, exc_info)

        return application(environ, start)

    return respond
