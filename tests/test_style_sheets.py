"""The style sheets: how they are written, and what all of them keep to."""

import re
from collections.abc import Iterator

from webapp import ROOT

SHEETS = {
    path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    for path in (ROOT / "static").glob("*.css")
}
LAYERS = ["base", "parts", "page", "device", "hidden"]

# The one list of screens. A query cannot name a width, so sheets repeat those that stand here: from
# phones to the largest; phones on their side and low ones; tall ones.
SCREENS = {
    "max-width": "17.5rem 22rem 30rem",
    "min-width": "35rem 44rem 48rem 60rem 75rem 100rem 120rem 150rem",
    "max-height": "30rem 40rem 43rem 50rem",
    "min-height": "30.01rem 50rem",
}

# The four sizes of text: 13, 16 (17 in a book's letters), 20 and 28 px.
SIZE = r"1rem|var\(--(small|medium|large|larger)\)|inherit"
OTHER_SIZES = {
    *("112.5%", "137.5%"),  # of all text, on the largest screens
    "10pt",  # on paper
    "3.2rem",  # the numbers on the wall of a class, across a room
    "0.75rem",  # the names and scores of two programs, on the narrowest phones
    "clamp(var(--large), 6.2vw, 1.5rem)",  # the longest result, beside the score
    "0",  # a table's names that are for the ear
    *("11px", "13px", "15px", "16px", "17px", "21px", "30px", "100px"),  # in a drawing
    *("calc(13px * var(--k))", "calc(17px * var(--k))"),  # likewise
    # These grow with their cell.
    *("calc(var(--cell) * 0.33)", "min(var(--small), var(--cell) * 0.28)"),
}

# The scale of spaces. Pixels are for what lies by the board, whose size is counted in them.
SPACE = r"(0\.25|0\.5|0\.75|1|1\.5|2|3)rem|(1|2|3|4|8|12|16|24|32|48)px"
OTHER_SPACES = {
    *("5%", "6%"),  # of a cell, around its mark and below one that waits
    "12%",  # of the board, to the first and last stop
    "5.5rem",  # beside Show how
    "15px",  # coordinates; the branches of a tree
}

# Boards, trees and courses of games run from left to right in every language, and so may what lies
# on them. All else has logical properties, such as `inset-inline-start` for `left`.
SIDE = re.compile(
    r"((margin|padding|border|scroll-\w+)-)?(left|right)(-\w+)?|border-\w+-(left|right)-radius"
)
FOUR_SIDES = {"inset", "margin", "padding", "border-width", "border-style", "border-color"}
# A part of a value, which may hold brackets in brackets in brackets.
PART = re.compile(r"(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")
PHYSICAL = {
    "#board [data-last]::after": {"border-width", "border-radius"},  # a tick
    ".embed #board [data-last]::after": {"border-width"},
    "#coordinates div:last-child": {"inset"},
    ".embed #coordinates div:last-child": {"inset"},
    "#stage::after": {"inset"},
    ".diagram th + td": {"border-left"},
    ".diagram td:last-child": {"border-right"},
    ".puzzles [role]": {"margin"},
    ".tree::before, .tree li::before, .tree li + li::after": {"inset", "border-left"},
    ".tree li + li::after": {"left", "right"},
    ".tree .held::before": {"border-left"},
    ".tree[data-cuts]::after": {"inset"},
    ".reason .rules .held": {"border-radius"},  # a loop by hand
    ".timeline .shape": {"left"},
    ".timeline [data-left]::after": {"inset", "border-left"},
    ".long .course, .long a::after": {"left"},
    ".stops b": {"left"},
    ":is(#setup, .more, .switched, .programs) summary::after": {"border-width"},  # before it turns
}


def test_every_rule_is_in_a_layer_and_only_layers_and_meaning_decide_which_wins() -> None:
    """Every line that is not indented begins or ends a layer; none has several declarations."""
    sheets, order = "\n".join(SHEETS.values()), f"@layer {', '.join(LAYERS)};"
    lines = sheets.splitlines()
    outer = {line for line in lines if re.match(r"\S", line)}
    assert outer == {"}", order, *(f"@layer {layer} {{" for layer in LAYERS)}
    assert [line for line in lines if len(re.findall("[;{}]", line)) > 1] == []
    assert SHEETS["style.css"].lstrip().startswith(order)
    assert re.findall(r"!important|:nth-child\(n\)|([.#][\w-]+)\1(?![\w-])", sheets) == []


def test_rules_for_a_pointer_that_hovers_do_not_hold_for_a_finger() -> None:
    asked = re.compile(r"^( *)@media[^{]*hover: hover.*?^\1}", re.DOTALL | re.MULTILINE)
    assert [name for name, sheet in SHEETS.items() if ":hover" in asked.sub("", sheet)] == []


def test_all_sheets_ask_for_the_same_screens() -> None:
    queries = [query for sheet in SHEETS.values() for query in re.findall("@media([^{]*)", sheet)]
    asked: dict[str, set[str]] = {}
    for feature, length in re.findall(r"((?:min|max)-\w+):\s*([\d.]+\w+)", "".join(queries)):
        asked.setdefault(feature, set()).add(length)
    assert asked == {feature: {*widths.split()} for feature, widths in SCREENS.items()}


def test_text_has_four_sizes() -> None:
    """A headline may lie between two of them; a board in a frame grows with the frame."""
    text = "".join(sheet for name, sheet in SHEETS.items() if name != "embed.css")
    family = r"(?:\s(?:var\(--(?:book|plain)|ui-)[^;]*)?"
    shorthand = rf"\sfont:\s(?:italic |\d00 )*([^;]*?)(?:/[\d.]+)?{family};"
    sizes = re.findall(shorthand, re.sub(r"\s+", " ", text))
    sizes += re.findall("font-size: ([^;]*);", text)
    between = rf"clamp\(({SIZE}), [\d.]+vw, ({SIZE})\)"
    others = {size for size in sizes if not re.fullmatch(f"{SIZE}|{between}", size)}
    assert others == OTHER_SIZES


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
    assert others == OTHER_SPACES


def test_text_may_run_from_right_to_left() -> None:
    found: dict[str, set[str]] = {}
    for sheet in SHEETS.values():
        for selector, name, value in declarations(sheet):
            if has_sides(name, value):
                found.setdefault(selector, set()).add(name)
    assert found == PHYSICAL


def declarations(sheet: str) -> Iterator[tuple[str, str, str]]:
    """The selector, the name and the value of each declaration."""
    around: list[str] = []
    for text, end in re.findall(r"([^{};]*)([{};])", re.sub(r"\s+", " ", sheet)):
        name, colon, value = text.partition(":")
        if end == "{":
            around.append(text.strip())
        elif around and colon:
            yield " ".join(it for it in around if it[0] != "@"), name.strip(), value.strip()
        if end == "}":
            around.pop()


def has_sides(name: str, value: str) -> bool:
    """Whether a declaration tells left from right."""
    if name in {"text-align", "float", "clear"}:
        return value in {"left", "right"}
    parts = PART.findall(value)
    if name == "border-radius":  # from the top left corner on
        return len(parts) > 1 and (parts[0] != parts[1] or parts[2:3] != parts[3:])
    if name in FOUR_SIDES:  # from the top on
        return len(parts) == 4 and parts[1] != parts[3]
    return bool(SIDE.fullmatch(name))
