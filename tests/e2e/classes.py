"""A teacher and two pupils in three browsers, as the tests of both tiers have them."""

import re
from collections.abc import Callable

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


def begun(new_context: OpenContext) -> tuple[Page, Page, Page, str]:
    """The pages of a teacher who made a class, of a pupil who has typed its code and joined, as
    a fox, and of another one who has opened its link; and the code.
    """
    teacher, first, second = (new_context().new_page() for _ in range(3))
    teacher.goto("/class")
    teacher.get_by_role("radio", name="Fork", exact=True).check()
    teacher.get_by_role("radio", name="3 5 minutes").check()
    teacher.get_by_role("button", name="Make the class").click()
    expect(teacher.get_by_role("heading", level=2)).to_have_text("Fork, live")
    code = teacher.url.rpartition("/")[2]
    first.goto("/c")
    first.get_by_label("The code of your class").fill(code.replace("-", " ").upper())
    first.get_by_role("button", name="Go to the class").click()
    first.get_by_role("button", name="Join the class").click()
    expect(first.locator("#board")).to_be_visible()
    second.goto(f"/c/{code}")
    return teacher, first, second, code
