"""Whether the pages fit: their words, and what is drawn on their boards."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

from ai.language import languages
from tests.page import Element
from tests.server import application, serving
from tests.views import MOVING, RARE, VIEWS, Visits
from tests.widened import Pseudo, speaking

SIZES = ((320, 568), (390, 664), (1366, 633))
# Beside a move of a story a second sign is there if it has room. Firefox rounds small letters up.
# On the narrowest phones the table of the atlas scrolls in its box.
KNOWN = {
    "": r" is higher than h2$| is wider than its ring$",
    "atlas-table": r"^320.* is (wider than wide|beyond the page)$",
}
FRAME = "frame"  # the name of an empty page
TAGS = ["ar", *languages()[1:]]  # Arabic is a language of the tests alone

Measured = Callable[[str], list[str]]
"""The faults of the page at a path, once a browser has laid it out at all sizes."""


def faults_of_pages(
    tag: str, folder: Path, measuring: Callable[[str], Measured], least: int = 1
) -> dict[str, list[str]]:
    """What is clipped on pages in the language *tag*, and how boards are not as in English, by the
    names of the pages.

    A browser is *measuring* at the address of an empty page of a site, whose files are in *folder*.
    Pages with fewer than *least* kinds of elements that none before has had are not opened.
    """
    with speaking(Pseudo(), tag) if tag == "ar" else nullcontext():
        app = application(folder, {"LANGUAGE": tag})
        visits = Visits(app, {**VIEWS, **RARE, **MOVING})

        def serve(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            name = environ["PATH_INFO"].removeprefix("/")
            if name not in {*visits, FRAME}:
                return app(environ, start_response)
            start_response("200 OK", [("Content-Type", "text/html; charset=utf-8")])
            return [b"<!doctype html><title>Frame</title>" if name == FRAME else visits[name].data]

        found = dict[str, list[str]]()
        with serving(serve) as address:
            measured = measuring(f"{address}/{FRAME}")
            for name in of_new_kinds(visits, least):
                known = "|".join(KNOWN[it] for it in {"", name} & KNOWN.keys())
                found[name] = [it for it in measured(f"/{name}") if not re.search(known, it)]
    return {name: faults for name, faults in found.items() if faults}


def of_new_kinds(visits: Visits, least: int) -> Iterator[str]:
    """The names of pages with at least so many kinds of elements that none before has had."""
    known = set[str]()
    for name, response in visits.items():
        if response.mimetype == "text/html":
            new = {*kinds(visits.page(name))} - known
            if len(new) >= least:
                known |= new
                yield name


def kinds(markup: Element) -> Iterator[str]:
    """The kind of each element: its name, and what style sheets ask of it."""
    told = re.compile("class|type|role|disabled|open|data-.*")
    for around in markup:
        for it in around.children if around.tag != "svg" else ():
            if isinstance(it, Element):
                values = {key: it[key] for key in it.attributes if told.fullmatch(key)}
                values |= dict.fromkeys(set(values) - {"class", "type", "role"}, "")
                yield f"{it.tag} {sorted(values.items())}"


# The faults of the page at a path, in a frame of each of some sizes: a window cannot be as narrow
# as a phone. All that unfolds is measured too.
IN_FRAMES = """async ([path, sizes, looks]) => {
  const frame = document.createElement("iframe");
  frame.style.border = 0;
  frame.src = path;
  document.body.replaceChildren(frame);
  await new Promise((loaded) => { frame.onload = loaded; });
  const { contentDocument: page, contentWindow: window } = frame;
  const faults = looks.map((look) => window.eval(look));
  const found = [];
  for (const folded of [true, false]) {
    for (const one of folded ? [] : page.querySelectorAll("#main details")) one.open = true;
    for (const [width, height] of sizes) {
      Object.assign(frame, { width, height });
      page.body.hidden = true; // WebKit forgets to lay out some grids anew
      page.body.clientWidth;
      page.body.hidden = false;
      const told = folded ? "" : ", unfolded";
      const seen = faults.flatMap((look) => look([0, 0, 10]));
      found.push(...seen.map((fault) => `${width}${told}: ${fault}`));
    }
  }
  return found;
}"""

# Cells are not in the order of their numbers, names of columns not above these, or the shape of
# what won does not reach from middle to middle of its cells.
ASTRAY = """() => {
  const found = [];
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const cells = boxes("#board [id^=cell-]");
  cells.slice(1).forEach((next, at) => {
    const { right, bottom } = cells[at];
    if (next.left < right - 2 && next.top < bottom - 2) found.push(`cell ${at + 1} is astray`);
  });
  const middle = ({ left, right }) => (left + right) / 2;
  boxes("#coordinates > :first-child > span").forEach((name, at) => {
    if (Math.abs(middle(name) - middle(cells[at])) > 4) found.push(`column ${at} is astray`);
  });
  const [shapes, won] = [boxes("#outlines :is(polygon, polyline)"), boxes("#board [data-winning]")];
  const reach = (points) => [Math.min(...points), Math.max(...points)];
  const drawn = [
    ...reach(shapes.flatMap(({ left, right }) => [left, right])),
    ...reach(shapes.flatMap(({ top, bottom }) => [top, bottom])),
  ];
  const wanted = [
    ...reach(won.map(middle)),
    ...reach(won.map(({ top, bottom }) => (top + bottom) / 2)),
  ];
  if (shapes.length && drawn.some((edge, at) => !(Math.abs(edge - wanted[at]) < 10)))
    found.push(`the shape that won is astray: ${drawn}, not ${wanted}`);
  return found;
}"""

# Text is wider than the page, its control, or a box that scrolls or clips it; or a clip cuts it off
# above or below. Words lie on other words or on a face, unless the one are in a part that opens
# over the page on its own ground. A choice hides part of its longest option though there is room. A
# cell is smaller than a *fingertip*. Words of neighbouring links are not so far *apart*. A figure
# leaves its ring. Code is exempt; so is the timeline, which scrolls in a row of its own. Boxes of
# letters *spill* out of their lines, further in some scripts.
MISFITS = """([fingertip, apart, spill]) => {
  const found = [];
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const memo = (make) => {
    const known = new Map();
    return (one) => one && (known.has(one) ? known : known.set(one, make(one))).get(one);
  };
  const style = memo((one) => getComputedStyle(one));
  const boxOf = memo((one) => one.getBoundingClientRect());
  const bounds = memo((one) => {
    const isControl = one.matches("a.button, #switches a, nav a, button, summary, label");
    const { overflowX, overflowY } = style(one);
    const wide = isControl || overflowX !== "visible";
    const high = isControl || ["hidden", "clip"].includes(overflowY);
    const cuts = overflowX !== "visible" || overflowY !== "visible";
    const own = wide || high || cuts ? [{ one, wide, high, cuts, box: boxOf(one) }] : [];
    return [...own, ...bounds(one.parentElement) ?? []];
  });
  const cut = ({ left, top, right, bottom }, holder) => { // to what can be seen
    for (const { box } of bounds(holder).filter((it) => it.cuts)) {
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const ground = memo((one) => {
    const { position, zIndex, backgroundColor } = style(one);
    const over = zIndex !== "auto" && !backgroundColor.endsWith(", 0)");
    return position === "fixed" || position === "sticky" || over ? one : ground(one.parentElement);
  });
  const unseen = memo((one) => style(one).clipPath !== "none" || unseen(one.parentElement));
  const isShown = (one) => !unseen(one)
    && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const range = document.createRange();
  const wordsOf = (node) => {
    range.selectNodeContents(node);
    return range;
  };

  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.push(`the page scrolls sideways: ${scrollWidth}`);
  const parts = all(".face").filter(isShown)
    .map((face) => [face, "a face", ground(face.parentElement), boxOf(face)]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const holder = text.parentElement;
    const isExempt = holder.closest("select, svg, pre, #timeline");
    if (isExempt || !text.data.trim() || !isShown(holder)) continue;
    const words = `"${text.data.trim().slice(0, 40)}"`;
    for (const line of wordsOf(text).getClientRects()) {
      if (line.left < -1 || line.right > innerWidth + 1) found.push(`${words} is beyond the page`);
      for (const { one, wide, high, box } of bounds(holder)) {
        const name = one.id || one.className || one.localName;
        if (wide && (line.left < box.left - 1 || line.right > box.right + 1))
          found.push(`${words} is wider than ${name}`);
        if (high && (line.top < box.top - spill / 2 || line.bottom > box.bottom + spill / 2))
          found.push(`${words} is higher than ${name}`);
      }
      const seen = cut(line, holder);
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1)
        parts.push([text, words, ground(holder), seen]);
    }
  }
  parts.sort(([, , , one], [, , , other]) => one.top - other.top);
  parts.forEach(([node, name, below, one], at) => {
    for (const [otherNode, otherName, otherBelow, other] of parts.slice(at + 1)) {
      if (other.top > one.bottom - spill) break;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (node !== otherNode && below === otherBelow && across > 2 && down > spill)
        found.push(`${name} lies on ${otherName}`);
    }
  });

  for (const select of all("select").filter(isShown)) {
    const { width } = boxOf(select);
    select.style.width = "max-content";
    const wanted = select.getBoundingClientRect().width;
    select.style.width = "";
    if (width + 1 < Math.min(wanted, select.form?.clientWidth ?? 0))
      found.push(`${select.name} has ${width} and wants ${wanted}`);
  }
  for (const cell of all("#board button").filter(isShown)) {
    const { width, height } = boxOf(cell);
    if (Math.min(width, height) < fingertip) found.push(`a cell is ${width} by ${height}`);
  }
  for (const row of all("nav:not(#timeline), .foot")) {
    const links = all("a:not(:has(svg))", row).filter(isShown);
    const words = links.map((link) => wordsOf(link).getBoundingClientRect());
    words.slice(1).forEach((word, at) => {
      const isBeside = Math.abs(word.top - words[at].top) < 4;
      const gap = Math.max(word.left - words[at].right, words[at].left - word.right);
      if (isBeside && gap < apart)
        found.push(`"${links[at].text}" is too near to "${links[at + 1].text}"`);
    });
  }
  for (const figure of all(":is(.track, .best) ~ text").filter(isShown)) {
    const [ring, text] = [all("circle:not(.arc)", figure.parentElement).at(-1), figure].map(boxOf);
    if (text.left < ring.left || text.right > ring.right)
      found.push(`${figure.textContent} is wider than its ring`);
  }
  return [...new Set(found)];
}"""

LOOKS = (SIZES, (MISFITS, ASTRAY))
"""All that is asked in these frames."""
