"""A page of one version asks a server of another: what it asks is done, once, and it loads anew."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.addresses import PUBLIC
from tests.browser import browser_in, browser_with, kept
from tests.conftest import NO_LIMITS
from tests.page import HTMX, message, read, shown
from tests.views import LOST, MIDDLE, PROGRAMS, TRAP
from tests.visitors import two
from webapp import ROOT, create_app
from webapp.game.responses import UNREADABLE
from webapp.game.session import Session
from webapp.serving.caching import MADE_FROM, sources

OTHER = {**HTMX, "Page-Version": "00000000"}

# Requests of a page about its match, each with the session that the page shows.
MOVE = {"cell": "3"}
NEW_GAME = {"game": "square", "x": "human", "o": "hard", "first": "o", "seed": "7"}
CLICKS: list[tuple[Session, str, Mapping[str, str]]] = [
    (MIDDLE, "/moves", MOVE),
    (PROGRAMS, "/step", {"until": "end"}),
    (TRAP, "/values", {"show": "on"}),
    (MIDDLE, "/matches", NEW_GAME),
    (LOST.start(MIDDLE.match), "/back", {}),
    (LOST, "/score/reset", {}),
]
REFUSED: list[tuple[str, Mapping[str, str]]] = [
    *(("/moves", {"cell": "0"}), ("/moves", MOVE | {"match": "00000000"})),
    *(("/matches", {"game": "chess"}), ("/an-address-of-another-version", {}), ("/position", {})),
]


def fields(session: Session, more: Mapping[str, str]) -> dict[str, str]:
    """The fields that a page with *session* sends, with *more*."""
    return {"match": session.fingerprint, "ply": str(session.match.record.ply), **more}


def version_of(response: TestResponse) -> str:
    (html,) = read(response.text).all("html")
    return html["data-version"]


def test_a_click_on_a_page_of_another_version_counts_once_and_loads_the_page(app: Flask) -> None:
    own = {**HTMX, "Page-Version": app.extensions["version"]()}
    for session, path, more in CLICKS:
        here, there = browser_in(app, session), browser_in(app, session)
        done = here.post(path, data=fields(session, more), headers=own)
        assert done.status_code == 200, path
        assert "HX-Redirect" not in done.headers
        response = there.post(path, data=fields(session, more), headers=OTHER)
        assert response.status_code == 200, path
        assert response.headers["HX-Redirect"] == "/"
        assert kept(there) == kept(here) != session


def test_a_click_that_another_version_refuses_changes_nothing_and_loads_the_page(
    app: Flask,
) -> None:
    client = browser_in(app, MIDDLE)
    for path, more in REFUSED:
        response = client.post(path, data=fields(MIDDLE, more), headers=OTHER)
        assert 400 <= response.status_code < 500
        assert response.headers["HX-Redirect"] == "/"
        assert kept(client) == MIDDLE


def test_the_page_that_is_loaded_explains_what_was_asked(app: Flask) -> None:
    """Below any root; it tells of a cookie that cannot be read too."""
    client, shows = browser_in(app, MIDDLE), f"match={MIDDLE.fingerprint}&ply=4"
    for query in ("why=4", "why=2&figure=1"):
        response = client.get(f"/?{query}&{shows}", headers=OTHER)
        assert response.headers["HX-Redirect"] == f"/?{query}"
    assert client.get(f"/?{shows}", headers=OTHER).headers["HX-Redirect"] == "/"
    base = "http://localhost/games/why/"
    form = {"ply": "0", "cell": "4"}
    response = app.test_client().post("/moves", base_url=base, data=form, headers=OTHER)
    assert response.headers["HX-Redirect"] == "/games/why/"
    client = browser_with(app, "made up")
    assert client.post("/moves", data=form, headers=OTHER).headers["HX-Redirect"] == "/"
    assert message(read(client.get("/").text)) == UNREADABLE


def test_a_click_in_a_game_between_friends_counts_and_loads_that_game(app: Flask) -> None:
    inviter, _friend = two(app)
    move = {"cell": "4", "ply": "0"}
    response = inviter.client.post(f"{inviter.address}/moves", data=move, headers=OTHER)
    assert response.headers["HX-Redirect"] == inviter.address
    assert shown(inviter.open()).marks == "....X...."


def test_where_a_page_could_not_be_loaded_either_it_stays(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a mistake of the server; under another name there is none."""
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)  # as outside tests
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["localhost"])
    monkeypatch.setitem(app.view_functions, "game.play", lambda: 1 / 0)
    client = app.test_client()
    response = client.post("/moves", headers=OTHER)
    assert response.status_code == 500
    assert "HX-Redirect" not in response.headers
    for path in ("/moves", "/nothing", "/"):
        asked = client.post(path, headers=OTHER, base_url="http://other.example")
        assert asked.status_code == 400


def test_while_debugging_nothing_is_kept_and_every_page_is_of_this_version() -> None:
    debugged = create_app({"TESTING": True, "SECRET_KEY": "any", "DEBUG": True, **NO_LIMITS})
    client = browser_in(debugged, MIDDLE)
    for path in (PUBLIC["replay.show"], PUBLIC["api.values"], PUBLIC["replay.preview"], "/"):
        response = client.get(path)
        assert response.headers["Cache-Control"] == "no-store"
    assert version_of(response) == ""
    response = client.post("/moves", data=fields(MIDDLE, MOVE), headers=OTHER)
    assert response.status_code == 200
    assert "HX-Redirect" not in response.headers
    response = client.get(f"{debugged.static_url_path}/style.css", buffered=True)
    assert response.data == (ROOT / "static" / "style.css").read_bytes()


def test_the_version_changes_with_what_pages_are_made_from(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """That all pages tell the same one is a law of tests/test_views.py."""
    version = app.extensions["version"]()
    assert version_of(app.test_client().get("/")) == version
    monkeypatch.setattr("webapp.serving.versions.sources", lambda _: "others")
    assert create_app({"SECRET_KEY": "any"}).extensions["version"]() != version
    seen = set()
    for folder in MADE_FROM:
        (tmp_path / folder).mkdir()
    for folder in ("ai", "webapp", "templates"):
        (tmp_path / folder / "new").touch()
        seen.add(sources.__wrapped__(tmp_path))
    assert len(seen) == 3
