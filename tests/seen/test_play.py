"""Games in Chromium: what swaps leave, and the choices of the next match."""

import re

from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player
from tests.page import differences, read


def test_what_swaps_leave_is_what_a_reload_would_show(page: Player) -> None:
    page.begin(SQUARE, HUMAN, "hard", seed=1)
    click_each(page, "cell b2", "Values", "Hint", "cell a1", "Undo", "Values")
    page.begin(SQUARE, HUMAN, "hard", played="a1b2b1c3c1b3")
    click_each(page, "cell d1", "Undo", "cell d1", "Undo", "cell d1", "Swap seats")  # d1 loses
    page.choose(TIC_TAC_TOE, HUMAN, "easy")
    click_each(page, "cell c3")
    page.choose(SQUARE, "easy", "medium")
    click_each(page, "Step", "To the end", "Again")


# Attributes that script changes on a loaded page, and words on moves that were just taken back.
BY_SCRIPT = {"data-attributes-only", "data-hx-ignore", "data-htmx-powered", "tabindex", "open"}
UNDONE = re.compile(r"Took back [^.]+|Back at move \d+|Undone")


def click_each(page: Player, *names: str) -> None:
    """Click cells and buttons. Each time the page comes to be as another that is loaded then, but
    for its form for a new game.
    """
    for name in names:
        (page.cell(name[5:]) if name.startswith("cell ") else page.button(name)).click()
        expect(page.locator("[data-pending]")).to_have_count(0)
        both = []
        for text in (page.content(), page.request.get("/").text()):
            both.append(read(UNDONE.sub("", text).replace("&nbsp;", " ")).by_id("main"))
            for element in both[-1]:
                for attribute in BY_SCRIPT:
                    element.node.attrib.pop(attribute, None)
        assert not differences(*both, but={"new-game", "answer", "sound"}), name


def test_a_tap_outside_closes_the_set_up_and_plays_nothing(page: Player) -> None:
    page.resize(820, 1180)
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
    strip = page.locator("#setup > summary")
    for outside in (page.cell("c3"), page.locator("header.top")):
        strip.click()
        expect(page.locator("#setup[open]")).to_have_count(1)
        box = outside.bounding_box()
        assert box
        page.mouse.click(box["x"] + 9, box["y"] + box["height"] - 9)
        expect(page.locator("#setup[open]")).to_have_count(0)
        expect(strip).to_be_focused()
    page.cell("b2").click()
    page.expect_ply(2)
    page.expect_true_page()
