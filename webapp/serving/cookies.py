"""Cookies, signed by the key of the site or plain, and bound to the host on HTTPS; and codecs."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha1
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

from flask import Flask, Request, Response, after_this_request, current_app, redirect, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, Serializer, Signer, URLSafeTimedSerializer
from itsdangerous.encoding import base64_encode

from ai.language import N_, _

T = TypeVar("T")

SENT = "cookie"
"""The field of an address that names a cookie which the response before sent for the first time."""
NOT_KEPT = N_("Not kept: your browser sent no cookie. Allow cookies of this site.")


FAULTS = AttributeError, LookupError, RecursionError, TypeError, ValueError


class Unreadable(ValueError):
    """Data that this release does not read: of another one, or made up."""


class Codec(NamedTuple, Generic[T]):
    """How cookies and the store keep values: *read* reads what *write* makes of a value, or what
    earlier releases made. For anything else it may raise any of :data:`FAULTS`.
    """

    write: Callable[[T], Any]
    read: Callable[[Any], T]

    def load(self, data: Any) -> T:
        """The value that *data* stands for.

        :raises Unreadable: if it stands for none.
        """
        try:
            return self.read(data)
        except FAULTS as error:
            raise Unreadable from error


def natural(value: object, possible: range = range(2**53)) -> int:
    """*value*, if it is a whole number in *possible*.

    :raises ValueError: if it is not.
    """
    if type(value) is int and value in possible:
        return value
    raise ValueError(f"Not a whole number in {possible}: {value!r}")


def kept_key(folder: Path) -> str:
    """The signing key in *folder*; the first call makes it.

    Concurrent processes get the same key: the first to link its file into place wins.

    :raises RuntimeError: if the folder cannot be written.
    """
    path = folder / "secret_key"
    try:
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=folder) as made:
                (file := Path(made, "key")).touch(0o600)  # for its owner alone
                file.write_text(secrets.token_hex(32), "ascii")
                with suppress(FileExistsError):
                    os.link(file, path)  # Windows links no file that is open
        return path.read_text("ascii")
    except OSError as error:
        raise RuntimeError(
            f"Set FLASK_SECRET_KEY, or let {folder} be written: sessions need a signing key."
        ) from error


LONG = 512  # bytes of a cookie; browsers keep 4096
SESSION = "tic-tac-why"  # no name of another application on the same host
BEFORE = "session"  # Flask's own name, which releases up to 0.3.0 gave it


class PlainSerializer(URLSafeTimedSerializer):
    """Signs plain JSON, faster than Flask's tagged JSON; short texts without compressing, which
    would not pay.
    """

    def dump_payload(self, obj: Any, *args: Any, **kwargs: Any) -> bytes:
        """*obj* as JSON in Base64, compressed if it is :data:`LONG`."""
        text = base64_encode(Serializer.dump_payload(self, obj, *args, **kwargs))
        return text if len(text) < LONG else super().dump_payload(obj, *args, **kwargs)


def bound_to_host(name: str) -> str:
    """The *name* of a cookie, on HTTPS with the prefix `__Host-`, which binds it to the host."""
    return f"__Host-{name}" if request.is_secure else name


class SignedSession(SecureCookieSessionInterface):
    """Flask's signed session, with a generated key if none is set, and a stricter cookie on HTTPS.

    The first session generates the key: commands need none.
    """

    def get_signing_serializer(self, _app: Flask) -> URLSafeTimedSerializer:
        """The signer of the session. Errors as in :func:`signer`."""
        return signer(self.salt)

    def get_cookie_name(self, app: Flask) -> str:
        """The configured name, by :func:`bound_to_host`."""
        return bound_to_host(super().get_cookie_name(app))

    def get_cookie_secure(self, app: Flask) -> bool:
        """Secure on HTTPS; plain HTTP could not send it back."""
        return super().get_cookie_secure(app) or request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of the request; empty if it is missing or unreadable. It is *new* if it still
        has the name of before.

        Without a cookie it needs no key, so `/healthz` works without one.
        """
        own, kept = self.get_cookie_name(app), request.cookies
        if text := kept.get(own, kept.get(bound_to_host(BEFORE))):
            # The signature may be valid though the contents are not.
            with suppress(BadData, TypeError, ValueError):
                year = int(app.permanent_session_lifetime.total_seconds())
                found = self.session_class(self.get_signing_serializer(app).loads(text, year))
                found.new = own not in kept
                return found
        return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the session after all other cookies, under its own name alone.

        A redirect after a form names a cookie that is new to the browser: the next request shows
        whether the browser keeps it. Where a script shows the answer, it asks with another request.
        Forms of pages have an origin; programs may send none.
        """
        super().save_session(app, session, response)
        sent = (header.partition("=")[0] for header in response.headers.getlist("Set-Cookie"))
        name = next((it for it in sent if it not in request.cookies), "")
        if name and request.origin and response.status_code == 303:
            there = urlsplit(response.location or "")
            query = f"{there.query}&{SENT}={name}".lstrip("&")
            response.location = there._replace(query=query).geturl()
        elif name and request.origin:
            response.headers["New-Cookie"] = name
        if session.modified and session.new:
            response.delete_cookie(bound_to_host(BEFORE), secure=request.is_secure)


def not_kept() -> str:
    """The sentence for a browser that did not keep the cookie sent before; else empty."""
    return "" if request.args.get(SENT, "") in {"", *request.cookies} else _(NOT_KEPT)


def _without_question() -> ResponseReturnValue | None:
    """A redirect from an address that ends with the name of a cookie, once the browser has it."""
    query, _field, name = f"&{request.query_string.decode()}".rpartition(f"&{SENT}=")
    if request.method not in {"GET", "HEAD"} or not request.endpoint or name not in request.cookies:
        return None
    path, query = quote(f"{request.script_root}{request.path}"), query.lstrip("&")
    return redirect(f"{path}?{query}" if query else path, 303)


def signer(salt: str = SignedSession.salt) -> URLSafeTimedSerializer:
    """The signer of cookies of one kind, by default the session, made once, with the key of the
    settings or of the instance folder. Its keys are derived in advance: for each request that would
    take as long as signing. No signature counts under another *salt*.

    :raises RuntimeError: if no key is set, and none can be stored.
    """
    app = current_app
    signers: dict[str, URLSafeTimedSerializer] = app.extensions["signers"]
    if salt not in signers:
        if not app.secret_key:
            app.secret_key = kept_key(Path(app.instance_path))
            app.logger.warning(
                "No FLASK_SECRET_KEY is set: sessions are signed with a key kept in the instance"
                " folder, which only the processes of this machine share."
            )
        keys = [*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.secret_key]
        flasks = Signer(keys, salt, key_derivation="hmac", digest_method=sha1)
        signers[salt] = PlainSerializer(
            [flasks.derive_key(key) for key in keys],
            signer_kwargs={"key_derivation": "none", "digest_method": sha1},
        )
    return signers[salt]


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie of text beside the session. Visitors may change it, so its reader checks it."""

    name: str
    lifetime: timedelta

    @property
    def text(self) -> str:
        """The text that the browser sent; empty without a cookie."""
        return request.cookies.get(bound_to_host(self.name), "")

    def save(self, text: str) -> None:
        """Let the response to this request save *text*, or delete the cookie if it is empty."""
        if not (text or self.text):
            return

        @after_this_request
        def send(response: Response) -> Response:
            response.set_cookie(
                bound_to_host(self.name),
                text,
                max_age=self.lifetime if text else 0,
                secure=request.is_secure,
                httponly=True,
                samesite="Lax",
            )
            return response


class SignedCookie(Cookie):
    """A cookie of data that only this site can write."""

    __slots__ = ()

    @property
    def data(self) -> Any:
        """The data that the browser sent; None if the cookie is missing or unreadable."""
        with suppress(BadData):
            return signer(self.name).loads(self.text) if self.text else None

    def save_data(self, data: object) -> None:
        """Let the response to this request save *data*, or delete the cookie if it is None."""
        self.save("" if data is None else signer(self.name).dumps(data))


def init_app(app: Flask) -> None:
    """Give *app* its signed session, and its pages the sentence if cookies are not kept."""
    app.session_interface, app.extensions["signers"] = SignedSession(), {}
    app.before_request(_without_question)
    app.jinja_env.globals |= {"not_kept": not_kept, "unkept": NOT_KEPT}
