"""The style sheets: how they are written, and what all of them keep to."""

import re

import pytest

from webapp import ROOT

SHEETS = {
    path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    for path in (ROOT / "static").glob("*.css")
}
LAYERS = ["base", "parts", "page", "device", "hidden"]

# The one list of screens. A query cannot name a width, so sheets repeat those that stand here.
SCREENS = {
    "max-width": {
        "17.5rem",  # text at twice its size on a phone
        "22rem",  # the smallest phones
        "30rem",  # phones
    },
    "min-width": {
        "35rem",  # phones on their side, with the height below
        "44rem",  # two columns of cards
        "48rem",  # tablets
        "60rem",  # room for a margin of headings
        "75rem",  # laptops
        "100rem",  # desktops
        "120rem",  # larger letters
        "150rem",  # the largest
    },
    "max-height": {
        "30rem",  # phones on their side
        "40rem",  # the lowest phones
        "43rem",  # laptops
        "50rem",  # phones that are not tall
    },
    "min-height": {
        "30.01rem",  # no phone on its side
        "43rem",  # phones that are not low
        "50rem",  # tall phones, and desktops
    },
}

# The four sizes of text: 13, 16 (17 in a book's letters), 20 and 28 px.
SIZE = r"1rem|var\(--(small|medium|large|larger)\)|inherit"
OTHER_SIZES = {
    "112.5%": "of all text, on the largest screens",
    "137.5%": "of all text, on the largest screens",
    "10pt": "on paper",
    "2.1rem": "the address on the wall of a class, across a room",
    "3.2rem": "numbers on the wall of a class, likewise",
    "0.75rem": "the names and scores of two programs, on the narrowest phones",
    "clamp(var(--large), 6.2vw, 1.5rem)": "the longest result, beside the score",
    "0": "a table's names that are for the ear",
    "13px": "coordinates, in their strip of the paper; in a drawing",
    "16px": "coordinates, in their strip of the paper; in a drawing",
    "11px": "in a drawing",
    "15px": "in a drawing",
    "21px": "in a drawing",
    "30px": "in a drawing",
    "100px": "in a drawing",
    "17px": "in a drawing",
    "calc(13px * var(--k))": "in a drawing",
    "calc(17px * var(--k))": "in a drawing",
    "calc(var(--cell) * 0.33)": "grows with its cell",
    "min(var(--small), var(--cell) * 0.28)": "grows with its cell",
}

# The scale of spaces. Pixels are for what lies by the board, whose size is counted in them.
SPACE = r"(0\.25|0\.5|0\.75|1|1\.5|2|3)rem|(1|2|3|4|8|12|16|24|32|48)px"
OTHER_SPACES = {
    "5%": "of a cell, around its mark",
    "6%": "of a cell, below a mark that waits",
    "12%": "of the board, to the first and last stop",
    "5.5rem": "beside Show how",
    "15px": "coordinates; the branches of a tree",
}


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_every_rule_is_in_a_layer_and_only_layers_and_meaning_decide_which_wins(sheet: str) -> None:
    """Every line that is not indented begins or ends a layer, or chooses the mark of a cell; none
    has several declarations.
    """
    outer = {line for line in sheet.splitlines() if re.match(r"\S", line) and "> .mark" not in line}
    layers = {f"@layer {layer} {{" for layer in LAYERS}
    assert outer <= {"}", f"@layer {', '.join(LAYERS)};"} | layers
    assert [line for line in sheet.splitlines() if len(re.findall("[;{}]", line)) > 1] == []
    assert re.findall(r"!important|:nth-child\(n\)|([.#][\w-]+)\1(?![\w-])", sheet) == []


def test_the_first_sheet_names_the_layers_in_order() -> None:
    assert SHEETS["style.css"].split(";")[0].strip() == f"@layer {', '.join(LAYERS)}"


def test_all_sheets_ask_for_the_same_screens() -> None:
    queries = [query for sheet in SHEETS.values() for query in re.findall("@media([^{]*)", sheet)]
    asked: dict[str, set[str]] = {}
    for feature, length in re.findall(r"((?:min|max)-\w+):\s*([\d.]+\w+)", "".join(queries)):
        asked.setdefault(feature, set()).add(length)
    assert asked == SCREENS


def test_text_has_four_sizes() -> None:
    """A headline may lie between two of them; a board in a frame grows with the frame."""
    text = "".join(sheet for name, sheet in SHEETS.items() if name != "embed.css")
    shorthand = (
        r"\sfont:\s(?:italic |\d00 )*([^;]*?)(?:/[\d.]+)?(?:\s(?:var\(--(?:book|plain)|ui-)[^;]*)?;"
    )
    sizes = re.findall(shorthand, re.sub(r"\s+", " ", text)) + re.findall(
        "font-size: ([^;]*);", text
    )
    between = rf"clamp\(({SIZE}), [\d.]+vw, ({SIZE})\)"
    others = {size for size in sizes if not re.fullmatch(f"{SIZE}|{between}", size)}
    assert others == set(OTHER_SIZES)


def test_spaces_are_of_one_scale() -> None:
    """Calculated spaces may count pixels; those on paper have its units."""
    text = "".join(sheet for name, sheet in SHEETS.items() if name != "embed.css")
    names = r"(?<![\w-])(?:margin|padding|(?:row-|column-)?gap|--gap)[a-z-]*"
    spaces: set[str] = set()
    for value in re.findall(rf"{names}:\s([^;]*);", text):
        spaces |= set(re.findall(r"[\d.]+rem", value))
        plain = value
        while "(" in plain:
            plain = re.sub(r"[\w-]*\([^()]*\)", "", plain)
        spaces |= set(re.findall(r"(?<![\w.])[\d.]+(?!cm|mm)[a-z%]+", plain))
    others = {space for space in spaces if not re.fullmatch(SPACE, space)}
    assert others == set(OTHER_SPACES)


def test_browsers_without_light_dark_have_the_light_colours() -> None:
    """Each use is a property of the page's root, stated once more where the function is unknown."""
    style = SHEETS["style.css"]
    first = style.partition("@supports")[0]
    pairs = dict(re.findall(r"--([\w-]+): light-dark\((#\w+), #\w+\);", first))
    query, fallback = re.findall(r"@supports not (.*) {\n    :root {([^{}]*)}\n  }\n", style)[0]
    assert query == "(color: light-dark(red, red))"
    assert dict(re.findall(r"--([\w-]+): (#\w+);", fallback)) == pairs
    uses = "".join(SHEETS.values()).count("light-dark(#")
    sheet = SHEETS["device.css"]
    stronger = sheet.partition("@supports (color: light-dark(red, red))")[2].count("light-dark(#")
    assert len(pairs) == uses - stronger > 0
