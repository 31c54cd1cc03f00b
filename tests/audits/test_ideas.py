"""Why a position is lost: asked, read, and stepped through to the end."""

import pytest
from playwright.sync_api import expect

from tests.e2e.player import Player

LOST = "/replay/square/b2a1c3?first=x"  # O is lost: it answered a middle cell by the corner


def test_a_lost_position_is_asked_about_and_stepped_through(page: Player) -> None:
    page.goto(LOST)
    page.button("Ideas").click()
    ideas = page.get_by_role("region", name="Why O loses")
    expect(ideas).to_contain_text("X could go on with threats from c1 on, up to a fork on c2.")
    expect(ideas.get_by_role("listitem")).not_to_have_count(0)
    expect(page.button("Ideas")).to_have_attribute("aria-pressed", "true")
    expect(page.button("Ideas")).to_be_focused()

    ideas.get_by_role("link", name="b4", exact=True).click()
    page.expect_ply(4)
    page.expect_status("X to move")
    for ply in range(5, 10):
        page.get_by_role("link", name="Forward").click()
        page.expect_ply(ply)
    expect(page.board).to_have_attribute("data-state", "won")
    page.expect_status("X wins")

    page.get_by_role("link", name="Back", exact=True).click()
    page.expect_ply(8)
    expect(page.get_by_role("region", name="How X wins")).to_have_count(1)
    page.button("Ideas").click()
    expect(page.get_by_role("region", name="How X wins")).to_have_count(0)


@pytest.mark.usefixtures("script")
def test_on_a_phone_a_line_that_is_stepped_along_comes_into_sight(page: Player) -> None:
    page.resize(320, 640)
    page.goto(f"{LOST}&ideas=on")
    page.get_by_role("region", name="Why O loses").get_by_role(
        "link", name="b4", exact=True
    ).click()
    page.expect_ply(4)
    expect(page.board).to_be_in_viewport()
