"""Why a position is lost: asked, read, and stepped through to the end."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.player import board, button, expect_ply, expect_status

LOST = "/replay/square/b2a1c3?first=x"  # O is lost: it answered a middle cell by the corner


def test_a_lost_position_is_asked_about_and_stepped_through(page: Page) -> None:
    page.goto(LOST)
    button(page, "Ideas").click()
    ideas = page.get_by_role("region", name="Why O loses")
    expect(ideas).to_contain_text("X could go on with a threat by c1 and then a fork on c2.")
    expect(ideas.get_by_role("listitem")).not_to_have_count(0)
    expect(button(page, "Ideas")).to_have_attribute("aria-pressed", "true")
    expect(button(page, "Ideas")).to_be_focused()

    ideas.get_by_role("link", name="b4", exact=True).click()
    expect_ply(page, 4)
    expect_status(page, "X to move")
    for ply in range(5, 10):
        page.get_by_role("link", name="Forward").click()
        expect_ply(page, ply)
    expect(board(page)).to_have_attribute("data-state", "won")
    expect_status(page, "X wins")

    page.get_by_role("link", name="Back", exact=True).click()
    expect_ply(page, 8)
    expect(page.get_by_role("region", name="How X wins")).to_have_count(1)
    button(page, "Ideas").click()
    expect(page.get_by_role("region", name="How X wins")).to_have_count(0)


@pytest.mark.usefixtures("script")
def test_on_a_phone_a_line_that_is_stepped_along_comes_into_sight(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{LOST}&ideas=on")
    page.get_by_role("region", name="Why O loses").get_by_role(
        "link", name="b4", exact=True
    ).click()
    expect_ply(page, 4)
    expect(board(page)).to_be_in_viewport()
