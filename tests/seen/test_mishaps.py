"""Mishaps: pages that are behind, hasty clicks, lost connections and answers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, REPLY_AFTER, UNREACHABLE, Player
from tests.page import read

GONE_ON = "This page was behind"


def test_a_page_that_the_browser_put_aside_catches_up(page: Player, page_errors: list[str]) -> None:
    """The keyboard goes on where it was, and a page stays if the server does not answer."""
    page.begin(TIC_TAC_TOE)
    page.cell("a1").press("ArrowRight")
    page.send("/moves", {"cell": "4", "ply": "0"})
    page.route("**/*", lambda route: route.abort())
    page.bring_back()
    page.title()
    page.expect_ply(0)
    page.unroute_all()
    page.bring_back()
    page.expect_ply(1)
    expect(page.cell("b1")).to_be_focused()
    page.play("b1")
    page_errors.clear()

    page.goto("/puzzles?game=square&count=3")
    link = page.get_by_role("list", name="Puzzles").get_by_role("link").first
    link.focus()
    other = page.new_tab()
    other.goto(link.get_attribute("href") or "")
    other.solve(load(SQUARE)[int(other.url.split("/")[-1].split("?")[0]) - 1])
    page.bring_back()
    expect(link).to_have_class("solved")
    expect(link).to_be_focused()


def lose_answer(route: Route) -> None:
    """Let the request arrive, but not its answer."""
    route.fetch()
    route.abort()


FAILURES: tuple[Callable[[Route], None], ...] = (
    lambda route: route.abort(),
    lambda route: route.fulfill(status=502),
    lambda route: route.fulfill(body=""),
    lose_answer,
)


def test_a_lost_connection_is_told_and_play_goes_on(page: Player, page_errors: list[str]) -> None:
    """If only the answer was lost, the page shows at the next click that the move was made."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    said = page.status.text_content() or ""
    for failing in FAILURES:
        page.route("**/moves", failing)
        page.cell("c3").click()
        expect(page.message).to_contain_text(UNREACHABLE)
        expect(page.status).to_have_text(said)
        expect(page.locator("[data-pending]")).to_have_count(0)
        if failing is not lose_answer:
            page.expect_true_page()
        page.expect_ply(2)
        expect(page.cell("c3")).to_be_focused()
        page.unroute("**/moves")
    page.title()  # a round trip, so that the errors have arrived
    assert all("Failed to" in error for error in page_errors), page_errors
    page_errors.clear()
    page.cell("c3").click()
    expect(page.message).to_contain_text(GONE_ON)
    page.expect_ply(4)
    page.expect_true_page()
    page.play_once()
    expect(page.message).to_have_text("")
    page.expect_true_page()


@pytest.mark.usefixtures("fresh")
def test_the_second_click_of_a_slow_double_click_is_no_request(page: Player) -> None:
    page.begin(SQUARE)
    sent = page.log_requests()
    for number, name in enumerate(["b2", "c3", "a1"], 1):
        page.cell(name).hover()
        page.mouse.down()
        page.mouse.up()
        page.expect_ply(number)  # the answer is there before the second click
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        expect(page.message).to_have_text("")
    page.title()  # a round trip, so that what was sent has been noted
    assert [request.method for request in sent].count("POST") == 3
    page.expect_true_page()


def test_a_double_click_on_a_button_and_enter_held_down_are_harmless(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, HUMAN, played="a1b1a2b2")
    page.play("a3")
    page.button("Again").dblclick()
    page.expect_ply(0)
    expect(page.message).to_have_text("")
    page.cell("b2").focus()
    for _ in range(5):
        page.keyboard.down("Enter")  # held down, it repeats
    page.keyboard.up("Enter")
    page.expect_ply(1)
    page.expect_true_page()
    page.play("c3")
    expect(page.message).to_have_text("")


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("where", ["reply", "elsewhere"])
def test_taps_before_the_reply_are_no_moves(page: Player, where: str) -> None:
    """They do not hurry it, or one of them would count after it. If one ends after it, on its cell
    too, nothing is refused.
    """
    page.begin_in_still_time(SQUARE, "hard")
    with page.expect_response("**/moves"):
        page.cell("b2").click()
    sent = page.log_requests()
    page.cell("c4").click()
    replied = page.match_on_the_server().record.moves[-1]
    elsewhere = 15 if replied == 0 else 0
    page.locator(f"#cell-{replied if where == 'reply' else elsewhere}").hover()
    page.expect_pending("b2", "X")
    page.expect_ply(0)
    page.mouse.down()
    page.clock.run_for(REPLY_AFTER)
    page.expect_ply(2)
    page.mouse.up()
    page.title()  # a round trip, so that a request would have been sent
    assert sent == []
    expect(page.message).to_have_text("")
    page.expect_true_page()
    page.clock.resume()
    page.play_once()


PUZZLE = load(SQUARE)[499]


def play(page: Player) -> None:
    page.cell("b2").click()
    expect(page.cell("b2")).to_have_attribute("data-mark", "X")
    page.button("Undo").click()
    expect(page.cell("b2")).not_to_have_attribute("data-mark", "X")


def step(page: Player) -> None:
    page.link("Forward").click()
    page.expect_at(2)


def solve(page: Player) -> None:
    """The cells of a frame are links."""
    for move in (it.move for it in solution(PUZZLE)):
        page.locator(f"#cell-{move.cell}").click()
        expect(page.locator(f"#cell-{move.cell}")).to_have_attribute("data-mark", "X")
    expect(page.status).to_contain_text("Solved")


def draw(page: Player) -> None:
    """No key is there that does nothing."""
    for cell in ("a1", "b1"):
        page.get_by_role("checkbox", name=re.compile(f"^{cell}")).first.check()
    turn, drawn = page.button("The next way"), page.locator("#of b")
    if turn.is_visible():
        turn.click()
        expect(drawn).to_have_text(re.compile(r"\d of \d"))
    page.button("Solve it").click()
    expect(page).to_have_url(re.compile("/games/3x2-a1b1$"))


def choose(page: Player) -> None:
    for theme in ("Dark", "Light"):
        page.get_by_role("radio", name=theme).check()
        if page.button("Save").is_visible():
            page.button("Save").click()
        expect(page.locator("html")).to_have_css("color-scheme", theme.lower())


def look_again(page: Player) -> None:
    link = page.link("Look again")
    with page.expect_request("**/wall*"):
        link.click() if link.is_visible() else None


WHAT_PAGES_ARE_FOR: dict[str, Callable[[Player], None]] = {
    "/": play,
    f"/puzzles/square/{PUZZLE.number}": solve,
    "/replay/tic-tac-toe/a1b1a2b2a3?first=x&ply=1": step,
    f"/embed/puzzles/square/{PUZZLE.number}": solve,
    "/games/new?columns=3&rows=2": draw,
    "/settings": choose,
    "wall": look_again,
}


@pytest.mark.parametrize("address", WHAT_PAGES_ARE_FOR)
def test_a_page_does_what_it_is_for_without_each_of_its_scripts(page: Player, address: str) -> None:
    """A filter may block it, or a connection lose it. To answer requests in its place would hold
    back moves whose answers lead on.
    """
    use = WHAT_PAGES_ARE_FOR[address]
    if address == "wall":
        page.goto("/class")
        page.button("Make the class").click()
        page.link("Wall").click()
        address = page.url
    browser = page.context.new_cdp_session(page)
    browser.send("Network.enable")
    for script in [it["src"] for it in read(page.request.get(address).text()).all("script")]:
        browser.send("Network.setBlockedURLs", {"urls": [f"*{script}"]})
        with page.expect_event("requestfailed", lambda it, name=script: it.url.endswith(name)):
            page.goto(address)
        use(page)
    browser.detach()
