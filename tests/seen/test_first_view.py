"""The first view: on a phone, a laptop and a wide screen, of every opponent, at every end."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from playwright.sync_api import expect

from ai.opponents import OPPONENTS
from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import BOTH_PLAYERS, HUMAN, OTHER_WAYS, Player
from tests.e2e.states import STATES, Show, State
from tests.views import LOST, MIDDLE, TRAP, VIEWS, View, match
from webapp import ROOT
from webapp.game.page import StatusLine
from webapp.serving.static_files import lean

WATCHED = MIDDLE.start(match(SQUARE, x="medium", o="hard").match)


def test_the_strip_stands_off_the_board_and_is_no_button_beside_open_choices(page: Player) -> None:
    """Also once the game is over."""
    page.begin(TIC_TAC_TOE, HUMAN, "unbeatable")
    button_of_choices, strip = page.locator("#setup > summary"), page.locator("#strip")
    for _ in range(2):
        for width in (1366, 1024):
            page.resize(width, 768)
            expect(strip.get_by_text("Unbeatable")).to_be_visible()
            expect(button_of_choices).to_be_visible(visible=width == 1024)
            told, played = page.boxes("#strip", "#board")
            assert told.left >= played.right
        page.play_on()


# One state of each kind of page.
KINDS = {name.partition("-")[0]: name for name in reversed([*STATES]) if "embed" not in name}


@pytest.mark.parametrize(
    ("width", "height", "inset"), [(390, 664, 16), (320, 568, 12), (1366, 633, 24)]
)
def test_every_page_begins_under_the_logo(
    page: Player, show: Show, width: int, height: int, inset: int
) -> None:
    page.resize(width, height)
    for name in KINDS.values():
        show(STATES[name])
        if page.locator(".logo").count():
            page.expect_one_left_edge(inset)


GERMAN = "Spielen", "Spiele", "Rätsel", "Lernen"


def test_the_navigation_has_room_on_narrow_phones(page: Player) -> None:
    """At 360 pixels for longer words too."""
    words = page.locator(".top nav a:not(.gear)")
    for width in (320, 360):
        page.resize(width, 568)
        page.goto("/learn/opponents")
        if width == 360:
            for at, word in enumerate(GERMAN):
                words.nth(at).evaluate("(one, word) => { one.textContent = word; }", word)
        boxes = page.boxes(".logo", ".top nav a")
        assert len(boxes) == 7
        assert all(one.right <= other.left for one, other in pairwise(boxes)), boxes
        assert boxes[-1].right <= width
        assert {box.bottom - box.top for box in boxes[1:]} == {44}
    expect(page.link("Opponents").and_(page.locator("[aria-current=page]"))).to_be_visible()


# The controls that can be used in the first view, by their tags.
IN_VIEW = """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter((one) => {
    const { width, top, bottom } = one.getBoundingClientRect();
    return width > 1 && bottom > 0 && top < innerHeight
      && !one.ariaDisabled && one.checkVisibility({ visibilityProperty: true });
  }).map((one) => one.matches("#board *") ? "cell" : one.outerHTML)"""


def test_a_new_player_has_few_things_to_choose_from(page: Player, show: Show) -> None:
    """Of each choice one: the game stands above the keys of a phone until the first move."""
    page.resize(1366, 633)
    show(State(VIEWS["first"]))
    controls: list[str] = page.evaluate(IN_VIEW)
    assert controls.count("cell") == 9
    assert len(controls) <= 28, controls
    square = page.get_by_role("button", name="Square", exact=True)
    for width, height in ((390, 664), (320, 568)):
        page.resize(width, height)
        show(State(VIEWS["first"]))
        told, chosen, keys = page.boxes("#why", ".pair", "#help")
        assert told.bottom <= chosen.top < chosen.bottom <= keys.top
        expect(square).to_have_count(1)
        square.click()
        expect(page.board).to_have_attribute("data-game", "square")
        expect(square).to_be_visible()
        page.click_in_place(page.cell("b2"))
        page.expect_ply(2)
        expect(square).to_be_hidden()
        page.open_set_up()
        expect(square).to_be_visible()


RULES = """sheets => sheets.map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    // Values with variables keep their white space.
    return [...sheet.cssRules].map(rule => rule.cssText.replace(/\\s+/g, " "));
})"""


def test_lean_sheets_have_the_same_rules(page: Player) -> None:
    """And fewer bytes."""
    for path in sorted((ROOT / "static").glob("*.css")):
        sheet = path.read_bytes()
        assert len(lean(sheet)) < len(sheet), path
        whole, without = page.evaluate(RULES, [sheet.decode(), lean(sheet).decode()])
        assert whole == without != [], path


RINGS = """board => [...board.querySelectorAll("[data-hint='']")].map(cell => {
    const { width, height } = getComputedStyle(cell, "::before");
    return [parseFloat(width) / cell.offsetWidth, parseFloat(height) / cell.offsetWidth];
})"""


@pytest.mark.parametrize("size", [(390, 664), (740, 360)])
def test_the_page_alone_scrolls(page: Player, size: tuple[int, int]) -> None:
    """Not the choices of a new game, which are whole in the window of a common phone. The folded
    ones come into view when they open.
    """
    page.resize(*size)
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    page.open_set_up()
    if size == (390, 664):
        expect(page.get_by_text(OTHER_WAYS)).to_be_in_viewport(ratio=1)
    page.open_set_up(*BOTH_PLAYERS)
    expect(page.button("Start")).to_be_in_viewport(ratio=1)
    assert page.scrolled == []


@pytest.mark.parametrize(
    ("opponent", "name"),
    [
        ("hard", "The points of each cell for you"),
        ("unbeatable", "The worth of each of my moves"),
    ],
)
def test_a_wide_window_draws_the_reason(page: Player, opponent: str, name: str) -> None:
    """Each reply is drawn on a small board below keys that keep their place; a laptop has no room
    for it.
    """
    drawn = page.get_by_role("table", name=name)
    page.resize(1920, 1000)
    page.begin(SQUARE, HUMAN, opponent)
    place = page.boxes("#help")
    for made in (2, 4):
        page.click_in_place(page.empty_cells.first)
        expect(page.moves).to_have_count(made)
        expect(drawn).to_be_in_viewport(ratio=1)
        played = page.moves.last.inner_text().split()[-1]
        expect(drawn.locator("[data-played]")).to_contain_text(f"{played}:")
    assert page.boxes("#help") == place
    page.resize(1366, 633)
    expect(drawn).to_be_hidden()


WHOLE = [VIEWS[name] for name in ("first", "hint", "values", "retry", "set-up-position", "watch")]
HINTED = [VIEWS[name] for name in ("hint-cell", "hint-and-values")]
MATCHES = (
    *WHOLE,
    *HINTED,
    *(VIEWS[name] for name in ("first-square", "middle", "left")),
    View(session=WATCHED.step()),
    View("/?why=3", WATCHED.step().step().step()),
    View(session=MIDDLE.start(match(TIC_TAC_TOE, o="medium").match)),
)


def test_the_keys_cover_nothing_and_a_laptop_shows_the_whole_sheet(
    page: Player, show: Show
) -> None:
    """Until the game ends, only the foot of the page is below. A hint rings a whole cell."""
    for view in MATCHES:
        page.resize(390, 664)
        show(State(view))
        expect_above_the_keys(page)
        pairs = combinations(page.boxes("#room :is(button, select)"), 2)
        assert not any(one.overlaps(other) for one, other in pairs), view
        rings = page.board.evaluate(RINGS) if view in HINTED else []
        assert all(0.8 < width == pytest.approx(height, abs=0.02) for width, height in rings)
        assert bool(rings) == (view in HINTED)
        if view in WHOLE:
            page.resize(1366, 633)
            expect(page.locator(".match > .bench")).to_be_in_viewport(ratio=1)
            quiet = page.link("Position in words")
            expect(quiet).not_to_be_in_viewport(ratio=0.5)
            expect(quiet).to_be_visible()


def test_the_keys_cover_no_answer_to_a_retry_nor_the_reason_for_the_reply(
    page: Player, show: Show
) -> None:
    page.resize(390, 664)
    retry = View(session=LOST.retry(TRAP.match.record, TRAP.match.players))
    show(State(retry))
    right = TRAP.match.study.best.name
    for pressed, told in (
        (page.button("Hint"), "Hint: look"),
        (page.button("The cell"), "Hint: c1"),
        (page.board.get_by_role("button", name=right), f"Right: {right}"),
    ):
        pressed.click()
        expect(page.advice).to_contain_text(told)
        expect_above_the_keys(page)
    expect(page.why).to_contain_text("Why ")
    expect(page.why).to_be_visible()


def expect_above_the_keys(page: Player) -> None:
    expect(page.locator("#help")).to_be_in_viewport(ratio=1)
    keys, *parts = page.boxes("#help", "#room > *")
    assert all(part.bottom <= keys.top for part in parts)


ENDS = {
    "won-by-a-row": VIEWS["won-by-a-row"],
    "slipped": View(session=match(TIC_TAC_TOE, "a3a2b2c3a1c1c2b3b1", o="hard")),
    "won-in-many-words": View(session=match(SQUARE, "c1a1c2b1d2d4c3a3b3d1b2", o="easy")),
    "lost-in-many-words": View(session=match(SQUARE, "b2c2d3c4d1b3d4a2a4b1", o="unbeatable")),
    "drawn-by-programs": View(
        session=match(SQUARE, "b4b3c1b2c3a2a3a1b1d2a4d3c2d4d1c4", x="medium", o="hard")
    ),
    # Draws that were wins of the person, by what their last slip leads to.
    "Retry move 3": View(session=match(TIC_TAC_TOE, "a3a1b2c1b1b3a2c2c3", o="medium")),
    "Retry move 13": View(session=match(SQUARE, "d4d1a3c4d3b3a2b4c3c1d2a4b2c2b1a1", o="easy")),
}

# The tops of the buttons below the card, and in how many lines the words of each stand.
BUTTONS = """all => all.map(one => {
  const words = document.createRange();
  words.selectNode(one.lastChild);
  return [Math.round(one.getBoundingClientRect().top), words.getClientRects().length];
})"""


@pytest.mark.parametrize("name", ENDS)
def test_the_end_is_told_in_the_first_view(page: Player, show: Show, name: str) -> None:
    """The main action is whole, and in the windows of common phones what else one can do at once.
    The other buttons stand in even rows.
    """
    show(State(ENDS[name]))
    if name.startswith("Retry"):
        expect(page.review.locator(".primary")).to_have_text(name)
    for width, height in ((390, 664), (320, 568), (740, 360), (1366, 633)):
        page.resize(width, height)
        also = ["#review .three > :is(a, button)"] if height == 664 else []
        acts = page.boxes("#review .primary", *also)
        assert all(0 <= box.top <= box.bottom <= height for box in acts), (width, acts)
        assert len(acts) > len(also), width
        found = page.locator(".acts > :is(button, a)").evaluate_all(BUTTONS)
        assert all(lines < 2 for _, lines in found), width
        assert 1 not in [*Counter(top for top, _ in found).values()][1:], (width, found)


def test_after_a_game_the_reason_that_one_asks_for_comes_into_sight(
    page: Player, show: Show
) -> None:
    """Below the card, in a room that scrolls."""
    for size in ((740, 360), (1366, 633)):
        page.resize(*size)
        show(State(VIEWS["won"]))
        page.moves.get_by_role("link").last.click()
        expect(page.why.locator("> p").first).to_be_in_viewport(ratio=1)


# How far each result reaches beyond the page or into the button beside it; the tops of board and
# keys.
FILL = """results => results.map(([text, isLong]) => {
    const [status, words] = [document.querySelector("#status"), document.createRange()];
    const shown = status.querySelector("strong").firstChild;
    shown.data = text;
    status.toggleAttribute("data-long", isLong);
    words.selectNode(shown);
    const [strip, board, help] = ["#setup > summary", "#board", "#help"].map(
      one => document.querySelector(one).getBoundingClientRect());
    const told = words.getBoundingClientRect();
    const beyond = told.right - (strip.bottom > told.top ? strip.left : innerWidth);
    const { scrollWidth } = document.documentElement;
    return [Math.max(scrollWidth - innerWidth, beyond), board.top + scrollY, help.top + scrollY];
})"""


NAMES = [opponent.name for opponent in OPPONENTS.values()]
RESULTS = {
    "won": [result for name in NAMES for result in (f"You beat {name}", f"{name} beat you")],
    "watched": [f"{x} beat {o}" for x in NAMES for o in NAMES],
}


@pytest.mark.parametrize("end", RESULTS)
def test_every_result_has_room(page: Player, show: Show, end: str) -> None:
    """However long it is, nothing covers it, and board and keys stand where they stood."""
    show(State(VIEWS[end]))
    short = StatusLine("", "", "You won")
    results = [short, *(short._replace(seen=result) for result in RESULTS[end])]
    shown = [(result.seen, result.is_long) for result in results]
    for size in ((320, 568), (390, 664), (1366, 633), (1920, 1080)):
        page.resize(*size)
        (_, *still), *measured = page.evaluate(FILL, shown)
        for (beyond, *tops), (result, _) in zip(measured, shown[1:], strict=True):
            assert beyond <= 0, (size, result)
            assert tops == still, (size, result)
