"""How much one visitor may ask for: generous, said in plain words, and nothing is lost."""

from collections.abc import Mapping
from time import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits.errors import StorageError
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from tests.browser import browser_in, post
from tests.page import HTMX, message, read, shown, swap
from tests.test_caching import PUBLIC
from tests.views import MIDDLE
from webapp import create_app
from webapp.limits import LONGEST_ADDRESS, PAUSE

REPLAYS = [f"/replay/square/b2?ply={ply}&first={first}" for ply in (0, 1) for first in "xo"]
PICTURES = [f"/preview/square.png?moves=b2&ply={ply}" for ply in (0, 1)]
NOBODYS = "203.0.113.9"


def application(requests: str = "", drawings: str = "", **config: object) -> Flask:
    """An application with these limits."""
    limits = {"LIMIT_REQUESTS": requests, "LIMIT_DRAWINGS": drawings}
    return create_app({"TESTING": True, "SECRET_KEY": "tests", **limits, **config})


def refused(response: TestResponse) -> bool:
    """Whether it was too much; it says when to try again."""
    if response.status_code != 429:
        assert response.status_code == 200
        return False
    assert 1 <= int(response.headers["Retry-After"]) <= 3600
    assert response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in response.headers
    return True


def visit(app: Flask, path: str, address: str = NOBODYS, **headers: str) -> bool:
    """Whether a visitor at that network address is refused."""
    environ = {"REMOTE_ADDR": address}
    return refused(app.test_client().get(path, headers=headers, environ_overrides=environ))


def test_what_must_be_drawn_is_limited_and_what_is_kept_is_not() -> None:
    app = application(drawings="3 per hour")
    assert not any(visit(app, path) for path in REPLAYS[:3])
    for path in (REPLAYS[3], PICTURES[0], PUBLIC["learn.terms"]):
        assert visit(app, path), "pages and pictures count together"
        assert not visit(app, path, "203.0.113.10"), "every visitor for themselves"
        assert not visit(app, path), "now it is kept, for everybody"
    for path in ("/", "/settings", "/healthz"):
        assert not visit(app, path)


def test_a_replay_that_the_browser_has_is_not_counted() -> None:
    app, other = application(drawings="1 per hour"), application()
    tags = {path: other.test_client().get(path).headers["ETag"] for path in REPLAYS}
    for path, tag in tags.items():
        headers = {"If-None-Match": tag}
        assert app.test_client().get(path, headers=headers).status_code == 304
    assert not visit(app, REPLAYS[0])
    assert visit(app, REPLAYS[1])


def test_all_that_is_asked_for_counts_but_the_probe_and_static_files() -> None:
    app = application(requests="4 per hour")
    static = f"{app.static_url_path}/style.css"
    for _ in range(10):
        assert not visit(app, "/healthz")
        response = app.test_client().get(static, environ_overrides={"REMOTE_ADDR": NOBODYS})
        assert response.status_code == 200
        response.close()
    assert not any(visit(app, path) for path in ("/", "/settings", *REPLAYS[:2]))
    assert all(visit(app, path) for path in ("/", "/settings", REPLAYS[2], "/nothing", "/moves"))
    assert not visit(app, "/healthz")
    assert not visit(app, REPLAYS[0]), "what is kept may be read"


@pytest.mark.parametrize(
    ("address", "neighbour", "same"),
    [
        ("203.0.113.9", "203.0.113.10", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("2001:db8:1:2::1", "[2001:db8:1:2::9]:443", True),
        ("203.0.113.9", "203.0.113.9:443", True),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("::ffff:203.0.113.9", "::ffff:203.0.113.10", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
    ],
)
def test_a_visitor_is_an_address_or_the_network_of_one(
    address: str, neighbour: str, same: bool
) -> None:
    app = application(requests="1 per hour")
    assert not visit(app, "/", address)
    assert visit(app, "/", address)
    assert visit(app, "/", neighbour) == same


def test_behind_a_proxy_a_visitor_is_whom_it_names() -> None:
    """And what a visitor writes there names nobody."""
    app = application(requests="1 per hour", PROXY_HOPS=1)
    for first in ("198.51.100.1", "198.51.100.2"):
        assert not visit(app, "/", "10.0.0.1", **{"X-Forwarded-For": first})
        for forged in (first, f"192.0.2.1, {first}", f"192.0.2.2, {first}"):
            assert visit(app, "/", "10.0.0.1", **{"X-Forwarded-For": forged})


@pytest.mark.parametrize("name", ["a:b", ":", "::1%", "[", "::/0", "unknown", "\xff", "a" * 5000])
def test_a_proxy_may_let_anything_pass(name: str) -> None:
    app = application(requests="1 per hour", PROXY_HOPS=1)
    assert not visit(app, "/", "10.0.0.1", **{"X-Forwarded-For": name})
    assert visit(app, "/", "10.0.0.1", **{"X-Forwarded-For": name})


def test_who_is_not_behind_a_proxy_names_nobody() -> None:
    app = application(requests="1 per hour")
    assert not visit(app, "/", **{"X-Forwarded-For": "192.0.2.1"})
    assert visit(app, "/", **{"X-Forwarded-For": "192.0.2.2"})


@pytest.mark.parametrize("path", ["/", "/settings", "/nothing", REPLAYS[0], PICTURES[0]])
def test_a_page_says_so_and_how_to_go_on(path: str) -> None:
    app = application(requests="1 per hour")
    client = app.test_client()
    client.get("/nothing")
    page = read(client.get(path).text)
    assert "Too Many Requests" in page.text
    assert "try again" in page.by_id("main").text
    assert "/" in [link["href"] for link in page.by_id("main").all("a")]


def test_a_click_that_is_too_much_changes_nothing() -> None:
    client = browser_in(application(requests="2 per hour"), MIDDLE)
    page = read(client.get("/").text)
    before = shown(page)
    known = {"ply": "4", "match": MIDDLE.fingerprint}
    assert post(client, "/hint", htmx=True, **known).status_code == 200
    cookie = client.get_cookie("session")
    response = post(client, "/moves", htmx=True, cell="15", **known)
    assert response.status_code == 429
    assert client.get_cookie("session") == cookie
    swap(page, read(response.text))
    assert "try again" in message(page)
    assert shown(page) == before


@pytest.mark.slow
def test_a_classroom_behind_one_address_can_play() -> None:
    """With the limits as they are by default: thirty who click every second, for ten seconds."""
    app = create_app({"TESTING": True, "SECRET_KEY": "tests"})
    pupils = [app.test_client() for _ in range(30)]
    for pupil in pupils:
        assert pupil.get("/").status_code == 200
    for _ in range(5):
        for pupil in pupils:
            start = {"game": "square", "x": "human", "o": "easy", "first": "x"}
            assert post(pupil, "/matches", **start, htmx=True).status_code == 200
            assert post(pupil, "/moves", cell=5, ply=0, htmx=True).status_code == 200
    for ply in range(5):
        for first in "xo":
            for switch in ("on", "off"):
                address = f"/replay/square/b2c3a1d4?ply={ply}&first={first}&values={switch}"
                assert not visit(app, address)


def test_where_the_common_storage_cannot_be_reached_each_process_counts_for_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[MemoryStorage] = []
    incr = MemoryStorage.incr

    def fail_at_first(storage: MemoryStorage, key: str, expiry: float, amount: int = 1) -> int:
        """The storage that is asked first is the common one."""
        asked.append(storage)
        if storage is asked[0]:
            raise StorageError(ConnectionError("nobody answers"))
        return incr(storage, key, expiry, amount)

    monkeypatch.setattr(MemoryStorage, "incr", fail_at_first)
    app = application(requests="2 per hour")
    assert [visit(app, "/") for _ in range(4)] == [False, False, True, True]
    assert asked.count(asked[0]) == 1, "it is left alone for a while"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    monkeypatch.setattr("webapp.limits.time", lambda: time() + PAUSE + 1)
    assert visit(app, "/")
    assert asked.count(asked[0]) == 2


def test_a_limit_that_is_none_is_refused_at_the_start() -> None:
    with pytest.raises(ValueError, match="many"):
        application(requests="many")


@pytest.mark.parametrize("path", ["/", "/replay/square/", "/preview/square.png", "/nothing"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_an_address_that_is_too_long_is_not_read(
    client: FlaskClient, path: str, headers: Mapping[str, str]
) -> None:
    room = LONGEST_ADDRESS - len(path)
    assert client.get(path, query_string="a" * room, headers=headers).status_code != 414
    response = client.get(path, query_string="a" * (room + 1), headers=headers)
    assert response.status_code == 414
    assert "too long" in read(response.text).text
    assert client.get(f"{path}{'b2' * LONGEST_ADDRESS}", headers=headers).status_code == 414


def test_no_replay_has_an_address_that_is_too_long(client: FlaskClient) -> None:
    """Sixteen marks, a variation as long, and everything said."""
    marks = "".join(f"{column}{row}" for row in "1234" for column in "abcd")
    query = f"first=x&x=unbeatable&o=unbeatable&from=16&variation={marks}&ply=16"
    query += "&values=on&reasons=off&programs=on&figure=9&cell=15"
    assert 4 * len(f"/replay/tic-tac-toe/{marks}{marks}?{query}") < LONGEST_ADDRESS
    assert client.get(f"/replay/square/{marks}?{query}").status_code == 404
