"""Cookies, signed by the key of the site or plain, and bound to the host on HTTPS; and codecs."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, lru_cache
from hashlib import sha1
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

from flask import Flask, Request, Response, redirect, request, session
from flask.sessions import SessionInterface, SessionMixin
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, Serializer, Signer, URLSafeTimedSerializer
from itsdangerous.encoding import base64_encode
from werkzeug.sansio.http import parse_cookie

from ai.language import N_, _
from webapp.serving.params import app_here, request_here

T = TypeVar("T")

SENT = "cookie"
"""The field of an address that names a cookie which the response before sent for the first time."""
NOT_KEPT = N_("Not kept: your browser sent no cookie. Allow cookies of this site.")

FAULTS = AttributeError, BadData, LookupError, RecursionError, TypeError, ValueError


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


class PlainSerializer(URLSafeTimedSerializer):
    """Signs plain JSON, faster than Flask's tagged JSON; short texts without compressing, which
    would not pay. One signer serves all texts of a salt.
    """

    make_signer = lru_cache(maxsize=32)(URLSafeTimedSerializer.make_signer)

    def dump_payload(self, obj: Any, *args: Any, **kwargs: Any) -> bytes:
        """*obj* as JSON in Base64, compressed if it is :data:`LONG`."""
        text = base64_encode(Serializer.dump_payload(self, obj, *args, **kwargs))
        return text if len(text) < LONG else super().dump_payload(obj, *args, **kwargs)


def signer(salt: str) -> URLSafeTimedSerializer:
    """The signer of cookies of one kind, made once, with the key of the settings or of the instance
    folder. Its keys are derived in advance: for each request that would take as long as signing. No
    signature counts under another *salt*.

    :raises RuntimeError: if no key is set, and none can be stored.
    """
    app = app_here()
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


def signed(salt: str, codec: Codec[T]) -> Codec[T]:
    """*codec* for texts that only this site can write. Errors as in :func:`signer`."""
    return Codec(
        lambda value: signer(salt).dumps(codec.write(value)),
        lambda text: codec.read(signer(salt).loads(text)),
    )


def signed_letters(salt: str, codec: Codec[T]) -> Codec[T]:
    """*codec*, whose texts have only letters of addresses, as in :func:`signed`; they stay
    readable, and a third shorter.
    """
    signing: Callable[[], Signer] = lambda: signer(salt).make_signer()  # noqa: E731
    return Codec(
        lambda value: signing().sign(codec.write(value)).decode(),
        lambda text: codec.read(signing().unsign(text).decode()),
    )


@dataclass(frozen=True)
class Cookie(Generic[T]):
    """A cookie of values that *codec* writes as text. Visitors may change it."""

    name: str
    codec: Codec[T]
    lifetime: timedelta = timedelta(days=365)

    @property
    def text(self) -> str:
        """The text that the browser sent; empty without a cookie."""
        return jar_here().text(self.name)

    @property
    def value(self) -> T | None:
        """The value that this request saved, else the browser's; None if that is missing or
        unreadable.
        """
        jar = jar_here()
        if self.name not in jar and (text := jar.text(self.name)):
            jar[self.name] = None
            with suppress(Unreadable):
                jar[self.name] = self.codec.load(text)
        return jar.get(self.name)

    def save(self, value: T | None) -> None:
        """Let the response save *value*, or delete the cookie if it is None."""
        jar = jar_here()
        jar[self.name] = value
        if value is not None or jar.text(self.name):
            text = "" if value is None else self.codec.write(value)
            jar.sent[jar.prefix + self.name] = text, self.lifetime


class Jar(dict[str, Any], SessionMixin):
    """The values of the cookies that a request has read or saved, by their names.

    Browsers know them by names with a *prefix*: on HTTPS `__Host-`, which binds them to the host.
    The texts found in the request have these names, and those to be *sent*, with lifetimes.
    """

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request
        self.prefix = "__Host-" if request.is_secure else ""
        self.sent: dict[str, tuple[str, timedelta]] = {}

    @cached_property
    def found(self) -> dict[str, str]:
        """The texts of the request, parsed when the first is asked for: a file needs none."""
        # `request.cookies` looks at all headers.
        return parse_cookie(self.request.environ.get("HTTP_COOKIE")).to_dict()

    def text(self, name: str) -> str:
        """The text of the cookie of that *name*; empty without one."""
        return self.found.get(self.prefix + name, "")


# The jar of this request, not Flask's proxy of it.
jar_here: Callable[[], Jar] = session._get_current_object  # type: ignore[attr-defined]


class Jars(SessionInterface):
    """Flask's session, with all cookies in place of its own."""

    def open_session(self, _app: Flask, request: Request) -> Jar:
        """The jar of the *request*: a cookie is read on its first use."""
        return Jar(request)

    def save_session(self, _app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookies that the request has saved.

        A redirect after a form names a cookie that is new to the browser: the next request shows
        whether the browser keeps it. Where a script shows the answer, it asks with another request.
        Forms of pages have an origin; programs may send none.
        """
        assert isinstance(session, Jar)
        here = request_here()
        for name, (text, lifetime) in session.sent.items():
            response.set_cookie(
                name,
                text,
                max_age=lifetime if text else 0,
                secure=here.is_secure,
                httponly=True,
                samesite="Lax",
            )
        new = next((it for it in session.sent if it not in session.found), "")
        if new and here.origin and response.status_code == 303:
            there = urlsplit(response.location or "")
            query = f"{there.query}&{SENT}={new}".lstrip("&")
            response.location = there._replace(query=query).geturl()
        elif new and here.origin:
            response.headers["New-Cookie"] = new


def not_kept() -> str:
    """The sentence for a browser that did not keep the cookie sent before; else empty."""
    return "" if request.args.get(SENT, "") in {"", *jar_here().found} else _(NOT_KEPT)


def _without_question() -> ResponseReturnValue | None:
    """A redirect from an address that ends with the name of a cookie, once the browser has it."""
    here = request_here()
    query, _field, name = f"&{here.query_string.decode()}".rpartition(f"&{SENT}=")
    if here.method not in {"GET", "HEAD"} or not here.endpoint or name not in jar_here().found:
        return None
    path, query = quote(f"{here.script_root}{here.path}"), query.lstrip("&")
    return redirect(f"{path}?{query}" if query else path, 303)


def init_app(app: Flask) -> None:
    """Give *app* its cookies, and its pages the sentence if cookies are not kept."""
    app.session_interface, app.extensions["signers"] = Jars(), {}
    app.before_request(_without_question)
    app.jinja_env.globals |= {"not_kept": not_kept, "unkept": NOT_KEPT}
