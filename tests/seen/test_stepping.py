"""Games from their addresses: stepping, reviewing, sharing, trying, playing on."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.player import Player

FULL = "/replay/square/a1a2b1a3c1a4d2b2b3d3c3d4b4c2d1c4?first=x&x=human&o=hard"
TOLD = "/replay/square/a4b3c2c4b1c3b4b2d4c1d2a3a2a1?first=x&x=human&o=hard&story=on"
LOST = "/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard"


def test_keys_step_and_fields_keep_theirs(page: Player) -> None:
    """In a story they step from stop to stop."""
    for address, steps in (
        (f"{LOST}&ply=0", "ArrowRight 1 ArrowRight 2 ArrowLeft 1 End 6 ArrowRight 6 Home 0"),
        (TOLD, "ArrowRight 10 ArrowRight 12 End 14 ArrowLeft 12 Home 7 ArrowLeft 7"),
    ):
        page.goto(address)
        for key, number in re.findall(r"(\w+) (\d+)", steps):
            page.keyboard.press(key)
            page.expect_at(int(number))
    page.goto(f"{LOST}&ply=0")
    page.get_by_text("Play from here").click()
    page.players("O").press("End")  # chooses a player, and does not step
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("textbox", name="Address of this page").press("End")
    page.expect_at(0)


def test_back_takes_back_the_last_step(page: Player) -> None:
    """Back takes back a step of any kind, and from the first view leads to the page before."""
    page.goto("/learn/games")
    page.goto(LOST + "&ply=0")
    page.link("Forward").click()
    page.expect_at(1)
    page.moves.get_by_role("link").nth(3).click()
    page.expect_at(4)
    page.button("Values").click()
    expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
    page.cell("c1").click()
    page.expect_at(5)
    expect(page).to_have_url(re.compile(r"[?&]variation=c1(?!\w)"))
    expect(page).to_have_title(re.compile("^Move 5 of 5: O to move after c1 in a variation"))
    page.reload()
    page.expect_at(5)
    page.go_back()
    page.expect_at(4)
    expect(page.variation).to_have_count(0)
    expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(page.button("Values")).to_have_attribute("aria-pressed", "false")
    page.expect_at(4)
    page.go_back()
    page.expect_at(1)
    page.go_back()
    page.expect_at(0)
    page.go_forward()
    page.expect_at(1)
    page.go_back()
    page.expect_at(0)
    page.go_back()
    expect(page).to_have_url(re.compile("/learn/games$"))


@pytest.mark.usefixtures("fresh")  # a history has fifty entries at most
def test_a_step_that_leads_nowhere_is_no_entry_of_the_history(page: Player) -> None:
    """Neither are steps beyond the end."""
    page.goto(LOST + "&ply=5")
    length = page.evaluate("() => history.length")
    page.keyboard.press("ArrowRight")
    page.expect_at(6)
    assert page.evaluate("() => history.length") == length + 1
    for key in ("ArrowRight", "End"):
        page.keyboard.press(key)
    page.moves.get_by_role("link").last.click()
    page.keyboard.press("ArrowLeft")
    page.expect_at(5)
    assert page.evaluate("() => history.length") == length + 2


def test_a_click_tries_a_variation(page: Player) -> None:
    page.goto(LOST + "&ply=4&values=on")
    page.cell("c1").click()
    page.expect_at(5)
    expect(page.variation).to_contain_text("from move 5: nobody played these moves")
    expect(page.variation.get_by_role("listitem")).to_have_text(["X c1"])
    expect(page.board.locator("[data-value]")).to_have_count(4)  # what was switched on stays on
    page.cell("b1").click()
    page.expect_at(6)
    expect(page.variation.get_by_role("listitem")).to_have_text(["X c1", "O b1"])
    expect(page.moves).to_have_count(6)  # the game as it was
    expect(page.why).to_have_count(0)
    page.link("Back to the game").click()
    page.expect_at(4)
    expect(page.variation).to_have_count(0)
    expect(page.moves).to_have_count(6)


def programs(page: Player) -> Locator:
    """The entries of all programs."""
    return page.locator(".program")


def test_a_step_leaves_the_page_where_it_is_scrolled_to(page: Player) -> None:
    """And what was unfolded unfolded."""
    page.resize(360, 740)
    page.goto(FULL + "&ply=8&programs=on")
    hard = programs(page).filter(has_text="Hard")
    hard.locator("summary").click()
    hard.scroll_into_view_if_needed()
    scrolled = page.evaluate("() => scrollY")
    assert scrolled
    page.keyboard.press("ArrowRight")
    page.expect_at(9)
    assert page.evaluate("() => scrollY") == scrolled
    expect(hard.get_by_role("table").first).to_be_visible()


@pytest.mark.parametrize("fail", [Route.abort, partial(Route.fulfill, status=404)])
def test_a_replay_that_cannot_be_had_is_asked_for_as_a_page(
    page: Player, page_errors: list[str], fail: Callable[[Route], None]
) -> None:
    def fail_if_fetched(route: Route) -> None:
        (fail if route.request.resource_type == "fetch" else Route.continue_)(route)

    page.goto(LOST + "&ply=0")
    page.route("**/replay/**", fail_if_fetched)
    with page.expect_navigation(url=re.compile("ply=1")):
        page.link("Forward").click()
    page.expect_at(1)
    page_errors.clear()


def test_what_is_switched_stays_while_stepping(page: Player) -> None:
    page.goto(LOST + "&ply=3")
    valued = page.board.locator("[data-value]")
    expect(valued).to_have_count(0)
    page.button("Values").focus()
    page.keyboard.press("Space")
    expect(valued).to_have_count(6)
    expect(page.button("Values")).to_be_focused()
    expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
    page.link("Forward").click()
    page.expect_at(4)
    expect(valued).to_have_count(5)
    expect(page.cell("c1")).to_have_accessible_name(
        "Row 1, column 3: empty, c1, wins in 2 moves, best"
    )
    expect(page.why).to_contain_text("O played a3")
    legend = page.locator("[data-key]").filter(visible=True)
    expect(legend).not_to_have_count(0)
    page.button("Ideas").click()
    expect(legend).to_have_count(0)  # ideas are drawn in the place of the values
    page.button("Ideas").click()
    expect(legend).not_to_have_count(0)
    page.button("Values").click()
    expect(valued).to_have_count(0)
    expect(page).not_to_have_url(re.compile("values"))


def test_steps_that_are_faster_than_the_pages_all_count(page: Player) -> None:
    page.goto(FULL + "&ply=0")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.expect_at(5)
    page.link("Back").dblclick()
    page.expect_at(3)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("clipboard", [True, False])
def test_the_link_is_copied_or_else_selected(page: Player, clipboard: bool) -> None:
    there = "{ writeText: async text => { window.written = text } }" if clipboard else "undefined"
    page.add_init_script(f"Object.defineProperty(navigator, 'clipboard', {{ value: {there} }})")
    page.goto(LOST + "&ply=4")
    page.get_by_text("Share", exact=True).click()
    said = page.locator("#copied")
    expect(said).to_have_role("status")
    expect(said).to_have_text("")
    region = said.element_handle()
    page.button("Copy").click()
    expect(said).to_contain_text("Link copied." if clipboard else "The link is selected")
    assert region.evaluate("region => region.isConnected")
    got = page.evaluate("() => window.written ?? getSelection().toString()")
    expect(page.get_by_role("textbox", name="Address of this page")).to_have_value(got)
