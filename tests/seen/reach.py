"""Whether all controls of a page are in reach of keyboard and voice, and are seen there.

`.github/ACCESSIBILITY.md` lists the criteria of WCAG 2.2 that this holds.
"""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from tests.e2e.player import Player

OUTLINE = 2  # pixels
GRAPHIC = 3  # contrast, at least
SEEN = 0.0005  # the share of a cell that a colour of a short word covers, at least
TINT = 1.5  # contrast, at most: a highlighter's, and the edges of what is drawn


def out_of_reach(page: Player) -> list[str]:
    """The controls that are hidden or faint while they have the focus, or whose names lack words
    that they show: 2.4.7, 2.4.11, 2.4.12, 1.4.11 and 2.5.3.
    """
    page.keyboard.press("Shift")  # so that the focus is the keyboard's
    return [*faint(page.evaluate(f"({STOPS})({CONTROLS})")), *page.evaluate(MISNAMED)]


def faint(stops: Sequence[tuple[str, int, int, float, str, str]]) -> Iterator[str]:
    """The *stops* of the focus that cannot be seen."""
    for name, points, covered, outline, colour, behind in stops:
        ground = [int(it) for it in re.findall(r"\d+", behind)]
        *line, alpha = [*map(float, re.findall(r"[\d.]+", colour)), 1.0][:4]
        mixed = [
            round(alpha * on + (1 - alpha) * off) for on, off in zip(line, ground, strict=True)
        ]
        found = contrast(mixed, ground)
        if not points:
            yield f"focus outside the window: {name}"
        if covered:
            yield f"focus covered at {covered} of {points} points: {name}"
        if outline < OUTLINE or found < GRAPHIC:
            yield f"faint focus, {outline} px of {found:.2f} to 1: {name}"


def expect_tab_to_reach_all(page: Player) -> None:
    """Tab goes to all controls in the order of the page, and the page stays."""
    address = page.url
    count: int = page.evaluate(f"({NOTE_FOCUS})({CONTROLS})")
    for _ in range(count):
        page.keyboard.down("Tab")  # held down, it repeats
    page.keyboard.up("Tab")
    assert page.evaluate("() => window.focused") == [*range(count)]
    assert page.url == address


# The controls that a keyboard should reach, in the order of the page. Of a group of radios and of
# the cells of a board it reaches one.
CONTROLS = """(() => {
  const dialog = document.querySelector("dialog[open]");
  const all = [...(dialog ?? document).querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex]")];
  if (all.some((control) => control.tabIndex > 0)) throw new Error("an order of its own");
  const one = (control) => !control.matches("[type=radio]") || control.checked;
  return all.filter((control) => control.tabIndex >= 0 && control.type !== "hidden"
    && !control.disabled && one(control) && control.checkVisibility({ visibilityProperty: true }));
})()"""

# Focuses the first of *controls*, and notes which has the focus whenever a key goes down, for then
# the focus moves on.
NOTE_FOCUS = """controls => {
  window.focused = [];
  controls[0]?.focus();
  document.addEventListener("keydown", () => {
    focused.push(controls.indexOf(document.activeElement));
  });
  return controls.length;
}"""

# For each of *controls* while it has the focus: its name, at how many points of its boxes the
# window shows anything, at how many of these another element, the width of its outline, and the
# colours of this and of the ground behind. The middle of an edge may be a round corner.
STOPS = """controls => controls.map((here) => {
  here.focus();
  const label = here.closest("label");
  const unseen = getComputedStyle(here).opacity === "0" || here.getClientRects()[0]?.width < 2;
  const drawn = label && unseen ? label : here;
  const shares = [0.15, 0.5, 0.85];
  const found = [...drawn.getClientRects()].flatMap((box) => {
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]; // of what is in the window
    const [width, height] = [Math.min(box.right, innerWidth) - left,
      Math.min(box.bottom, innerHeight) - top];
    return shares.flatMap((across) => shares.map((down) =>
      document.elementFromPoint(left + width * across, top + height * down)));
  }).filter(Boolean);
  const covering = found.filter((one) => !drawn.contains(one) && one !== label);
  const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(drawn);
  let ground = parseFloat(outlineOffset) < 0 ? drawn : drawn.parentElement;
  const colour = () => getComputedStyle(ground).backgroundColor;
  while (ground && !colour().startsWith("rgb(")) ground = ground.parentElement;
  const outline = outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
  const name = here.id || here.outerHTML.slice(0, 120);
  const behind = ground ? colour() : "rgb(255, 255, 255)";
  return [name, found.length, covering.length, outline, outlineColor, behind];
})"""

# Controls that show words in small letters that their names lack.
MISNAMED = """() => {
  const letters = (text) => text.replace(/[^\\p{L}\\p{N}]+/gu, " ").trim().toLowerCase();
  const read = (node, isLeft) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || isLeft(node)) return "";
    const { display } = getComputedStyle(node);
    if (display === "none" || node.matches("select")) return "";
    const text = node.matches("[role=img]") ? node.ariaLabel
      : [...node.childNodes].map((child) => read(child, isLeft)).join("");
    return display === "inline" ? text : ` ${text} `;
  };
  const isUnseen = (node) =>
    getComputedStyle(node).clipPath !== "none" || node.matches("svg:not([role=img])");

  const scope = document.querySelector("dialog[open]") ?? document;
  const controls = "a[href]:not(.skip), button, select, summary, input:not([type=hidden])";
  return [...scope.querySelectorAll(controls)].filter((one) => one.checkVisibility())
    .map((one) => [one, letters(read(one, isUnseen)),
      letters(one.ariaLabel ?? read(one, (node) => node.ariaHidden))])
    .filter(([, shown, name]) => shown && !` ${name} `.includes(` ${shown} `))
    .map(([one, shown, name]) =>
      `shows '${shown}' and is called '${name}': ${one.outerHTML.slice(0, 160)}`);
}"""


def expect_drawings_to_stand_out(page: Player) -> None:
    """1.4.11: every mark, value, hint and tried move, at least 3 to 1 with its cell. Drawings over
    and under the cells are hidden, such as the line that wins.
    """
    page.mouse.move(0, 0)
    page.evaluate(ADOPT, "#match svg:not(button svg) { display: none !important; }")
    picture = page.board.screenshot(animations="disabled")
    page.evaluate(ADOPT, "")
    with Image.open(BytesIO(picture)) as image:
        for name, is_marked, *box in page.board.evaluate(DRAWN):
            found = contrasts_drawn(image.crop(box).convert("RGB"))
            # A mark is of one colour. The part of a ring that is left over tells nothing.
            assert (found[0] if is_marked else max(found)) >= GRAPHIC, name


# Makes *style* the only style sheet beside those of the page.
ADOPT = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""

# For each cell on which anything is drawn its name, whether it is marked, and its box on a picture
# of the board.
DRAWN = """board => {
  const drawn = board.querySelectorAll("[data-mark], [data-value], [data-tried], [data-hint='']");
  const [x, y] = ["left", "top"].map((side) => Math.floor(board.getBoundingClientRect()[side]));
  return [...drawn].map((cell) => {
    const { left, top, right, bottom } = cell.getBoundingClientRect();
    const box = [left - x, top - y, right - x, bottom - y].map(Math.round);
    return [cell.ariaLabel, "mark" in cell.dataset, ...box];
  });
}"""


def contrasts_drawn(image: Image.Image) -> list[float]:
    """The contrasts of the colours drawn in *image* with its most common colour, the ground, by how
    much they cover; without tints of the ground and what covers too little to be seen.
    """
    edge = round(0.06 * image.width)  # the lines of the board are not meant
    image = image.crop((edge, edge, image.width - edge, image.height - edge))
    pixels = image.width * image.height
    counted: Any = image.getcolors(pixels)
    (_, ground), *others = sorted(counted, reverse=True)
    seen = [colour for count, colour in others if count >= SEEN * pixels]
    return [found for colour in seen if (found := contrast(ground, colour)) >= TINT]


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast ratio of two colours as WCAG defines it, from 1 to 21."""
    lighter, darker = sorted(map(luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Sequence[int]) -> float:
    """The relative luminance of a colour of sRGB, from 0 to 1."""
    shares = (part / 255 for part in colour)
    linear = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
