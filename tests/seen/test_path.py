"""The cells of a lesson are touched, by mouse and by keys."""

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import without_each
from tests.e2e.player import Player
from webapp.puzzles.lesson_sets import WANTED, LessonSet


@without_each("board", "replay")
@pytest.mark.usefixtures("script")
def test_a_touched_cell_says_its_idea_and_keeps_the_focus(page: Player) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="3. Forks").click()
    expect(page.get_by_role("status")).to_contain_text("Lesson 3: Forks. I can stop one threat.")
    page.cell("b1").click()
    expect(page.get_by_role("status")).to_contain_text("b1 makes no threat: I am free.")
    page.cell("b3").click()
    expect(page.get_by_role("status")).to_contain_text(
        "b3 forks: c2 and a3 are threatened, and I have one move."
    )
    expect(page.get_by_role("button", name="Row 2, column 3: empty, c2, win")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/learn/forks\?cell=9$"))
    page.go_back()
    expect(page.get_by_role("status")).to_contain_text("b1 makes no threat")


def test_keys_alone_touch_a_cell_and_guess_its_worth(page: Player) -> None:
    page.goto("/learn/values")
    page.cell("a1").focus()
    for name in ("a1", "b1"):
        expect(page.cell(name)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(f"{name}: your guess?")
        page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Loses", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Not so. b1 draws")
    page.cell("a2").click()
    page.get_by_role("link", name="Loses", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Right. a2 loses in 3 moves. I answer ")


def test_two_puzzles_right_at_the_first_try_tick_a_lesson(page: Player) -> None:
    page.goto("/learn/lines")
    puzzles = LessonSet("lines").puzzles[:WANTED]
    page.get_by_role("link", name="Solve a puzzle").click()
    for puzzle, onward in zip(puzzles, ("Next puzzle", "Back to the lesson"), strict=True):
        page.cell(puzzle.game.cell_names[puzzle.right[0]]).click()
        expect(page.get_by_role("status").first).to_contain_text("Solved")
        page.get_by_role("link", name=onward).click()
    expect(page.get_by_text("✓ Two in a row right at the first try")).to_be_visible()
    expect(page.get_by_role("link", name="Another puzzle")).to_be_visible()
