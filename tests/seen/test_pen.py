"""The reason in pen: drawn after the reply, done at a press, a trace with reduced motion."""

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player

DONE = 1200  # milliseconds after the answer

# When each stroke that is being drawn begins and ends, in milliseconds.
TIMES = """pen => [...pen.children].map(one => one.getAnimations().map(drawn => {
  const { delay, endTime } = drawn.effect.getComputedTiming();
  return [drawn.playState, delay, endTime];
}))"""

# The colours of the strokes and of their words, and of what lies behind them.
COLOURS = """pen => {
  const of = (one, name) => getComputedStyle(one)[name];
  const words = [...document.querySelectorAll("#why u")];
  return [
    [...pen.children].map(one => of(one, one.matches("text, .ghost") ? "fill" : "stroke")),
    words.map(one => of(one, "textDecorationColor")),
    of(document.body, "backgroundColor"),
  ];
}"""


def test_a_reply_a_press_on_the_face_and_a_key_draw_anew(page: Player) -> None:
    """Though the same strokes come again: Easy's die."""
    page.begin(SQUARE, HUMAN, "easy")
    strokes = page.locator("#pen > *")
    expect(strokes).to_have_count(0)
    page.play_once()
    press = page.keyboard.press
    for draw_anew in (page.play_once, page.locator("#speaker").click, lambda: press("w")):
        die = strokes.element_handle()
        draw_anew()
        assert not die.evaluate("die => die.isConnected")
        expect(strokes).to_have_count(1)


@pytest.mark.parametrize("press", ["pointer", "key"])
@pytest.mark.usefixtures("fresh")
def test_a_press_ends_the_drawing_and_counts(page: Player, press: str) -> None:
    """Strokes begin one after the other, once the mark is drawn, and end in time."""
    page.show_motion_slowly()
    page.begin(TIC_TAC_TOE, HUMAN, "minimax")
    page.play_once()
    pen, cell = page.locator("#pen"), page.empty_cells.last
    drawn = pen.evaluate(TIMES)
    states, begins, ends = zip(*[stroke for (stroke,) in drawn], strict=True)
    assert {*states} == {"running"}
    assert sorted({*begins}) == [*begins]
    assert begins[0] >= 200
    assert max(ends) <= DONE

    cell.focus()
    cell.hover()
    assert pen.evaluate(TIMES) == drawn
    page.mouse.down() if press == "pointer" else page.keyboard.down("Space")
    assert pen.evaluate(TIMES) == [[]] * len(drawn)
    page.mouse.up() if press == "pointer" else page.keyboard.up("Space")
    page.expect_ply(4)


def test_with_little_motion_the_trace_stands_at_once(page: Player) -> None:
    """It lies below the marks, with a hole for each, and takes no tap."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
    page.play_once()
    pen, sheet = page.locator("#pen"), page.locator("#pens")
    assert page.evaluate("document.getElementById('stage').getAnimations({ subtree: true })") == []
    trace = pen.evaluate("one => getComputedStyle(one).getPropertyValue('--trace')")
    expect(pen).to_have_css("opacity", trace)
    expect(sheet).to_have_css("pointer-events", "none")
    expect(sheet).to_have_css("z-index", "-1")
    marks = "all => all.map(cell => 'mark' in cell.dataset)"
    black = "all => all.map(hole => getComputedStyle(hole).fill === 'rgb(0, 0, 0)')"
    taken = page.board.get_by_role("button").evaluate_all(marks)
    assert page.locator("#holes circle").evaluate_all(black) == taken


@pytest.mark.parametrize("scheme", ["light", "dark", "forced"])
def test_each_ink_is_seen_in_all_colours(page: Player, scheme: str) -> None:
    if scheme == "forced":
        page.emulate_media(forced_colors="active")
    else:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for game, o in ((TIC_TAC_TOE, "minimax"), (SQUARE, "medium"), (SQUARE, "hard")):
        page.begin(game, HUMAN, o)
        page.play_once()
        strokes, words, ground = page.locator("#pen").evaluate(COLOURS)
        assert strokes
        assert not {ground, "none", "rgba(0, 0, 0, 0)"} & {*strokes, *words}
