"""Safety: the signing key, headers, and requests that other sites send."""

import logging
import re
import stat
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from tests.browser import browser_with, cookie_of, kept
from tests.conftest import forget_settings
from tests.page import HTMX
from tests.refusals import asked
from webapp import ROOT, create_app
from webapp.serving import security
from webapp.serving.security import OF_PAGES

MOVE = {"cell": "4", "ply": "0"}
EVERY_KIND: dict[str, Callable[[FlaskClient], TestResponse]] = {
    "page": lambda client: client.get("/"),
    "fragments": lambda client: client.post("/moves", data=MOVE, headers=HTMX),
    "page for a script": lambda client: client.get("/learn/games", headers=HTMX),
    "redirect": lambda client: client.post("/moves", data=MOVE),
    "too large": lambda client: client.post("/moves", data={"cell": "1" * 9999}),
    "not found": lambda client: client.get("/nothing"),
    "wrong method": lambda client: client.get("/moves"),
    "other site": lambda client: client.post("/moves", headers={"Origin": "http://evil.example"}),
    "health": lambda client: client.get("/healthz"),
    "settings kept": lambda client: client.post("/settings", data={"theme": "dark", "keys": "on"}),
    "manifest": lambda client: client.get("/manifest.webmanifest"),
    "style": lambda client: client.get(static(client, "style.css"), buffered=True),
    "no style": lambda client: client.get(static(client, "nothing.css"), buffered=True),
    "same icon": lambda client: client.get(
        icon := static(client, "icon-small.svg"),
        headers={"If-None-Match": client.get(icon, buffered=True).headers["ETag"]},
        buffered=True,
    ),
    "old icon": lambda client: client.get("/favicon.ico", buffered=True),
    "preview": lambda client: client.get("/preview/square.png?moves=b2"),
    "frame": lambda client: client.get("/embed/puzzles/square/500"),
    "no frame": lambda client: client.get("/embed/puzzles/square/9999"),
    "oembed": lambda client: client.get("/oembed?url=http://localhost/puzzles/square/5"),
    "answer": lambda client: client.get("/api/values/square/b2"),
    "no answer": lambda client: client.get("/api/values/square/b2b2"),
}
API = {"answer", "no answer", "oembed"}
STATIC = {"style", "no style", "same icon"}
PICTURES = {"same icon", "old icon", "preview"}
FRAMES = {"frame", "no frame"}
OPEN = PICTURES | API | FRAMES | STATIC  # to other sites
KEPT = PICTURES | {"style", "manifest", "answer", "frame", "oembed", "page for a script"}
ABOUT_THE_MATCH = {"page", "fragments", "redirect", "too large"}
HEEDED_ON_HTTPS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Strict-Transport-Security": "max-age=63072000",
}


# The headers that the Secure Headers Project adds or removes.
OWASP = """
Cache-Control Clear-Site-Data Content-Security-Policy Cross-Origin-Embedder-Policy
Cross-Origin-Opener-Policy Cross-Origin-Resource-Policy Permissions-Policy Referrer-Policy Server
Strict-Transport-Security X-Content-Type-Options X-DNS-Prefetch-Control X-Frame-Options
X-Permitted-Cross-Domain-Policies X-Powered-By
"""


def static(client: FlaskClient, name: str) -> str:
    return f"{client.application.static_url_path}/{name}"


@pytest.fixture(scope="module")
def hosted() -> Iterator[Flask]:
    """The application behind a proxy that speaks HTTPS."""
    with pytest.MonkeyPatch.context() as patch:
        forget_settings(patch)
        yield create_app({"TESTING": True, "SECRET_KEY": "tests", "PROXY_HOPS": 1})


def test_every_answer_has_the_headers_that_keep_it_safe(hosted: Flask) -> None:
    for kind, scheme in (*product(EVERY_KIND, ["https"]), ("redirect", "http")):
        client = hosted.test_client()
        client.environ_base["HTTP_X_FORWARDED_PROTO"] = scheme
        response = EVERY_KIND[kind](client)
        assert (response.status_code == 304) == (kind == "same icon")
        expect_safe(kind, scheme, response.headers)


def expect_policies(kind: str, headers: Headers) -> None:
    directives = [part.split() for part in headers["Content-Security-Policy"].split(";")]
    policy = {name: sources for name, *sources in directives}
    assert len(policy) == len(directives), "each once"
    assert policy.pop("require-trusted-types-for") == ["'script'"]
    assert policy.pop("trusted-types") == ["answers", "worker"]
    assert policy.pop("frame-ancestors") == ["*" if kind in FRAMES else "'none'"]
    for name in ("default-src", "base-uri"):
        assert policy.pop(name) == ["'none'"]
    assert {source for sources in policy.values() for source in sources} == {"'self'"}
    features = headers["Permissions-Policy"].split(", ")
    assert {"camera=()", "geolocation=()", "microphone=()", "payment=()"} < set(features)
    assert all(feature.endswith("=()") for feature in features)
    assert sorted(set(features)) == features


def expect_safe(kind: str, scheme: str, headers: Headers) -> None:
    if kind == "fragments":
        assert OF_PAGES.isdisjoint(headers.keys())
    else:
        expect_policies(kind, headers)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Server"] == "web"
    assert (headers["Cache-Control"] == "no-store") == (kind not in KEPT)
    sharing = "cross-origin" if kind in OPEN else "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == sharing
    assert headers.get("Access-Control-Allow-Origin") == ("*" if kind in API | STATIC else None)
    assert "Access-Control-Allow-Credentials" not in headers
    for name, value in HEEDED_ON_HTTPS.items():
        assert headers.get(name) == (value if scheme == "https" else None)
    # Else a response that comes late would put the match back to where it was.
    assert (kind in ABOUT_THE_MATCH) == any(
        "tic-tac-why=" in it for it in headers.getlist("Set-Cookie")
    )
    names = [name.lower() for name, _ in headers if name != "Set-Cookie"]
    assert len(set(names)) == len(names)


def test_the_document_tells_of_each_header_whether_it_is_sent(hosted: Flask) -> None:
    document = (ROOT / ".github" / "SECURITY.md").read_text()
    rows = dict(re.findall(r"(?m)^\| `([\w-]+)` \| (`[^|]+`|not sent) \|", document))
    assert {*rows} == {*OWASP.split()}
    headers = hosted.test_client().get("/", headers={"X-Forwarded-Proto": "https"}).headers
    for name, sent in rows.items():
        if sent == "not sent":
            assert name not in headers
        else:
            value, more, _ = sent.strip("`").partition("…")
            assert headers[name].startswith(value) if more else headers[name] == value


def test_a_host_may_be_for_https_alone_and_say_for_how_long() -> None:
    own = {"HTTPS_ONLY": True, "HSTS": "", "TRUSTED_HOSTS": ["example.org"]}
    client = create_app({"TESTING": True, "SECRET_KEY": "any", **own}).test_client()
    for method in ("GET", "POST"):
        response = client.open("/moves?a=b%20c", method=method, base_url="http://example.org")
        assert response.status_code == 308
        assert response.location == "https://example.org/moves?a=b%20c"
        assert "Set-Cookie" not in response.headers
    secure = client.get("/theme.css", base_url="https://example.org")
    assert secure.status_code == 200
    assert "Strict-Transport-Security" not in secure.headers
    assert client.get("/healthz", base_url="http://example.org").text == "ok\n"
    elsewhere = client.get("/", base_url="http://evil.example")
    assert elsewhere.status_code == 400
    assert "Location" not in elsewhere.headers


def test_a_start_warns_of_leading_to_any_name(caplog: pytest.LogCaptureFixture) -> None:
    for https_only, trusted in product((False, True), ([], ["example.org"])):
        app = Flask("a start")
        app.config |= {"HTTPS_ONLY": https_only, "TRUSTED_HOSTS": trusted, "PROXY_HOPS": 0}
        security.init_app(app)
    (warned,) = caplog.messages
    assert "FLASK_TRUSTED_HOSTS" in warned


def test_a_scheme_that_is_neither_http_nor_https_is_ignored(hosted: Flask) -> None:
    names = ("", "http", "https", "javascript", "HTTPS", "ws, https", "\xff", "http:")
    for came_by, named in product(("http", "https"), names):
        asked = {"base_url": f"{came_by}://example.org", "headers": {"X-Forwarded-Proto": named}}
        response = hosted.test_client().get("/robots.txt", **asked)
        last = named.rpartition(", ")[2]
        scheme = last if last in {"http", "https"} else came_by
        assert re.findall(r"(\S*)//example\.org", response.text) == [f"{scheme}:"], named


def test_a_proxy_that_is_not_there_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    behind = create_app({"SECRET_KEY": "any", "PROXY_HOPS": 1}).test_client()
    for probe in ("/healthz", "/readyz"):
        behind.get(probe)
    behind.get("/theme.css", headers={"X-Forwarded-For": "203.0.113.9"})
    assert not caplog.records, "the probes of a host do not come by the proxy"
    for _ in range(2):
        behind.get("/theme.css")
    (record,) = caplog.records
    assert "FLASK_PROXY_HOPS" in record.getMessage()


ORIGINS = (
    *("http://evil.example", "http://localhost.evil.example", "http://evil.localhost", "null"),
    *("http://localhost:5001", "http://localhost@evil.example", "http://[", "localhost", ""),
    "https://localhost",
)
OURS = ("same-origin", "none")
OTHERS = ("cross-site", "same-site", "")
# Whether a post to http://localhost is carried out, by what the browser says of its source.
SOURCES: list[tuple[dict[str, str], bool]] = [
    ({}, True),
    ({"Origin": "http://localhost"}, True),
    *(({"Sec-Fetch-Site": site, "Origin": ORIGINS[0]}, True) for site in OURS),
    *(({"Sec-Fetch-Site": site, "Origin": "http://localhost"}, False) for site in OTHERS),
    *(({"Origin": origin}, False) for origin in ORIGINS),
]


def test_our_own_pages_may_change_things_and_other_sites_may_not(client: FlaskClient) -> None:
    for headers, ours in SOURCES:
        response = client.post("/settings", data={"theme": "dark"}, headers=headers)
        assert response.status_code == (303 if ours else 403), headers
        assert ("another site" in response.text) == (not ours)
        assert ("Set-Cookie" in response.headers) == ours
    same = {"base_url": "https://localhost", "headers": {"Origin": "https://localhost"}}
    assert client.post("/moves", data=MOVE, **same).status_code == 303


def test_other_sites_change_nothing_at_any_address(client: FlaskClient) -> None:
    """But their links lead here."""
    app, headers = client.application, {"Sec-Fetch-Site": "cross-site"}
    assert client.get("/", headers=headers).status_code == 200
    paths = [path for path in asked(app) if app.url_map.bind("").test(path, "POST")]
    assert len(paths) > 10
    for path, method in (*product(paths, ["POST"]), *product(["/"], ["PUT", "PATCH", "DELETE"])):
        response = client.open(path, method=method, data=MOVE, headers=headers)
        assert response.status_code == 403, path
        assert "Set-Cookie" not in response.headers


def test_without_a_key_one_is_made_kept_and_warned_of(
    checkout: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before, after = (create_app({"TESTING": True, "GAMES_STORAGE": "off"}) for _ in range(2))
    keyed = create_app({"SECRET_KEY": "any", "GAMES_STORAGE": "off"})
    assert keyed.test_client().get("/readyz").status_code == 200
    assert not (checkout / "instance").exists()
    assert not caplog.records
    client = before.test_client()
    client.post("/moves", data=MOVE)
    assert kept(browser_with(after, cookie_of(client))) == kept(client)
    file = checkout / "instance" / "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_text()) >= 32
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert "FLASK_SECRET_KEY" in caplog.text
    assert file.read_text() not in caplog.text


def test_where_no_key_can_be_kept_the_error_says_what_to_do(
    checkout: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Commands need none."""
    # A file in place of the folder stops even root.
    (checkout / "instance").write_text("")
    app = create_app({"GAMES_STORAGE": "off"})
    assert app.test_cli_runner().invoke(args=["values", "tic-tac-toe"]).exit_code == 0
    client = app.test_client()
    assert client.post("/moves", data=MOVE).status_code == 500
    (caught,) = (info[1] for record in caplog.records[:1] if (info := record.exc_info))
    assert isinstance(caught, RuntimeError)
    assert "FLASK_SECRET_KEY" in str(caught)
    assert str(checkout / "instance") in str(caught)
    assert isinstance(caught.__cause__, OSError)
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, "Not ready: the log says why.\n")
    assert client.get("/healthz").text == "ok\n"
