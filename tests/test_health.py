"""Health checks for hosts: whether the process answers, and whether it is ready for traffic."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.exact import tablebase
from ai.rules.games import GAMES
from webapp import create_app
from webapp.serving.cookies import signer

SENTENCE = "Not ready: the log says why.\n"


@pytest.mark.parametrize(("path", "body"), [("/healthz", "ok\n"), ("/readyz", "ready\n")])
def test_a_probe_needs_no_match_and_no_page(client: FlaskClient, path: str, body: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.text) == (200, body)
    assert response.mimetype == "text/plain"
    assert "Set-Cookie" not in response.headers


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with copies of the tables, used instead of the tables' own."""
    for game in GAMES:
        (tmp_path / game).write_bytes((tablebase.FOLDER / game).read_bytes())
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    monkeypatch.setattr("webapp.serving.health.load", tablebase.kept.__wrapped__)
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("harm", ["missing", "cut short", "of other rules"])
def test_it_is_not_ready_without_all_tables(
    tables: Path, caplog: pytest.LogCaptureFixture, game: str, harm: str
) -> None:
    client = create_app({"SECRET_KEY": "any"}).test_client()
    assert client.get("/readyz").status_code == 200
    table = tables / game
    if harm == "missing":
        table.unlink()
    elif harm == "cut short":
        table.write_bytes(table.read_bytes()[:-20])
    else:
        table.write_bytes(tablebase.MAGIC + b"else" + table.read_bytes())
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, SENTENCE)
    (record,) = caplog.records
    assert "A table is missing" in record.getMessage()
    assert client.get("/healthz").status_code == 200


def test_it_is_not_ready_where_no_cookie_can_be_signed(checkout: Path) -> None:
    (checkout / "instance").write_text("")
    client = create_app().test_client()
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, SENTENCE)
    assert client.get("/healthz").status_code == 200


def test_it_is_not_ready_where_a_signed_cookie_does_not_come_back(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app({"SECRET_KEY": "any"})
    with app.app_context():
        monkeypatch.setattr(signer(), "dumps", lambda _kept: "forged")
    assert app.test_client().get("/readyz").status_code == 503
