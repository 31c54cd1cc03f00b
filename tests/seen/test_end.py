"""The end of a game in order: ink, line, highlighter, headline and card; said at once."""

import pytest
from playwright.sync_api import expect

from ai.rules.games import TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player

WON_NEXT = "a1b2c3a3c1b1"  # X completes column c with c2

# When each part is to be seen, in milliseconds after the answer.
MOMENTS = {
    "[data-last] > .mark": (0, 360),  # drawn, then heavier
    "#outlines > polyline": (160, 420),
    "#highlighter polyline": (400, 640),
    "#status strong": (550, 1110),  # with its star
    "#review .next": (550, 710),
    "#review .three": (550, 710),
    "#outlines .turn": (550, 910),
    ".star": (620, 1110),
}

# When the first animation in each of some elements begins, and the last one ends.
SPAN = """(all) => {
  const times = all.flatMap(one => one.getAnimations({ subtree: true }))
    .map(({ effect }) => effect.getComputedTiming());
  return [Math.min(...times.map(it => it.delay)), Math.max(...times.map(it => it.endTime))];
}"""
RUNNING = "document.getAnimations().filter(it => it.playState === 'running').length"


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("press", ["pointer", "key"])
def test_each_part_of_the_end_has_its_moment_and_a_press_shows_all(
    page: Player, press: str
) -> None:
    """A key counts where the focus is; a pointer finds the card at its next press."""
    page.show_motion_slowly()
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=WON_NEXT)
    page.cell("c2").click()
    expect(page.status).to_contain_text("X wins. X c2 wins with c1, c2 and c3. You beat Hard.")
    for part, (begins, ends) in MOMENTS.items():
        first, last = page.locator(part).evaluate_all(SPAN)
        assert begins <= first, part
        assert last <= ends + 1, part
    opacity = "one => getComputedStyle(one).opacity"
    assert page.locator("#status strong").evaluate(opacity) == "0"
    again = page.locator("#again-same")
    again.focus()
    assert page.evaluate(RUNNING) > 0
    if press == "pointer":
        page.mouse.move(2, 100)  # beside everything
        page.mouse.down()
        assert page.evaluate(RUNNING) == 0
        page.mouse.up()
        again.click()
    else:
        page.keyboard.down("Space")
        assert page.evaluate(RUNNING) == 0
        page.keyboard.up("Space")
    expect(page.board).to_have_attribute("data-state", "active")
