"""A teacher and two pupils in three browsers: the set, the code, the puzzles and the wall."""

import re

from playwright.sync_api import expect

from tests.e2e.classes import OpenContext, begun, solve

BETWEEN_LOOKS = 5000  # milliseconds


def test_a_class_at_work(new_context: OpenContext) -> None:
    teacher, first, second, _code = begun(new_context)
    expect(second.get_by_role("button", name="Otter")).to_have_count(0)
    second.get_by_role("button", name="Give me a number").click()
    teacher.clock.install()
    teacher.get_by_role("link", name="Show the wall").click()
    expect(teacher.locator(".sum")).to_contain_text("2 are here 0 of 6 solved")
    solve(first)
    expect(first.get_by_role("img", name="1 of 3 solved")).to_be_visible()
    teacher.clock.run_for(BETWEEN_LOOKS)
    expect(teacher.get_by_text(re.compile(r"^Puzzle \d: 1 of 2"))).to_be_visible()
