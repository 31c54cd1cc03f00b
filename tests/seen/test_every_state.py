"""Every state, visited once: axe finds nothing, it fits all sizes, its controls are in reach."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, Literal, NamedTuple

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from flask import Flask
from playwright.sync_api import expect

from tests.e2e.player import Player
from tests.e2e.states import STATES, Show
from tests.page import read
from tests.seen.fitting import MISFITS, kinds
from tests.seen.reach import (
    ADOPT,
    expect_drawings_to_stand_out,
    expect_tab_to_reach_all,
    out_of_reach,
)
from tests.views import VIEWS

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
CONTRAST = "color-contrast"
ENHANCED = "color-contrast-enhanced"  # AAA, for those who ask for more contrast
# axe leaves the first two off where nobody asks for them; contrast is asked of new kinds alone.
RULES = {"td-has-header": True, "target-size": True, CONTRAST: False}
# axe gives up on text in boxes with decorations, unless it is told to ignore these.
CHECKS = {rule: {"options": {"ignorePseudo": True}} for rule in (CONTRAST, ENHANCED)}
# In these all that is drawn on cells occurs.
MARKED = {"how", "hint-cell", "values", "values-tic-tac-toe", "won", "lost", "retry"}
# Pages whose scripts hear keys, or of many kinds of controls: in these Tab itself is pressed.
TABBED = {"middle", "keys", "set-up-any", "replay-turning-point", "games-new-shapes", "settings"}
FINGERTIP = 44  # pixels that a fingertip covers
SPILL = 4  # pixels that letters may leave their line by, above and below together
APART = 8  # pixels between two words that lead to two places
TEXT = 16  # pixels: the size of text that browsers come with

# Known faults of pages: 2.5.3, for the letters of the days of the week; and a table of nine columns
# that is seven pixels too wide for the narrowest phone once its text is spaced. The steps of a
# search stick over its tree until it is scrolled.
KNOWN: Mapping[str, str] = {
    **{name: "partially obscured" for name in STATES if name.startswith("search")},
    "mine": r"shows '\w' and is called '\w+ (not )?solved",
    "atlas-table": r"^spaced text: ",
}

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
    "laptop": Size(1366, 633),
    "large text": Size(320, 640, 2 * TEXT),
    "spaced text": Size(320, 640, style=SPACED),
    "magnified": Size(320, 256),
    "on its side, large text": Size(740, 360, 2 * TEXT),
    "on its side": Size(740, 360),
    "laptop, large text": Size(1366, 768, 2 * TEXT),
    "common phone": Size(390, 664),
    "tablet": Size(768, 1024),
    "wide": Size(1920, 1080),
}


class Turn(NamedTuple):
    """How a state is looked at: in a *scheme* of colours, on screens of these *sizes*, of which the
    first is that for fingers and keys.
    """

    scheme: Scheme
    sizes: Sequence[str]


# Each state has one of them, in turn: kinds of pages have several states.
TURNS = (
    Turn("light", ("phone", "laptop", "large text", "on its side")),
    Turn("dark", ("laptop", "phone", "magnified", "wide")),
    Turn("light", ("phone", "laptop", "spaced text", "tablet")),
    Turn("dark", ("laptop", "phone", "on its side, large text", "common phone")),
    Turn("light", ("phone", "laptop", "laptop, large text")),
)


@pytest.fixture
def as_on(page: Player) -> Iterator[Callable[[Size], None]]:
    """Shows the page as it is on a screen of that size, with what is set there."""
    browser = page.context.new_cdp_session(page)

    def show(size: Size) -> None:
        page.resize(size.width, size.height)
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": size.text}})
        page.evaluate(ADOPT, size.style)

    yield show
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": TEXT}})
    browser.detach()


@pytest.fixture(scope="module")
def audited() -> Mapping[str, set[str]]:
    """The kinds of elements and of text that were seen so far, the latter by the colours asked."""
    return defaultdict(set)


@pytest.mark.parametrize(("name", "turn"), [*zip(STATES, cycle(TURNS))])
def test_everyone_can_use_every_state(
    page: Player,
    app: Flask,
    show: Show,
    audited: Mapping[str, set[str]],
    as_on: Callable[[Size], None],
    name: str,
    turn: Turn,
) -> None:
    """A view without an element of a kind that none before has had is not opened in the browser."""
    state = STATES[name]
    if state.view is VIEWS.get(name):
        markup = read(state.view.visit(app).text)
        new = {*kinds(markup)} - audited["elements"]
        audited["elements"].update(new)
        if not new:
            return
    page.emulate_media(color_scheme=turn.scheme)
    page.resize(*SIZES[turn.sizes[0]][:2])
    show(state)
    found = page.evaluate(NOT_FOR_FINGERS)
    found += violations(page, turn.scheme, audited)
    if name in MARKED:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            expect_drawings_to_stand_out(page)
    found += out_of_reach(page)
    if name in TABBED:
        expect_tab_to_reach_all(page)
    for size in turn.sizes:
        screen = SIZES[size]
        as_on(screen)
        apart = 0 if screen[2:] > (TEXT, "") else APART
        misfits = page.evaluate(MISFITS, [FINGERTIP, apart, SPILL])
        if size in {"phone", "laptop"}:
            misfits += out_of_sight(page, screen)
        found += [f"{size}: {misfit}" for misfit in misfits]
    assert [it for it in found if not re.search(KNOWN.get(name, "^$"), it)] == []


def test_axe_finds_no_violation_while_the_computer_thinks(page: Player) -> None:
    page.goto("/")
    with page.held_back():
        page.cell("b2").click()
        expect(page.status).to_have_text("Computer thinking…")
        assert violations(page, "light", defaultdict(set)) == []


def test_axe_judges_text_in_boxes_with_decorations(page: Player) -> None:
    page.goto("/")
    page.evaluate(AXE_SCRIPT)
    options = {"runOnly": {"type": "rule", "values": [CONTRAST]}, "checks": CHECKS}
    results = page.evaluate("options => axe.run(options)", options)
    assert results["passes"]
    assert "pseudoContent" not in str(results["incomplete"])


def violations(page: Player, first: Scheme, audited: Mapping[str, set[str]]) -> list[str]:
    """axe's reports by all rules; contrast is measured in both schemes, in the *first* also for
    those who ask for more, where text is of a kind that those who *audited* had not seen.
    """
    page.evaluate(AXE_SCRIPT)
    found = reports(page, None, {"rules": {rule: {"enabled": on} for rule, on in RULES.items()}})
    looks: tuple[tuple[Scheme, Literal["no-preference", "more"], str], ...] = (
        *((scheme, "no-preference", CONTRAST) for scheme in SCHEMES),
        (first, "more", ENHANCED),
    )
    for scheme, wish, rule in looks:
        page.emulate_media(color_scheme=scheme, contrast=wish)
        inks = page.evaluate(INKS)
        before = audited[f"{scheme} {wish}"]
        new = {ink: at for at, ink in enumerate(inks) if ink not in before}
        before.update(new)
        if new:
            found += reports(page, [*new.values()], {"runOnly": {"type": "rule", "values": [rule]}})
    page.emulate_media(color_scheme=first, contrast="no-preference")
    return found


def reports(page: Player, elements: Sequence[int] | None, asked: Mapping[str, Any]) -> list[str]:
    """axe's report on each element, in the whole page or in *elements*, by their numbers."""
    # No rule here needs the style sheets that axe would ask for again.
    options = {"resultTypes": ["violations"], "checks": CHECKS, "preload": False, **asked}
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in page.evaluate(VIOLATIONS, [elements, options])
        for node in rule["nodes"]
    ]


def out_of_sight(page: Player, screen: Size) -> list[str]:
    """The boxes of the board, the status and a dialog that are not seen without scrolling."""
    seen = page.boxes("dialog[open]", "#board", ":has(#board) #status", at_top=True)
    unseen = (box for box in seen if not box.is_within(screen.width, screen.height))
    return [f"first seen on scrolling: {box}" for box in unseen]


VIOLATIONS = """async ([elements, options]) => {
  const context = elements ? { include: elements.map((at) => window.inked[at]) } : document;
  return (await axe.run(context, options)).violations;
}"""

# The kind of each text in sight: its colour, whether WCAG calls it large, and the ground behind it.
INKS = """() => {
  const grounds = new Map([[null, ""]]);
  const ground = (it) => {
    if (!grounds.has(it)) {
      const { backgroundColor, opacity } = getComputedStyle(it);
      const own = backgroundColor === "rgba(0, 0, 0, 0)" ? "" : backgroundColor;
      const solid = backgroundColor.startsWith("rgb(") && opacity === "1";
      grounds.set(it, `${own}${opacity} ${solid ? "" : ground(it.parentElement)}`);
    }
    return grounds.get(it);
  };
  const hasText = (it) =>
    [...it.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  window.inked = [...document.querySelectorAll("body *")].filter((it) =>
    (hasText(it) || it.matches("input, select")) && it.checkVisibility());
  return window.inked.map((it) => {
    const { color, fontSize, fontWeight } = getComputedStyle(it);
    const isLarge = parseFloat(fontSize) >= (fontWeight < 700 ? 24 : 18.66);
    return [color, isLarge, ground(it)].join(" ");
  });
}"""

# Controls on which a double tap would magnify the page. Fields with letters smaller than 16 pixels,
# for which a phone does. Small labels to choose by. Buttons with a frame of their own that are
# nearer to each other than three pixels; the maker's bar stands over the page, as the open set-up
# does.
NOT_FOR_FINGERS = """() => {
  const style = (it) => getComputedStyle(it);
  const controls = document.querySelectorAll("a, button, summary, label, select, input");
  const slow = [...controls].filter((it) => style(it).touchAction !== "manipulation");
  const small = [...document.querySelectorAll("input, select, textarea")].filter(
    (it) => parseFloat(style(it).fontSize) < 16);
  // axe does not measure these.
  const tight = [...document.querySelectorAll("label:has([type=radio], [type=checkbox])")].filter(
    (it) => it.checkVisibility() && Math.min(it.offsetWidth, it.offsetHeight) < 24);
  const isSeen = (it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen === null || it.contains(seen);
  };
  const framed = [...document.querySelectorAll("#main :is(button, .button):not(.solve *)")]
    .filter((it) => it.checkVisibility() && style(it).borderTopStyle !== "none"
      && !style(it).borderTopColor.endsWith(", 0)") && isSeen(it))
    .map((it) => [it.textContent.trim(), it.getBoundingClientRect()]);
  const gap = (one, other) => Math.max(
    one.left - other.right, other.left - one.right, one.top - other.bottom, other.top - one.bottom);
  return [
    ...[...slow, ...small, ...tight].map((control) => control.outerHTML.slice(0, 80)),
    ...framed.flatMap(([name, box], at) => framed.slice(at + 1)
      .filter(([, other]) => gap(box, other) < 3).map(([other]) => `${name} and ${other} touch`)),
  ];
}"""
