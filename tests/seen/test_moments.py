"""Moments: the own mark, the reply, its reason in pen and the end of a game, each at its time; late
answers, and presses that do not count.
"""

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, REPLY_AFTER, Player

SLOW = 1000  # milliseconds until an answer is late
LASTS = 500  # how long its page says so, at least


@pytest.mark.usefixtures("fresh")
def test_the_reply_comes_after_the_own_mark_unless_somebody_goes_on(page: Player) -> None:
    """Time stands still, so nothing that waits would ever be shown."""
    page.begin_in_still_time(SQUARE, "hard")
    for number in range(3):
        with page.expect_response("**/moves"):
            page.empty_cells.first.click()
        page.clock.run_for(REPLY_AFTER - 1)
        page.expect_ply(2 * number)
        if number:
            page.keyboard.press("Shift")
        else:
            page.clock.run_for(1)
        page.expect_ply(2 * number + 2)
    page.expect_true_page()


@pytest.mark.usefixtures("fresh")
def test_a_late_answer_is_said_to_be_on_its_way(page: Player) -> None:
    """No arrow lies over the own mark, though the first words still stand."""
    page.clock.install(time=0)
    page.resize(320, 568)
    page.goto("/")
    page.clock.pause_at(5000)
    slow, arrow = page.locator("[data-slow]"), page.locator("#arrow")
    expect(arrow).to_be_visible()
    with page.held_back():
        page.cell("c2").click()
        page.expect_pending("c2", "X")
        expect(arrow).to_be_hidden()
        page.clock.run_for(SLOW - 1)
        page.expect_status("Your turn")
        expect(slow).to_have_count(0)
        page.clock.run_for(1)
        expect(page.status).to_have_text("Computer thinking…")
        expect(slow).to_have_count(1)
    page.clock.run_for(LASTS)
    page.expect_ply(2)
    expect(slow).to_have_count(0)
    expect(arrow).to_be_hidden()


def test_a_press_that_is_dragged_away_does_nothing(page: Player) -> None:
    """2.5.2: what a pointer presses happens when it is lifted there, and nowhere else."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard")
    sent = page.log_requests()
    for pressed in (page.cell("b2"), page.button("Values"), page.button("Hint")):
        pressed.hover()
        page.mouse.down()
        page.mouse.move(1, 1)
        page.mouse.up()
        expect(page.board.locator("[data-mark], [data-pending]")).to_have_count(0)
    assert sent == []
    page.expect_ply(0)


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


WON_NEXT = "a1b2c3a3c1b1"  # X completes column c with c2

# The parts of an end, in the order in which they come.
PARTS = (
    *("[data-last] > .mark", "#outlines > polyline", "#highlighter polyline"),
    *("#status strong, #review .next, #review .three, #outlines .turn", ".star"),
)

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
    begins, ends = zip(*(page.locator(part).evaluate_all(SPAN) for part in PARTS), strict=True)
    assert sorted({*begins}) == [*begins]
    assert max(ends) <= DONE
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
