"""Nothing moves: what one plays with keeps its place, and no slip throws a game away."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from tests.audits.test_first_view import every_opponent
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    empty_cells,
    expect_ply,
    held_back,
    play_once,
    ply,
    start,
    state,
    status,
)

PHONES = [(320, 568), (360, 740), (390, 664), (820, 1180)]
VIEWPORTS = [*PHONES, (740, 360), (1366, 633), (1920, 1080)]
WINDOWS = [(390, 664), (320, 568), (1366, 633)]
SMALL = [(320, 568), (390, 664), (740, 360), (1024, 768)]
ROOMS = ("board", "status", "help")

# The box of each room. For each control in the first view, but for the list of moves, its name,
# whether it ends the game on the board, and its box.
MEASURE = """rooms => {
  const box = ({ left, top, width, height }) =>
    [left + scrollX, top + scrollY, width, height].map(Math.round);
  const seen = element => {
    const at = element.getBoundingClientRect();
    return element.checkVisibility() && at.width && at.top < innerHeight && !element.closest("ol");
  };
  const ends = "[form=again], #left button, #choices button, [form=choices], #new-game button";
  return {
    ended: document.getElementById("board").dataset.state !== "active",
    rooms: rooms.map(id => [id, ...box(document.getElementById(id).getBoundingClientRect())]),
    controls: [...document.querySelectorAll("main :is(button, a, summary)")].filter(seen).map(
      element => [element.id || element.textContent.trim(), element.matches(ends),
        ...box(element.getBoundingClientRect())]),
  };
}"""

# The box of the text in an element.
TEXT = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}"""


def states(page: Page) -> Iterator[str]:
    """A game of Square against a program from its first move to beyond its end."""
    begin(page, SQUARE, HUMAN, "easy", seed="5")
    yield "first"
    for number, name in enumerate(("b2", "c3", "d1")):
        free = page.get_by_role("button", name="empty").first
        wanted = cell(page, name)
        (free if wanted.get_attribute("aria-disabled") else wanted).click()
        expect_ply(page, 2 * number + 2)
        yield f"move {number}"
    button(page, "Hint").click()
    expect(page.locator("[data-hint]")).to_have_count(1)
    yield "hint"
    button(page, "Values").click()
    expect(page.locator("[data-value]").first).to_be_visible()
    yield "values"
    page.get_by_role("button", name="Show how").click()
    expect(page.get_by_role("button", name="Show how", expanded=True)).to_be_visible()
    yield "how"
    button(page, "Undo").click()
    expect_ply(page, 4)
    yield "undo"
    while page.locator("#board").get_attribute("data-state") == "active":
        ply = page.locator("#board").get_attribute("data-ply")
        page.locator("#board button:not([aria-disabled])").last.click()
        expect(page.locator("#board")).not_to_have_attribute("data-ply", ply or "")
        yield "on"
    button(page, "Undo").click()
    expect(page.locator("#board")).to_have_attribute("data-state", "active")
    yield "undone"


def test_nothing_moves_and_nothing_destructive_takes_a_controls_place(page: Page) -> None:
    earlier: dict[tuple[int, int], dict[str, Any]] = {}
    steps = ((name, size) for name in states(page) for size in VIEWPORTS)
    for step, size in steps:
        measured = measure(page, size)
        before = earlier.get(size, measured)
        still = steady(measured, size)
        assert still.items() <= steady(before, size).items(), (step, size)
        for name, _, left, top, width, height in before["controls"]:
            x, y = left + width / 2, top + height / 2
            under = [
                other
                for other, ends, *at in measured["controls"]
                if ends and at[0] <= x < at[0] + at[2] and at[1] <= y < at[1] + at[3]
            ]
            assert under in ([], [name]), f"{step}, {size}: {under} where {name} was"
        if not measured["ended"] or size not in PHONES:
            earlier[size] = measured


@every_opponent
def test_a_whole_game_moves_neither_board_nor_keys(page: Page, game: Game, opponent: str) -> None:
    """From its first words, beside the way back to another game, to its result."""
    for first in "xo":
        start(page, game)
        page.request.post("/moves", form={"cell": 0, "ply": 0})
        begin(page, game, HUMAN, opponent, seed="2", first=first)
        still = rooms(page, WINDOWS)
        while state(page) == "active":
            play_once(page)
            for size, boxes in rooms(page, WINDOWS).items():
                assert boxes == {room: still[size][room] for room in boxes}, (size, ply(page))


def test_retries_and_watched_games_have_the_same_rooms(page: Page) -> None:
    """Their buttons and names have longer texts."""
    begin(page, TIC_TAC_TOE, HUMAN, HUMAN)
    still = rooms(page)
    ended = {size: kept for size, kept in still.items() if size not in PHONES}
    begin(page, TIC_TAC_TOE, played="a1a2b1b2c3")
    cell(page, "c2").click()
    expect_ply(page, 6)
    button(page, "Retry move 5").click()
    expect(button(page, "Answer")).to_be_visible()
    assert rooms(page) == still
    begin(page, TIC_TAC_TOE, "rules", "chain")
    assert rooms(page) == still
    button(page, "To the end").click()
    expect(page.locator("#board")).not_to_have_attribute("data-state", "active")
    now = rooms(page)
    assert {size: now[size] for size in ended} == ended


def test_a_puzzle_keeps_its_place_to_the_end(page: Page) -> None:
    """From the first look over a wrong try, hints and replies to the solution."""
    path = "/puzzles/square/500"
    page.goto(path)
    still = rooms(page)
    ended = {size: kept for size, kept in still.items() if size not in PHONES}
    for query in ("moves=a1", "moves=a1&hint=1", "hint=2", "hint=3", "moves=a1b4", "moves=b4b2"):
        page.goto(f"{path}?{query}")
        assert rooms(page) == still, query
    page.goto(f"{path}?moves=b4b2d2")
    expect(page.get_by_role("region", name="Solved")).to_be_visible()
    now = rooms(page)
    assert {size: now[size] for size in ended} == ended


def test_the_next_game_leaves_the_page_where_it_is(page: Page) -> None:
    """The last move was at its lower edge. To click by name might scroll."""
    page.set_viewport_size({"width": 1366, "height": 633})
    begin(page, TIC_TAC_TOE, played="a1b1a2b2")
    for clicked, number in ((cell(page, "a3"), 5), (button(page, "Again"), 0)):
        box = clicked.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect_ply(page, number)
    expect(board(page).locator(":focus")).to_have_count(1)
    assert page.evaluate("() => scrollY") == 0


def rooms(
    page: Page, sizes: Iterable[tuple[int, int]] = VIEWPORTS
) -> dict[tuple[int, int], dict[str, object]]:
    """The steady boxes, by the size of the page."""
    return {size: steady(measure(page, size), size) for size in sizes}


def steady(measured: dict[str, Any], size: tuple[int, int]) -> dict[str, object]:
    """The box of the board, and the corners of the status and of the keys: on a phone the card that
    ends a game pushes the keys down.
    """
    board, status, keys = (box for _, *box in measured["rooms"])
    found = {"board": board, "status": status[:2], "keys": keys[:2]}
    if measured["ended"] and size in PHONES:
        del found["keys"]
    return found


def measure(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """The rooms and the controls on a page of that *size*."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => scrollTo(0, 0)")
    measured: dict[str, Any] = page.evaluate(MEASURE, ROOMS)
    return measured


@pytest.mark.parametrize("opponent", ["medium", "unbeatable"])
def test_nothing_moves_while_the_computer_thinks(page: Page, opponent: str) -> None:
    begin(page, SQUARE, HUMAN, opponent, seed="1")
    rooms = ("#setup > summary", "#strip > :first-child", "#board", "#help")
    steady = [page.locator(room) for room in rooms]
    for number, (width, height) in enumerate(SMALL, 1):
        page.set_viewport_size({"width": width, "height": height})
        before = [it.bounding_box() for it in steady]
        with held_back(page):
            empty_cells(page).first.click()
            expect(status(page)).to_have_text("Computer thinking…")
            assert [it.bounding_box() for it in steady] == before
            said, pressed = status(page).evaluate(TEXT), steady[0].bounding_box()
            assert pressed
            assert said["right"] <= pressed["x"] or said["top"] >= pressed["y"] + pressed["height"]
            page.set_viewport_size({"width": height, "height": width})
            turned = steady[0].bounding_box()
            assert turned
            assert turned["height"] == pressed["height"]
        expect_ply(page, 2 * number)
