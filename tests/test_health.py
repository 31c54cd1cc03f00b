"""Health checks for hosts: whether the process answers, and whether it is ready for traffic."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.exact import tablebase
from ai.rules.games import GAMES
from webapp import create_app
from webapp.serving.cookies import signer
from webapp.serving.health import READY


def test_a_probe_needs_no_match_and_no_page(client: FlaskClient) -> None:
    for path, body in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        response = client.get(path)
        assert (response.status_code, response.text) == (200, body)
        assert response.mimetype == "text/plain"
        assert "Set-Cookie" not in response.headers


def test_it_is_not_ready_without_all_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each table missing, cut short, or of other rules, in a folder of copies."""
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    monkeypatch.setattr("webapp.serving.health.load", tablebase.kept.__wrapped__)
    client = create_app({"SECRET_KEY": "any"}).test_client()
    folder = Path(tablebase.__file__).parent / "tables"
    whole = {game: (folder / game).read_bytes() for game in GAMES}
    for game, table in whole.items():
        (tmp_path / game).write_bytes(table)
    for game, table in whole.items():
        assert client.get("/readyz").status_code == 200
        for harmed in (table[:-20], tablebase.MAGIC + b"else" + table, None):
            if harmed:
                (tmp_path / game).write_bytes(harmed)
            else:
                (tmp_path / game).unlink()
            response = client.get("/readyz")
            assert (response.status_code, response.text) == (503, "Not ready: the log says why.\n")
            assert client.get("/healthz").status_code == 200
        (tmp_path / game).write_bytes(table)
    assert len(caplog.messages) == len({*caplog.messages}) == 3 * len(GAMES)
    assert all("A table is missing" in message for message in caplog.messages)


def test_it_is_not_ready_where_a_signed_cookie_does_not_come_back(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)  # as outside tests
    with app.app_context():
        monkeypatch.setattr(signer(READY), "dumps", lambda _kept: "forged")
    assert app.test_client().get("/readyz").status_code == 503
