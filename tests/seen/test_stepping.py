"""Games from their addresses: stepping, trying, going back, the moves from here, the link."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.player import Player
from tests.views import LONG_REPLAY, REPLAY


def step(page: Player, steps: str) -> None:
    """Press each key; the replay comes to stand after so many moves."""
    for key, number in re.findall(r"(\w+) (\d+)", steps):
        page.keyboard.press(key)
        page.expect_at(int(number))


@pytest.mark.usefixtures("fresh")  # a history has fifty entries at most
def test_a_step_beyond_the_end_is_no_entry_of_the_history_and_fields_keep_their_keys(
    page: Player,
) -> None:
    page.goto(f"{REPLAY}&ply=0")
    step(page, "ArrowRight 1 End 6")
    length = page.evaluate("() => history.length")
    step(page, "ArrowRight 6 End 6")
    page.moves.get_by_role("link").last.click()
    step(page, "Home 0")
    assert page.evaluate("() => history.length") == length + 1
    page.get_by_text("Play from here").click()
    page.players("O").press("End")  # chooses a player, and does not step
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("textbox", name="Address of this page").press("End")
    page.expect_at(0)


def test_a_click_tries_a_variation_and_back_takes_back_each_step(page: Player) -> None:
    """Values stay on. From the first view it leads to the page before."""
    page.goto("/learn/games")
    page.goto(f"{REPLAY}&ply=0")
    page.moves.get_by_role("link").nth(3).click()
    page.expect_at(4)
    values, valued = page.button("Values"), page.board.locator("[data-value]")
    values.click()
    for number, (name, left) in enumerate((("c1", 4), ("b1", 3)), 5):
        page.cell(name).click()
        page.expect_at(number)
        expect(valued).to_have_count(left)
    expect(page).to_have_title(re.compile("^Move 6 of 6: X to move after b1 in a variation"))
    expect(page.variation.get_by_role("listitem")).to_have_text(["X c1", "O b1"])
    expect(page.moves).to_have_count(6)  # the game as it was
    page.reload()
    for shown, left in ((6, 2), (5, 1), (4, 0)):
        page.expect_at(shown)
        expect(page.variation.get_by_role("listitem")).to_have_count(left)
        expect(values).to_have_attribute("aria-pressed", "true")
        page.go_back()
    expect(values).to_have_attribute("aria-pressed", "false")
    page.go_back()
    page.expect_at(0)
    page.go_forward()
    page.expect_at(4)
    for _ in range(2):
        page.go_back()
    expect(page).to_have_url(re.compile("/learn/games$"))


def test_a_step_leaves_the_page_where_it_is_scrolled_to(page: Player) -> None:
    """And what was unfolded unfolded. Steps that are faster than the pages all count."""
    page.resize(360, 740)
    page.goto(LONG_REPLAY + "&ply=8&programs=on")
    hard = page.locator(".program").filter(has_text="Hard")
    hard.locator("summary").click()
    hard.scroll_into_view_if_needed()
    scrolled = page.evaluate("() => scrollY")
    assert scrolled
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.expect_at(13)
    assert page.evaluate("() => scrollY") == scrolled
    expect(hard.get_by_role("table").first).to_be_visible()
    page.link("Back").dblclick()
    page.expect_at(11)


def test_a_replay_that_cannot_be_had_is_asked_for_as_a_page(
    page: Player, page_errors: list[str]
) -> None:
    def fail_if_fetched(route: Route) -> None:
        if route.request.resource_type != "fetch":
            route.continue_()
        elif "ply=1" in route.request.url:
            route.abort()
        else:
            route.fulfill(status=404)

    page.goto(f"{REPLAY}&ply=0")
    page.route("**/replay/**", fail_if_fetched)
    for number in (1, 2):
        with page.expect_navigation(url=re.compile(f"ply={number}")):
            page.link("Forward").click()
        page.expect_at(number)
    page_errors.clear()


def test_ideas_are_drawn_in_the_place_of_the_values(page: Player) -> None:
    page.goto(REPLAY + "&ply=4&values=on")
    legend, ideas = page.locator("[data-key]").filter(visible=True), page.button("Ideas")
    expect(legend).not_to_have_count(0)
    ideas.focus()
    page.keyboard.press("Space")
    expect(legend).to_have_count(0)
    expect(ideas).to_be_focused()
    ideas.click()
    expect(legend).not_to_have_count(0)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("clipboard", [True, False])
def test_the_link_is_copied_or_else_selected(page: Player, clipboard: bool) -> None:
    there = "{ writeText: async text => { window.written = text } }" if clipboard else "undefined"
    page.add_init_script(f"Object.defineProperty(navigator, 'clipboard', {{ value: {there} }})")
    page.goto(REPLAY + "&ply=4")
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


TWO_CORNERS = "/replay/tic-tac-toe/a1b2c3"  # O draws with an edge and loses with a corner


def table(page: Player) -> Locator:
    """The table of moves."""
    return page.get_by_role("table", name="Moves from here")


def row(page: Player, name: str) -> Locator:
    """The row of the move on that cell."""
    return table(page).get_by_role("row").filter(has=page.link(name))


@pytest.mark.usefixtures("script")
def test_moves_are_sorted_and_followed(page: Player) -> None:
    page.goto(f"{TWO_CORNERS}?first=x")
    page.link("Moves from here").click()
    expect(page.get_by_role("heading", name="Moves from here")).to_be_focused()
    moves = table(page).get_by_role("rowheader")
    expect(moves).to_have_text([re.compile("^b1 also a2, c2 and b3$"), re.compile("^c1 also a3$")])
    details = table(page).get_by_text(re.compile("Hard")).filter(visible=True)
    expect(details).to_have_count(0)
    row(page, "c1").get_by_text("Details of c1").locator("..").click()
    expect(details).to_have_text(re.compile("Hard.* games? · .* positions?$"))

    page.link("Odds").click()
    head = table(page).get_by_role("columnheader", name="Odds")
    expect(head).to_have_attribute("aria-sort", "descending")
    expect(page.link("Odds")).to_be_focused()
    expect(page.get_by_role("status").nth(1)).to_have_text("Sorted by: Odds.")
    expect(moves).to_have_text([re.compile("^c1"), re.compile("^b1")])

    page.link("b1").click()
    page.expect_ply(4)
    expect(page.cell("b1")).to_have_accessible_name(re.compile("O, b1, last move"))
    expect(page.get_by_role("heading", name="Moves from here")).to_be_focused()
    expect(head).to_have_attribute("aria-sort", "descending")


def test_a_row_that_is_pointed_at_shows_on_the_board(page: Player) -> None:
    page.goto(f"{TWO_CORNERS}/moves?first=x")
    cells = page.board.get_by_role("button").all()
    for point, dashed in (
        (row(page, "b1").hover, (1, 3, 5, 7)),
        (page.board.hover, ()),
        (page.link("c1").focus, (2, 6)),
    ):
        point()
        for number, cell in enumerate(cells):
            style = re.compile("dashed" if number in dashed else "^(?!dashed)")
            expect(cell).to_have_css("outline-style", style)
