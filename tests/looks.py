"""How much style the site has, and in how many looks the same thing stands on its pages:
`python -m tests.looks`. It is no part of the tests.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import brotli
import click

from tests.e2e.player import Player
from tests.e2e.states import STATES
from tests.screenshots import shown
from webapp import ROOT

PHONE = 390, 664
MATCH = "style device over game game-wide end moves pen diagrams"  # sheets of the page of a match

# Of all rules of a sheet, in whatever condition: their selectors and declarations.
RULES = r"""(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text.replace(/@layer[^;{]*;/, ""));
  const selectors = [], declarations = [];
  const declaration = /[^;]+:(?:[^;"']|"[^"]*"|'[^']*')+/g;
  const visit = (rules) => {
    for (const { selectorText, style, cssRules } of rules) {
      if (selectorText) {
        selectors.push(selectorText);
        declarations.push(...style.cssText.match(declaration) ?? []);
      }
      visit(cssRules ?? []);
    }
  };
  visit(sheet.cssRules);
  return [selectors, declarations.map((one) => one.trim())];
}"""

# The selectors of a list: no comma within brackets divides it.
DIVIDED = """(lists) => lists.flatMap((list) => {
  let depth = 0;
  return [...list].reduce((found, sign) => {
    depth += (sign === "(") - (sign === ")");
    return sign === "," && !depth ? found + 1 : found;
  }, 1);
}).reduce((sum, count) => sum + count, 0)"""

# The looks of what a state shows, by its kind; of controls too small which they are.
LOOKS = r"""() => {
  const SIZE = ["fontFamily", "fontSize", "fontWeight", "fontStyle"], TEXT = [...SIZE, "color"];
  const SHAPE = ["borderTopWidth", "borderTopColor", "borderTopStyle", "borderRadius",
    "paddingTop", "paddingLeft", "backgroundColor"];
  const CELL = [...TEXT, "paddingTop", "paddingLeft", "borderTopWidth", "borderBottomWidth",
    "textAlign", "backgroundColor"];
  const look = (one, names) => {
    const style = getComputedStyle(one);
    return names.map((name) => style[name]).join(" | ");
  };
  const box = (one) => one.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && box(one).width > 1);
  // What is as high as a button is a key, a chip or a field.
  const isCard = (one) => {
    const style = getComputedStyle(one), edges = ["Top", "Left", "Right", "Bottom"];
    return edges.every((edge) => parseFloat(style[`border${edge}Width`]))
      && parseFloat(style.paddingLeft) >= 4 && box(one).height > 48 && one.innerText.trim();
  };
  // A board is a table only to the ear.
  const isOfBoard = (one) => one.closest(".diagram, .unseen");
  const blocks = "article, section, li, div, form, aside, figure, a:not(.button), p:not([role])";
  const controls = "a[href], button, input, select, textarea, summary, label:has(input)";
  const isInText = (one) => one.matches("a") && getComputedStyle(one).display === "inline";
  const isSmall = (one) => {
    const { width, height } = box(one.matches("input") ? one.closest("label") ?? one : one);
    return width < 44 || height < 44;
  };
  const choice = ":is([type=radio], [type=checkbox]):not(:checked, :disabled)";
  return {
    "labels of a choice": seen(`main label:has(${choice})`)
      .map((one) => look(one, [...TEXT, ...SHAPE])),
    cards: seen(`main :is(${blocks})`).filter(isCard).map((one) => look(one, SHAPE)),
    "cells of tables": seen("main :is(td, th)").filter((one) => !isOfBoard(one))
      .map((one) => look(one, CELL)),
    h2: seen("main h2").map((one) => look(one, SIZE)), // a red one says that a cell is wrong
    "left edges of the first h2": seen("main h2").slice(0, 1)
      .map((one) => `${Math.round(box(one).left)}`),
    "controls under 44 px": seen(controls).filter((one) => !isInText(one) && isSmall(one))
      .map((one) => `${location.pathname} ${one.id} ${one.innerText.replace(/\s+/g, " ")}`),
  };
}"""


def lines(paths: Iterable[Path]) -> int:
    """The lines of files at *paths*."""
    return sum(len(path.read_text().splitlines()) for path in paths)


def kilobytes(text: str) -> float:
    """The kB of *text*, compressed."""
    return round(len(brotli.compress(text.encode())) / 1000, 1)


def written(page: Player) -> Mapping[str, float]:
    """How much is written: lines; and of the style sheets what their rules have."""
    static = ROOT / "static"
    sheets = sorted(static.glob("*.css"))
    scripts = (path for path in static.glob("*.js") if not path.name.startswith("htmx"))
    selectors: list[str] = []
    declarations: list[str] = []
    for sheet in sheets:
        own, declared = page.evaluate(RULES, sheet.read_text())
        selectors += own
        declarations += declared
    of_match = "".join((static / f"{name}.css").read_text() for name in MATCH.split())
    return {
        "lines of styles": lines(sheets),
        "lines of scripts": lines(scripts),
        "lines of templates": lines((ROOT / "templates").rglob("*.html")),
        "rules": len(selectors),
        "selectors": page.evaluate(DIVIDED, selectors),
        ":has()": sum(one.count(":has(") for one in selectors),
        "ids in selectors": sum(one.count("#") for one in selectors),
        "declarations": len(declarations),
        "declarations that repeat": len(declarations) - len({*declarations}),
        "kB of all styles": round(sum(kilobytes(path.read_text()) for path in sheets), 1),
        "kB of a match's styles": kilobytes(of_match),
    }


@click.command
@click.argument("names", nargs=-1, type=click.Choice(list(STATES)), metavar="[NAME]...")
@click.option("--each", is_flag=True, help="Print each look, and a state that has it.")
def main(names: tuple[str, ...], each: bool) -> None:
    """Count what is written, and the looks of all states, or of these NAMEs, on a phone."""
    looks: dict[str, Counter[str]] = {}
    example: dict[str, str] = {}
    with shown() as (page, show):
        for what, count in written(page).items():
            click.echo(f"{count:>8} {what}")
        page.resize(*PHONE)
        page.emulate_media(reduced_motion="reduce")
        for name in names or STATES:
            show(name)
            for kind, found in page.evaluate(LOOKS).items():
                looks.setdefault(kind, Counter()).update(found)
                for it in found:
                    example.setdefault(f"{kind} {it}", name)
    for kind, counted in looks.items():
        click.echo(f"{len(counted):>8} {kind}")
        for it, count in counted.most_common() if each else ():
            click.echo(f"    {count:>6} {example[f'{kind} {it}']}: {it}")


if __name__ == "__main__":
    main()
