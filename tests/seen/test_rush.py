"""A rush of puzzles, as somebody plays it."""

import re

import pytest
from playwright.sync_api import expect

from ai.puzzles.puzzle import right_cells
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, parse
from ai.study.study import Study, study
from tests.e2e.player import Player

pytestmark = pytest.mark.usefixtures("fresh")


def on_the_board(page: Player) -> Study:
    """The position that waits for X."""
    cells = page.locator("#board [name=cell]").all()
    marks = "".join(cell.get_attribute("data-mark") or "." for cell in cells)
    return study(parse(SQUARE if len(cells) == 16 else TIC_TAC_TOE, marks, Mark.X))


def play(page: Player, *, right: bool) -> None:
    """Play a right cell, or a wrong one if there is any, and wait for what follows."""
    here, place = on_the_board(page), page.locator("[name=place]")
    wrong = [cell for cell in here.moves if cell not in right_cells(here)]
    before = place.input_value()
    page.cell(here.moves[here.best.cell if right or not wrong else wrong[0]].name).click()
    expect(page.locator(f"[name=place][value='{before}']")).to_have_count(0)


@pytest.mark.usefixtures("script")
def test_a_run_ends_after_three_mistakes(page: Player) -> None:
    page.goto("/puzzles")
    page.link("Rush").click()
    page.button("Begin without a clock").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    play(page, right=True)
    while page.locator("#board").count():
        play(page, right=False)
    expect(page.status).to_contain_text(re.compile(r"Over: \d+ puzzles? solved"))
    expect(page.get_by_text("Right:")).to_be_visible()
    assert page.get_by_role("listitem").filter(has_text="✗").count() == 3
    page.button("Begin: 3 minutes").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"2:5\d|3:00"))


@pytest.mark.rare
def test_the_clock_counts_down_in_sight_and_ends_by_asking_the_server(page: Player) -> None:
    page.clock.install()
    page.goto("/puzzles/rush")
    page.button("Begin: 3 minutes").click()
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"2:5\d|3:00"))
    page.clock.run_for(61_000)
    expect(clock).to_have_text(re.compile(r"1:5\d"))
    play(page, right=True)
    expect(clock).to_have_text(re.compile(r"2:\d\d"))  # as the server has it
    with page.expect_request("**/puzzles/rush"):
        page.clock.run_for(190_000)
