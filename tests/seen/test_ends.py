"""The end of a game with an honour: where each part stands, and its moment."""

import pytest
from playwright.sync_api import expect

from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.e2e.player import HUMAN, Player
from tests.e2e.states import Show, State
from tests.views import MOVING, View, match
from webapp.game import match_page
from webapp.game.page import GamePage
from webapp.game.session import Session
from webapp.honours.shown import NO_HONOURS, EndHonours, LevelRow, Square, StampShown

SQUARES = (Square(True), Square(False), Square(True, new=True), *[Square()] * 7)
ROW = LevelRow("pencil", "Pencil", "one square more: 2 of 3", SQUARES, "2 of 3 kept, one new")
STAMP = StampShown("unbeatable-held", "Unbeatable, held", 3, "at Square", "28 November 2026")
HONOURS = EndHonours(STAMP, (StampShown("fork", "Fork", 1, "two threats"),), ROW)

# Its sentence takes three lines beside a stamp.
LONG = View(session=match(SQUARE, "c1a1c2b1d2d4c3a3b3d1b2", o="easy"))
TILTED = 8  # pixels by which the corners of a tilted box reach beyond its circle, at most
WON_NEXT = "a1b2c3a3c1b1"  # X completes column c with c2


@pytest.fixture
def honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each game that is over have earned the same."""
    made = match_page._match_page

    def honour(session: Session, asked: match_page.MoveAsked | None, *_rest: object) -> GamePage:
        honours = HONOURS if session.match.is_over else NO_HONOURS
        return made(session, asked, session.match.has_table, honours)

    monkeypatch.setattr(match_page, "_match_page", honour)


@pytest.mark.usefixtures("honoured")
@pytest.mark.parametrize("size", [(390, 664), (320, 568), (1366, 633)])
def test_three_lines_beside_a_stamp_and_four_buttons_are_whole(
    page: Player, show: Show, size: tuple[int, int]
) -> None:
    """In the first view, none over another, and nothing beyond the page; what was earned stands
    below them.
    """
    page.resize(*size)
    show(State(LONG))
    page.review.locator("p").first.evaluate(
        "it => { it.textContent = 'Two squares won: I could block 1 of 3 cells. '.repeat(2); }"
    )
    lines = "it => it.getBoundingClientRect().height / parseFloat(getComputedStyle(it).lineHeight)"
    assert page.review.locator("p").first.evaluate(lines) >= 2.9
    said, stamp, main, *three = page.boxes(
        *("#review p", "#review .stamp", "#review .primary", "#review .three > .button"),
        "#again-same",
    )
    assert said.right <= stamp.left
    assert stamp.right <= size[0]
    assert max(said.bottom, stamp.bottom - TILTED) <= main.top
    assert all(main.bottom < it.top < it.bottom <= size[1] for it in three)
    below = page.boxes("#reviewed > .level")
    assert len(below) == 2
    assert all(it.top >= three[0].bottom for it in below)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.scrolled == []
    expect(page.locator("#help")).to_be_hidden()
    expect(page.status).to_contain_text("New stamp: Unbeatable, held.")


def test_an_end_below_the_offers_of_a_day_comes_into_sight(page: Player, show: Show) -> None:
    """They take room above the board of a phone."""
    page.resize(390, 664)
    show(State(MOVING["today"]))
    page.begin(TIC_TAC_TOE, o="easy", played="b2b1a1c3a2a3")
    page.cell("c2").click()
    expect(page.review).to_be_visible()
    bottom = "document.querySelector('#review .three').getBoundingClientRect().bottom"
    page.wait_for_function(f"() => {bottom} <= innerHeight")
    assert page.boxes("#board")[0].top >= 0


# When the animation of an element begins and ends.
SPAN = """it => {
  const [{ effect }] = it.getAnimations();
  const { delay, endTime } = effect.getComputedTiming();
  return [delay, endTime];
}"""


@pytest.mark.usefixtures("fresh", "honoured")
def test_the_stamp_lands_last_and_stops_nobody(page: Player) -> None:
    """After line, highlighter and headline; then the new square. Rays come one by one."""
    page.show_motion_slowly()
    page.begin(TIC_TAC_TOE, HUMAN, "hard", played=WON_NEXT)
    page.cell("c2").click()
    stamp, new = page.review.locator(".stamp"), page.locator("#reviewed .new")
    assert stamp.evaluate(SPAN) == pytest.approx([900, 1060])
    assert new.evaluate(SPAN) == pytest.approx([1100, 1200])
    rays = [ray.evaluate(SPAN) for ray in page.locator("#outlines .ray").all()]
    assert [begin for begin, _end in rays] == pytest.approx([700 + 24 * at for at in range(12)])
    expect(page.status.locator(".star")).to_have_count(0)
    page.locator("#again-same").press("Enter")
    page.expect_ply(0)
