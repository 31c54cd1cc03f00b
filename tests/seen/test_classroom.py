"""A class in browsers to its end: the wall, and pupils who go."""

import re

from playwright.sync_api import expect

from tests.e2e.classes import OpenContext, begun, solve


def test_the_teacher_shows_the_wall_and_ends_the_class(new_context: OpenContext) -> None:
    teacher, first, second, code = begun(new_context)
    second.get_by_role("button", name="Join the class").click()
    expect(second.locator("#board")).to_be_visible()
    solve(first)
    teacher.get_by_role("link", name="Wall", exact=True).click()
    solved = teacher.get_by_text(re.compile(r"^Puzzle \d: 1 of 2"))
    for show, shown in (("Puzzles alone", 0), ("Failed first tries", 1), ("Numbers", 1)):
        link = teacher.get_by_role("link", name=show)
        link.click()
        expect(link).to_have_attribute("aria-current", "true")
        expect(link).to_be_focused()
        expect(solved).to_have_count(shown)
    teacher.get_by_role("link", name="Teacher's page").click()
    row = teacher.get_by_role("row", name=re.compile("Owl"))
    for name in ("Remove Owl", "Keep Owl", "Remove Owl"):
        if name.startswith("Remove"):
            teacher.get_by_text("Way in, paper and more").click()
        teacher.get_by_role("link", name=name).click()
    teacher.get_by_role("button", name="Remove Owl").click()
    expect(row).to_have_count(0)
    expect(teacher.get_by_role("region", name="Results")).to_be_focused()
    teacher.get_by_role("button", name="Finish together").click()
    expect(teacher.get_by_text("The results stay here")).to_be_visible()
    second.goto(f"/c/{code}")
    expect(second.get_by_text("This class has ended.")).to_be_visible()
    first.get_by_role("link", name="Next", exact=True).click()
    expect(first.get_by_role("heading", name="One of three, Fox.")).to_be_visible()
    first.get_by_role("link", name="Puzzle 2: not solved").click()
    solve(first)
