"""The first view: on a phone, a laptop and a wide screen, of every opponent, at every end."""

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import FloatRect, Page, Route, expect

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    empty_cells,
    link,
    message,
    moves,
    open_set_up,
    play_on,
    play_once,
    review,
    start,
    why,
)
from tests.e2e.states import STATES, State
from tests.views import LOST, MIDDLE, TRAP, VIEWS, View, match
from webapp import ROOT
from webapp.match.page import Status
from webapp.serving.static_files import lean

UNLAYERED = (
    *("first", "middle", "values", "won-by-a-row", "replay-turning-point", "puzzle", "learn-fork"),
    *("friend-plays", "search", "openings", "strength"),
)
SIGN = 100  # pixels: icons and small boards
PHONES = [(390, 664), (360, 740)]

COLOUR = "key => getComputedStyle(key).color"


def test_a_key_is_grey_only_if_it_has_nothing_to_do(page: Page) -> None:
    """Undo says so. Review opens a replay without moves."""
    page.goto("/")
    hint, undo, replay = button(page, "Hint"), button(page, "Undo"), link(page, "Review")
    ink = hint.evaluate(COLOUR)
    assert undo.evaluate(COLOUR) != ink
    undo.click()
    expect(message(page)).to_have_text("Nothing to undo yet.")
    assert replay.evaluate(COLOUR) == ink
    replay.click()
    expect(page).to_have_url(re.compile("/replay/"))


@pytest.mark.parametrize("opponent", ["medium", "unbeatable"])
def test_the_match_up_stands_once_and_off_the_board(page: Page, opponent: str) -> None:
    """A laptop has it above the status; a smaller window on the button of the choices, also once
    the game is over.
    """
    page.set_viewport_size({"width": 1366, "height": 633})
    begin(page, TIC_TAC_TOE, HUMAN, opponent)
    button_of_choices, match_up = page.locator("#setup > summary"), page.locator("#match-up")
    name = OPPONENTS[opponent].name
    expect(match_up).to_contain_text(name)
    expect(button_of_choices).to_be_hidden()
    page.set_viewport_size({"width": 1024, "height": 768})
    for _ in range(2):
        expect(match_up).to_be_hidden()
        expect(button_of_choices.get_by_text(name)).to_be_visible()
        pressed, played = button_of_choices.bounding_box(), board(page).bounding_box()
        assert pressed
        assert played
        assert pressed["x"] >= played["x"] + played["width"]
        play_on(page)


RULES = """sheets => sheets.map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    // Values with variables keep their white space.
    return [...sheet.cssRules].map(rule => rule.cssText.replace(/\\s+/g, " "));
})"""


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("*.css")), ids=lambda it: it.name)
def test_a_lean_sheet_has_the_same_rules(page: Page, path: Path) -> None:
    """And fewer bytes."""
    sheet = path.read_bytes()
    assert len(lean(sheet)) < len(sheet)
    whole, without = page.evaluate(RULES, [sheet.decode(), lean(sheet).decode()])
    assert whole == without != []


RING = """() => {
    const { width, height } = getComputedStyle(document.querySelector("[data-hint]"), "::before");
    return [parseFloat(width), parseFloat(height)];
}"""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_hint_rings_a_whole_cell(page: Page, game: Game) -> None:
    begin(page, game, HUMAN, "hard", played="b2a1" if game.size == 3 else "b2c3")
    button(page, "Hint").click()
    expect(board(page).locator("[data-hint]")).to_have_count(1)
    width, height = page.evaluate(RING)
    box = board(page).bounding_box()
    assert box
    assert width == pytest.approx(height, abs=1)
    assert width > 0.8 * box["width"] / game.size


# The classes of what scrolls within the page.
SCROLLING = """() => [...document.querySelectorAll("main *")].filter(one =>
  one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)
).map(one => one.className)"""

CHEVRON = """fold => parseFloat(getComputedStyle(fold, "::after").rotate)"""


@pytest.mark.parametrize("size", [(390, 664), (740, 360)])
def test_the_page_alone_scrolls(page: Page, size: tuple[int, int]) -> None:
    """Not the choices of a new game, which are whole in the window of a common phone. The folded
    ones come into view when they open, and the chevron turns round.
    """
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    open_set_up(page)
    whole = page.get_by_text("Choose both players")
    if size == (390, 664):
        expect(whole).to_be_in_viewport(ratio=1)
    pointed = whole.evaluate(CHEVRON)
    whole.click()
    expect(button(page, "Start")).to_be_in_viewport(ratio=1)
    assert whole.evaluate(CHEVRON) == pointed + 180
    assert page.evaluate(SCROLLING) == []


@pytest.mark.parametrize(
    ("opponent", "name"),
    [
        ("hard", "The points of each cell for you"),
        ("medium", "As far as I looked"),
        ("unbeatable", "The worth of each of my moves"),
    ],
)
def test_a_wide_window_draws_the_reason(page: Page, opponent: str, name: str) -> None:
    """Each reply is drawn on a small board below keys that keep their place; a laptop has no room
    for it.
    """
    drawn = page.get_by_role("table", name=name)
    keys = button(page, "Undo")
    page.set_viewport_size({"width": 1920, "height": 1000})
    begin(page, GAMES["square"], HUMAN, opponent)
    place = keys.bounding_box()
    for made in (2, 4):
        empty_cells(page).first.click()
        expect(moves(page)).to_have_count(made)
        expect(drawn).to_be_in_viewport(ratio=1)
        played = moves(page).last.inner_text().split()[-1]
        expect(drawn.locator("[data-played]")).to_contain_text(f"{played}:")
    assert keys.bounding_box() == place
    page.set_viewport_size({"width": 1366, "height": 633})
    expect(drawn).to_be_hidden()


WATCHED = MIDDLE.start(match(SQUARE, x="medium", o="hard").match)
WORDS = {
    **{name: VIEWS[name] for name in ("first", "first-square", "middle", "left", "watch", "retry")},
    "left-to-watch": View(session=WATCHED),
    "left-and-watched": View(session=WATCHED.step()),
    "left-and-drawn": View("/?why=3", WATCHED.step().step().step()),
    "left-for-a-program": View(session=MIDDLE.start(match(TIC_TAC_TOE, o="medium").match)),
}


@pytest.mark.parametrize("view", WORDS.values(), ids=WORDS)
def test_the_keys_cover_nothing_in_the_room(
    page: Page, signing: Flask, base_url: str, view: View
) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    State(view).show(page, signing, base_url)
    expect_above_the_keys(page)
    boxes = [it.bounding_box() for it in page.locator("#room :is(button, select)").all()]
    assert not any(overlap(*pair) for pair in combinations(filter(None, boxes), 2))


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def test_the_keys_cover_no_answer_to_a_retry_nor_the_reason_for_the_reply(
    page: Page, signing: Flask, base_url: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    retry = View(session=LOST.retry(TRAP.match.record, TRAP.match.players))
    State(retry).show(page, signing, base_url)
    button(page, "Answer").click()
    expect(page.locator("#advice")).not_to_be_empty()
    expect_above_the_keys(page)
    right = TRAP.match.study.best
    board(page).get_by_role("button", name=right.name).click()
    expect(page.locator("#advice")).to_contain_text(f"Right: {right.name}")
    expect(why(page)).to_contain_text("Why ")
    expect(why(page)).to_be_visible()
    expect_above_the_keys(page)


def expect_above_the_keys(page: Page) -> None:
    expect(page.locator("#help")).to_be_in_viewport(ratio=1)
    keys = page.locator("#help").bounding_box()
    assert keys
    for part in page.locator("#room > *").filter(visible=True).all():
        box = part.bounding_box()
        assert not box or box["y"] + box["height"] <= keys["y"], part.inner_text()


ENDS = {
    **{
        name: VIEWS[name]
        for name in ("won", "won-by-a-row", "won-by-two-squares", "drawn", "lost", "watched")
    },
    "slipped": View(session=match(TIC_TAC_TOE, "a3a2b2c3a1c1c2b3b1", o="hard")),
    "won-in-many-words": View(session=match(SQUARE, "c1a1c2b1d2d4c3a3b3d1b2", o="easy")),
    "lost-in-many-words": View(session=match(SQUARE, "d3b2d4c3d1a3b3b4", o="unbeatable")),
    "drawn-by-programs": View(
        session=match(SQUARE, "b4b3c1b2c3a2a3a1b1d2a4d3c2d4d1c4", x="medium", o="hard")
    ),
}
GIVEN_AWAY = {  # wins of the person, at the last slip
    "Retry move 3": match(TIC_TAC_TOE, "a3a1b2c1b1b3a2c2c3", o="medium"),
    "Retry move 13": match(SQUARE, "d4d1a3c4d3b3a2b4c3c1d2a4b2c2b1a1", o="easy"),
}

# The tops of the buttons below the card, and those whose words stand in more than one line.
BUTTONS = """() => {
  const all = [...document.querySelectorAll(".acts > :is(button, a)")];
  const lines = one => {
    const words = document.createRange();
    words.selectNode(one.lastChild);
    return words.getClientRects().length;
  };
  return {
    tops: all.map(one => Math.round(one.getBoundingClientRect().top)),
    broken: all.filter(one => lines(one) > 1).map(one => one.textContent),
  };
}"""


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_the_end_is_told_in_the_first_view(
    page: Page, signing: Flask, base_url: str, end: View
) -> None:
    """The main action is whole, and in the windows of common phones another game and the turning
    point. The other buttons stand in even rows.
    """
    State(end).show(page, signing, base_url)
    for width, height in (*PHONES, (320, 568), (740, 360), (1366, 633)):
        page.set_viewport_size({"width": width, "height": height})
        parts = (
            (".primary", "#again-same", ".facts") if (width, height) in PHONES else (".primary",)
        )
        for part in parts:
            expect(review(page).locator(part)).to_be_in_viewport(ratio=1)
        found = page.evaluate(BUTTONS)
        assert found["broken"] == [], width
        rows = [found["tops"].count(top) for top in dict.fromkeys(found["tops"])]
        assert 1 not in rows[1:], (width, rows)


@pytest.mark.parametrize("name", GIVEN_AWAY)
def test_a_draw_that_was_a_win_leads_to_its_retry(
    page: Page, signing: Flask, base_url: str, name: str
) -> None:
    end = View(session=GIVEN_AWAY[name])
    test_the_end_is_told_in_the_first_view(page, signing, base_url, end)
    expect(page.locator("#review .primary")).to_have_text(name)


FILL = """results => results.map(([text, isLong]) => {
    const status = document.querySelector("#status");
    status.querySelector("strong").firstChild.data = text;
    status.toggleAttribute("data-long", isLong);
    const [board, help] = ["#board", "#help"].map(
      one => document.querySelector(one).getBoundingClientRect().top + scrollY);
    const { right } = status.getBoundingClientRect();
    return [Math.max(document.documentElement.scrollWidth, right), board, help];
})"""

NAMES = [opponent.name for opponent in OPPONENTS.values()]
RESULTS = {
    "won": [result for name in NAMES for result in (f"You beat {name}", f"{name} beat you")],
    "watched": [f"{x} beat {o}" for x in NAMES for o in NAMES],
}


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (1366, 633), (1920, 1080)], ids=str)
@pytest.mark.parametrize("end", RESULTS)
def test_every_result_has_room(
    page: Page, signing: Flask, base_url: str, size: tuple[int, int], end: str
) -> None:
    """However long it is, board and keys stand where they stood."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    State(VIEWS[end]).show(page, signing, base_url)
    short = Status("won", "", "", "You won")
    results = [short, *(replace(short, seen=result) for result in RESULTS[end])]
    shown = [(result.seen, result.is_long) for result in results]
    (_, *still), *measured = page.evaluate(FILL, shown)
    for (width, *tops), (result, _) in zip(measured, shown[1:], strict=True):
        assert width <= size[0], result
        assert tops == still, result


every_opponent = pytest.mark.parametrize(
    ("game", "opponent"),
    [
        pytest.param(game, key, id=f"{game.key}-{key}")
        for game in GAMES.values()
        for key, opponent in OPPONENTS.items()
        if opponent.plays(game)
    ],
)

# The boxes of what the status shows, of the button with the match-up and of the board, and the
# parts of both that are cut.
ROW = """() => {
  const [seen, setUp, board] = ["#status strong", "#setup > summary", "#match"].map(
    one => document.querySelector(one));
  const box = one => { const { left, right, top, bottom } = one.getBoundingClientRect();
    return [left, right, top, bottom]; };
  return {
    seen: box(seen),
    setUp: box(setUp),
    board: box(board),
    cut: [seen, setUp, ...setUp.querySelectorAll("*")].filter(one =>
      !one.matches(".unseen") && one.scrollWidth > one.offsetWidth + 1).map(one => one.outerHTML),
  };
}"""

# Let names and verbs be as much longer as they are in German.
LENGTHEN = """() => {
  const shown = document.querySelectorAll("#status strong, #strip > span:not(.score)");
  for (const text of [...shown].flatMap(one => [...one.childNodes])) {
    if (text.nodeType === Node.TEXT_NODE) {
      text.data = text.data.replace(/\\p{L}{4,}/gu, word => word + word.slice(-word.length / 3));
    }
  }
}"""

DIAGRAMS = {  # won and lost
    "tic-tac-toe": ("XXX-OO.-...", "OOO-XX.-X.."),
    "square": ("XX..-XX..-OO..-O...", "OO..-OO..-XX..-X..X"),
}


@every_opponent
def test_nothing_covers_the_status(page: Page, game: Game, opponent: str) -> None:
    """Before the first move and after a win of each side, in a language of longer words too."""
    won, lost = DIAGRAMS[game.key]
    for fields in ({"first": "x"}, {"moves": won}, {"moves": lost}):
        start(page, game, HUMAN, opponent, **fields)
        page.goto("/")
        for longer in (False, True):
            if longer:
                page.evaluate(LENGTHEN)
            for width in (320, 360, 390):
                page.set_viewport_size({"width": width, "height": 664})
                row = page.evaluate(ROW)
                case = (fields, width, longer, row)
                (_, end, _, foot), (left, right, _, below), (*_, top, _) = (
                    row[one] for one in ("seen", "setUp", "board")
                )
                assert end <= left, case
                assert right <= width, case
                assert max(foot, below) <= top, case
                assert row["cut"] == [], case
                assert longer or top == pytest.approx(92), case


@every_opponent
def test_the_keys_stay_in_view_while_a_reason_is_drawn(
    page: Page, game: Game, opponent: str
) -> None:
    """Each of its figures, on phones that are not tall. With this seed some reasons are long."""
    begin(page, game, HUMAN, opponent, seed="3")
    play_once(page)
    play_once(page)
    button(page, "Show how").click()
    expect(button(page, "Show how")).to_have_attribute("aria-expanded", "true")
    switch = why(page).locator(".figures a")
    for number in range(switch.count() or 1):
        if switch.count():
            switch.nth(number).click()
            expect(switch.nth(number)).to_have_attribute("aria-current", "true")
        for width, height in ((390, 664), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            expect(page.locator("#help")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "name",
    ["first", "first-square", "middle", "hint", "values", "retry", "set-up-position", "watch"],
)
def test_a_laptop_shows_the_whole_sheet(
    page: Page, signing: Flask, base_url: str, name: str
) -> None:
    """Until the game ends, only the foot of the page is below."""
    page.set_viewport_size({"width": 1366, "height": 633})
    State(VIEWS[name]).show(page, signing, base_url)
    expect(page.locator(".sheet")).to_be_in_viewport(ratio=1)
    for quiet in (link(page, "Position in words"), button(page, "Reset score")):
        expect(quiet).not_to_be_in_viewport(ratio=0.5)
        expect(quiet).to_be_visible()


@pytest.mark.usefixtures("fresh")  # the browser keeps the style sheets
@pytest.mark.parametrize("name", UNLAYERED)
def test_browsers_without_layers_show_the_board_first_and_small_signs(
    page: Page, signing: Flask, base_url: str, name: str
) -> None:
    """And marks in the cells that have some."""
    page.set_viewport_size({"width": 390, "height": 664})

    def drop(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=without_layers(response.text()))

    page.route("**/*.css", drop)
    STATES[name].show(page, signing, base_url)
    assert page.evaluate("() => getComputedStyle(document.body).display") == "block"
    drawn = page.locator("svg").filter(visible=True)
    assert max(drawn.evaluate_all("all => all.map((one) => one.clientWidth)")) <= SIGN
    if board(page).count():
        expect(board(page)).to_be_in_viewport(ratio=1)
        shown = board(page).locator(".mark use").filter(visible=True)
        expect(shown).to_have_count(board(page).locator("[data-mark]").count())


def without_layers(css: str) -> str:
    """The rules of *css* outside layers, of which none lies in another."""
    before, layer, rest = css.partition("@layer")
    depth = 0
    for at, letter in enumerate(rest):
        depth += (letter == "{") - (letter == "}")
        if not depth and letter in "};":
            return before + without_layers(rest[at + 1 :])
    assert not layer
    return before
