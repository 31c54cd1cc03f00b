"""Without the network: what was seen opens, and what was not leads to a page that says so."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from socket import SHUT_RDWR
from threading import Event
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from playwright.sync_api import expect

from tests.e2e.player import UNREACHABLE, Player
from tests.server import Front, application, serving

ROOT = "/games/why"
REPLAY = f"{ROOT}/replay/tic-tac-toe/b2a1c3?first=x&ply=1"
LOST = "replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard&ply=5"
MATCH, RULES, TERMS = f"{ROOT}/", f"{ROOT}/learn/games", f"{ROOT}/learn/terms"

LIMIT = 64
FILES = {f"{ROOT}/offline", f"{ROOT}/theme.css"}

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        kept[name] = requests.map(({ url }) => url.slice(location.origin.length));
    }
    return kept;
}"""


def mounted(app: WSGIApplication) -> WSGIApplication:
    """*app* below a path of its host, with nothing that the browser may cache by itself."""

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            others = [(name, value) for name, value in headers if name != "Cache-Control"]
            return start_response(status, [*others, ("Cache-Control", "no-store")], *error)

        path = environ["PATH_INFO"].removeprefix(ROOT)
        return app({**environ, "SCRIPT_NAME": ROOT, "PATH_INFO": path}, start)

    return respond


def version(number: int, folder: Path) -> WSGIApplication:
    """The application in a version of its own, with the games in *folder*."""
    app = application(folder)
    app.jinja_env.globals["version"] = f"version-{number}"
    return mounted(app)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> list[WSGIApplication]:
    """Two versions."""
    folder = tmp_path_factory.mktemp("games")
    return [version(1, folder), version(2, folder)]


@pytest.fixture
def front(machines: list[WSGIApplication]) -> Front:
    """The front of the site; at first it leads to the first version."""
    return Front(machines[:1])


@pytest.fixture
def site(front: Front) -> Iterator[str]:
    """The address of the site."""
    with serving(front) as address:
        yield address


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site: str) -> dict[str, Any]:
    """How to open a context that visits the site, and may have a service worker."""
    return {**browser_context_args, "base_url": site, "service_workers": "allow"}


@pytest.fixture
def page(fresh: Player) -> Player:
    """A page whose context nobody else has: a service worker stays in it."""
    return fresh


UNTIL = """async ([address, there]) => {
    const end = performance.now() + 10_000;
    while (Boolean(await caches.match(address)) !== there) {
        if (performance.now() > end) throw new Error(`${address}: ${there} did not come`);
        await new Promise(requestAnimationFrame);
    }
}"""

GONE = """async () => {
    const end = performance.now() + 5_000;
    const there = async () => [
        ...await navigator.serviceWorker.getRegistrations(), ...await caches.keys()];
    while ((await there()).length) {
        if (performance.now() > end) throw new Error("worker or cache stay");
        await new Promise(requestAnimationFrame);
    }
}"""

NEEDED = """() => [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map(
    ({ href, src }) => href ?? src)"""


def visit(page: Player, address: str) -> None:
    """Open a page, and wait until the worker has it with its files."""
    page.goto(address)
    page.wait_for_function(CONTROLLED)
    for needed in (address, *page.evaluate(NEEDED)):
        page.evaluate(UNTIL, [needed, True])


def kept(page: Player, kind: str) -> list[str]:
    """The addresses that the one cache of this *kind* has."""
    (addresses,) = [all_ for name, all_ in page.evaluate(KEPT).items() if name.endswith(kind)]
    return list(addresses)


def play(page: Player) -> None:
    """Play the centre against Medium."""
    page.cell("b2").click()
    page.expect_ply(2)


def test_what_was_seen_opens_and_what_was_not_says_so(
    page: Player, site: str, page_errors: list[str]
) -> None:
    """A replay as far as it was stepped through. Nothing else is kept but the files of pages."""
    visit(page, REPLAY)
    for number in (2, 3):
        page.link("Forward").click()
        page.expect_ply(number)
    for address in (f"{ROOT}/nowhere", f"{ROOT}/healthz", f"{ROOT}/api/values/square/"):
        page.goto(address)
    page.goto(f"{ROOT}/replay")  # leads to the address of the match
    replay = page.url.removeprefix(site)
    visit(page, RULES)
    stepped = {REPLAY.replace("ply=1", f"ply={number}") for number in (1, 2)}
    assert {*kept(page, "pages")} >= {RULES, replay, *stepped}
    assert not {
        address for address in kept(page, "pages") if re.search("nowhere|health|api", address)
    }
    assert all("/static/" in file or file in FILES for file in kept(page, "files"))
    page.context.set_offline(True)
    page.goto(REPLAY)
    assert page.evaluate("() => document.styleSheets.length") >= 2
    for number in (2, 3):
        page.link("Forward").click()
        page.expect_ply(number)
    page.link("First").click()
    expect_no_connection(page)
    page.goto(RULES)
    expect(page.get_by_role("heading", name="Square", exact=True).first).to_be_visible()
    page.goto(TERMS)
    expect_no_connection(page)
    expect(page).to_have_url(re.compile(re.escape(TERMS)))
    page.context.set_offline(False)
    page.link("Try again").click()
    expect(page).to_have_title(re.compile("^Terms"))
    page_errors.clear()


def test_games_that_were_seen_open_and_what_is_drawn_is_not_lost(
    page: Player, page_errors: list[str]
) -> None:
    """Whether the server has told of the drawing or not, when the form fails."""
    pages = {
        f"{ROOT}/games/4x2-a1b1c1": "A draw, if nobody slips",
        f"{ROOT}/games/new": "Make a game",
    }
    for address in pages:
        visit(page, address)
    page.context.set_offline(True)
    for address, heading in pages.items():
        page.goto(address)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        assert page.evaluate("() => document.styleSheets.length") >= 2
    told = page.locator("#told")
    for name in ("a1", "b1"):
        page.get_by_role("checkbox", name=name).first.check()
        expect(told).to_contain_text("No connection. Nothing is lost: try again.")
    for solvable in (False, True):
        page.button("Solve it").click(force=True)
        expect_no_connection(page)
        page.context.set_offline(False)
        page.link("Try again").click()
        expect(told).to_contain_text("2 in a domino: 24 ways to win on this board.")
        page.context.set_offline(not solvable)
    page_errors.clear()


ASK_AS_HTMX = """() => fetch("?why=2", { headers: { "HX-Request": "true" } }).then(
    (response) => response.text(), (error) => error.name)"""


def test_the_match_stands_as_it_was_left_and_goes_on_with_the_network(
    page: Player, page_errors: list[str]
) -> None:
    """While the network is there it is never an old one."""
    visit(page, MATCH)
    other = page.new_tab()
    other.goto(MATCH)
    play(other)
    page.goto(MATCH)
    page.expect_ply(2)
    empty = page.board.locator("button:not([data-mark])").first
    page.context.set_offline(True)
    for address in (MATCH, f"{MATCH}?why=2"):
        page.goto(address)
        page.expect_ply(2)
    assert page.evaluate(ASK_AS_HTMX) == "TypeError"  # no page in place of its parts
    empty.click()
    expect(page.message).to_contain_text(UNREACHABLE)
    page.expect_ply(2)
    page_errors.clear()
    page.context.set_offline(False)
    empty.click()
    page.expect_ply(4)
    expect(page.message).to_have_text("")


def test_a_game_with_a_friend_is_never_an_old_one(page: Player, page_errors: list[str]) -> None:
    visit(page, RULES)
    page.goto(f"{ROOT}/with")
    page.button("Get the link").click()
    page.cell("b2").click()
    page.expect_ply(1)
    page.reload()
    page.expect_ply(1)
    visit(page, TERMS)
    assert set(kept(page, "pages")) == {RULES, TERMS}
    page.go_back()
    page.expect_ply(1)
    page.context.set_offline(True)
    page.reload()
    expect_no_connection(page)
    page.context.set_offline(False)
    page.link("Try again").click()
    page.expect_ply(1)
    page_errors.clear()


@pytest.mark.parametrize(
    ("path", "pressed", "line"),
    [("with", "Get the link", "answer lost"), (LOST, "Retry move 5", "cut")],
)
def test_a_form_that_fails_says_so_and_leads_back_to_its_page(
    page: Player,
    front: Front,
    machines: list[WSGIApplication],
    page_errors: list[str],
    path: str,
    pressed: str,
    line: str,
) -> None:
    """Whether or not the form arrived; from there it works."""
    visit(page, MATCH)
    page.goto(f"{ROOT}/{path}")
    started = page.url
    front.machines = [answers_lost(machines[0])]
    page.context.set_offline(line == "cut")
    page.button(pressed).first.click()
    expect_no_connection(page)
    front.machines = machines[:1]
    page.context.set_offline(False)
    page.link("Try again").click()
    expect(page).to_have_url(started)
    page.button(pressed).first.click()
    page.wait_for_load_state()
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)
    page_errors.clear()


def answers_lost(app: WSGIApplication) -> WSGIApplication:
    """*app* on a line that breaks once a form has arrived."""

    def respond(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = app(environ, start)
        if environ["REQUEST_METHOD"] == "POST":
            environ["werkzeug.socket"].shutdown(SHUT_RDWR)
        return answer

    return respond


def expect_no_connection(page: Player) -> None:
    """The page comes to say that there is none, and that nothing is lost."""
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_text("Nothing is lost: try again.")).to_be_visible()


def test_the_settings_hold_at_once_and_without_the_network(page: Player) -> None:
    html = expect(page.locator("html"))
    visit(page, RULES)
    page.goto(f"{ROOT}/settings")
    page.get_by_role("radio", name="Dark").check()
    expect(page.get_by_text("Saved.")).to_be_visible()
    html.to_have_css("color-scheme", "dark")
    page.context.set_offline(True)
    for address in (RULES, TERMS):
        page.goto(address)
        html.to_have_css("color-scheme", "dark")


def test_the_latest_pages_are_kept_and_not_more(page: Player) -> None:
    visit(page, RULES)
    seen = [f"{TERMS}?n={number}" for number in range(LIMIT + 4)]
    page.evaluate("async (all) => { for (const one of all) await fetch(one); }", seen)
    page.evaluate(UNTIL, [seen[-1], True])
    page.evaluate(UNTIL, [RULES, False])
    assert len(kept(page, "pages")) == LIMIT


def test_a_new_version_replaces_what_the_old_one_kept(
    page: Player, front: Front, machines: list[WSGIApplication]
) -> None:
    visit(page, MATCH)
    visit(page, TERMS)
    assert versions(page) == {"version-1"}
    page.evaluate("""async () => (await caches.open("another's")).put("/", new Response())""")
    front.machines = machines[1:]
    page.goto(MATCH)
    page.evaluate(UNTIL, [TERMS, False])
    page.evaluate(UNTIL, [MATCH, True])
    assert versions(page) == {"version-2", "another's"}
    page.context.set_offline(True)
    page.goto(MATCH)
    expect(page.locator("html")).to_have_attribute("data-version", "version-2")
    page.goto(TERMS)
    expect_no_connection(page)


def versions(page: Player) -> set[str]:
    """The versions that caches have in their names, and names without any."""
    return {name.split()[1] if " " in name else name for name in page.evaluate(KEPT)}


BROKEN: dict[str, tuple[str, str]] = {
    "missing": ("404 Not Found", ""),
    "unreadable": ("200 OK", "const ="),
    "without its cache": (
        "200 OK",
        'addEventListener("install", (e) => e.waitUntil(Promise.reject()));',
    ),
}


@pytest.mark.parametrize("catches_all", [False, True], ids=["404", "catches all"])
def test_another_application_on_the_port_has_it_for_itself(
    page: Player, front: Front, catches_all: bool
) -> None:
    """It knows no worker, or answers every address with its page."""
    visit(page, TERMS)

    def another(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        found = catches_all or environ["PATH_INFO"] == MATCH
        start_response("200 OK" if found else "404 Not Found", [("Content-Type", "text/html")])
        return [b"<!doctype html><title>Another</title><p>Another"]

    front.machines = [another]
    page.goto(MATCH)
    page.evaluate(GONE)
    page.goto(TERMS)
    expect(page.locator("body")).to_have_text("Another")


def test_a_proxy_that_answers_for_the_site_takes_no_worker_away(
    page: Player, front: Front, machines: list[WSGIApplication], page_errors: list[str]
) -> None:
    visit(page, TERMS)

    def away(_environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response("503 Service Unavailable", [("Content-Type", "text/html")])
        return [b"<!doctype html><title>Away</title><p>Away"]

    front.machines = [away]
    page.goto(MATCH)
    page.goto(MATCH)
    front.machines = machines[:1]
    page.goto(MATCH)
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")
    assert page.evaluate("(address) => caches.match(address).then(Boolean)", TERMS)
    assert {"503" in error for error in page_errors} == {True}
    page_errors.clear()


@pytest.mark.parametrize(("status", "body"), BROKEN.values(), ids=BROKEN)
def test_a_worker_that_does_not_start_changes_nothing(
    page: Player,
    front: Front,
    machines: list[WSGIApplication],
    page_errors: list[str],
    status: str,
    body: str,
) -> None:
    def respond(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if not environ["PATH_INFO"].endswith("/worker.js"):
            return machines[0](environ, start)
        asked.append(environ["PATH_INFO"])
        start(status, [("Content-Type", "text/javascript")])
        return [body.encode()]

    asked: list[str] = []
    front.machines = [respond]
    for address in (MATCH, RULES, MATCH):
        page.goto(address)
        page.wait_for_load_state()
    play(page)
    assert asked
    assert not page.evaluate(CONTROLLED)
    page_errors.clear()


DENIED = """
    for (const name of ["open", "match", "keys", "delete"]) {
        Object.defineProperty(caches, name, { value: () => Promise.reject(new Error(name)) });
    }
"""

MISSING = """() => [...document.querySelectorAll("link[rel=stylesheet]")]
    .filter(({ sheet }) => !sheet).map(({ href }) => href)"""


def test_a_worker_whose_caches_are_denied_changes_nothing(
    page: Player, page_errors: list[str]
) -> None:
    visit(page, MATCH)
    (worker,) = page.context.service_workers
    worker.evaluate(f"() => {{ {DENIED} }}")
    for address in (MATCH, RULES):
        page.goto(address)
        assert page.evaluate(MISSING) == []
    page.goto(MATCH)
    play(page)
    page.goto(f"{ROOT}/settings")
    page.get_by_role("radio", name="Dark").check()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page_errors.clear()


def test_no_page_waits_for_the_settings(
    page: Player, front: Front, machines: list[WSGIApplication]
) -> None:
    """On a slow line that would be one more round trip before anything is seen."""
    answer = Event()

    def hold_back(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("/theme.css"):
            answer.wait(60)
        return machines[0](environ, start)

    visit(page, RULES)
    front.machines = [hold_back]
    try:
        page.goto(TERMS)
        expect(page).to_have_title(re.compile("^Terms"))
    finally:
        answer.set()
