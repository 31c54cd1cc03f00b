"""Static files: kept for long under an address that tells their contents, and few bytes."""

import gzip
import os
from pathlib import Path
from random import Random
from shutil import copytree

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, Game
from tests.page import ENCODINGS, HTMX, files_of, read, shown
from webapp import ROOT, create_app
from webapp.serving.static_files import compress, compressed_folder, digest, lean

GZIP = {"Accept-Encoding": "gzip"}
MODERN = {"Accept-Encoding": ENCODINGS}
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
OTHER_VERSION = "/static/000000000000"
NOT_THERE = (
    "nothing.css",
    "",
    "../pyproject.toml",
    "%2e%2e/pyproject.toml",
    "style.css/a",
    "a%00",
)


def test_every_file_of_the_page_is_kept_for_long(client: FlaskClient) -> None:
    files = [file for file in files_of(read(client.get("/").text)) if file != "/theme.css"]
    assert len(files) == 16
    for address in files:
        response = client.get(address, buffered=True)
        name = address.rpartition("/")[2]
        assert response.status_code == 200
        file = (ROOT / "static" / name).read_bytes()
        lighter = lean(file) if name.endswith(".css") else file  # if a server compressed them
        assert response.data in {file, lighter}
        assert digest(ROOT / "static") in address
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in response.headers
        assert "Access-Control-Allow-Origin" not in response.headers
        cache = response.headers["Cache-Control"].split(", ")
        assert {"public", "immutable"} < set(cache)
        (age,) = [int(part[8:]) for part in cache if part.startswith("max-age=")]
        assert age >= 365 * 24 * 60 * 60


@pytest.mark.parametrize("path", [*NOT_THERE, "0123456789ab/style.css"])
def test_what_is_not_there_is_not_found(app: Flask, client: FlaskClient, path: str) -> None:
    """Not at the address of another version either."""
    for folder in (app.static_url_path, OTHER_VERSION):
        response = client.get(f"{folder}/{path}", buffered=True)
        assert response.status_code == 404
        assert "immutable" not in response.headers.get("Cache-Control", "")
    assert client.get("/static/style.css").status_code == 404


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "static").iterdir()))
def test_another_version_gets_the_present_file_and_does_not_keep_it(
    app: Flask, client: FlaskClient, name: str
) -> None:
    own = client.get(f"{app.static_url_path}/{name}", buffered=True)
    response = client.get(f"{OTHER_VERSION}/{name}", buffered=True)
    assert response.status_code == 200
    assert response.data == own.data
    assert response.mimetype == own.mimetype == KINDS.get(name.rpartition(".")[2], own.mimetype)
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.long
def test_compressed_copies_are_served_to_who_takes_them_until_the_files_change(
    checkout: Path,
) -> None:
    static = checkout / "static"
    static.unlink()
    copytree(ROOT / "static", static)
    compress(checkout)
    style = lean((static / "style.css").read_bytes())
    client, address = browser_and_address(checkout)
    response = client.get(address, headers=GZIP, buffered=True)
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.data) == style
    plain = client.get(address, headers={"Accept-Encoding": "identity"}, buffered=True)
    assert plain.data == style
    assert all("Accept-Encoding" in one.headers["Vary"] for one in (response, plain))
    for refused in ("gzip;q=0", "gzip; q=0.0, br;q=0", "br;q=0, gzip;q=0, *"):
        taken = client.get(address, headers={"Accept-Encoding": refused}, buffered=True)
        assert (taken.data, taken.headers.get("Content-Encoding")) == (style, None)
    other = client.get(f"{OTHER_VERSION}/style.css", headers=GZIP, buffered=True)
    assert other.data == response.data

    (static / "style.css").write_bytes(b"body { margin: 0 }")
    client, address = browser_and_address(checkout)
    assert client.get(address, headers=GZIP, buffered=True).data == b"body { margin: 0 }"


@pytest.mark.long
def test_compressed_copies_are_written_once_and_all_together(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_compressor: object, _path: str) -> None:
        raise OSError("No space left")

    with monkeypatch.context() as full:
        full.setattr("webapp.serving.static_files.Compressor.compress", fail)
        with pytest.raises(OSError, match="No space"):
            compress(checkout)
    folder = compressed_folder(checkout)
    assert [*folder.parent.iterdir()] == []

    compress(checkout)
    assert len([*folder.glob("*.gz")]) > 5
    monkeypatch.setattr("webapp.serving.static_files.Compressor.compress", fail)
    versions = [folder.parent / f"{version:012}" for version in range(3)]
    for age, path in enumerate(reversed(versions), 1):
        path.mkdir()
        os.utime(path, (0, 100 - age))
    compress(checkout)
    assert {*folder.parent.iterdir()} == {folder, versions[-1]}, "the last one of the others"


def browser_and_address(checkout: Path) -> tuple[FlaskClient, str]:
    """A browser at the application of *checkout* as it is now, and the address of its style."""
    app = create_app({"TESTING": True, "SECRET_KEY": "any"})
    assert digest(checkout / "static") in (app.static_url_path or "")
    return app.test_client(), f"{app.static_url_path}/style.css"


def test_while_debugging_files_are_served_too() -> None:
    app = create_app({"TESTING": True, "SECRET_KEY": "any", "DEBUG": True})
    response = app.test_client().get(f"{app.static_url_path}/style.css", buffered=True)
    assert response.data == (ROOT / "static" / "style.css").read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_seen_first_comes_in_one_round_trip(client: FlaskClient, game: str) -> None:
    """The page and its style on a phone: the first ten packets carry 1,448 bytes each."""
    new = {"game": game, "x": "human", "o": "medium", "first": "o"}
    client.post("/matches", data=new)
    head = read(client.get("/").text).all("head")[0]
    styles = [
        client.get(link["href"], buffered=True).data
        for link in head.all("link")
        if link["rel"] == "stylesheet" and "media" not in link.attributes
    ]
    sent = client.get("/", headers=MODERN).data
    weight = len(sent) + sum(len(brotli.compress(lean(style))) for style in styles)
    assert weight < 14_400


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "opponent"),
    [
        (game, key)
        for game in GAMES.values()
        for key, opponent in OPPONENTS.items()
        if opponent.plays(game)
    ],
    ids=lambda param: getattr(param, "key", param),
)
def test_the_response_to_a_click_is_less_than_a_kilobyte(
    client: FlaskClient, game: Game, opponent: str
) -> None:
    """Every click of random games; the last, which ends one, brings its card and score too. Gzip,
    which browsers of today do not choose, may take a tenth more.
    """
    lots = Random(opponent)  # noqa: S311
    clicks: list[float] = []
    endings: list[float] = []
    client.get("/")
    with client.session_transaction() as kept:
        kept["score"] = {" ".join(sorted(("human", opponent))): [12, 12, 12, 0, 0]}
    for number in range(3):
        players = {"x": "human", "o": opponent} if number % 2 else {"x": opponent, "o": "human"}
        start = {"game": game.key, "first": lots.choice("xo"), **players}
        client.post(f"/matches?seed={number}", data=start)
        page = shown(read(client.get("/").text))
        while page.state == "active":
            move = {"cell": lots.choice(sorted(page.playable)), "ply": len(page.moves)}
            before, weights = client.get_cookie("tic-tac-why"), []
            for accepted in (GZIP, MODERN):
                assert before
                client.set_cookie("tic-tac-why", before.value)
                response = client.post("/moves", data=move, headers=HTMX | accepted)
                assert response.status_code == 200
                weights.append(len(response.data) / (1.1 if accepted is GZIP else 1))
            page = shown(read(client.get("/").text))
            (clicks if page.state == "active" else endings).extend(weights)
    assert len(endings) == 6
    assert max(clicks) < 1_024
    assert max(endings) < 2_500


@pytest.mark.parametrize("encoding", ["gzip", "br", ENCODINGS, "gzip;q=0, zstd", "GZIP;q=0.5"])
def test_pages_are_compressed_refusals_too(client: FlaskClient, encoding: str) -> None:
    """The match that refuses a move, and error pages."""
    coded, known = {"Accept-Encoding": encoding}, encoding.lower().replace("gzip;q=0, ", "")
    for path, form, status in (
        ("/", None, 200),
        ("/moves", {"cell": 4, "ply": 3}, 409),
        ("/moves", {"cell": "?"}, 400),
        ("/nothing", None, 404),
        ("/moves", None, 405),
        ("/class/fern-42", None, 404),
        ("/api/values/square/z9", None, 404),
    ):
        plain, response = (
            client.post(path, data=form, headers=it) if form else client.get(path, headers=it)
            for it in ({}, coded)
        )
        assert (plain.status_code, response.status_code) == (status, status), path
        assert "Accept-Encoding" in response.headers["Vary"]
        if len(plain.data) > 500:
            assert response.headers["Content-Encoding"] in known, path
            assert len(response.data) < len(plain.data) * 0.7, path


@pytest.mark.parametrize("encoding", ["gzip;q=0", "gzip; q=0", "br; q=0, gzip;q=0, *;q=0", "x"])
def test_a_coding_that_is_refused_is_not_sent(client: FlaskClient, encoding: str) -> None:
    for path in ("/", "/learn/terms", "/nothing", "/api/values/square/b2a1"):
        response = client.get(path, headers={"Accept-Encoding": encoding})
        assert "Content-Encoding" not in response.headers, path
