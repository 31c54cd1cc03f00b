"""Whether all controls of a page are in reach of keyboard, finger and voice, and are seen there.

`.github/ACCESSIBILITY.md` lists the criteria of WCAG 2.2 that this holds.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from tests.e2e.player import Player

LEAST = 24  # pixels, what AA asks of a target
OUTLINE = 2  # pixels
GRAPHIC = 3  # contrast, at least
SEEN = 0.0005  # the share of a cell that a colour of a short word covers, at least
TINT = 1.5  # contrast, at most: a highlighter's, and the edges of what is drawn


class Stop(NamedTuple):
    """A control of that *name* that has the focus.

    Its box is looked at in some *points* within the window; other elements cover *covered* of them.
    Its *outline* has a width in pixels and a *contrast* with the ground behind.
    """

    name: str
    points: int
    covered: int
    outline: float
    contrast: float

    @property
    def wrong(self) -> Iterator[str]:
        """Breaches of 2.4.7, 2.4.11, 2.4.12 and 1.4.11."""
        if not self.points:
            yield f"focus outside the window: {self.name}"
        if self.covered:
            yield f"focus covered at {self.covered} of {self.points} points: {self.name}"
        if self.outline < OUTLINE or self.contrast < GRAPHIC:
            yield f"faint focus, {self.outline} px of {self.contrast:.2f} to 1: {self.name}"


class Target(NamedTuple):
    """A control: its markup, its *name* and the text *shown* on it in small letters, and its
    size in pixels. If it is *apart* from others, it may be small.
    """

    markup: str
    name: str
    shown: str
    width: float
    height: float
    apart: bool

    @property
    def wrong(self) -> Iterator[str]:
        """Breaches of 2.5.3 and 2.5.8."""
        if self.shown and f" {self.shown} " not in f" {self.name} ":
            yield f"shows {self.shown!r} and is called {self.name!r}: {self.markup}"
        if min(self.width, self.height) < LEAST and not self.apart:
            yield f"too small, {self.width:.0f} by {self.height:.0f}: {self.markup}"


def out_of_reach(page: Player) -> list[str]:
    """The controls that are hidden or faint while they have the focus, too small for a finger, or
    called by other words than they show.
    """
    page.keyboard.press("Shift")  # so that the focus is the keyboard's
    stops = (
        Stop(name, points, covered, outline, contrast(*colours))
        for name, points, covered, outline, colours in page.evaluate(f"({STOPS})({CONTROLS})")
    )
    found = [wrong for stop in stops for wrong in stop.wrong]
    return found + [wrong for one in page.evaluate(TARGETS) for wrong in Target(*one).wrong]


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

# The fields of a Stop for each of *controls*. Points at the middle of the edges of a box may be
# round corners.
STOPS = """controls => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      known.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(colour);
  };
  return controls.map((here) => {
    here.focus();
    const label = here.closest("label");
    const unseen = getComputedStyle(here).opacity === "0" || here.getClientRects()[0]?.width < 2;
    const drawn = label && unseen ? label : here;
    const own = (found) => found && (drawn.contains(found) || found === label);
    let points = 0;
    let covered = 0;
    for (const box of drawn.getClientRects()) {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (left >= right || top >= bottom) continue;
      for (const across of [0.15, 0.5, 0.85]) {
        for (const down of [0.15, 0.5, 0.85]) {
          const at = [left + (right - left) * across, top + (bottom - top) * down];
          points += 1;
          if (!own(document.elementFromPoint(...at))) covered += 1;
        }
      }
    }
    const style = getComputedStyle(drawn);
    const inside = Number.parseFloat(style.outlineOffset) < 0;
    let ground = inside ? drawn : drawn.parentElement;
    while (ground && rgba(getComputedStyle(ground).backgroundColor)[3] < 255) {
      ground = ground.parentElement;
    }
    const behind = ground ? getComputedStyle(ground).backgroundColor : "white";
    const outline = style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth);
    const name = here.id || here.outerHTML.slice(0, 120);
    const colours = [style.outlineColor, behind].map((colour) => rgba(colour).slice(0, 3));
    return [name, points, covered, outline, colours];
  });
}"""

# Links in a sentence are as high as its lines: 2.5.8 excepts them. It excepts small targets too if
# circles of 24 pixels round the middle of each touch no other target and no other circle.
TARGETS = """() => {
  const LEAST = 24;
  const letters = (text) => text.replace(/[^\\p{L}\\p{N}]+/gu, " ").trim().toLowerCase();
  const inSentence = (link) => {
    const box = link.closest("p, li, dd, blockquote, td, caption");
    const others = [...box?.childNodes ?? []].filter((node) => node.matches?.("small") !== true);
    return others.some((node) =>
      !node.contains(link) && !node.matches?.("a, button") && letters(node.textContent));
  };
  const read = (node, left) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || left(node)) return "";
    const text = node.matches("[role=img]") ? node.ariaLabel
      : [...node.childNodes].map((child) => read(child, left)).join("");
    return getComputedStyle(node).display === "inline" ? text : ` ${text} `;
  };
  const gone = (node) => getComputedStyle(node).display === "none" || node.matches("select");
  const unseen = (node) =>
    getComputedStyle(node).clipPath !== "none" || node.matches("svg:not([role=img])");
  const shown = (target) => read(target, (node) => gone(node) || unseen(node));
  const unnamed = (node) => gone(node) || node.ariaHidden;
  const called = (target) => target.ariaLabel ?? read(target, unnamed);
  const scope = document.querySelector("dialog[open]") ?? document;
  const controls = "a[href]:not(.skip), button, select, summary, input:not([type=hidden])";
  const targets = [...scope.querySelectorAll(controls)]
    .filter((target) => target.checkVisibility() && target.getClientRects().length);
  const box = (target) => {
    const chosen = target.matches("[type=radio], [type=checkbox]");
    return (chosen ? target.closest("label") : target).getBoundingClientRect();
  };
  const boxes = new Map(targets.map((target) => [target, box(target)]));
  const large = (target) => {
    const { width, height } = boxes.get(target);
    return width >= LEAST && height >= LEAST;
  };
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const distance = ([x, y], { left, right, top, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const apart = (target) => {
    const [x, y] = middle(boxes.get(target));
    return targets.every((other) => {
      if (other === target) return true;
      const [across, down] = middle(boxes.get(other));
      return distance([x, y], boxes.get(other)) >= LEAST / 2
        && (large(other) || Math.hypot(across - x, down - y) >= LEAST);
    });
  };
  return targets.filter((target) => !target.matches("a") || !inSentence(target))
    .map((target) => {
      const { width, height } = boxes.get(target);
      const markup = target.outerHTML.slice(0, 160);
      const [name, text] = [called(target), shown(target)].map(letters);
      return [markup, name, text, width, height, apart(target)];
    });
}"""


def expect_drawings_to_stand_out(page: Player) -> None:
    """1.4.11: every mark, value, hint and tried move, at least 3 to 1 with its cell."""
    page.mouse.move(0, 0)
    page.evaluate(CELLS_ALONE)
    picture = page.board.screenshot(animations="disabled")
    with Image.open(BytesIO(picture)) as image:
        for name, is_marked, *box in page.board.evaluate(DRAWN):
            found = contrasts_drawn(image.crop(box).convert("RGB"))
            # A mark is of one colour. The part of a ring that is left over tells nothing.
            assert (found[0] if is_marked else max(found)) >= GRAPHIC, name
    page.evaluate("() => { document.adoptedStyleSheets = []; }")


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

# Hides drawings over and under the cells, such as the line that wins.
CELLS_ALONE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("#match svg:not(button svg) { display: none !important; }");
  document.adoptedStyleSheets = [sheet];
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
