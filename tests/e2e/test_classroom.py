"""A teacher and two pupils in three browsers: the set, the code, the puzzles and the wall."""

import re

from playwright.sync_api import expect

from tests.e2e.classes import OpenContext, begun, solve

BETWEEN_LOOKS = 5000  # milliseconds


def test_a_class_at_work(new_context: OpenContext) -> None:
    """The wall and the teacher's page look again in place, and a puzzle leads to the end, though
    cells were pressed on it.
    """
    teacher, first, second, code = begun(new_context)
    second.get_by_role("button", name="Join the class").click()
    expect(second.get_by_role("heading", name="Your turn, Owl.")).to_be_visible()
    teacher.clock.install()
    teacher.get_by_role("link", name="Wall", exact=True).click()
    expect(teacher.locator(".sum")).to_contain_text("2 are here 0 of 6 solved")
    first.clock.install()
    first.reload()
    solve(first)
    expect(first.get_by_text("1 of 3 solved").first).to_be_attached()
    teacher.clock.run_for(BETWEEN_LOOKS)
    expect(teacher.get_by_text(re.compile(r"^Puzzle \d: 1 of 2"))).to_be_visible()
    teacher.get_by_role("link", name="Teacher's page").click()
    second.get_by_role("link", name="Skip", exact=True).click()
    solve(second)
    teacher.clock.run_for(BETWEEN_LOOKS)
    expect(teacher.get_by_role("status")).to_have_text("2 here · 2 of 6 solved")
    teacher.get_by_role("button", name="Finish together").click()
    first.clock.run_for(BETWEEN_LOOKS)
    expect(first.get_by_role("heading", name="One of three, Fox.")).to_be_visible()
    expect(first).to_have_url(re.compile(f"/c/{code}$"))
