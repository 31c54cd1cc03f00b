"""Help for a player: hints, reasons at length, and a score brought back."""

import pytest
from playwright.sync_api import Locator, expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.chromium import of_match
from tests.e2e.player import HUMAN, Player
from tests.views import REPLAY

TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else

WEIGHTS = {"For you": "The points of each cell for you", "For me": "The points of each cell for me"}


@of_match
@pytest.mark.usefixtures("script")
def test_a_hint_names_a_best_cell_and_says_why(page: Player) -> None:
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    page.button("Hint").click()
    expect(page.advice).to_contain_text("Hint: look inside the loop. I have two there")
    hinted, loop = page.board.locator("[data-hint]"), page.locator("#pointer .loop")
    expect(loop).to_have_count(1)
    page.button("The cell").click()
    expect(page.advice).to_contain_text("Hint: c1. c1 threatens")
    expect(loop).to_have_count(0)
    expect(hinted).to_have_accessible_name("Row 1, column 3: empty, c1, hint")
    page.cell("c1").click()
    page.expect_ply(6)
    expect(hinted).to_have_count(0)
    expect(page.advice).to_have_text("")
    expect(page.moves.nth(4)).to_have_text("X c1 hint cell")
    page.expect_true_page()


def test_why_can_be_asked_at_length(page: Player, script: bool) -> None:
    """With script the page stays, and the focus is on the key, or on what it leads to."""
    page.begin(SQUARE, HUMAN, "hard", played="b2c3a1b1")
    _, first, _, last = (text.split()[1] for text in page.moves.all_inner_texts())
    expect(page.why).to_contain_text(f"Why {last}?")
    page.evaluate("() => { window.sameDocument = true }")
    page.why.get_by_text("More", exact=True).click()
    for shown in (1, 0):
        page.button("Show how").press("Enter")
        expect(page.figures).to_have_count(shown)
        expect(page.sketch).to_have_count(0) if not shown else None
        page.wait_for_load_state()  # a press may fall between two places of what loads
        if script:
            key = page.get_by_role("button", name="Show how", expanded=bool(shown))
            expect(key).to_be_focused()
            expect(page.why.get_by_text("Less", exact=True)).to_be_visible()

    page.link(f"O {first}").press("Enter")
    expect(page.why).to_contain_text(f"Why {first}?")
    if script:
        expect(page.why.get_by_role("heading")).to_be_focused()
    for choice, caption in WEIGHTS.items():
        page.link(choice).click()
        expect(page.link(choice)).to_have_attribute("aria-current", "true")
        expect(page.why.get_by_role("table", name=caption)).to_be_visible()
    page.link(f"O {last}").click()
    expect(page.why).to_contain_text(f"Why {last}?")
    assert bool(page.evaluate("() => window.sameDocument")) == script
    page.play_once()  # and play goes on
    page.expect_ply(6)
    expect(page.figures).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 664), (320, 568), (1366, 633)], ids=str)
def test_more_comes_into_sight_and_moves_neither_board_nor_keys(
    page: Player, size: tuple[int, int]
) -> None:
    """That of a reason, of a hint, and those of moves in a replay, to its last."""
    page.resize(*size)
    page.begin(SQUARE, HUMAN, "hard", played="b2c3a1b1")
    expect_steady_more(page, page.why)
    page.begin(TIC_TAC_TOE, HUMAN, "medium", played="b2a1")
    page.click_in_place(page.button("Hint"))
    page.click_in_place(page.button("The cell"))
    expect_steady_more(page, page.locator("#advice-more"))
    for ply in (4, 6):
        page.goto(f"{REPLAY}&ply={ply}")
        expect_steady_more(page, page.locator("#note"))


def expect_steady_more(page: Player, room: Locator) -> None:
    """More in the *room* can be read at once; it and Less leave board and keys where they were."""
    still = page.boxes("#board, #help, #timeline")
    for clicked, seen, ratio in (("More", "summary + p", 0.3), ("Less", "summary", 0.9)):
        page.click_in_place(room.get_by_text(clicked, exact=True))
        expect(room.locator(seen)).to_be_in_viewport(ratio=ratio)
        assert page.boxes("#board, #help, #timeline") == still


def test_a_score_that_was_reset_is_brought_back_where_it_was_reset(page: Player) -> None:
    page.begin(TIC_TAC_TOE, played="a1a2b1b2c1")
    expect(page.score).to_have_text("X won 1, 0 drawn, O won 0")
    page.button("Reset score").press("Enter")
    expect(page.score).to_have_count(0)
    expect(page.get_by_text("Score reset.")).to_be_in_viewport()
    page.button("Bring back the score").press("Enter")
    expect(page.score).to_have_text("X won 1, 0 drawn, O won 0")
    expect(page.button("Reset score")).to_be_in_viewport()
    expect(page.get_by_text("Score reset.")).to_have_count(0)
