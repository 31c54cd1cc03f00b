"""Marks, hints, values and the focus differ visibly in every colour scheme and contrast."""

from itertools import combinations
from typing import Literal

import pytest
from playwright.sync_api import FloatRect, Locator, Route, ViewportSize, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player

DESKTOP: ViewportSize = {"width": 1280, "height": 850}
FORCED_COLORS: tuple[Literal["none", "active"], ...] = ("none", "active")
WAYS: tuple[tuple[Literal["light", "dark"], Literal["none", "active"]], ...]
WAYS = (("light", "none"), ("dark", "none"), ("light", "active"))

TILTED = "b1a1d2a2c4b2a3"
TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else


def test_everything_on_the_board_can_be_told_apart(page: Player) -> None:
    drawn: list[tuple[bytes, ...]] = []
    # Empty, marked by X and O, marked last, winning.
    for moves, firsts in (("", "x"), ("b1a1", "xo"), ("b1", "xo"), (TILTED, "xo")):
        for first in firsts:
            page.begin(SQUARE, played=moves, first=first)
            drawn.append(tuple(drawn_in_every_way(page, page.cell("b1"))))
    for looks in zip(*drawn, strict=True):
        assert len(set(looks)) == len(looks)


def test_hints_tries_and_values_can_be_told_apart(page: Player) -> None:
    page.set_viewport_size(DESKTOP)
    drawn: dict[str, list[bytes]] = {}

    def look(name: str, at: str) -> None:
        page.mouse.move(0, 0)
        page.evaluate("() => document.activeElement.blur()")
        drawn[name] = drawn_in_every_way(page, page.cell(at), margin=0.01)

    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    look("empty", "c1")
    page.button("Hint").click()
    page.button("The cell").click()
    expect(page.board.locator("[data-hint]")).to_have_count(1)
    look("hint", "c1")
    page.button("Values").click()
    expect(page.board.locator("[data-value]")).to_have_count(5)
    look("hint and win", "c1")
    look("loss", "c2")
    page.goto("/replay/tic-tac-toe/a1b2c3a3?first=x&values=on")
    look("win", "c1")
    page.goto("/replay/tic-tac-toe/b2?first=x&values=on")
    look("draw", "c1")
    page.begin(TIC_TAC_TOE, HUMAN, "hard", moves=TRAP, retry="on")
    page.cell("c2").click()
    expect(page.board.locator("[data-tried]")).to_have_count(1)
    look("tried", "c2")
    alike = {
        pair
        for pair in combinations(drawn, 2)
        for one, other in zip(*(drawn[name] for name in pair), strict=True)
        if one == other
    }
    assert not alike


def test_a_tried_cell_can_be_told_while_it_is_pointed_at(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", moves=TRAP, retry="on")
    page.cell("b1").hover()
    before = drawn_in_every_way(page, page.cell("b1"))
    page.cell("b1").click()
    expect(page.board.locator("[data-tried]")).to_have_count(1)
    page.evaluate("() => document.activeElement.blur()")
    after = drawn_in_every_way(page, page.cell("b1"))
    assert [now != was for was, now in zip(before, after, strict=True)] == [True] * len(before)


def test_the_outline_of_a_tilted_square_can_be_seen(page: Player) -> None:
    between = page.cell("c1")  # empty, and the side from b1 to d2 crosses it
    page.begin(SQUARE, played=TILTED.removesuffix("a3"))
    before = drawn_in_every_way(page, between)
    page.play("a3")
    page.mouse.move(0, 0)
    for was, now in zip(before, drawn_in_every_way(page, between), strict=True):
        assert now != was


@pytest.mark.usefixtures("fresh")  # the browser keeps the style sheet
def test_a_browser_without_light_dark_shows_the_light_colours(page: Player) -> None:
    def forget(route: Route) -> None:
        response = route.fetch()
        route.fulfill(
            response=response, body=response.text().replace("light-dark(", "unknown-function(")
        )

    def look(address: str) -> bytes:
        page.goto(address)
        return page.screenshot(full_page=True)

    addresses = ("/replay/tic-tac-toe/a1b2c3a3?first=x&values=on", "/settings")
    page.emulate_media(color_scheme="light")
    light = [look(address) for address in addresses]
    page.route("**/style.css", forget)
    page.emulate_media(color_scheme="dark")
    assert [look(address) for address in addresses] == light


def drawn_in_every_way(page: Player, square: Locator, margin: float = 0.04) -> list[bytes]:
    """How the inside of *square* looks in each of the ways that people ask of their system."""
    box = square.bounding_box()
    assert box
    edge = margin * box["width"]  # the lines of the board are not meant
    inside: FloatRect = {
        "x": box["x"] + edge,
        "y": box["y"] + edge,
        "width": box["width"] - 2 * edge,
        "height": box["height"] - 2 * edge,
    }
    looks = []
    for color_scheme, forced_colors in WAYS:
        page.emulate_media(
            forced_colors=forced_colors,
            color_scheme=color_scheme,
            contrast="no-preference",
            reduced_motion="no-preference",
        )
        looks.append(page.screenshot(clip=inside, animations="disabled"))
    page.emulate_media(forced_colors="none", contrast="more", reduced_motion="reduce")
    return [*looks, page.screenshot(clip=inside)]


def test_a_disabled_key_differs_from_its_neighbours(page: Player) -> None:
    page.begin(TIC_TAC_TOE, played="a1b1a2b2a3")
    hint, undo = page.button("Hint"), page.button("Undo")
    expect(hint).to_be_disabled()
    for forced_colors in FORCED_COLORS:
        page.emulate_media(forced_colors=forced_colors)
        for name in ("color", "borderTopColor"):
            style = f"key => getComputedStyle(key).{name}"
            assert hint.evaluate(style) != undo.evaluate(style)


@pytest.mark.parametrize(
    ("path", "role", "name"),
    [
        ("/games/tic-tac-toe", "radio", "Hard"),
        ("/games/new", "checkbox", "b2"),
        ("/settings", "radio", "Said too"),
    ],
)
def test_what_is_chosen_can_be_told(
    page: Player, path: str, role: Literal["checkbox", "radio"], name: str
) -> None:
    page.goto(path)
    choice = page.get_by_role(role, name=name)
    label = choice.locator("xpath=..")
    label.scroll_into_view_if_needed()
    before = drawn_in_every_way(page, label, margin=0)
    choice.check()
    choice.blur()
    page.mouse.move(0, 0)
    after = drawn_in_every_way(page, label, margin=0)
    assert not [one for one, other in zip(before, after, strict=True) if one == other]


def test_the_focus_can_be_seen(page: Player) -> None:
    page.begin(TIC_TAC_TOE, played="b2a1")
    keys = (page.button(name) for name in ("Hint", "Undo", "Values"))
    targets = [page.cell("b2"), page.cell("c3"), *keys, page.link("Review")]
    for forced_colors in FORCED_COLORS:
        page.emulate_media(forced_colors=forced_colors)
        for target in targets:
            expect_visible_focus(page, target)


def expect_visible_focus(page: Player, target: Locator) -> None:
    """*target* looks another with the keyboard's focus than without."""
    target.scroll_into_view_if_needed()
    target.evaluate("target => target.blur()")
    page.mouse.move(0, 0)
    box = target.bounding_box()
    assert box
    around: FloatRect = {
        "x": max(box["x"] - 6, 0),
        "y": max(box["y"] - 6, 0),
        "width": box["width"] + 12,
        "height": box["height"] + 12,
    }
    before = page.screenshot(clip=around, animations="disabled")
    page.keyboard.press("Shift")  # so that the focus is the keyboard's
    target.focus()
    assert page.screenshot(clip=around, animations="disabled") != before
