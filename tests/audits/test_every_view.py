"""Every page in every state fits: a small phone, large text, spaced text, a magnified screen."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from ai.games import SQUARE
from tests.audits.test_looks import (
    PAGES_TO_READ,
    drawn_position,
    expect_targets_to_touch,
    explained_at_length,
    first_visit,
    hinted_with_values,
    keys_listed,
    lost_to_the_computer,
    replayed,
    two_squares_won,
    watching,
)
from tests.e2e.player import HUMAN, begin, board, button, open_set_up

FINGERTIP = 44  # pixels that a fingertip covers
TEXT = 16  # pixels: the size of text that browsers come with

# WCAG 1.4.12: what a reader may set, and nothing may be lost by it.
SPACED = """* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }"""


class Size(NamedTuple):
    """A screen, and what its reader has set."""

    width: int
    height: int
    text: int = TEXT
    style: str = ""


SIZES = {
    "phone": Size(320, 640),
    "large text": Size(320, 640, 2 * TEXT),
    "spaced text": Size(320, 640, style=SPACED),
    "magnified": Size(320, 256),
    "on its side": Size(740, 360),
    "on its side, large text": Size(740, 360, 2 * TEXT),
    "laptop": Size(1366, 768),
    "laptop, large text": Size(1366, 768, 2 * TEXT),
}


def set_up_open(page: Page) -> None:
    begin(page, SQUARE, "unbeatable", HUMAN, moves="b1a1")
    open_set_up(page, "Classic programs")
    open_set_up(page, "Any two players")
    expect(button(page, "Start")).to_be_visible()


def short_replay(page: Page) -> None:
    page.goto("/replay/tic-tac-toe/b2?first=x&x=medium&o=human")


def replay_unfolded(page: Page) -> None:
    page.goto("/replay/square/a1a2b1a3c1a4d2b2b3d3c3d4b4c2d1c4?first=x&x=human&o=hard&ply=6")
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("details:not([open])")).to_have_count(0)


def variation(page: Page) -> None:
    page.goto("/replay/square/a1a2b1a3c1a4d2b2b3d3c3d4b4c2d1c4?first=x&from=2&variation=d4b3c4d3a4")


def lessons_unfolded(page: Page) -> None:
    page.goto("/learn/opponents")
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("details:not([open])")).to_have_count(0)


def not_found(page: Page) -> None:
    page.goto("/nowhere")


STATES: list[Callable[[Page], None]] = [
    first_visit,
    two_squares_won,
    watching,
    hinted_with_values,
    explained_at_length,
    lost_to_the_computer,
    set_up_open,
    keys_listed,
    replayed,
    short_replay,
    drawn_position,
    replay_unfolded,
    variation,
    *PAGES_TO_READ,
    lessons_unfolded,
    not_found,
]
# What does not fit: text that is wider than the page, than the control whose label it is or than
# what scrolls or clips it, text that a clip cuts off above or below, and choices that do not show
# their longest option though there is room. Code is exempt, and so are the moves of a branch:
# however many they are, they scroll in a row of their own.
MISFITS = """() => {
  const found = [];
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.push(`the page scrolls sideways: ${scrollWidth}`);

  const CONTROL = "a.button, #switches a, nav a, button, summary, label";
  const seen = new Map();
  const look = (element) => {
    if (!seen.has(element)) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const control = element.matches(CONTROL);
      seen.set(element, {
        box: element.getBoundingClientRect(),
        unseen: clipPath !== "none",
        wide: control || overflowX !== "visible",
        high: control || ["hidden", "clip"].includes(overflowY),
      });
    }
    return seen.get(element);
  };
  const chain = function* (element) {
    for (let one = element; one; one = one.parentElement) yield one;
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const holder = text.parentElement;
    if (!text.data.trim() || holder.closest("select, svg, pre, #variation ol")) continue;
    if (!holder.checkVisibility() || [...chain(holder)].some((one) => look(one).unseen)) continue;
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    const tell = (what) => found.push(`"${text.data.trim().slice(0, 40)}" is ${what}`);
    if (at.left < -1 || at.right > innerWidth + 1) tell("beyond the page");
    for (const around of chain(holder)) {
      const { box, wide, high } = look(around);
      const name = around.id || around.className || around.localName;
      if (wide && (at.left < box.left - 1 || at.right > box.right + 1)) tell(`wider than ${name}`);
      if (high && (at.top < box.top - 2 || at.bottom > box.bottom + 2)) tell(`higher than ${name}`);
    }
  }
  for (const select of document.querySelectorAll("select")) {
    if (!select.checkVisibility()) continue;
    const { width } = select.getBoundingClientRect();
    select.style.width = "max-content";
    const wanted = select.getBoundingClientRect().width;
    select.style.width = "";
    if (width + 1 < Math.min(wanted, select.form?.clientWidth ?? 0)) {
      found.push(`${select.name} has ${width} and wants ${wanted}`);
    }
  }
  return found;
}"""

# Controls on which a double tap would magnify the page, and rules for a pointer that hovers that
# hold for a finger too.
NOT_FOR_FINGERS = """() => {
  const controls = document.querySelectorAll("a, button, summary, label, select, input");
  const slow = [...controls].filter(
    (control) => getComputedStyle(control).touchAction !== "manipulation");
  const bare = (rules) => [...rules].flatMap((rule) => {
    if (rule.media?.mediaText.includes("hover: hover")) return [];
    const own = rule.selectorText?.includes(":hover") ? [rule.selectorText] : [];
    return [...own, ...bare(rule.cssRules ?? [])];
  });
  return [
    ...slow.map((control) => control.outerHTML.slice(0, 80)),
    ...[...document.styleSheets].flatMap((sheet) => bare(sheet.cssRules)),
  ];
}"""


def sizes(page: Page) -> Iterator[str]:
    """The names of all sizes, while the page is as it is on that screen with what is set there."""
    adopt = """style => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      document.adoptedStyleSheets = [sheet];
    }"""
    browser = page.context.new_cdp_session(page)

    def read(text: int, style: str) -> None:
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
        page.evaluate(adopt, style)

    try:
        for name, size in SIZES.items():
            page.set_viewport_size({"width": size.width, "height": size.height})
            read(size.text, size.style)
            yield name
    finally:
        read(TEXT, "")  # other tests have the page after this one
        browser.detach()


@pytest.mark.parametrize("show", STATES, ids=lambda show: show.__name__)
def test_every_state_fits_every_size(page: Page, show: Callable[[Page], None]) -> None:
    """Nothing scrolls sideways, and no text is cut."""
    page.emulate_media(reduced_motion="reduce")
    show(page)
    misfits = {name: page.evaluate(MISFITS) for name in sizes(page)}
    assert not {name: found for name, found in misfits.items() if found}


@pytest.mark.parametrize(
    "show", [set_up_open, replay_unfolded, lessons_unfolded], ids=lambda show: show.__name__
)
def test_what_unfolds_is_for_fingers_too(page: Page, show: Callable[[Page], None]) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    show(page)
    expect_targets_to_touch(page, 20)
    assert page.evaluate(NOT_FOR_FINGERS) == []


@pytest.mark.parametrize("show", [hinted_with_values, drawn_position])
def test_a_cell_is_as_large_as_a_fingertip(page: Page, show: Callable[[Page], None]) -> None:
    show(page)
    for name in sizes(page):
        box = board(page).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGERTIP * SQUARE.size, name
