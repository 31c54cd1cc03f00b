"""What everyone can see, reach and be told: axe, small screens, contrast modes, keyboard focus."""

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from ai.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    cell,
    expect_ply,
    held_back,
    message,
    start,
    status,
    why,
)

PHONE: ViewportSize = {"width": 320, "height": 640}
DESKTOP: ViewportSize = {"width": 1280, "height": 850}
COLOR_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FORCED_COLORS: tuple[Literal["none", "active"], ...] = ("none", "active")
TOUCH = 24  # pixels, the least that WCAG 2.2 AA asks of a target

WON = "a1a2b1b2c1"
TIED = "a1b1c1b2a2c2b3a3c3"
TILTED = "b1a1d2a2c4b2a3"
TWO_SQUARES = "b1d1a2d2b2d3c1d4a3c2c3b3a1"


def first_visit(page: Page) -> None:
    page.goto("/")


def mid_game(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "hard", moves="b2a1")
    expect(why(page)).not_to_have_text("")


def mid_game_on_square(page: Page) -> None:
    begin(page, SQUARE, HUMAN, "hard", moves="b2a1c3d4")
    expect(why(page)).not_to_have_text("")


def after_a_click(page: Page) -> None:
    page.goto("/")
    cell(page, "b2").click()
    expect_ply(page, 2)


def won(page: Page) -> None:
    begin(page, TIC_TAC_TOE, moves=WON)


def won_by_the_computer(page: Page) -> None:
    begin(page, TIC_TAC_TOE, "minimax", HUMAN, moves=WON)


def tied(page: Page) -> None:
    begin(page, TIC_TAC_TOE, HUMAN, "unbeatable", moves=TIED)


def square_won(page: Page) -> None:
    begin(page, SQUARE, moves=TILTED)


def two_squares_won(page: Page) -> None:
    begin(page, SQUARE, "medium", HUMAN, moves=TWO_SQUARES)


def refused(page: Page) -> None:
    begin(page, TIC_TAC_TOE, moves="b2a1")
    cell(page, "b2").click(force=True)
    expect(message(page)).not_to_have_text("")


def behind(page: Page) -> None:
    begin(page, TIC_TAC_TOE)
    start(page, SQUARE, HUMAN, "easy", first="o")
    cell(page, "b2").click()
    expect(message(page)).not_to_have_text("")


def error_page(page: Page) -> None:
    page.goto("/nowhere")


def watching(page: Page) -> None:
    begin(page, SQUARE, "medium", "hard", first="o")
    button(page, "Step").click()
    expect_ply(page, 1)


MATCH_PAGES: list[Callable[[Page], None]] = [
    first_visit,
    mid_game,
    mid_game_on_square,
    after_a_click,
    won,
    won_by_the_computer,
    tied,
    square_won,
    two_squares_won,
    refused,
    behind,
    watching,
]

every_state = pytest.mark.parametrize(
    "show", [*MATCH_PAGES, error_page], ids=lambda show: show.__name__
)


def expect_no_violation(page: Page) -> None:
    """Axe finds nothing to complain of, in light colours or dark."""
    for scheme in COLOR_SCHEMES:
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page)
        assert not results.violations_count, f"{scheme}: {results.generate_report()}"


@every_state
def test_axe_finds_no_violation(page: Page, show: Callable[[Page], None]) -> None:
    page.emulate_media(reduced_motion="reduce")  # colours are measured while marks appear
    show(page)
    expect_no_violation(page)


def test_axe_finds_no_violation_while_the_computer_thinks(page: Page) -> None:
    page.goto("/")
    with held_back(page):
        cell(page, "b2").click()
        expect(status(page)).to_have_text("Computer thinking…")
        expect_no_violation(page)


@every_state
def test_it_fits_the_screen(page: Page, show: Callable[[Page], None]) -> None:
    page.set_viewport_size(PHONE)
    show(page)
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= viewport["width"]
        if show is not error_page:
            expect_in_first_view(status(page), viewport)
            expect_in_first_view(board(page), viewport)


def expect_in_first_view(part: Locator, viewport: ViewportSize) -> None:
    """All of *part* is seen without scrolling."""
    box = part.bounding_box()
    assert box
    assert 0 <= box["x"] <= viewport["width"] - box["width"]
    assert 0 <= box["y"] <= viewport["height"] - box["height"]


@pytest.mark.parametrize("show", [mid_game_on_square, two_squares_won, watching])
def test_targets_are_large_enough_to_touch(page: Page, show: Callable[[Page], None]) -> None:
    page.set_viewport_size(PHONE)
    show(page)
    kinds = [page.get_by_role("link"), page.get_by_role("button"), page.get_by_role("combobox")]
    targets = [target for kind in kinds for target in kind.all()]
    assert len(targets) > len(SQUARE.cells)
    sizes = [target.bounding_box() for target in targets]
    sizes += [
        radio.evaluate("radio => radio.labels[0].getBoundingClientRect().toJSON()")
        for radio in page.get_by_role("radio").all()
    ]
    for size in sizes:
        assert size
        assert min(size["width"], size["height"]) >= TOUCH


def test_the_board_keeps_its_size_while_a_game_goes_on(page: Page) -> None:
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        begin(page, SQUARE)
        before = board(page).bounding_box()
        for number, name in enumerate(["b1", "a1", "d2", "a2", "c4", "b2", "a3"], 1):
            cell(page, name).click()
            expect_ply(page, number)
            assert board(page).bounding_box() == before


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_on_the_board_can_be_told_apart(page: Page, game: Game) -> None:
    won = {TIC_TAC_TOE: "b1a1b2a2b3", SQUARE: TILTED}[game]
    drawn: list[tuple[bytes, ...]] = []
    for moves in ("", "b1a1", "b1", won):  # empty, marked, marked last, winning
        for first in ("x", "o") if moves else ("x",):
            begin(page, game, moves=moves, first=first)
            drawn.append(tuple(drawn_in_every_way(page, cell(page, "b1"))))
    for looks in zip(*drawn, strict=True):
        assert len(set(looks)) == len(looks)


def test_the_outline_of_a_tilted_square_can_be_seen(page: Page) -> None:
    between = cell(page, "c1")  # empty, and the side from b1 to d2 crosses it
    begin(page, SQUARE, moves=TILTED.removesuffix("a3"))
    before = drawn_in_every_way(page, between)
    begin(page, SQUARE, moves=TILTED)
    for was, now in zip(before, drawn_in_every_way(page, between), strict=True):
        assert now != was


def drawn_in_every_way(page: Page, square: Locator) -> list[bytes]:
    """How the inside of *square* looks in each of the ways that people ask of their system."""
    box = square.bounding_box()
    assert box
    edge = 0.04 * box["width"]  # the lines of the board are not meant
    inside: FloatRect = {
        "x": box["x"] + edge,
        "y": box["y"] + edge,
        "width": box["width"] - 2 * edge,
        "height": box["height"] - 2 * edge,
    }
    looks = []
    for forced_colors in FORCED_COLORS:
        for color_scheme in COLOR_SCHEMES:
            page.emulate_media(
                forced_colors=forced_colors,
                color_scheme=color_scheme,
                contrast="no-preference",
                reduced_motion="no-preference",
            )
            looks.append(page.screenshot(clip=inside, animations="disabled"))
    page.emulate_media(forced_colors="none", contrast="more", reduced_motion="reduce")
    return [*looks, page.screenshot(clip=inside)]


def test_the_focus_can_be_seen(page: Page) -> None:
    begin(page, TIC_TAC_TOE, moves="b2a1")
    for forced_colors in FORCED_COLORS:
        page.emulate_media(forced_colors=forced_colors)
        for target in (cell(page, "b2"), cell(page, "c3"), button(page, "Play again")):
            target.evaluate("target => target.blur()")
            before = target.screenshot(animations="disabled")
            page.keyboard.press("Tab")  # so that the focus is the keyboard's
            target.focus()
            assert target.screenshot(animations="disabled") != before
