"""Marks, hints, values and the focus differ visibly in every colour scheme and contrast."""

from itertools import combinations
from typing import Literal

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player
from tests.seen.reach import out_of_reach

WAYS: tuple[tuple[Literal["light", "dark"], Literal["none", "active"]], ...]
WAYS = (("light", "none"), ("dark", "none"), ("light", "active"))

TILTED = "b1a1d2a2c4b2a3"
TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else


def test_everything_on_the_board_can_be_told_apart(page: Player) -> None:
    """The side of a tilted square too, which crosses an empty cell."""
    drawn: list[list[bytes]] = []
    # Empty, marked by X and O, marked last, winning.
    for moves, firsts in (("", "X"), ("b1a1", "XO"), ("b1", "XO"), (TILTED, "XO")):
        for first in firsts:
            page.begin(SQUARE, played=moves, first=first)
            drawn.append(drawn_in_every_way(page, page.cell("b1")))
    crossed = drawn_in_every_way(page, page.cell("c1"))
    page.begin(SQUARE, played=TILTED.removesuffix("a3"))
    expect_to_differ(drawn)
    expect_to_differ([crossed, drawn_in_every_way(page, page.cell("c1"))])


def test_hints_tries_and_values_can_be_told_apart(page: Player) -> None:
    """A tried cell while it is pointed at too."""
    drawn: list[list[bytes]] = []

    def look(at: str) -> None:
        page.mouse.move(0, 0)
        page.evaluate("() => document.activeElement.blur()")
        drawn.append(drawn_in_every_way(page, page.cell(at), margin=0.01))

    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    look("c1")
    page.button("Hint").click()
    page.button("The cell").click()
    expect(page.board.locator("[data-hint]")).to_have_count(1)
    look("c1")
    page.button("Values").click()
    expect(page.board.locator("[data-value]")).to_have_count(5)
    look("c1")
    look("c2")  # a loss
    for moves in (TRAP, "b2"):  # c1 wins or draws
        page.goto(f"/replay/tic-tac-toe/{moves}?first=x&values=on")
        look("c1")
    page.start(TIC_TAC_TOE, HUMAN, "hard", moves=TRAP, retry="on")
    page.goto("/")
    tried = page.cell("c2")
    tried.hover()
    before = drawn_in_every_way(page, tried)
    tried.click()
    expect(page.board.locator("[data-tried]")).to_have_count(1)
    page.evaluate("() => document.activeElement.blur()")
    expect_to_differ([before, drawn_in_every_way(page, tried)])
    look("c2")
    expect_to_differ(drawn)


def expect_to_differ(drawn: list[list[bytes]]) -> None:
    """In each of the ways that people ask of their system all look another."""
    for one, other in combinations(drawn, 2):
        assert [here != there for here, there in zip(one, other, strict=True)] == [True] * len(one)


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
    for scheme, forced in WAYS:
        page.emulate_media(
            color_scheme=scheme,
            forced_colors=forced,
            contrast="no-preference",
            reduced_motion="no-preference",
        )
        looks.append(page.screenshot(clip=inside, animations="disabled"))
    page.emulate_media(forced_colors="none", contrast="more", reduced_motion="reduce")
    return [*looks, page.screenshot(clip=inside)]


def test_a_disabled_key_differs_from_its_neighbours(page: Player) -> None:
    page.goto("/puzzles/square/500?moves=b4b2d2")  # solved
    hint, again = page.button("Hint"), page.button("Again")
    expect(hint).to_be_disabled()
    for colour_scheme, forced_colors in WAYS:
        page.emulate_media(color_scheme=colour_scheme, forced_colors=forced_colors)
        for name in ("color", "borderTopColor"):
            style = f"key => getComputedStyle(key).{name}"
            assert hint.evaluate(style) != again.evaluate(style)


@pytest.mark.parametrize(
    ("path", "name"), [("games/tic-tac-toe", "Hard"), ("games/new", "b2"), ("settings", "Said too")]
)
def test_what_is_chosen_can_be_told(page: Player, path: str, name: str) -> None:
    page.goto(f"/{path}")
    choice = page.get_by_role("checkbox" if name == "b2" else "radio", name=name)
    label = choice.locator("xpath=..")
    label.scroll_into_view_if_needed()
    before = drawn_in_every_way(page, label, margin=0)
    choice.check()
    choice.blur()
    page.mouse.move(0, 0)
    expect_to_differ([before, drawn_in_every_way(page, label, margin=0)])


def test_the_focus_can_be_seen(page: Player) -> None:
    """In the colours of those who force them; in others :mod:`tests.seen.test_every_state` asks."""
    page.begin(TIC_TAC_TOE, played="b2a1")
    page.emulate_media(forced_colors="active")
    assert out_of_reach(page) == []
