"""Each script blocked alone, as by a filter or a lost connection, leaves a page that works."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from tests.e2e.player import (
    HUMAN,
    advice,
    begin,
    board,
    button,
    cell,
    choose,
    empty_cells,
    expect_ply,
    expect_status,
    expect_true_page,
    link,
    play_on,
    requests_of,
    sketch,
    status,
)
from tests.e2e.test_friend import company, invite, join
from tests.e2e.test_puzzles import PATH, PUZZLE, expect_solved, solve
from webapp import ROOT

SCRIPTS = sorted(path.name for path in (ROOT / "static").glob("*.js"))
PLAYED = {TIC_TAC_TOE: "a1b2c3a3", SQUARE: "b2c3a1b1"}


@contextmanager
def blocked(context: BrowserContext, script: str) -> Iterator[None]:
    """No page of *context* gets this script."""
    context.route(f"**/{script}", lambda route: route.fulfill(status=404))
    yield
    context.unroute(f"**/{script}")


def match(page: Page, game: Game) -> None:
    """All help, a whole game, and the next one."""
    begin(page, game, HUMAN, "hard", played=PLAYED[game])
    button(page, "Hint").click()
    expect(advice(page)).to_contain_text("Hint: ")
    button(page, "Values").click()
    expect(board(page).locator("[data-value]")).not_to_have_count(0)
    button(page, "Show how").click()
    expect(sketch(page)).not_to_have_count(0)
    link(page, f"O {PLAYED[game][2:4]}").click()
    expect(page.get_by_role("heading", name=f"Why {PLAYED[game][2:4]}?")).to_be_visible()
    button(page, "Undo").click()
    expect_ply(page, 2)
    expect_true_page(page)
    play_on(page)
    expect_true_page(page)
    button(page, "Again").click()
    expect_ply(page, 0)


def watch(page: Page) -> None:
    """Two programs."""
    page.goto("/")
    choose(page, TIC_TAC_TOE, "easy", "hard")
    expect_status(page, "X to move")
    button(page, "Step").click()
    expect_ply(page, 1)
    button(page, "To the end").click()
    expect(board(page)).not_to_have_attribute("data-state", "active")


def replay(page: Page) -> None:
    """Steps, switches and a move of one's own."""
    page.goto("/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&x=human&o=hard&ply=3")
    link(page, "Forward").click()
    expect_ply(page, 4)
    button(page, "Programs").click()
    expect(page.get_by_role("region", name="The move of every program")).to_be_visible()
    cell(page, "b1").click()
    expect_ply(page, 5)
    expect(page.get_by_role("region", name="Variation")).to_be_visible()


def puzzle(page: Page) -> None:
    """A hint, and the solution."""
    page.goto(PATH)
    button(page, "Hint").click()
    expect(page.get_by_role("region", name="Why")).to_contain_text("Look for")
    solve(page, PUZZLE)
    expect_solved(page)


def puzzle_set(page: Page) -> None:
    """A set of puzzles, and its first one."""
    page.goto("/puzzles?game=square&theme=fork")
    link(page, "Begin").click()
    expect(board(page)).to_be_visible()


def sheet(page: Page) -> None:
    """Puzzles on paper."""
    page.goto("/puzzles/sheet")
    expect(page.get_by_role("heading").first).to_be_visible()


def search(page: Page) -> None:
    """A step, and a visit by its number."""
    page.goto("/search/tic-tac-toe/XX.-OO.-...")
    link(page, "Forward").click()
    expect(status(page)).to_contain_text("Visit 2 of 47.")
    page.get_by_role("textbox", name="Visit").fill("47")
    button(page, "Go").click()
    expect(status(page)).to_contain_text("Done")


def settings(page: Page) -> None:
    """A setting is saved."""
    page.goto("/settings")
    page.get_by_role("radio", name="On").first.check()
    button(page, "Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    begin(page, TIC_TAC_TOE)  # with sound
    cell(page, "b2").click()
    expect_ply(page, 1)


def lesson(page: Page) -> None:
    """A tap on the board is answered."""
    page.goto("/learn/lines")
    before = status(page).text_content()
    empty_cells(page).first.click()
    expect(status(page)).not_to_have_text(before or "")


def frame(page: Page) -> None:
    """A step in a page for other sites."""
    page.goto("/embed/replay/tic-tac-toe/a1b2c3a3c2c1?first=x&ply=3")
    link(page, "Forward").click()
    expect_ply(page, 4)


FLOWS: dict[str, Callable[[Page], None]] = {
    **{f"match-{game.key}": partial(match, game=game) for game in GAMES.values()},
    **{
        flow.__name__: flow
        for flow in (watch, replay, puzzle, puzzle_set, sheet, search, settings, lesson, frame)
    },
}


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("flow", FLOWS.values(), ids=FLOWS)
def test_a_page_works_without_any_one_of_its_scripts(
    page: Page, flow: Callable[[Page], None]
) -> None:
    sent = requests_of(page)
    flow(page)
    asked = {request.url.rpartition("/")[2] for request in sent}
    for script in asked.intersection(SCRIPTS):
        with blocked(page.context, script):
            page.context.clear_cookies()
            flow(page)


@pytest.mark.usefixtures("fresh")
def test_without_htmx_keys_work_and_programs_move_by_steps_alone(page: Page) -> None:
    with blocked(page.context, "htmx-*.js"):
        begin(page, TIC_TAC_TOE, "easy", "hard")
        expect(page.locator(".script")).to_have_count(2)
        expect(page.locator(".script").filter(visible=True)).to_have_count(0)
        begin(page, SQUARE)
        cell(page, "a1").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect_ply(page, 1)
        page.wait_for_load_state("domcontentloaded")  # the scripts run just before
        page.keyboard.press("u")
        expect_ply(page, 0)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("missing", sorted({*SCRIPTS} - {"replay.js", "sound.js"}))
def test_two_friends_play_on_without_a_script(
    page: Page, new_context: Callable[..., BrowserContext], missing: str
) -> None:
    """News come at least with *Refresh*."""
    second = new_context().new_page()
    with blocked(page.context, missing), blocked(second.context, missing):
        invite(page, SQUARE)
        join(second, page)
        for ply, (name, mover, other) in enumerate((("b2", page, second), ("c3", second, page)), 1):
            cell(mover, name).click()
            expect_ply(mover, ply)
            link(other, "Refresh").click()
            expect_ply(other, ply)
        expect(company(page)).to_contain_text("Your friend is here")
