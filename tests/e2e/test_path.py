"""A lesson is learnt as a player does: cells are touched, puzzles solved, the path goes on."""

import re

import pytest
from playwright.sync_api import Page, expect

from ai.puzzles.solving import solution
from ai.rules.notation import cell_name
from tests.e2e.player import cell
from webapp.puzzles.lessons import LessonSet


@pytest.mark.usefixtures("script")
def test_a_touched_cell_says_its_idea_and_keeps_the_focus(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="3. Forks").click()
    expect(page.get_by_role("status")).to_contain_text("Lesson 3: Forks. Touch a cell")
    cell(page, "b1").click()
    expect(page.get_by_role("status")).to_contain_text("b1 makes no threat: I am free.")
    cell(page, "b3").click()
    expect(page.get_by_role("status")).to_contain_text("A fork. b3 threatens c2 and a3 at once.")
    expect(page.get_by_role("button", name="Row 2, column 3: empty, c2, win")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/learn/forks\?cell=9$"))
    page.go_back()
    expect(page.get_by_role("status")).to_contain_text("b1 makes no threat")


def test_keys_alone_touch_one_cell_after_the_other(page: Page) -> None:
    page.goto("/learn/values")
    cell(page, "a1").focus()
    for name, says in (("a1", "a1: draw"), ("b1", "b1: loss in 6. I answer "), ("c1", "c1: draw")):
        expect(cell(page, name)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(says)
        expect(cell(page, name)).to_be_focused()
        page.keyboard.press("ArrowRight")


@pytest.mark.usefixtures("script")
def test_three_puzzles_do_a_lesson_and_the_path_goes_on(page: Page) -> None:
    page.goto("/learn/lines")
    page.get_by_role("link", name="Puzzle 1").click()
    for puzzle in LessonSet("lines").puzzles:
        for step in solution(puzzle):
            cell(page, cell_name(puzzle.game, step.move.cell)).click()
        expect(page.get_by_role("status").first).to_contain_text("Solved.")
        page.get_by_label("Solved").get_by_role("link", name=re.compile("Next puzzle|Back")).click()
    expect(page.get_by_role("link", name=re.compile("Puzzle 3.*solved"))).to_be_visible()
    page.get_by_role("link", name="Lessons").locator("visible=true").click()
    expect(page.get_by_role("link", name="1. Lines")).to_contain_text("✓ 3 puzzles solved")
    expect(page.get_by_role("link", name="2. Threats")).to_have_attribute("aria-current", "step")
