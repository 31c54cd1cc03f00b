"""A teacher and two pupils in three browsers: the set, the code, the puzzles and the wall."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ai.puzzles.solving import solution
from ai.puzzles.store import puzzle_numbered
from ai.rules.games import GAMES

OpenContext = Callable[..., BrowserContext]


def solve(page: Page) -> None:
    """Solve the puzzle on the page."""
    found = re.search(r"/puzzles/([\w-]+)/(\d+)", page.url)
    assert found
    for step in solution(puzzle_numbered(GAMES[found[1]], int(found[2]))):
        page.locator(f"#cell-{step.move.cell}").click()
        expect(page.locator(f"#cell-{step.move.cell}")).to_have_attribute("data-mark", "X")


@pytest.mark.rare
@pytest.mark.usefixtures("script")
def test_a_class_at_work(new_context: OpenContext) -> None:
    teacher = new_context().new_page()
    first, second = (new_context().new_page() for _ in range(2))
    teacher.goto("/class")
    teacher.get_by_role("radio", name="Fork", exact=True).check()
    teacher.get_by_role("radio", name="3 5 minutes").check()
    teacher.get_by_role("button", name="Make the class").click()
    expect(teacher.get_by_role("heading", level=2)).to_have_text(re.compile(r"Class [a-z]+-\d\d"))
    code = teacher.url.rpartition("/")[2]
    first.goto("/c")
    first.get_by_label("The code of your class").fill(code.replace("-", " ").upper())
    first.get_by_role("button", name="Go to the class").click()
    first.get_by_role("button", name="Otter").click()
    second.goto(f"/c/{code}")
    expect(second.get_by_role("button", name="Otter")).to_have_count(0)
    second.get_by_role("button", name="Give me a number").click()
    teacher.get_by_role("link", name="Show the wall").click()
    expect(teacher.locator(".sum")).to_contain_text("2 are here 0 of 6 solved")
    solve(first)
    expect(first.get_by_role("img", name="1 of 3 solved")).to_be_visible()
    solved = teacher.get_by_text(re.compile(r"^Puzzle \d: 1 of 2"))
    expect(solved).to_be_visible(timeout=15_000)
    for show, shown in (("Puzzles alone", 0), ("Failed first tries", 1), ("Numbers", 1)):
        link = teacher.get_by_role("link", name=show)
        link.click()
        expect(link).to_have_attribute("aria-current", "true")
        expect(link).to_be_focused()
        expect(solved).to_have_count(shown)
    teacher.get_by_role("link", name="Teacher's page").click()
    teacher.get_by_role("link", name="Continue on another device").click()
    tablet = new_context().new_page()
    tablet.goto(teacher.locator(".url").inner_text())
    tablet.get_by_label("Code from your other device").fill(teacher.locator(".pass").inner_text())
    tablet.get_by_role("button", name="Continue here").click()
    expect(tablet.get_by_role("row", name=re.compile("Number 1"))).to_be_visible()
    teacher.get_by_role("link", name="Back to the class").click()
    row = teacher.get_by_role("row", name=re.compile("Number 1"))
    row.get_by_role("link", name="Remove Number 1").click()
    teacher.get_by_role("link", name="Keep Number 1").click()
    row.get_by_role("link", name="Remove Number 1").click()
    teacher.get_by_role("button", name="Remove Number 1").click()
    expect(row).to_have_count(0)
    expect(teacher.get_by_role("heading", name="Who is here")).to_be_focused()
    expect(teacher.get_by_role("row", name=re.compile("Otter"))).to_contain_text("first try")
    teacher.get_by_role("link", name="End the class").click()
    teacher.get_by_role("button", name="End the class").click()
    expect(teacher.get_by_text("The results stay here")).to_be_visible()
    second.goto(f"/c/{code}")
    expect(second.get_by_text("This class has ended.")).to_be_visible()
    first.get_by_role("link", name="Next", exact=True).click()
    solve(first)
