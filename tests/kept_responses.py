"""Laws of responses that are kept, for a few addresses and for all."""

import gzip
import re

import brotli
import pytest
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from tests.addresses import PUBLIC
from tests.browser import browser_in
from tests.conftest import NO_LIMITS
from tests.page import HTMX
from tests.views import TILTED
from webapp import create_app

OTHER_TAGS = ["*", '"other"', 'W/"other"', "garbage"]
ENCODINGS = ["br", "gzip", "identity"]  # a plain body that is kept could serve all that follow


def keeping_app() -> Flask:
    """An application that keeps responses, and has none yet."""
    return create_app({"TESTING": True, "SECRET_KEY": "tests", **NO_LIMITS})


# Addresses that alone decide the language: of programs, pictures and files.
ALONE = re.compile(r"/api/|/oembed\?|[^?]*\.(png|ico|txt|xml|webmanifest)\b")


def decided_by(path: str) -> list[str]:
    """The headers of a request for *path* that decide its language if the address names none."""
    if ALONE.match(path) or "language=" in path:
        return []
    return ["Accept-Language", *([] if path.startswith("/embed/") else ["Cookie"])]


def directives(headers: Headers) -> dict[str, str]:
    parts = headers["Cache-Control"].split(", ")
    return {name: value for name, _, value in (part.partition("=") for part in parts)}


def told(response: TestResponse) -> dict[str, str]:
    """The headers of *response*, without the id of its request."""
    return {name: value for name, value in response.headers.items() if name != "X-Request-Id"}


def content(response: TestResponse) -> bytes:
    unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
    return bytes(unpack.get(response.headers.get("Content-Encoding", ""), bytes)(response.data))


def draw_nothing(app: Flask, patch: pytest.MonkeyPatch) -> None:
    """Let every public view of *app* fail."""
    for endpoint in PUBLIC:
        patch.setattr(app.view_functions[endpoint], "view", lambda *_: 1 / 0)


def expect_one_rendering(app: Flask, keeping: Flask, path: str, patch: pytest.MonkeyPatch) -> None:
    """The application *keeping* renders *path* once for each encoding, whoever asks: here a player
    in a game, with settings, on a page of another version. Both applications confirm the response
    to a browser that has it.
    """
    plain, client = app.test_client().get(path), browser_in(keeping, TILTED)
    client.set_cookie("settings", "dark.off")
    head = client.head(path, headers=HTMX | {"Page-Version": "00000000"})
    assert (head.status_code, head.data) == (200, b"")
    assert told(head) == told(plain), "even the first request"
    assert b"data-private" not in plain.data
    assert not {"Set-Cookie", "HX-Redirect"} & {*plain.headers.keys()}
    assert directives(plain.headers)["public"] == ""
    assert 0 < int(directives(plain.headers)["max-age"]) <= 24 * 60 * 60
    assert plain.headers["Vary"] == ", ".join(["Accept-Encoding", *decided_by(path)])
    sent = [{"Accept-Encoding": encoding} for encoding in ENCODINGS]
    first = [client.get(path, headers=headers) for headers in sent]
    draw_nothing(keeping, patch)
    draw_nothing(app, patch)
    for headers, response in zip(sent, first, strict=True):
        coding = response.headers.get("Content-Encoding", "identity")
        assert coding in {headers["Accept-Encoding"], "identity"}
        assert content(response) == plain.data
        again, head = client.get(path, headers=headers), client.head(path, headers=headers)
        assert (again.data, head.data) == (response.data, b"")
        assert told(again) == told(head) == told(response)
        tag = response.headers["ETag"]
        assert tag.startswith('W/"'), "it stands for the response in every encoding"
        for method in ("GET", "HEAD"):
            asked = headers | {"If-None-Match": f'"other", {tag}'}
            confirmed = app.test_client().open(path, method=method, headers=asked)
            assert (confirmed.status_code, confirmed.data) == (304, b"")
            for name in ("Cache-Control", "ETag", "Vary"):
                assert confirmed.headers[name] == response.headers[name]
    for tag in OTHER_TAGS:
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 200
