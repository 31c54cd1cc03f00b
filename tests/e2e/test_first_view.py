"""The first view: on a phone, a laptop and a wide screen."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from tests.e2e.player import (
    HUMAN,
    begin,
    board,
    button,
    empty_cells,
    link,
    moves,
    open_set_up,
    play_once,
    review,
    start,
    why,
)
from tests.e2e.states import State
from tests.server import KEY
from tests.views import MIDDLE, VIEWS, View, match
from webapp import create_app

every_opponent = pytest.mark.parametrize(
    ("game", "opponent"),
    [
        pytest.param(game, key, id=f"{game.key}-{key}")
        for game in GAMES.values()
        for key, opponent in OPPONENTS.items()
        if opponent.plays(game)
    ],
)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_board_is_wide_and_the_keys_are_in_view(page: Page, game: Game) -> None:
    """In the window of a common phone, after the computer has said why."""
    page.set_viewport_size({"width": 390, "height": 664})
    begin(page, game, HUMAN, "hard", played="b2a1" if game.size == 3 else "b2c3")
    box = board(page).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 330
    expect(board(page)).to_be_in_viewport(ratio=1)
    for key in (*(button(page, name) for name in ("Undo", "Hint", "Values")), link(page, "Review")):
        expect(key).to_be_in_viewport(ratio=1)


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
ENDS = {
    "tic-tac-toe": ("XXX-OO.-...", "OOO-XX.-X.."),
    "square": ("XX..-XX..-OO..-O...", "OO..-OO..-XX..-X..X"),
}


@every_opponent
def test_nothing_covers_the_status(page: Page, game: Game, opponent: str) -> None:
    """Whoever begins and whoever wins, and in a language of longer words."""
    won, lost = ENDS[game.key]
    for fields in ({"first": "x"}, {"first": "o"}, {"moves": won}, {"moves": lost}):
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


# The classes of what scrolls within the page.
SCROLLING = """() => [...document.querySelectorAll("main *")].filter(one =>
  one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)
).map(one => one.className)"""


@pytest.mark.parametrize("size", [(390, 664), (740, 360)])
def test_the_page_alone_scrolls(page: Page, size: tuple[int, int]) -> None:
    """Not the choices of a new game, which are whole in the window of a common phone."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, TIC_TAC_TOE, HUMAN, "hard", played="b2a1")
    open_set_up(page)
    whole = page.get_by_text("Choose both players")
    if size == (390, 664):
        expect(whole).to_be_in_viewport(ratio=1)
    whole.click()
    expect(button(page, "Start")).to_be_visible()
    assert page.evaluate(SCROLLING) == []


@every_opponent
def test_the_keys_stay_in_view_while_a_reason_is_drawn(
    page: Page, game: Game, opponent: str
) -> None:
    """Each of its figures, on phones that are not tall."""
    for width, height in ((390, 664), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        begin(page, game, HUMAN, opponent)
        play_once(page)
        play_once(page)
        button(page, "Show how").click()
        expect(button(page, "Show how")).to_have_attribute("aria-expanded", "true")
        switch = why(page).locator(".figures a")
        for number in range(switch.count() or 1):
            if switch.count():
                switch.nth(number).click()
                expect(switch.nth(number)).to_have_attribute("aria-current", "true")
            expect(page.locator("#help")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("opponent", "name"),
    [
        ("hard", "The worth of each cell to you"),
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


@pytest.fixture(scope="module")
def signing() -> Flask:
    """An application with the key of the served one, to sign cookies."""
    return create_app({"TESTING": True, "SECRET_KEY": KEY})


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


WORDS = {
    **{name: VIEWS[name] for name in ("first", "first-square", "middle", "left", "watch")},
    "left-for-a-program": View(session=MIDDLE.start(match(TIC_TAC_TOE, o="medium").match)),
}


@pytest.mark.parametrize("view", WORDS.values(), ids=WORDS)
def test_the_keys_cover_nothing_in_the_room(
    page: Page, signing: Flask, base_url: str, view: View
) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    State(view).show(page, signing, base_url)
    keys = page.locator("#help").bounding_box()
    assert keys
    for part in page.locator("#room > *").filter(visible=True).all():
        box = part.bounding_box()
        assert not box or box["y"] + box["height"] <= keys["y"], part.inner_text()


ENDED = {
    "slipped": View(session=match(TIC_TAC_TOE, "a3a2b2c3a1c1c2b3b1", o="hard")),
    **{name: VIEWS[name] for name in ("won", "lost", "drawn", "won-by-a-row", "watched")},
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


@pytest.mark.parametrize("end", ENDED.values(), ids=ENDED)
def test_the_end_shows_what_to_do_next(
    page: Page, signing: Flask, base_url: str, end: View
) -> None:
    """The main action is seen at once. The other buttons stand in even rows."""
    State(end).show(page, signing, base_url)
    for width, height in ((320, 568), (360, 740), (390, 664), (740, 360), (1366, 633)):
        page.set_viewport_size({"width": width, "height": height})
        expect(review(page).locator(".primary")).to_be_in_viewport(ratio=1)
        found = page.evaluate(BUTTONS)
        assert found["broken"] == [], width
        rows = [found["tops"].count(top) for top in dict.fromkeys(found["tops"])]
        assert 1 not in rows[1:], (width, rows)
