"""A game of each kind, as somebody plays it in Chromium, with script and without."""

import json
import re

from playwright.sync_api import expect

from ai.puzzles.puzzle import Theme, right_cells
from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, parse
from ai.study.study import study
from tests import reference
from tests.e2e.player import HUMAN, Player
from tests.own_games import OWN
from webapp.kept.games import OwnGames
from webapp.mine.practise import mistakes

SOLVED_WITHIN = 60_000  # milliseconds, on a machine with much else to do

TRAP = "a1b2c3a3"  # X wins with c1 and loses with anything else
LOST = f"/replay/tic-tac-toe/{TRAP}c2c1?first=x&x=human&o=hard"

PUZZLE = load(TIC_TAC_TOE)[137]
WINNING = (5, 1)  # after X c1: c2 of column c, b1 of row 1
WRONG = next(cell for cell in PUZZLE.position.empty_cells if cell not in PUZZLE.right)

CHOOSE_SQUARE = """({ elements: { game, o } }) => {
  o.value = "minimax";
  game.value = "square";
  game.dispatchEvent(new Event("change", { bubbles: true }));
}"""

OWN_GAME = "5x2-a1b1c1b2"  # four in a T


def test_a_match_by_mouse(page: Player) -> None:
    """The own mark stands at once, and no other press counts until the answer."""
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=TRAP)
    page.button("Hint").click()
    expect(page.advice).to_contain_text("Hint: look inside the loop. I have two there")
    with page.held_back() as held:
        page.cell("c1").click()
        page.expect_pending("c1", "X")
        page.cell("b1").click()
    assert len(held) == 1
    page.expect_ply(6)
    expect(page.why).to_contain_text("Why ")
    position = page.expect_true_page()
    page.locator(f"#cell-{next(it for it in WINNING if it in position.empty_cells)}").click()
    page.expect_status("X wins")
    expect(page.score).to_have_text("1 won, 0 drawn, 0 lost")


def test_pages_begin_under_the_logo(page: Player) -> None:
    """With one left edge, where all kinds of pages are looked at in the tier of browsers."""
    for width, inset in ((390, 16), (1366, 24)):
        page.resize(width, 664)
        for path in ("/", "/games", "/learn/opponents"):
            page.goto(path)
            page.expect_one_left_edge(inset)


def test_a_match_by_keyboard(page: Player, script: bool) -> None:
    """The board is one tab stop with script, single keys press the buttons, and a field takes
    commands. Without script each cell is a tab stop.
    """
    page.resize(820, 1180)
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="a1b2")
    if not script:
        page.cell("a3").focus()
        for name in ("b3", "c3"):
            page.keyboard.press("Tab")
            expect(page.cell(name)).to_be_focused()
        page.keyboard.press("Enter")
        page.expect_ply(4)
        expect(page.why).to_contain_text("Why ")
        page.expect_true_page()
        return
    page.keyboard.type("c3")
    page.keyboard.press("Enter")
    page.expect_ply(4)
    expect(page.cell("c3")).to_be_focused()
    expect(page.board.locator("[tabindex='0']")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(page.cell("c2")).to_be_focused()
    page.keyboard.press("?")
    expect(page.button("Turn sound on")).to_be_visible()
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.type("u")  # nothing happens behind it
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("w")
    expect(page.locator("#why :focus")).to_have_text(re.compile(r"\w{2,} .*[.!]"))
    page.keyboard.press("v")
    expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
    field = page.get_by_role("textbox", name="Move or command", exact=True)
    field.focus()
    for text, left in (("unvh?", "unvh?"), ("undo", "")):  # none of the single keys is pressed
        page.keyboard.type(text)  # in the place of the text before
        page.keyboard.press("Enter")
        expect(field).to_have_value(left)
        expect(page.message).to_contain_text("Type b2" if left else "")
    page.expect_ply(2)
    page.cell("c3").focus()
    page.keyboard.press("n")
    expect(page.locator("#setup :focus")).to_be_visible()
    form = page.locator("#new-game")
    form.evaluate(CHOOSE_SQUARE)
    expect(form.locator("[name=x] [value=minimax]")).to_have_js_property("disabled", value=True)
    expect(form.locator("[name=o]")).to_have_value("medium")
    page.keyboard.press("Escape")
    expect(page.locator("#setup > summary")).to_be_focused()
    expect(page.locator("#setup")).not_to_have_attribute("open", "")


def test_two_programs_play(page: Player, script: bool) -> None:
    """By steps, or with script by themselves, each move told once."""
    page.begin(TIC_TAC_TOE, "hard", "easy", seed=0)  # a short game
    expect(page.button("Play")).to_be_visible(visible=script)
    if not script:
        page.button("Step").click()
        page.expect_ply(1)
        return
    speed = page.get_by_role("combobox", name="Speed")
    speed.evaluate("it => it.add(new Option('At once', '1'))")
    page.listen()
    page.button("Play").click()
    page.expect_ply(1)
    expect(page.button("Pause")).to_be_visible()
    page.button("Pause").click()
    speed.select_option("At once")
    expect(page.button("Play")).to_be_visible()
    page.button("Play").click()
    page.expect_status("X wins")
    assert len(page.heard()) == page.ply == 5
    expect(page.button("Again")).to_be_focused()


def test_a_puzzle(page: Player, script: bool) -> None:
    page.goto(f"/puzzles/tic-tac-toe/{PUZZLE.number}")
    page.locator(f"#cell-{WRONG}").click()
    expect(page.get_by_role("heading", name="Try again")).to_be_visible()
    expect(page.locator(f"#cell-{WRONG}")).to_have_attribute("data-tried", "tried")
    if script:
        page.keyboard.press("h")
        expect(page.get_by_role("region", name="Why")).to_contain_text("Look for")
        page.solve(PUZZLE)
        page.go_back()
        page.expect_ply([step.position.ply for step in solution(PUZZLE)][-2])


def test_a_lesson(page: Player, script: bool) -> None:
    """A wrong try leads to why that cell fails; back from there the right one is found."""
    page.goto("/learn/forks")
    status = page.get_by_role("status")
    expect(status).to_contain_text("Lesson 3: Forks. Step 1 of 6.")
    page.evaluate("document.body.id = 'before'")
    page.link("Again").click()  # the pen draws anew
    expect(page.locator("#before")).to_have_count(0)
    page.link("Now you").click()
    expect(status).to_contain_text("Step 2 of 6. Find the fork as X.")
    page.cell("c2").click()
    expect(status).to_contain_text("Step 3 of 6. c2 threatens once, so I take b2.")
    expect(page).to_have_url(re.compile(r"/learn/forks\?step=3&tried=c2$"))
    if script:
        expect(page.cell("c2")).to_be_focused()
        page.go_back()
    else:
        page.link("Back").click()
    expect(status).to_contain_text("Step 2 of 6. Find the fork as X.")
    page.link("Hint").press("Enter")
    expect(page.link("Again")).to_be_focused()
    page.cell("b2").press("Enter")
    expect(status).to_contain_text("Step 2 of 6. That is it. c2 or c3")
    page.link("Why not c2?").click()
    page.link("The other side").click()
    expect(status).to_contain_text("Step 4 of 6. Now fork as O.")
    page.cell("c3").click()
    page.link("A puzzle").click()
    expect(page).to_have_url(re.compile("/puzzles/tic-tac-toe/190.lesson=forks$"))


def test_a_replay(page: Player, script: bool) -> None:
    """It is stepped, asked why, and left for a variation; Back takes back each of these."""
    page.goto(f"{LOST}&ply=4")
    if script:
        page.locator("#address").dispatch_event("keydown", {"key": "Home"})  # and does not step
        page.keyboard.press("ArrowRight")
    else:
        page.link("Forward").click()
    page.expect_at(5)
    expect(page.why.get_by_role("heading")).to_have_text("5. X played c2 Blunder Turning point")
    if script:
        page.link("Back").click()
        page.expect_at(4)
        page.cell("c1").click()
        page.expect_at(5)
        expect(page.variation.get_by_role("listitem")).to_have_text(["X c1"])
        expect(page.cell("c1")).to_be_focused()
        page.go_back()
        page.expect_at(4)
        page.keyboard.press("v")
        expect(page.button("Values")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("End")
        page.expect_at(6)


def test_a_game_of_ones_own(page: Player, script: bool) -> None:
    """A T is drawn and solved; with script by keys, and counted at once, as a live board shows."""
    page.goto(f"/games/new?columns={4 if script else 5}&rows=2&s1=a1")
    if script:
        expect(page.button("Solve it")).to_be_disabled()  # one cell wins at once
    for cell in ("b1", "c1"):
        page.locator(f"#draw-1 [value={cell}]").check()
    if script:
        page.get_by_label("Columns").select_option("5")
        expect(page.locator("#draw-1 [value=e2]")).to_be_visible()
        page.locator("#draw-1 [value=a1]").focus()
        for key in ("ArrowDown", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        expect(page.locator(".draw [tabindex='0']")).to_have_count(1)
        ways = len(reference.ways(OWN_GAME))
        told = page.locator("#told > :not([aria-hidden])")
        expect(told).to_have_text(
            f"b2, in the shape; 4 of 10 cells. 4 in a T: {ways} ways to win on this board."
        )
        for turn, number in (("The way before", ways), ("The next way", 1), ("The next way", 2)):
            page.button(turn).click()
            expect(page.locator("#of b")).to_have_text(f"{number} of {ways}")
        expect(page.locator("#live-board use")).to_have_count(4)
    else:
        page.locator("#draw-1 [value=b2]").check()
    page.button("Solve it").click()
    expect(page).to_have_url(re.compile(f"/games/{OWN_GAME}$"), timeout=SOLVED_WITHIN)


def test_a_search(page: Player, script: bool) -> None:
    """After c2, c1, b3 O wins by a3, and X already has a draw by a3: by hand."""
    page.goto("/search/tic-tac-toe/XX.-OO.-...")
    page.link("Next cut").click()
    expect(page.status).to_contain_text("Visit 11 of 47.")
    expect(page.status).to_contain_text("Cut off. X already has a draw with a3, visit 5.")
    if script:
        page.keyboard.press("ArrowLeft")
        expect(page.status).to_contain_text("Visit 10 of 47.")


def test_a_rush(page: Player) -> None:
    """A wrong cell is a mistake, a right one the next puzzle; a clock in sight counts the time."""
    page.goto("/puzzles/rush")
    page.button("Begin: 3 minutes").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"[23]:\d\d"))
    marks = page.locator("#board [name=cell]").evaluate_all(
        "all => all.map(cell => cell.dataset.mark ?? '.').join('')"
    )
    here = study(parse(SQUARE if len(marks) == 16 else TIC_TAC_TOE, marks, Mark.X))
    wrong = [cell for cell in here.moves if cell not in right_cells(here)]
    page.locator(f"#cell-{wrong[0] if wrong else here.best.cell}").click()
    told = page.get_by_role("region", name="Rush")
    expect(told).to_contain_text(f"Mistakes: {len(wrong[:1])} of 3")


def test_mine(page: Player) -> None:
    """Games are brought back from a file, and a mistake in them is practised."""
    page.goto("/mine")
    page.get_by_label("A file that you exported here").set_input_files(
        {"name": "games.json", "mimeType": "application/json", "buffer": json.dumps(OWN).encode()}
    )
    page.button("Bring a file back").click()
    expect(page.get_by_text("23 games, kept only in this browser.")).to_be_visible()
    missed = page.get_by_role("listitem").filter(has_text="missed 1 of 5")
    missed.get_by_role("link", name="Practise").click()
    (puzzle,) = mistakes(OwnGames.read(OWN), Theme.COMPLETE, 0)
    page.solve(puzzle)
