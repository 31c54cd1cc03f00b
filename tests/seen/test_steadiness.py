"""Nothing moves: what one plays with keeps its place, and no slip throws a game away."""

from collections.abc import Iterable
from itertools import product
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import expect

from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from tests.e2e.player import HUMAN, Player
from tests.e2e.states import State
from tests.views import VIEWS, View

PHONES = [(320, 568), (390, 664)]
VIEWPORTS = [*PHONES, (740, 360), (1366, 633), (1920, 1080)]
SMALL = [(320, 568), (740, 360), (1024, 768)]
Control = tuple[str, bool, list[float]]
Rooms = dict[tuple[tuple[int, int], str], list[int]]  # by the size of the window, and the name

# Those with the longest reasons.
TALKATIVE = [(TIC_TAC_TOE, "minimax"), (TIC_TAC_TOE, "chain"), (SQUARE, "hard")]

# For each control in the first view, but for moves and reasons, its name, whether it ends the game
# on the board, and its box.
CONTROLS = """() => {
  const ends = "[form=again], #left button, #choices button, [form=choices], #new-game button";
  const all = document.querySelectorAll("main :is(button, a, summary)");
  const meant = [...all].filter(one => !one.closest("ol, #why, #advice-more"));
  return meant.filter(one => one.checkVisibility()).map(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [one.id || one.textContent.trim(), one.matches(ends), [left, top, right, bottom]];
  }).filter(([, , [left, top, right]]) => right > left && top < innerHeight);
}"""

# The box of the text in an element.
TEXT = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}"""

# The height of an element in the next frame. In between, a window may have its new size before its
# listeners know, and nobody sees it.
DRAWN_HEIGHT = """element => new Promise(drawn => requestAnimationFrame(
  () => drawn(element.getBoundingClientRect().height)))"""


MATCHES = {
    name: view
    for name, view in VIEWS.items()
    if type(view) is View and urlsplit(view.path).path == "/" and not view.form
}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_nothing_moves_and_nothing_destructive_takes_a_controls_place(
    page: Player, app: Flask, base_url: str, game: Game
) -> None:
    """In any state of a match; what ends a game stands where no state in the middle of one has
    another control.
    """
    states = {name: it for name, it in MATCHES.items() if it.session.match.record.game is game}
    still: Rooms = {}
    controls: list[tuple[str, tuple[int, int], bool, list[Control]]] = []
    for number, (state, view) in enumerate(states.items()):
        State(view).show(page, app, base_url)
        in_the_middle = page.state == "active" and page.ply > 0
        for size in VIEWPORTS[number % 2 :: 2]:
            now = rooms(page, [size])
            still = now | still
            assert now.items() <= still.items(), state
            if page.state == "active" or size not in PHONES:
                controls.append((state, size, in_the_middle, page.evaluate(CONTROLS)))
    for (one, size, in_the_middle, before), (other, same, _, after) in product(controls, repeat=2):
        for name, is_end, box in before if in_the_middle and size == same else ():
            under = [it for it, ends, there in after if ends and covers(there, box)]
            assert is_end or under == [], f"{size}: {under} in {other} where {name} in {one}"


def test_a_puzzle_keeps_its_rooms_from_the_first_look_to_the_solution(page: Player) -> None:
    path = "/puzzles/square/500"
    page.goto(path)
    still = rooms(page)
    for query in ("moves=a1&hint=1", "hint=2", "hint=3", "moves=b4b2", "moves=b4b2d2"):
        page.goto(f"{path}?{query}")
        assert rooms(page).items() <= still.items(), query
    expect(page.get_by_role("region", name="Solved")).to_be_visible()


def test_the_next_game_leaves_the_page_where_it_is(page: Player) -> None:
    """The last move was at its lower edge."""
    page.resize(1366, 633)
    page.begin(TIC_TAC_TOE, played="a1b1a2b2")
    for clicked, number in ((page.cell("a3"), 5), (page.button("Again"), 0)):
        page.click_in_place(clicked)
        page.expect_ply(number)
    expect(page.board.locator(":focus")).to_have_count(1)
    assert page.evaluate("() => scrollY") == 0


def covers(one: list[float], other: list[float]) -> bool:
    """Whether the box *one* has the middle of the *other*."""
    (left, top, right, bottom), across, down = one, other[0] + other[2], other[1] + other[3]
    return left <= across / 2 < right and top <= down / 2 < bottom


def rooms(page: Player, sizes: Iterable[tuple[int, int]] = VIEWPORTS) -> Rooms:
    """The box of the board, and the corners of the status and of the keys: these are gone once a
    match ends, and a solved puzzle pushes them down on a phone.
    """
    found: Rooms = {}
    for size, boxes in page.boxes_on(sizes, "#board", "#status", "#help").items():
        board, status, keys = ([*map(round, box)] for box in boxes)
        found |= {(size, "board"): board, (size, "status"): status[:2], (size, "keys"): keys[:2]}
        if page.state != "active" and (size in PHONES or not page.locator("#help").is_visible()):
            del found[size, "keys"]
    return found


def test_nothing_moves_while_the_computer_thinks_and_as_it_moves(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "unbeatable", seed=1)
    rooms = ("#setup > summary", "#strip > :first-child", "#board", "#help")
    for number, (width, height) in enumerate(SMALL, 1):
        page.resize(width, height)
        before = page.boxes(*rooms)
        with page.held_back():
            page.click_in_place(page.empty_cells.first)
            expect(page.status).to_have_text("Computer thinking…")
            assert page.boxes(*rooms) == before
            said, pressed = page.status.evaluate(TEXT), before[0]
            assert said["right"] <= pressed.left or said["top"] >= pressed.bottom
            page.resize(height, width)
            assert page.locator(rooms[0]).evaluate(DRAWN_HEIGHT) == pressed.height
        page.expect_ply(2 * number)
        page.resize(width, height)
        assert page.boxes(*rooms) == before


@pytest.mark.parametrize(("game", "opponent"), TALKATIVE)
def test_the_keys_stay_in_view_while_a_reason_is_drawn(
    page: Player, game: Game, opponent: str
) -> None:
    """Each of its figures, with the key to its signs, on phones that are not tall too. Some
    reasons are long with this seed.
    """
    page.begin(game, HUMAN, opponent, seed=3)
    page.play_once()
    page.play_once()
    page.button("Show how").click()
    expect(page.button("Show how")).to_have_attribute("aria-expanded", "true")
    switch = page.why.locator(".figures a")
    for number in range(switch.count() or 1):
        if switch.count():
            switch.nth(number).click()
            expect(switch.nth(number)).to_have_attribute("aria-current", "true")
        for width, height in ((390, 664), (320, 568)):
            page.resize(width, height)
            page.evaluate("() => scrollTo(0, 0)")
            for keys in (page.locator("#help"), page.why.locator(".key")):
                expect(keys).to_be_in_viewport(ratio=1)
