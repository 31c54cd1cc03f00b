"""Moments: the own mark before the answer, the reply after it, and answers that are late."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    empty_cells,
    expect_ply,
    expect_status,
    expect_true_page,
    held_back,
    link,
    message,
    play,
    ply,
    status,
)
from tests.server import served

AT_ONCE = 100  # milliseconds
REPLY_AFTER = 200
SLOW = 1000
LASTS = 500

# Note when a cell is pressed, and when the board shows a mark that the server has not confirmed.
WATCH = """() => {
  const seen = window.seen = [];
  document.addEventListener("click", ({ target, timeStamp }) => {
    if (target.closest("#board")) seen.push(["click", timeStamp]);
  }, true);
  const note = ({ target }) => seen.push([target.dataset.pending ?? "", performance.now()]);
  const board = document.getElementById("board");
  new MutationObserver((changes) => changes.forEach(note))
    .observe(board, { subtree: true, attributeFilter: ["data-pending"] });
}"""


def seen(page: Page) -> tuple[list[str], list[float]]:
    """The notes of :data:`WATCH`, and their times."""
    events: list[tuple[str, float]] = page.evaluate("() => window.seen")
    return [kind for kind, _ in events], [at for _, at in events]


def expect_pending(page: Page, name: str, mark: str) -> None:
    """Only the cell *name* shows a mark in pending ink, and only this *mark*."""
    expect(page.locator("#board [data-pending]")).to_have_count(1)
    pending = cell(page, name)
    expect(pending).to_have_attribute("data-pending", mark)
    expect(pending).not_to_have_attribute("data-mark", re.compile(""))
    shapes = pending.locator(".mark > use")
    shown = shapes.evaluate_all("all => all.map(use => use.checkVisibility())")
    assert shown == [mark == "X", mark == "O"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_board_is_wide_and_the_keys_are_in_view(page: Page, game: Game) -> None:
    """In the window of a common phone, after the computer has said why."""
    page.set_viewport_size({"width": 390, "height": 664})
    begin(page, game, HUMAN, "hard", played="b2a1" if game.size == 3 else "b2c3")
    box = board(page).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 330
    expect(board(page)).to_be_in_viewport(ratio=1)
    for key in (*(button(page, name) for name in ("Undo", "Hint", "Values")), link(page, "Review")):
        expect(key).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("o", "played", "mark"),
    [("hard", "b2a1", "X"), (HUMAN, "b2", "O")],
    ids=["computer", "people"],
)
def test_the_own_mark_stands_before_any_answer(page: Page, o: str, played: str, mark: str) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, o, played=played)
    page.evaluate(WATCH)
    before = ply(page)
    with held_back(page) as held:
        cell(page, "c3").click()
        expect_pending(page, "c3", mark)
        cell(page, "a3").click()
        cell(page, "c3").click()
        expect_pending(page, "c3", mark)
        expect_ply(page, before)
    assert len(held) == 1
    expect(cell(page, "c3")).to_have_attribute("data-mark", mark)
    expect(page.locator("[data-pending]")).to_have_count(0)
    expect_true_page(page)
    (first, then, *_), (pressed, drawn, *_) = seen(page)
    assert (first, then) == ("click", mark)
    assert drawn - pressed < AT_ONCE


@pytest.fixture
def strict() -> Iterator[str]:
    """The address of a server that takes few requests."""
    with served(config={"LIMIT_REQUESTS": "4 per minute"}) as address:
        yield address


def expect_taken_back(page: Page, reason: str = "") -> None:
    """The mark stood on c3 and was taken back; the message gives the *reason*."""
    expect(message(page)).not_to_have_text("")
    expect(message(page)).to_contain_text(reason)
    kinds, _ = seen(page)
    assert kinds == ["click", "X", ""]
    expect(page.locator("[data-pending]")).to_have_count(0)
    expect(cell(page, "c3")).not_to_have_attribute("data-mark", re.compile(""))


def test_a_refusal_takes_the_own_mark_back(page: Page) -> None:
    begin(page, SQUARE)
    behind = page.context.new_page()
    behind.goto("/")
    play(page, "b2 a1")
    behind.evaluate(WATCH)
    cell(behind, "c3").click()
    expect_taken_back(behind)
    expect_true_page(behind)


@pytest.mark.usefixtures("fresh")
def test_too_many_requests_take_the_own_mark_back(page: Page, strict: str) -> None:
    page.goto(f"{strict}/")
    while page.request.get(f"{strict}/").status != 429:
        pass
    page.evaluate(WATCH)
    cell(page, "c3").click()
    expect_taken_back(page, "Try again in a minute")
    expect_ply(page, 0)


@pytest.mark.usefixtures("fresh")
def test_a_lost_connection_takes_the_own_mark_back(page: Page, page_errors: list[str]) -> None:
    page.goto("/")
    page.evaluate(WATCH)
    page.context.set_offline(True)
    cell(page, "c3").click()
    expect_taken_back(page, "Nothing is lost: try again.")
    page.title()  # a round trip, so that the errors have arrived
    page_errors.clear()
    page.context.set_offline(False)
    cell(page, "c3").click()
    expect_ply(page, 2)
    expect_true_page(page)


def begin_and_stop_the_clock(page: Page, game: Game, **fields: str) -> None:
    """A match against Hard, with motion, in which time stands still."""
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install(time=0)
    begin(page, game, HUMAN, "hard", **fields)
    page.clock.pause_at(5000)


@pytest.mark.usefixtures("fresh")
def test_the_reply_comes_after_the_own_mark(page: Page) -> None:
    begin_and_stop_the_clock(page, SQUARE)
    with page.expect_response("**/moves"):
        cell(page, "b2").click()
    page.clock.run_for(REPLY_AFTER - 1)
    expect_pending(page, "b2", "X")
    expect_ply(page, 0)
    page.clock.run_for(1)
    expect_ply(page, 2)


@pytest.mark.usefixtures("fresh")
def test_nobody_waits_for_the_reply_who_goes_on(page: Page) -> None:
    """Time stands still, so nothing that waits would ever be shown."""
    begin_and_stop_the_clock(page, SQUARE, seed="1")
    for number in range(3):
        with page.expect_response("**/moves"):
            empty_cells(page).first.click()
        expect_ply(page, 2 * number)
        page.keyboard.press("Shift")
        expect_ply(page, 2 * number + 2)
    expect_true_page(page)


@pytest.mark.usefixtures("fresh")
def test_a_late_answer_is_said_to_be_on_its_way(page: Page) -> None:
    page.clock.install(time=0)
    page.goto("/")
    page.clock.pause_at(5000)
    slow = page.locator("[data-slow]")
    with held_back(page):
        cell(page, "b2").click()
        expect_pending(page, "b2", "X")
        page.clock.run_for(SLOW - 1)
        expect_status(page, "Your turn")
        expect(slow).to_have_count(0)
        page.clock.run_for(1)
        expect(status(page)).to_have_text("Computer thinking…")
        expect(slow).to_have_count(1)
    page.clock.run_for(LASTS)
    expect_ply(page, 2)
    expect(slow).to_have_count(0)


# Note each text of the status, and when it came.
WATCH_STATUS = """() => {
  const said = window.said = [];
  const note = () => said.push([document.getElementById("status").textContent, performance.now()]);
  new MutationObserver(note).observe(document.getElementById("status"), { childList: true });
}"""


@pytest.mark.usefixtures("fresh")
def test_that_the_computer_thinks_is_said_only_if_it_lasts(page: Page) -> None:
    """It never flashes."""
    page.clock.install(time=0)
    begin(page, SQUARE, HUMAN, "easy", seed="1")
    page.clock.pause_at(5000)
    page.evaluate(WATCH_STATUS)
    for number, wait in enumerate((SLOW // 2, SLOW - 1, SLOW, SLOW + 64), 1):
        with held_back(page):
            empty_cells(page).first.click()
            page.clock.run_for(wait)
        while ply(page) < 2 * number:
            page.clock.run_for(10)
    said = page.evaluate("() => window.said")
    lasted = [then - at for (text, at), (_, then) in pairwise(said) if text == "Computer thinking…"]
    assert len(lasted) == 2
    assert min(lasted) >= LASTS


@pytest.mark.parametrize("size", [(390, 664), (320, 568), (1366, 633)], ids=str)
def test_no_arrow_lies_over_the_own_mark(page: Page, size: tuple[int, int]) -> None:
    """Not even while the first words still stand, on a slow line."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/")
    arrow = page.locator("#arrow")
    expect(arrow).to_be_visible()
    with held_back(page):
        cell(page, "c2").click()
        expect_pending(page, "c2", "X")
        expect(arrow).to_be_hidden()
    expect_ply(page, 2)
    expect(arrow).to_be_hidden()
