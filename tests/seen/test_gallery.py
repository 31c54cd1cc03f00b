"""A game of one's own in a browser: drawn, solved while one watches, and found in the atlas."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.player import Player

TURN = 1100  # milliseconds that the live board shows a way


def box(page: Player, cell: str) -> Locator:
    """The box of *cell* on the board that is drawn on."""
    return page.get_by_role("checkbox", name=re.compile(rf"^{cell}\b")).first


def test_what_is_pressed_before_the_scripts_or_the_answer_come_counts(page: Player) -> None:
    with page.held_back("**/*.js"):
        page.goto("/games/new", wait_until="commit")
        page.get_by_label("Columns").select_option("5")
        page.get_by_label("Rows").select_option("3")
    expect(box(page, "e3")).to_be_visible()
    page.goto("/games/new?columns=3&rows=2&s1=a1")
    with page.held_back("**/games/new?*"):
        box(page, "b1").check()
        page.button("Solve it").hover()
        page.mouse.down()
    expect(page.locator("#told")).to_contain_text("ways to win on this board.")
    page.mouse.up()
    expect(page).to_have_url(re.compile("/games/3x2-a1b1$"))


def test_a_drawing_is_found_among_the_named(page: Player, script: bool) -> None:
    page.goto("/games/new?columns=3&rows=3")
    expect(page.button("Solve it")).to_be_enabled(enabled=not script)
    for cell in ("a1", "a2", "a3"):
        box(page, cell).check()
    page.get_by_role("button", name="Another shape").first.press("Enter")
    expect(page.locator("#draw-2 [value=a1]")).to_be_focused() if script else None
    for cell in ("a1", "b2", "c3"):
        page.locator(f"#draw-2 [value={cell}]").check()
    if not script:
        page.button("Count the ways").click()
    expect(page.locator("#told")).to_contain_text("2 shapes, 8 ways to win: that is Tic-tac-toe.")
    expect(page.link("Play Tic-tac-toe")).to_be_visible()
    page.get_by_role("button", name="Drop shape 2").click()
    expect(page.locator("#told")).to_contain_text("3 in a row or column: 6 ways to win")
    expect(page.button("Solve it")).to_be_enabled()


@pytest.mark.usefixtures("fresh")
def test_the_live_board_turns_the_ways_and_stops_when_asked(page: Player) -> None:
    """It stands still where motion is unwelcome, and fits its ways until those of another board
    come.
    """
    page.clock.install()
    shown = page.locator("#of b")
    before, after = (page.button(name) for name in ("The way before", "The next way"))
    for moves in (True, False):
        page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
        page.goto("/games/new?columns=2&rows=2&s1=a1&s1=a2")
        expect(shown).to_have_text("1 of 4")
        page.clock.run_for(2 * TURN)
        expect(shown).to_have_text(f"{1 + 2 * moves} of 4")
        after.click()
        page.clock.run_for(2 * TURN)
        expect(shown).to_have_text(f"{2 + 2 * moves} of 4")
    for left in (1, 4):
        before.click()
        expect(shown).to_have_text(f"{left} of 4")
    with page.held_back("**/games/new?*"):
        page.get_by_label("Columns").select_option("3")
        before.click()
        expect(shown).to_have_text("3 of 4")
        expect(page.locator("#live-board use")).to_have_count(2)
    expect(shown).to_have_text("1 of 7")


def test_the_way_to_another_page_is_not_overtaken_by_the_game(page: Player) -> None:
    """A link leads to its page, even if the game is solved a moment later; Stop to the drawing."""
    page.goto("/games/4x4-!a1b2c4-a1d2b4")
    page.button("Solve it").click()
    page.button("Stop").click()
    expect(page).to_have_url(re.compile(r"/games/new\?"))
    page.goto("/games/4x4-!a1b2c4-a1d2b3")
    page.button("Solve it").click()
    expect(page.get_by_role("img", name="layers")).to_be_visible()
    looks, links = list[Route](), list[Route]()

    def answer_the_look(link: Route) -> None:
        links.append(link)
        looks[0].fulfill(content_type="text/html", body="<main></main>")

    page.route("**/games", answer_the_look)
    with page.expect_request("**/games/4x4-*"):
        page.route("**/games/4x4-*", lambda look: looks.append(look))  # noqa: PLW0108 (no signature)
    with page.expect_request_finished():
        page.link("All games").click(no_wait_after=True)
    for late in (*looks[1:], *links):
        late.continue_()
    expect(page).to_have_url(re.compile("/games$"))


def test_on_a_narrow_screen_nothing_lies_over_the_shape(page: Player) -> None:
    for height in (568, 664):
        page.resize(320, height)
        page.goto("/games/new?columns=3&rows=3&s1=a1&s1=b1&s1=c1&s1=d1")
        expect(page.locator("#live")).to_be_hidden()
        beyond, where, solve = page.boxes(".draw circle", ".where", ".solve")
        assert beyond.right <= 320
        assert where.bottom <= solve.top + 4


@pytest.mark.parametrize(("width", "height"), [(320, 568), (1366, 633)])
def test_shapes_by_boards_are_a_table_and_filters_move_nothing_in_it(
    page: Player, width: int, height: int
) -> None:
    page.resize(width, height)
    page.goto("/games/atlas")
    table = page.get_by_role("table", name="Who wins, by shape and board")
    expect(table.get_by_role("rowheader")).to_have_count(23 + 5)

    def squares() -> list[tuple[int, ...]]:
        corner, *boxes = page.boxes("[role=table]", "[role=table] a")
        left, top = corner[:2]
        return [(round(it.left - left), round(it.top - top), round(it.width)) for it in boxes]

    whole = squares()
    page.link("First wins 37").click()
    page.link("in 4: 6").click()
    expect(page.get_by_role("navigation", name="Who wins")).to_contain_text("in 5")
    assert squares() == whole
    xs, ys = ({place[way] for place in whole} for way in (0, 1))
    assert (len(xs) > len(ys)) == (width == 1366), "a shape is a column on a laptop alone"
    for name, opacity in (
        ("Elly on 5×3: first wins in 5 moves, 40 ways", "0.22"),
        ("Elly on 4×4: first wins in 4 moves, 48 ways", "1"),
    ):
        expect(page.link(name)).to_have_css("opacity", opacity)
