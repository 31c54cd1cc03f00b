"""Without the network: what was seen opens, and what was not leads to a page that says so."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import SHUT_RDWR
from threading import Event
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from playwright.sync_api import expect
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.wrappers import Response

from ai.language import spoken
from tests.e2e.player import UNREACHABLE, Player
from tests.server import Front, application, serving

ROOT = "/games/why"
REPLAY = f"{ROOT}/replay/tic-tac-toe/b2a1c3?first=x&ply=1"
LOST = "replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard&ply=5"
MATCH, RULES, TERMS = f"{ROOT}/", f"{ROOT}/learn/games", f"{ROOT}/learn/terms"

FOREIGN = {"de": "-de"}  # what the version of a page has of its language

LIMIT = 64
FILES = {f"{ROOT}/offline", f"{ROOT}/theme.css"}

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEEPS = "async ([address, there]) => Boolean(await caches.match(address)) === there"
LEFT = """async () => !(await navigator.serviceWorker.getRegistrations()).length
    && !(await caches.keys()).length"""
KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        kept[name] = requests.map(({ url }) => url.slice(location.origin.length));
    }
    return kept;
}"""


def version(number: int, folder: Path) -> WSGIApplication:
    """The application in a version of its own, with the games in *folder*, below a path of its
    host; the browser may cache nothing by itself.
    """
    app = application(folder)
    app.jinja_env.globals["version"] = lambda: f"version-{number}" + FOREIGN.get(spoken(), "")
    mounted = DispatcherMiddleware(NotFound(), {ROOT: app})

    def respond(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = Response.from_app(mounted, environ)
        answer.headers["Cache-Control"] = "no-store"
        return answer(environ, start)

    return respond


pytestmark = pytest.mark.usefixtures("browser")  # so that a test that hangs is ended


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> list[WSGIApplication]:
    """Two versions of the application."""
    folder = tmp_path_factory.mktemp("games")
    return [version(1, folder), version(2, folder)]


@pytest.fixture
def front(versions: list[WSGIApplication]) -> Front:
    """The front of the site; at first it leads to the first version."""
    return Front(versions[:1])


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
def page_errors() -> list[str]:
    """Errors that a browser reports are ignored: connections are lost on purpose."""
    return []


@pytest.fixture
def page(fresh: Player) -> Player:
    """A page whose context nobody else has: a service worker stays in it."""
    return fresh


NEEDED = """() => [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map(
    ({ href, src }) => href ?? src)"""

MISSING = """() => [...document.querySelectorAll("link[rel=stylesheet]")]
    .filter(({ sheet }) => !sheet).map(({ href }) => href)"""


def await_promised(page: Player, holds: str, given: object = None) -> None:
    """Wait until what the function *holds* promises is true."""
    loop = f"while (!await ({holds})(given)) await new Promise(requestAnimationFrame);"
    page.evaluate(f"async (given) => {{ {loop} }}", given)


def expect_kept(page: Player, *addresses: str, there: bool = True) -> None:
    """The caches come to have these *addresses*, or not to have them."""
    for address in addresses:
        await_promised(page, KEEPS, [address, there])


def visit(page: Player, address: str) -> None:
    """Open a page, and wait until the worker has it with its files."""
    page.goto(address)
    page.wait_for_function(CONTROLLED)
    expect_kept(page, address, *page.evaluate(NEEDED))


def kept(page: Player, kind: str) -> list[str]:
    """The addresses that the one cache of this *kind* has."""
    (addresses,) = [all_ for name, all_ in page.evaluate(KEPT).items() if name.endswith(kind)]
    return list(addresses)


@contextmanager
def offline(page: Player) -> Iterator[None]:
    """Let *page* be without the network."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def expect_no_connection(page: Player) -> None:
    """The page comes to say that there is none, and that nothing is lost."""
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_text("Nothing is lost: try again.")).to_be_visible()


def choose_dark(page: Player) -> None:
    """Choose the dark theme, which is saved at once."""
    page.goto(f"{ROOT}/settings")
    page.get_by_role("radio", name="Dark").check()
    expect(page.get_by_text("Saved.")).to_be_visible()


def expect_to_step(page: Player) -> None:
    """The replay goes on from its first move to its last."""
    for number in (2, 3):
        page.link("Forward").click()
        page.expect_ply(number)


def test_what_was_seen_opens_and_what_was_not_says_so(page: Player, site: str) -> None:
    """A replay as far as it was stepped through. Nothing else is kept but the files of pages. The
    settings hold at once, and without the network.
    """
    html = expect(page.locator("html"))
    visit(page, REPLAY)
    expect_to_step(page)
    for address in (f"{ROOT}/nowhere", f"{ROOT}/healthz", f"{ROOT}/api/values/square/"):
        page.goto(address)
    page.goto(f"{ROOT}/replay")  # leads to the address of the match
    replay = page.url.removeprefix(site)
    visit(page, RULES)
    stepped = {REPLAY.replace("ply=1", f"ply={number}") for number in (1, 2)}
    pages = kept(page, "pages")
    assert {*pages} >= {RULES, replay, *stepped}
    assert [it for it in pages if re.search("nowhere|health|api", it)] == []
    assert all("/static/" in file or file in FILES for file in kept(page, "files"))
    choose_dark(page)
    html.to_have_css("color-scheme", "dark")
    with offline(page):
        page.goto(REPLAY)
        assert page.evaluate(MISSING) == []
        expect_to_step(page)
        page.link("First").click()
        expect_no_connection(page)
        page.goto(RULES)
        expect(page.get_by_role("heading", name="Square", exact=True).first).to_be_visible()
        html.to_have_css("color-scheme", "dark")
        page.goto(TERMS)
        expect_no_connection(page)
        html.to_have_css("color-scheme", "dark")
        expect(page).to_have_url(re.compile(re.escape(TERMS)))
    page.link("Try again").click()
    expect(page).to_have_title(re.compile("^Terms"))


def test_games_that_were_seen_open_and_what_is_drawn_is_not_lost(page: Player) -> None:
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
        assert page.evaluate(MISSING) == []
    told = page.locator("#told")
    for name in ("a1", "b1"):
        page.get_by_role("checkbox", name=name).first.check()
        expect(told).to_contain_text("No connection. Nothing is lost: try again.")
    for solvable in (False, True):
        page.button("Solve it").press("Enter")
        expect_no_connection(page)
        page.context.set_offline(False)
        page.link("Try again").click()
        expect(told).to_contain_text("2 in a domino: 24 ways to win on this board.")
        page.context.set_offline(not solvable)


ASK_AS_HTMX = """() => fetch("?why=2", { headers: { "HX-Request": "true" } }).then(
    (response) => response.text(), (error) => error.name)"""


def test_the_match_stands_as_it_was_left_and_goes_on_with_the_network(page: Player) -> None:
    """While the network is there it is never an old one."""
    visit(page, MATCH)
    other = page.new_tab()
    other.goto(MATCH)
    other.play_once()
    page.goto(MATCH)
    page.expect_ply(2)
    empty = page.empty_cells.first
    with offline(page):
        for address in (MATCH, f"{MATCH}?why=2"):
            page.goto(address)
            page.expect_ply(2)
        assert page.evaluate(ASK_AS_HTMX) == "TypeError"  # no page in place of its parts
        empty.click()
        expect(page.message).to_contain_text(UNREACHABLE)
        page.expect_ply(2)
    empty.click()
    page.expect_ply(4)
    expect(page.message).to_have_text("")


def test_a_game_with_a_friend_is_never_an_old_one(page: Player) -> None:
    visit(page, RULES)
    page.goto(f"{ROOT}/with")
    page.button("Get the link").click()
    page.cell("b2").click()
    page.expect_ply(1)
    visit(page, TERMS)
    assert set(kept(page, "pages")) == {RULES, TERMS}
    page.go_back()
    page.expect_ply(1)
    with offline(page):
        page.reload()
        expect_no_connection(page)
    page.link("Try again").click()
    page.expect_ply(1)


@pytest.mark.parametrize(("path", "pressed"), [("with", "Get the link"), (LOST, "Retry move 5")])
def test_a_form_that_fails_says_so_and_leads_back_to_its_page(
    page: Player, front: Front, path: str, pressed: str
) -> None:
    """Its answer is lost, or the line is cut before; from there it works."""
    (app,) = front.machines

    def lose_answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = app(environ, start)
        if environ["REQUEST_METHOD"] == "POST":
            environ["werkzeug.socket"].shutdown(SHUT_RDWR)
        return answer

    visit(page, MATCH)
    page.goto(f"{ROOT}/{path}")
    started = page.url
    front.machines = [lose_answer]
    page.context.set_offline(path == LOST)
    page.button(pressed).first.click()
    expect_no_connection(page)
    front.machines = [app]
    page.context.set_offline(False)
    page.link("Try again").click()
    expect(page).to_have_url(started)
    page.button(pressed).first.click()
    page.wait_for_load_state()
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)


def test_the_latest_pages_are_kept_and_not_more(page: Player) -> None:
    visit(page, RULES)
    seen = [f"{TERMS}?n={number}" for number in range(LIMIT + 4)]
    page.evaluate("async (all) => { for (const one of all) await fetch(one); }", seen)
    expect_kept(page, seen[-1])
    expect_kept(page, RULES, there=False)
    assert len(kept(page, "pages")) == LIMIT


def versions_kept(page: Player) -> set[str]:
    """The versions that caches have in their names, and names without any."""
    return {name.split()[1] if " " in name else name for name in page.evaluate(KEPT)}


def test_after_a_change_of_language_no_page_comes_in_the_old_one(page: Player) -> None:
    """A page that was asked for in some language is not kept."""
    html = expect(page.locator("html"))
    visit(page, MATCH)
    visit(page, TERMS)
    page.goto(f"{RULES}?language=fr")
    html.to_have_attribute("lang", "fr")
    assert versions_kept(page) == {"version-1"}
    page.goto(TERMS)
    page.button("Deutsch").click()
    html.to_have_attribute("lang", "de")
    expect(page).to_have_url(re.compile(re.escape(TERMS)))
    expect_kept(page, MATCH, f"{RULES}?language=fr", there=False)
    expect_kept(page, TERMS)
    assert versions_kept(page) == {"version-1-de"}
    with offline(page):
        for address in (TERMS, MATCH, RULES):
            page.goto(address)
            html.to_have_attribute("lang", "de")


def test_a_new_version_replaces_what_the_old_one_kept(
    page: Player, front: Front, versions: list[WSGIApplication]
) -> None:
    visit(page, MATCH)
    visit(page, TERMS)
    assert versions_kept(page) == {"version-1"}
    page.evaluate("""async () => (await caches.open("another's")).put("/", new Response())""")
    front.machines = versions[1:]
    page.goto(MATCH)
    expect_kept(page, TERMS, there=False)
    expect_kept(page, MATCH)
    assert versions_kept(page) == {"version-2", "another's"}
    with offline(page):
        page.goto(MATCH)
        expect(page.locator("html")).to_have_attribute("data-version", "version-2")
        page.goto(TERMS)
        expect_no_connection(page)


@pytest.mark.parametrize("status", ["404 Not Found", "200 OK", "503 Service Unavailable"])
def test_another_application_has_the_port_for_itself_but_no_proxy_that_is_away(
    page: Player, front: Front, status: str
) -> None:
    """It knows no worker, or answers every address with its page."""
    visit(page, TERMS)
    (app,) = front.machines
    away = status.startswith("503")

    def another(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        there = environ["PATH_INFO"].endswith(MATCH) and not away
        start("200 OK" if there else status, [("Content-Type", "text/html")])
        return [b"<!doctype html><title>Another</title>"]

    front.machines = [another]
    page.goto(MATCH)
    if away:
        page.goto(MATCH)
        front.machines = [app]
        page.goto(MATCH)
        expect_kept(page, TERMS)
    else:
        await_promised(page, LEFT)
        page.goto(TERMS)
        expect(page).to_have_title("Another")


DENIED = """() => {
    for (const name of ["open", "match", "keys", "delete"]) {
        Object.defineProperty(caches, name, { value: () => Promise.reject(new Error(name)) });
    }
}"""


def test_a_worker_whose_caches_are_denied_changes_nothing(page: Player) -> None:
    visit(page, MATCH)
    (worker,) = page.context.service_workers
    worker.evaluate(DENIED)
    for address in (MATCH, RULES):
        page.goto(address)
        assert page.evaluate(MISSING) == []
    page.goto(MATCH)
    page.play_once()
    choose_dark(page)


def test_no_page_waits_for_the_settings(page: Player, front: Front) -> None:
    """On a slow line that would be one more round trip before anything is seen."""
    (app,) = front.machines
    answer = Event()

    def hold_back(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("/theme.css"):
            answer.wait(60)
        return app(environ, start)

    visit(page, RULES)
    front.machines = [hold_back]
    try:
        page.goto(TERMS)
        expect(page).to_have_title(re.compile("^Terms"))
    finally:
        answer.set()
