"""The tree of the lesson on searches, by pointer and keys."""

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player

ANSWERS = (
    "c1a2c3", "Still needed", "c1c3a2", "Draw", "Still needed", "a2c1",
    "Cut off", "Still needed", "c3c1", "Cut off", "Draw",
)  # fmt: skip


@pytest.mark.usefixtures("script")
def test_the_tree_is_walked_question_by_question(page: Player) -> None:
    page.goto("/learn/search")
    asked = page.locator("#asked")
    for answer in ANSWERS:
        board = page.locator(f"#board-{answer}")
        link = (
            board if answer[0].islower() else page.locator("#tree").get_by_role("link", name=answer)
        )
        if answer == "Draw":
            link.focus()
            page.keyboard.press("Enter")
        else:
            link.click()
        expect(asked).to_contain_text("Right.")
        expect(asked).to_be_focused()
        expect(asked).to_be_in_viewport()
        expect(link).to_have_count(0) if link is board else None
    expect(asked).to_contain_text("The search is done")
    expect(page.locator("#tree .cut .mini")).to_have_count(4)
