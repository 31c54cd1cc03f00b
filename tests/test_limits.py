"""How much one visitor may ask for: generous, said in plain words, and nothing is lost."""

from collections.abc import Callable
from functools import cache, partial
from itertools import cycle
from threading import Event, Lock, Timer
from types import SimpleNamespace

import pytest
from flask import Flask, g
from flask.testing import FlaskClient
from greenlet import greenlet, settrace
from limits.errors import StorageError
from limits.storage import MemoryStorage

from tests.browser import browser_in, kept, post
from tests.page import HTMX, message, read, shown, swap
from tests.views import MIDDLE
from webapp import create_app
from webapp.learn import delay
from webapp.serving import limits
from webapp.serving.limits import CHEAP, LONGEST_ADDRESS, PAUSE, Limit, note_switch, own_time

NOBODYS = "203.0.113.9"


def application(requests: str = "", milliseconds: str = "", **config: object) -> Flask:
    limits = {"LIMIT_REQUESTS": requests, "LIMIT_MILLISECONDS": milliseconds}
    return create_app({"TESTING": True, "SECRET_KEY": "tests", **limits, **config})


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Processor time passes only as it says: each request takes the seconds in it."""
    each, ends = [0.0], cycle((0, 1))
    monkeypatch.setattr(limits, "own_time", lambda: next(ends) * each[0])
    return each


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the clock says."""
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch, now: list[float]) -> list[float]:
    """The seconds of all rests, which pass at once."""
    rests = list[float]()

    def rest(seconds: float, end: Callable[[], None]) -> Timer:
        now[0] += seconds
        rests.append(seconds)
        return Timer(0, end)

    threads = SimpleNamespace(Event=Event, Timer=rest, Lock=Lock)
    monkeypatch.setattr(limits, "threading", threads)
    for name in ("shares", "queue"):  # empty ones
        monkeypatch.setattr(limits, name, cache(getattr(limits, name).__wrapped__))
    return rests


def visit(app: Flask, path: str, address: str = NOBODYS, **headers: str) -> bool:
    """Whether a visitor at that network address asks too much, and is told when to try again."""
    there = {"REMOTE_ADDR": address}
    ask = app.test_client().get
    response = ask(path, headers=headers, environ_overrides=there, buffered=True)
    if response.status_code == 200:
        return False
    assert response.status_code == 429
    assert 1 <= int(response.headers["Retry-After"]) <= 3600
    assert response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in response.headers
    return True


@pytest.mark.usefixtures("rests")
@pytest.mark.parametrize("limit", ["requests", "milliseconds"])
def test_all_that_is_asked_for_counts_but_the_probes_and_static_files(
    spent: list[float], limit: str
) -> None:
    app = application(**{limit: "4 per hour"})
    spent[0] = 0.001
    static = f"{app.static_url_path}/style.css"
    for _ in range(5):
        assert not visit(app, "/healthz")
        assert not visit(app, static)
    assert not any(visit(app, path) for path in ("/theme.css", "/robots.txt") * 2)
    for path in ("/theme.css", "/nothing", "/moves", "/robots.txt"):  # a cached response too
        assert visit(app, path)
    assert not visit(app, "/theme.css", "203.0.113.10"), "every visitor for themselves"
    assert not visit(app, "/healthz")


@pytest.mark.usefixtures("rests")
def test_a_request_takes_a_millisecond_at_least_of_the_share_of_its_process(
    spent: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all, if the processes count together."""
    monkeypatch.setattr(Unreachable, "is_gone", False)
    for storage, processes, cases in (
        ("memory://", 1, {0.00001: 10, 0.0035: 3}),
        ("memory://", 5, {0.001: 5}),
        ("unreachable://", 5, {0.001: 10}),
    ):
        app = application(milliseconds="10 per hour", PROCESSES=processes, LIMIT_STORAGE=storage)
        for spent[0], granted in cases.items():
            refusals = [visit(app, "/theme.css", f"{granted}") for _ in range(granted + 1)]
            assert refusals == [False] * granted + [True]


def test_heavy_visitors_are_served_one_after_the_other_with_rests(
    spent: list[float], rests: list[float]
) -> None:
    """However they are answered; light visitors are served at once."""
    app = application(milliseconds="1000 per hour")
    spent[0] = CHEAP
    rested = []
    for number, path in enumerate(["/theme.css", "/nothing.css"] * 3):
        before = len(rests)
        app.test_client().get(path, environ_overrides={"REMOTE_ADDR": NOBODYS})
        rested.append(len(rests) - before)
        assert not visit(app, "/theme.css", f"203.0.113.{20 + number}")
        assert len(rests) == sum(rested)
    # The first two use up the credit, and the third finds nobody before it.
    assert rested[0] == 0
    assert rested[3:] == [1] * 3


@pytest.mark.usefixtures("rests")
def test_a_slow_answer_holds_no_turn_and_costs_nothing(
    spent: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = application(milliseconds="1000 per hour")
    client = browser_in(app, MIDDLE)
    client.set_cookie("delay", "3")
    spent[0] = 0.05
    for _ in range(3):
        client.get("/theme.css")
    clock_runs = []

    def wait(_seconds: int) -> None:
        assert not any(limits.queue(is_cheap=cheap).is_taken for cheap in (True, False))
        clock_runs.append("began" in g)

    monkeypatch.setattr(delay, "time", SimpleNamespace(sleep=wait))
    post(client, "/moves", cell="15", ply="4")
    assert clock_runs == [False]


def test_a_request_pays_for_its_own_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now, paid = [0.0], dict[str, float]()
    monkeypatch.setattr("time.thread_time", lambda: now[0])

    def work(name: str, other: list[greenlet], seconds: tuple[float, ...]) -> None:
        began = own_time()
        for spent in seconds:
            now[0] += spent
            other[0].switch()
        paid[name] = own_time() - began

    others = list[greenlet](), list[greenlet]()
    first = greenlet(partial(work, "first", others[0], (1, 2, 4)))
    second = greenlet(partial(work, "second", others[1], (10, 20, 40)))
    others[0].append(second)
    others[1].append(first)
    before = settrace(note_switch)
    try:
        first.switch()
        second.switch()
    finally:
        settrace(before)
    assert paid == {"first": 7, "second": 70}


NETWORKS = (  # two names, and whether they are one visitor's
    ("198.51.100.1", "198.51.100.2", False),
    ("198.51.100.3", "192.0.2.1, 198.51.100.3", True),
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
    ("2001:db8:1:3::1", "2001:db8:1:4::1", False),
    ("2001:db8:1:5::1", "[2001:db8:1:5::9]:443", True),
    ("203.0.113.9", "203.0.113.9:443", True),
    ("203.0.113.10", "::ffff:203.0.113.10", True),
    ("fe80::1%eth0", "fe80::2%eth1", True),
    *((text, text, True) for text in ("a:b", "[", "::/0", "\xff", "a" * 5000)),
)


def test_a_visitor_is_the_network_that_the_proxy_names() -> None:
    """One address, or the network of one. Names before the last are the visitor's own words, and a
    proxy may let any text pass. Without a proxy all are.
    """
    behind, alone = (application(requests="1 per hour", PROXY_HOPS=hops) for hops in (1, 0))
    for named, next_named, same in NETWORKS:
        assert not visit(behind, "/theme.css", **{"X-Forwarded-For": named})
        assert visit(behind, "/theme.css", **{"X-Forwarded-For": next_named}) == same, next_named
        assert visit(alone, "/theme.css", **{"X-Forwarded-For": named}) == (named != NETWORKS[0][0])


def test_a_click_that_is_too_much_changes_nothing() -> None:
    """On a page of another version too, which could not be loaded anew either."""
    client = browser_in(application(requests="1 per hour"), MIDDLE)
    page = read(client.get("/").text)
    before = shown(page)
    move = {"ply": "4", "match": MIDDLE.fingerprint, "cell": "15"}
    response = client.post("/moves", data=move, headers=HTMX | {"Page-Version": "00000000"})
    assert response.status_code == 429
    assert "HX-Redirect" not in response.headers
    assert kept(client) == MIDDLE
    swap(page, read(response.text))
    assert "nothing is lost" in message(page)
    assert shown(page) == before
    whole = read(client.get("/replay/square/b2").text)
    assert "Too many requests" in whole.text
    assert "/" in [link["href"] for link in whole.by_id("main").all("a")]


class Unreachable(MemoryStorage):
    """A shared storage that fails while it *is_gone*."""

    STORAGE_SCHEME = ["unreachable"]  # noqa: RUF012 - as its base has it
    is_gone = True
    asked = 0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        type(self).asked += 1
        if self.is_gone:
            raise StorageError(ConnectionError("nobody answers"))
        return super().incr(key, expiry, amount)


@pytest.mark.usefixtures("rests")
def test_where_the_common_storage_cannot_be_reached_each_process_counts_for_itself(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, now: list[float]
) -> None:
    monkeypatch.setattr(Unreachable, "asked", 0)
    app = application(requests="2 per hour", LIMIT_STORAGE="unreachable://")
    assert [visit(app, "/theme.css") for _ in range(4)] == [False, False, True, True]
    assert Unreachable.asked == 1, "it is left alone for a while"
    own = [record for record in caplog.records if record.name == app.logger.name]
    assert [record.levelname for record in own] == ["WARNING"]
    now[0] += PAUSE
    assert visit(app, "/theme.css")
    assert Unreachable.asked == 2
    monkeypatch.setattr(Unreachable, "is_gone", False)
    now[0] += PAUSE
    assert [visit(app, "/theme.css") for _ in range(3)] == [False, False, True]


@pytest.mark.usefixtures("rests")
def test_counts_begin_anew_and_nobody_is_remembered(now: list[float]) -> None:
    app = application(requests="2 per 10 seconds")
    for _ in range(3):
        assert [visit(app, "/theme.css") for _ in range(3)] == [False, False, True]
        now[0] += 10
    limit = Limit("2 per 10 seconds", "requests", None)
    for number in range(50):
        limit.used(f"198.51.{number}", 1)
        now[0] += 1
        assert len(limit.own) <= 10


def test_an_address_that_is_too_long_is_not_read(client: FlaskClient) -> None:
    """Far longer than that of any replay: sixteen marks, a variation as long, everything said."""
    for path, headers in (("/theme.css", HTMX), ("/robots.txt", {}), ("/preview/square.png", {})):
        room = LONGEST_ADDRESS - len(path)
        assert client.get(path, query_string="a" * room, headers=headers).status_code != 414
        response = client.get(path, query_string="a" * (room + 1), headers=headers)
        assert response.status_code == 414
        assert "too long" in read(response.text).text
        assert client.get(f"{path}{'b2' * LONGEST_ADDRESS}", headers=headers).status_code == 414
    marks = "".join(f"{column}{row}" for row in "1234" for column in "abcd")
    query = f"first=x&x=unbeatable&o=unbeatable&from=16&variation={marks}&ply=16"
    query += "&values=on&reasons=off&programs=on&figure=9&cell=15"
    assert 4 * len(f"/replay/tic-tac-toe/{marks}{marks}?{query}") < LONGEST_ADDRESS
