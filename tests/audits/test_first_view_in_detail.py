"""The first view, of every opponent and at every end."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from tests.e2e.player import HUMAN, begin, button, link, play_once, review, start, why
from tests.e2e.states import State
from tests.views import VIEWS, View, match

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


ENDS = {
    "tic-tac-toe": ("XXX-OO.-...", "OOO-XX.-X.."),
    "square": ("XX..-XX..-OO..-O...", "OO..-OO..-XX..-X..X"),
}


@every_opponent
def test_nothing_covers_the_status(page: Page, game: Game, opponent: str) -> None:
    """Before the first move and after a win of each side, in a language of longer words too."""
    won, lost = ENDS[game.key]
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
