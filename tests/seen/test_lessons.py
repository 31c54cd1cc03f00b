"""Pages that teach: the rows of the opponents, folded, unfolded and linked to; a lesson's board,
and the tree of the one on searches, by pointer and keys.
"""

import pytest
from playwright.sync_api import expect

from ai.opponents import OPPONENTS
from tests.e2e.player import Player
from webapp.search.lesson import questions

HEIGHT = 740  # of a phone


def test_a_link_to_an_opponent_unfolds_how_it_thinks(page: Player) -> None:
    """It alone: the folded page is short, and the rows above stay where they are."""
    page.resize(360, HEIGHT)
    page.goto("/learn/opponents")
    assert page.evaluate("() => document.documentElement.scrollHeight") < 5.1 * HEIGHT
    rows = ("#easy h3", "#medium h3", "#hard h3")
    before = page.boxes(*rows, at_top=True)
    page.get_by_text("How it thinks: Hard").click()
    expect(page.locator("#hard .lesson")).to_be_visible()
    assert page.boxes(*rows, at_top=True) == before
    page.goto("/")
    page.goto("/learn/opponents#alpha-beta")
    expect(page.locator("#alpha-beta h3")).to_be_in_viewport(ratio=1)
    for other in OPPONENTS:
        lesson = page.locator(f"#{other} .lesson")
        expect(lesson).to_be_visible(visible=other == "alpha-beta")


def test_the_board_of_a_lesson_is_as_large_as_that_of_a_match(page: Player) -> None:
    """In the middle of its sheet, which begins at the left edge."""
    sizes = [(390, 664), (1366, 633)]
    page.goto("/")
    matches = page.boxes_on(sizes, "#board")
    page.goto("/learn/search?step=3")
    for size, (board, sheet) in page.boxes_on(sizes, "#board", "#match").items():
        (match,) = matches[size]
        assert (board.width, board.height) == (match.width, match.height)
        assert sheet.left <= 24
        assert board.left - sheet.left == pytest.approx(sheet.right - board.right, abs=8)


@pytest.mark.usefixtures("script")
def test_the_tree_is_walked_question_by_question(page: Player) -> None:
    page.goto("/learn/search")
    asked = page.locator("#asked")
    for question in questions()[0]:
        link = page.locator(f"#board-{question.answer}, #tree-{question.answer}")
        if question.answer == "draw":
            link.press("Enter")  # by keyboard too
        else:
            link.click()
        expect(asked).to_contain_text("Right.")
        expect(asked).to_be_focused()
        expect(asked).to_be_in_viewport()
    expect(asked).to_contain_text("The search is done")
    expect(page.locator("#tree .cut .mini")).to_have_count(4)
