"""Static files: kept for long under an address that tells their contents, and few bytes."""

import gzip
import os
from functools import partial
from itertools import product
from pathlib import Path
from shutil import copy

import brotli
import pytest
from flask.testing import FlaskClient

from ai.language import languages
from tests.kept_responses import directives
from tests.page import ENCODINGS, files_of, read
from webapp import ROOT, create_app
from webapp.serving.static_files import compress, compressed_folder, digest, lean

GZIP = {"Accept-Encoding": "gzip"}
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
OTHER_VERSION = "/static/000000000000"


def test_every_file_is_kept_for_long_but_by_a_page_of_another_version(client: FlaskClient) -> None:
    """Which gets the present file."""
    folder = f"/static/{digest(ROOT / 'static')}"
    files = {*files_of(read(client.get("/").text))} - {"/theme.css"}
    assert {file.rpartition("/")[0] for file in files} == {folder}
    for path in (ROOT / "static").iterdir():
        own = client.get(f"{folder}/{path.name}", buffered=True)
        file = path.read_bytes()
        lighter = lean(file) if path.suffix == ".css" else file  # if a server compressed them
        assert own.data in {file, lighter}, path
        assert "Set-Cookie" not in own.headers
        kept = directives(own.headers)
        assert {"public", "immutable"} < kept.keys()
        assert int(kept["max-age"]) >= 365 * 24 * 60 * 60
        response = client.get(f"{OTHER_VERSION}/{path.name}", buffered=True)
        assert (response.status_code, response.data) == (200, own.data), path
        assert response.mimetype == own.mimetype == KINDS.get(path.suffix[1:], own.mimetype)
        assert response.headers["Cache-Control"] == "no-store"
    none = ("nothing.css", "", "../pyproject.toml", "%2e%2e/pyproject.toml", "a%00")
    for place, name in (*product((folder, OTHER_VERSION), none), ("/static", "style.css")):
        response = client.get(f"{place}/{name}", buffered=True)
        assert response.status_code == 404, name
        assert "immutable" not in response.headers.get("Cache-Control", "")


def test_a_version_is_what_the_files_say(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    file = tmp_path / "room" / "page.html"
    found = [digest(tmp_path)]
    for change in (
        *(partial(file.write_text, "one"), partial(file.write_text, "two")),
        *(partial(file.rename, tmp_path / "page.html"), (tmp_path / "new.css").touch),
    ):
        (tmp_path / "room" / "made.pyc").write_text(f"{len(found)}")
        assert digest(tmp_path) == found[-1]
        change()
        found.append(digest(tmp_path))
    assert len({*found}) == 5


FEW = ("style.css", "icon-small.svg", "here.js")


@pytest.fixture
def few(checkout: Path) -> Path:
    """A checkout with few static files, for compressing all takes long."""
    (checkout / "static").unlink()
    (checkout / "static").mkdir()
    for name in FEW:
        copy(ROOT / "static" / name, checkout / "static")
    return checkout


def test_compressed_copies_are_served_to_who_takes_them_until_the_files_change(few: Path) -> None:
    static = few / "static"
    compress(few)
    style = lean((static / "style.css").read_bytes())
    client, address = browser_and_address(few)
    response = client.get(address, headers=GZIP, buffered=True)
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.data) == style
    for accepted in ("identity", "br;q=0, gzip; q=0.0, *"):
        plain = client.get(address, headers={"Accept-Encoding": accepted}, buffered=True)
        assert (plain.data, plain.headers.get("Content-Encoding")) == (style, None)
        assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in response.headers["Vary"]
    other = client.get(f"{OTHER_VERSION}/style.css", headers=GZIP, buffered=True)
    assert other.data == response.data

    (static / "style.css").write_bytes(b"body { margin: 0 }")
    client, address = browser_and_address(few)
    assert client.get(address, headers=GZIP, buffered=True).data == b"body { margin: 0 }"


def test_compressed_copies_are_written_once_and_all_together(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_compressor: object, _path: str) -> None:
        raise OSError("No space left")

    with monkeypatch.context() as full:
        full.setattr("webapp.serving.static_files.Compressor.compress", fail)
        with pytest.raises(OSError, match="No space"):
            compress(few)
    folder = compressed_folder(few)
    assert [*folder.parent.iterdir()] == []

    compress(few)
    assert {path.name for path in folder.glob("*.gz")} == {f"{name}.gz" for name in FEW}
    monkeypatch.setattr("webapp.serving.static_files.Compressor.compress", fail)
    versions = [folder.parent / f"{version:012}" for version in range(3)]
    for age, path in enumerate(reversed(versions), 1):
        path.mkdir()
        os.utime(path, (0, 100 - age))
    compress(few)
    assert {*folder.parent.iterdir()} == {folder, versions[-1]}, "the last one of the others"


def browser_and_address(checkout: Path) -> tuple[FlaskClient, str]:
    """A browser at the application of *checkout* as it is now, and the address of its style."""
    app = create_app({"TESTING": True, "SECRET_KEY": "any"})
    assert digest(checkout / "static") in (app.static_url_path or "")
    return app.test_client(), f"{app.static_url_path}/style.css"


@pytest.mark.parametrize("tag", languages())
def test_what_is_seen_first_comes_in_one_round_trip(client: FlaskClient, tag: str) -> None:
    """The page and its style on a phone: the first ten packets carry 1,448 bytes each."""
    new = {"game": "square", "x": "human", "o": "medium", "first": "o"}
    client.post("/matches", data=new)
    client.set_cookie("settings", f"system.on.off.system.shown.{tag}")
    page = read(client.get("/").text)
    assert page.all("html")[0]["lang"] == tag
    links = page.all("head")[0].all("link")
    sheets = [it for it in links if it["rel"] == "stylesheet" and "media" not in it.attributes]
    styles = [client.get(link["href"], buffered=True).data for link in sheets]
    sent = client.get("/", headers={"Accept-Encoding": ENCODINGS}).data
    assert len(sent) + sum(len(brotli.compress(lean(style))) for style in styles) < 14_400


# Each with the codings in which pages may come; empty if they may not be compressed.
ACCEPTED = {"br": "br", ENCODINGS: ENCODINGS, "gzip;q=0, zstd": "zstd", "GZIP;q=0.5": "gzip"}
ACCEPTED |= {"br;q=0.1, gzip;q=0.2, x": "gzip", "*": "br"}
ACCEPTED |= dict.fromkeys(("gzip;q=0", "br; q=0, gzip;q=0, *;q=0", "x", "identity, br;q=0.5"), "")


def test_pages_are_compressed_as_the_browser_takes_them_refusals_too(client: FlaskClient) -> None:
    """The match that refuses a move, error pages, and JSON."""
    asked = {"/": None, "/moves": {"cell": 4, "ply": 3}}
    asked |= dict.fromkeys(("/nothing", "/undo", "/api/values/square/b2c3a1"))
    for path, form in asked.items():
        ask = partial(client.open, path, method="POST" if form else "GET", data=form)
        plain = ask()
        for accepted, codings in ACCEPTED.items():
            response = ask(headers={"Accept-Encoding": accepted})
            assert response.status_code == plain.status_code
            assert "Accept-Encoding" in response.headers["Vary"]
            assert ("Content-Encoding" in response.headers) == bool(codings), (path, accepted)
            if codings:
                assert response.headers["Content-Encoding"] in codings, path
                assert len(response.data) < len(plain.data) * 0.7, path
